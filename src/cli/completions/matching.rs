//! Which values complete what is typed, and how a shell takes them.

use std::ffi::OsStr;

use clap::builder::StyledStr;
use clap_complete::CompletionCandidate;

use super::request;
use crate::recruiting::table::fold;
use crate::text;

/// More are of no help.
const MAX: usize = 200;

/// A name and an ID that complete an argument, with a description.
pub(crate) struct Value {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) help: String,
}

impl Value {
    /// A name without an ID and a description.
    pub(crate) const fn named(name: String) -> Self {
        Self { name, id: String::new(), help: String::new() }
    }
}

/// The values that begin with what is typed: names, or IDs if no name does. Several records of one
/// name are completed by their IDs, because the name would be ambiguous.
pub(crate) fn matching(
    current: &OsStr,
    values: impl IntoIterator<Item = Value>,
) -> Vec<CompletionCandidate> {
    let shell = request::shell();
    let typed = current.to_string_lossy();
    let quoting = if shell == "bash" { Quoting::of(&typed) } else { Quoting::None };
    // These pass what is typed with its quotes.
    let is_raw = ["bash", "zsh", "fish"].contains(&shell);
    let typed = if is_raw { unescape(&typed) } else { typed.into_owned() };
    let wanted = fold(&typed);
    let values: Vec<Value> = values.into_iter().collect();
    let by_name: Vec<&Value> = values
        .iter()
        .filter(|value| !value.name.is_empty() && fold(&value.name).starts_with(&wanted))
        .collect();
    let is_unique =
        |value: &Value| values.iter().filter(|other| other.name == value.name).count() == 1;
    let names = by_name.into_iter().map(|value| {
        let is_name = value.id.is_empty() || is_unique(value);
        (if is_name { &value.name } else { &value.id }, value)
    });
    let by_id = values.iter().filter(|value| !typed.is_empty() && value.id.starts_with(&typed));
    let all = names.chain(by_id.map(|value| (&value.id, value)));
    all.take(MAX)
        .map(|(text, value)| {
            let help = if text == &value.id {
                [&*value.name, &*value.help].join(", ")
            } else {
                value.help.clone()
            };
            let text = text::sanitize(text).into_owned();
            candidate(quoting.escape(&text), text::sanitize(&help).into_owned())
        })
        .collect()
}

/// What the text is part of. The shells quote what they insert, except bash, which keeps the quote
/// that was typed and closes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quoting {
    /// The shell does it.
    None,
    Backslashes,
    Double,
    Single,
}

impl Quoting {
    /// How bash reads what is typed.
    fn of(typed: &str) -> Self {
        match typed.chars().next() {
            Some('"') => Self::Double,
            Some('\'') => Self::Single,
            _ => Self::Backslashes,
        }
    }

    fn escape(self, text: &str) -> String {
        let is_escaped = |letter: char| match self {
            Self::None | Self::Single => false,
            Self::Backslashes => !(letter.is_alphanumeric() || "-_./,:=@+%".contains(letter)),
            Self::Double => "\"\\$`".contains(letter),
        };
        if self == Self::Single {
            return text.replace('\'', r"'\''");
        }
        let mut escaped = String::with_capacity(text.len());
        for letter in text.chars() {
            if is_escaped(letter) {
                escaped.push('\\');
            }
            escaped.push(letter);
        }
        escaped
    }
}

fn unescape(text: &str) -> String {
    let mut letters = text.trim_start_matches(['"', '\'']).chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

/// A completion with a description.
fn candidate(value: String, help: String) -> CompletionCandidate {
    let help = (!help.is_empty()).then(|| StyledStr::from(help));
    CompletionCandidate::new(value).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(current: &str, values: &[(&str, &str)]) -> Vec<String> {
        let values = values.iter().map(|(name, id)| Value {
            name: (*name).to_owned(),
            id: (*id).to_owned(),
            help: String::new(),
        });
        let found = matching(OsStr::new(current), values);
        found.iter().map(|candidate| candidate.get_value().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn names_are_completed_and_ids_where_a_name_is_not_unique() {
        let jobs = [("Rust Engineer", "job_1"), ("Clerk", "job_2"), ("Clerk", "job_3")];
        assert_eq!(texts("", &jobs), ["Rust Engineer", "job_2", "job_3"]);
        assert_eq!(texts("rust E", &jobs), ["Rust Engineer"]);
        assert_eq!(texts("job_1", &jobs), ["job_1"]);
        assert_eq!(texts("x", &jobs), [""; 0]);
    }

    #[test]
    fn control_characters_do_not_reach_the_shell() {
        assert_eq!(texts("", &[("a\u{1b}[2J\nb", "1")]), ["a\\u{1b}[2J b"]);
    }

    #[test]
    fn escaping_for_bash_is_reversible() {
        for text in ["Rust Engineer", "R&D (50%)", "it's \"x\" $HOME", "a\\b", "佐藤 健"] {
            assert_eq!(unescape(&Quoting::of("").escape(text)), text);
            assert_eq!(unescape(&format!("\"{}", Quoting::of("\"").escape(text))), text);
        }
        let name = "Rust Engineer (m/f), $5";
        assert_eq!(Quoting::of("Ru").escape(name), r"Rust\ Engineer\ \(m/f\),\ \$5");
        assert_eq!(Quoting::of("\"Ru").escape(name), r"Rust Engineer (m/f), \$5");
        assert_eq!(Quoting::of("'Ru").escape("it's"), r"it'\''s");
    }
}
