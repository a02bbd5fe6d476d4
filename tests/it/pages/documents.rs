//! The README and the other pages, and what they contain.

use std::fs;
use std::path::Path;

pub(super) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A Markdown file of the repository.
pub(super) struct Page {
    /// Its path in the repository.
    pub(super) name: String,
    pub(super) text: String,
}

impl Page {
    pub(super) fn read(name: &str) -> Self {
        let text = fs::read_to_string(Path::new(ROOT).join(name)).unwrap();
        Self { name: name.to_owned(), text }
    }

    /// All pages: those at the root, and those of `docs`.
    pub(super) fn all() -> Vec<Self> {
        let mut names = Vec::new();
        for folder in ["", "docs/"] {
            for entry in fs::read_dir(Path::new(ROOT).join(folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                if Path::new(&name).extension().is_some_and(|end| end == "md") {
                    names.push(format!("{folder}{name}"));
                }
            }
        }
        names.sort_unstable();
        names.iter().map(|name| Self::read(name)).collect()
    }

    /// The lines of all blocks of shell commands, without comments.
    pub(super) fn commands(&self) -> Vec<&str> {
        let blocks = self.blocks("sh").into_iter().flat_map(str::lines);
        blocks.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    }

    /// The fenced blocks in a language.
    pub(super) fn blocks(&self, language: &str) -> Vec<&str> {
        let start = format!("\n```{language}\n");
        let blocks = self.text.split(&start).skip(1);
        blocks.filter_map(|rest| rest.split("```").next()).collect()
    }

    /// The files that the page shows, each after a line with its name in backticks.
    pub(super) fn files(&self) -> Vec<(&str, &str)> {
        let parts = self.text.split("`:\n\n```").collect::<Vec<_>>();
        let files = parts.windows(2).map(|pair| {
            let name = pair[0].rsplit('`').next().unwrap();
            let (_kind, text) = pair[1].split_once('\n').unwrap();
            (name, text.split("```").next().unwrap())
        });
        files.collect()
    }

    /// The text without fenced blocks.
    pub(super) fn prose(&self) -> String {
        let parts = self.text.split("```").step_by(2);
        parts.collect::<Vec<_>>().join("\n")
    }

    /// The targets of all links and pictures.
    pub(super) fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        targets.map(|target| target.replace('\n', "")).collect()
    }

    /// The anchors of the headings, as GitHub makes them.
    pub(super) fn anchors(&self) -> Vec<String> {
        let prose = self.prose();
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        let anchor = |heading: &str| {
            let text = heading.trim_start_matches('#').trim().to_lowercase();
            let letters = text.chars().filter_map(|letter| match letter {
                ' ' => Some('-'),
                '-' | '_' => Some(letter),
                _ => letter.is_alphanumeric().then_some(letter),
            });
            letters.collect()
        };
        headings.map(anchor).collect()
    }
}
