//! Links and pictures of the pages lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::documents::{Page, ROOT};

/// The file of a link, relative to the repository, without `..`.
fn resolve(page: &Page, path: &str) -> String {
    let mut file = PathBuf::from(&page.name);
    file.pop();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => assert!(file.pop(), "{}: {path}", page.name),
            part => file.push(part),
        }
    }
    file.to_string_lossy().into_owned()
}

#[test]
fn every_link_of_the_pages_leads_to_a_file_and_a_heading() {
    let pages = Page::all();
    let mut count = 0;
    for page in &pages {
        for link in page.links() {
            if link.starts_with("https://") {
                continue;
            }
            count += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let file = if path.is_empty() { page.name.clone() } else { resolve(page, path) };
            assert!(Path::new(ROOT).join(&file).exists(), "{} links to {link}", page.name);
            if !anchor.is_empty() {
                let target = pages.iter().find(|target| target.name == file);
                let anchors = target.expect("an anchor is in a page").anchors();
                let is_known = anchors.iter().any(|known| known == anchor);
                assert!(is_known, "{} links to {link}; there is {anchors:?}", page.name);
            }
        }
    }
    assert!(count > 50, "only {count} links");
}

#[test]
fn every_page_is_linked_from_the_readme() {
    let readme = Page::read("README.md");
    let links = readme.links();
    for page in Page::all() {
        let is_linked = page.name == readme.name || links.contains(&page.name);
        assert!(is_linked, "the README does not link to {}", page.name);
    }
}

#[test]
fn every_picture_is_used_and_has_a_scene_that_records_it() {
    let links: BTreeSet<String> = Page::all()
        .iter()
        .flat_map(|page| page.links().into_iter().map(|link| resolve(page, &link)))
        .collect();
    let folder = Path::new(ROOT).join("assets/pictures");
    let scenes = fs::read_to_string(folder.join("scenes.py")).unwrap();
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        let signature: &[u8] = match file.extension().and_then(|end| end.to_str()) {
            Some("png") => b"\x89PNG",
            Some("gif") => b"GIF89a",
            _ => continue,
        };
        count += 1;
        let name = format!("assets/pictures/{}", file.file_name().unwrap().display());
        assert!(fs::read(&file).unwrap().starts_with(signature), "{name}");
        assert!(links.contains(&name), "no page shows {name}");
        let scene = file.file_stem().unwrap().to_string_lossy();
        let is_recorded = scenes.contains(&format!("\"{scene}\": Scene("))
            || scenes.contains(&format!("\n{} = Scene(", scene.to_uppercase()));
        assert!(is_recorded, "no scene of assets/pictures/scenes.py records {name}");
    }
    assert!(count >= 3, "only {count} pictures");
}

/// The documents that describe the source tree name only existing files.
#[test]
fn every_file_named_in_the_documents_exists() {
    for document in ["docs/architecture.md", "docs/interface.md", "CONTRIBUTING.md"] {
        let page = Page::read(document);
        let named = page.text.split('`').filter(|name| {
            let is_path =
                ["src/", "tests/", "benches/", "docs/"].iter().any(|top| name.starts_with(top));
            is_path && Path::new(name).extension().is_some_and(|end| end == "rs" || end == "md")
        });
        let named: Vec<&str> = named.collect();
        assert!(!named.is_empty(), "{document} names no file");
        for name in named {
            let exists = Path::new(ROOT).join(name).is_file();
            assert!(exists, "{document} names {name}, which does not exist");
        }
    }
}
