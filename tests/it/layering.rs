//! The doors between the rooms.
//!
//! Every path in every source file is read as tokens (so comments and strings
//! do not count, and `super::super::` does), resolved, and held against two
//! tables: which of our rooms a room may import, and which rooms may name an
//! outside crate. A violation is told by file, line and import.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A room and the rooms it may import, itself aside. Lowest first.
const ROOMS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("wire", &[]),
    ("client", &["wire"]),
    ("service::store", &["wire"]),
    ("service", &["wire", "service::store"]),
    ("recruiting", &["wire", "text"]),
    ("storage", &["wire", "recruiting"]),
    ("usecases", &["client", "storage", "recruiting", "wire", "text"]),
    ("keymap", &["recruiting", "tui"]),
    ("theme", &[]),
    ("config", &["keymap", "theme", "recruiting"]),
    (
        "tui",
        &[
            "text",
            "wire",
            "client",
            "recruiting",
            "storage",
            "usecases",
            "keymap",
            "theme",
            "config",
        ],
    ),
    (
        "cli",
        &[
            "text",
            "wire",
            "client",
            "service",
            "service::store",
            "recruiting",
            "storage",
            "usecases",
            "keymap",
            "theme",
            "config",
            "tui",
        ],
    ),
    ("main", &["cli"]),
];

/// An outside path and the rooms that may name it.
const CRATES: &[(&str, &[&str])] = &[
    ("reqwest", &["client"]),
    ("rustls", &["client"]),
    ("backon", &["client"]),
    ("httpdate", &["client"]),
    ("futures_util", &["client"]),
    ("axum", &["service"]),
    ("hyper", &["service"]),
    ("hyper_util", &["service"]),
    ("http_body_util", &["service"]),
    ("tower_http", &["service"]),
    ("rusqlite", &["service::store", "storage"]),
    ("rusqlite_migration", &["service::store", "storage"]),
    ("crossterm", &["tui", "keymap"]),
    ("ratatui", &["tui", "theme"]),
    ("rustix", &["tui"]),
    ("clap", &["cli"]),
    ("indicatif", &["cli"]),
    ("csv", &["cli", "recruiting"]),
    ("uuid", &["tui", "usecases", "storage", "cli"]),
    ("rpassword", &["cli"]),
    ("terminal_size", &["cli"]),
    ("any_ascii", &["recruiting"]),
    ("memchr", &["recruiting"]),
    ("hashbrown", &["recruiting"]),
    ("unicode_segmentation", &["text"]),
    ("unicode_width", &["text"]),
    ("tracing_subscriber", &["cli", "tui"]),
    ("color_eyre", &["cli", "tui", "main"]),
    ("tokio::spawn", &["tui", "usecases", "tui", "service"]),
    ("tokio::task::spawn", &["tui", "usecases", "tui", "service"]),
    ("tokio::task::JoinSet", &["tui", "usecases", "tui", "service"]),
    ("tokio::task::spawn_blocking", &["tui", "usecases", "tui", "service::store"]),
];

#[test]
fn every_room_keeps_to_its_doors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    assert!(files.len() > 30, "the sources were found");
    let found: Vec<String> = files
        .iter()
        .flat_map(|file| {
            let name = file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            violations(&name, &fs::read_to_string(file).unwrap())
        })
        .collect();
    assert!(found.is_empty(), "doors that should be closed:\n{}", found.join("\n"));
}

#[test]
fn a_closed_door_is_told_by_file_line_and_import() {
    let source = "use std::fmt;\nuse crate::{service::RateLimit, text};\nfn f() { reqwest::get() }\n\
                  mod inner { use super::super::super::client::Client; }\n// crate::cli\n";
    assert_eq!(
        violations("src/wire/job.rs", source),
        [
            "src/wire/job.rs:2: wire may not import crate::service::RateLimit",
            "src/wire/job.rs:2: wire may not import crate::text",
            "src/wire/job.rs:3: wire may not import reqwest::get",
            "src/wire/job.rs:4: wire may not import crate::client::Client",
        ]
    );
    assert_eq!(
        violations("src/service/store/ids.rs", "use super::super::api_error::ErrorCode;"),
        [
            "src/service/store/ids.rs:1: service::store may not import crate::service::api_error::ErrorCode"
        ]
    );
    assert_eq!(
        violations("src/recruiting.rs", "fn f() { tokio::spawn(async {}) }"),
        ["src/recruiting.rs:1: recruiting may not import tokio::spawn"]
    );
    assert_eq!(
        violations("src/service/middleware.rs", "use super::store::Store; use axum::Json;"),
        [""; 0]
    );
    assert_eq!(violations("src/nook.rs", ""), ["src/nook.rs: is in no room; see ROOMS"]);
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

fn violations(file: &str, source: &str) -> Vec<String> {
    let module = module_of(file);
    if module.is_empty() {
        return Vec::new();
    }
    let Some(room) = room_of(&module) else {
        return vec![format!("{file}: is in no room; see ROOMS")];
    };
    let mut paths = Vec::new();
    walk(source.parse().expect("the source is Rust"), &module, &mut paths);
    let closed = |(line, path): &(usize, Vec<String>)| {
        let told = path.join("::");
        let allowed = match path.first().map(String::as_str) {
            Some("crate") => room_of(&path[1..]).is_none_or(|other| {
                other == room
                    || ROOMS.iter().any(|(name, may)| *name == room && may.contains(&other))
            }),
            _ => CRATES.iter().all(|(name, rooms)| {
                !format!("{told}::").starts_with(&format!("{name}::")) || rooms.contains(&room)
            }),
        };
        (!allowed).then(|| format!("{file}:{line}: {room} may not import {told}"))
    };
    paths.iter().filter_map(closed).collect()
}

/// `src/service/store.rs` is the module `service::store`; lib.rs is the root.
fn module_of(file: &str) -> Vec<String> {
    let inner = file.trim_start_matches("src/").trim_end_matches(".rs");
    if inner == "lib" {
        return Vec::new();
    }
    inner.split('/').map(str::to_owned).collect()
}

fn room_of(path: &[String]) -> Option<&'static str> {
    let path = format!("{}::", path.join("::"));
    let holds = |room: &&str| path.starts_with(&format!("{room}::"));
    ROOMS.iter().map(|(room, _)| *room).filter(holds).max_by_key(|room| room.len())
}

/// Collects every path in the tokens, resolved against the module it stands in.
fn walk(tokens: TokenStream, module: &[String], paths: &mut Vec<(usize, Vec<String>)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if word == "use" => {
                let end =
                    (at..tokens.len()).find(|i| is_punct(&tokens[*i], ';')).unwrap_or(tokens.len());
                tree(&tokens[at + 1..end], &[], module, paths);
                at = end;
            }
            TokenTree::Ident(word)
                if word == "mod" && matches!(tokens.get(at + 2), Some(TokenTree::Group(_))) =>
            {
                let inner = [module, &[tokens[at + 1].to_string()]].concat();
                if let TokenTree::Group(body) = &tokens[at + 2] {
                    walk(body.stream(), &inner, paths);
                }
                at += 3;
            }
            TokenTree::Ident(_)
                if is_path(&tokens, at + 1) && !(at >= 2 && is_path(&tokens, at - 2)) =>
            {
                let line = tokens[at].span().start().line;
                let (segments, next) = segments(&tokens, at);
                paths.extend(resolve(&segments, module).map(|path| (line, path)));
                at = next;
            }
            TokenTree::Group(group) => {
                walk(group.stream(), module, paths);
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// The branches of one `use`, each a whole path.
fn tree(
    tokens: &[TokenTree],
    before: &[String],
    module: &[String],
    paths: &mut Vec<(usize, Vec<String>)>,
) {
    for branch in tokens.split(|token| is_punct(token, ',')).filter(|branch| !branch.is_empty()) {
        let mut path = before.to_vec();
        let mut nested = false;
        for token in branch {
            match token {
                TokenTree::Ident(word) if word == "as" => break,
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    tree(&inner, &path, module, paths);
                    nested = true;
                }
                _ => {}
            }
        }
        if !nested {
            let line = branch[0].span().start().line;
            paths.extend(resolve(&path, module).map(|path| (line, path)));
        }
    }
}

fn segments(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut segments = vec![tokens[at].to_string()];
    while is_path(tokens, at + 1) {
        at += 3;
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => segments.push(word.to_string()),
            _ => return (segments, at),
        }
    }
    (segments, at + 1)
}

/// The path from the root of the crate, or as it is when it leads outside.
fn resolve(path: &[String], module: &[String]) -> Option<Vec<String>> {
    let ups = path.iter().take_while(|segment| *segment == "super").count();
    let own = |base: &[String], rest: &[String]| Some([&["crate".to_owned()], base, rest].concat());
    match path.first()?.as_str() {
        "super" => own(module.get(..module.len().checked_sub(ups)?)?, &path[ups..]),
        "self" => own(module, &path[1..]),
        "shortlist" if module[0] == "main" => own(&[], &path[1..]),
        _ => Some(path.to_vec()),
    }
}

fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    let joint = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':' && p.spacing() == Spacing::Joint);
    tokens.get(at).is_some_and(joint)
        && tokens.get(at + 1).is_some_and(|token| is_punct(token, ':'))
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}
