//! The architecture as a test: which module may import which, which external
//! crate may be named where, and that no files import each other in a circle.
//! [`folders`] does the same for the folders inside `recruiting` and `tui`.
//!
//! Every path in every source file is read as tokens, so comments and strings
//! do not count, and `super::super::` does. Test code counts for the layers, not
//! for folders and cycles.

mod cycles;
mod folders;
mod graph;
mod paths;
mod state_fields;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use graph::Graph;
use paths::{module_of, paths_in, visit_paths};

/// A layer and the layers that it may import, itself aside. Lowest first.
#[rustfmt::skip]
const LAYERS: &[(&str, &[&str])] = &[
    ("platform", &[]),
    ("child_process", &[]),
    ("files", &["platform"]),
    ("text", &[]),
    ("wire", &[]),
    ("list_guard", &[]),
    ("client", &["wire", "list_guard"]),
    ("service::store", &["platform", "files", "wire"]),
    ("service", &["wire", "service::store"]),
    ("recruiting", &["wire", "text", "list_guard"]),
    ("storage", &["platform", "files", "wire", "recruiting"]),
    ("usecases", &["client", "recruiting", "storage", "wire"]),
    ("keymap", &["recruiting"]),
    ("theme", &[]),
    ("config", &["platform", "files", "keymap", "theme", "recruiting"]),
    ("tui", &["platform", "child_process", "files", "text", "wire", "list_guard", "client", "recruiting", "storage", "usecases", "keymap", "theme", "config"]),
    ("cli", &["platform", "child_process", "files", "text", "wire", "client", "service", "service::store", "recruiting", "storage", "usecases",
              "keymap", "theme", "config", "tui"]),
    ("main", &["cli"]),
];

/// An external path and the layers that may name it. Without layers, none may.
const CRATES: &[(&str, &[&str])] = &[
    ("reqwest", &["client"]),
    ("rustls", &["client", "service", "service::store"]),
    ("tokio_rustls", &["client", "service"]),
    ("tokio_io_timeout", &["service"]),
    ("tower", &["service"]),
    ("prometheus_client", &["service"]),
    ("caseless", &["service::store"]),
    ("unicode_normalization", &["service::store"]),
    ("humantime", &["cli"]),
    ("backon", &["client"]),
    ("httpdate", &["client"]),
    ("futures_util", &["client", "service", "service::store", "usecases"]),
    ("axum", &["service"]),
    ("hyper", &["client", "service"]),
    ("hyper_util", &["client", "service"]),
    ("http_body_util", &["service"]),
    ("tower_http", &["service"]),
    ("rusqlite", &["files", "service::store", "storage"]),
    ("rusqlite_migration", &["files", "service::store", "storage"]),
    ("tokio_postgres", &["service::store"]),
    ("deadpool_postgres", &["service::store"]),
    ("tokio_postgres_rustls", &["service::store"]),
    ("rustls_platform_verifier", &["client", "service::store"]),
    ("x509_cert", &["client"]),
    ("bytes", &["service::store"]),
    ("whoami", &["service::store"]),
    ("crossterm", &["tui"]),
    ("terminput", &["tui", "keymap"]),
    ("ratatui", &["tui", "theme"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("indicatif", &["cli"]),
    ("csv", &["cli", "recruiting"]),
    ("uuid", &["tui", "cli"]),
    ("rpassword", &["cli"]),
    ("keyring", &["cli"]),
    ("terminal_size", &["cli"]),
    ("any_ascii", &["recruiting", "tui"]),
    ("memchr", &["client", "recruiting", "tui", "cli"]),
    ("hashbrown", &["recruiting"]),
    ("unicode_segmentation", &["text"]),
    ("unicode_width", &["text"]),
    ("tracing_subscriber", &["cli"]),
    ("color_eyre", &["tui", "main"]),
    ("tokio::spawn", &["tui", "service", "service::store", "cli"]),
    ("tokio::task::spawn", &[]),
    ("tokio::task::JoinSet", &["tui"]),
    ("tokio::task::spawn_blocking", &["tui", "cli", "service::store"]),
];

/// What differs between operating systems: outside of tests only `platform` may name it.
const SYSTEM: &[&str] = &["std::os", "rustix", "tokio::signal::unix"];

static GRAPH: LazyLock<Graph> = LazyLock::new(|| Graph::read(&sources()));

#[test]
fn every_layer_imports_only_what_it_may() {
    let broken: Vec<String> =
        sources().iter().flat_map(|(file, source)| violations(file, source)).collect();
    assert!(broken.is_empty(), "imports that break the layers:\n{}", broken.join("\n"));
}

#[test]
fn every_permission_is_used() {
    let mut used = BTreeSet::new();
    for (file, source) in sources() {
        let module = module_of(&file);
        let Some(layer) = layer_of(&module) else { continue };
        for (_, path) in paths_in(&source, &module) {
            match path.split_first() {
                Some((first, rest)) if first == "crate" => {
                    used.extend(layer_of(rest).map(|other| (layer, other)));
                }
                _ => used.extend(crates_of(&path).map(|(krate, _)| (layer, *krate))),
            }
        }
    }
    let layers = LAYERS.iter().flat_map(|(layer, may)| may.iter().map(|other| (*layer, *other)));
    let crates =
        CRATES.iter().flat_map(|(krate, layers)| layers.iter().map(|layer| (*layer, *krate)));
    let unused = layers.chain(crates).filter(|permission| !used.contains(permission));
    let unused: Vec<String> = unused.map(|(from, to)| format!("{from} imports {to}")).collect();
    assert!(unused.is_empty(), "permissions that no import needs:\n{}", unused.join("\n"));
}

#[test]
fn only_the_platform_module_names_the_operating_system() {
    let (inside, outside): (Vec<_>, Vec<_>) =
        system_calls(&sources()).into_iter().partition(|call| call.starts_with("src/platform"));
    assert!(outside.is_empty(), "system calls outside of platform:\n{}", outside.join("\n"));
    for name in SYSTEM {
        assert!(inside.iter().any(|call| call.contains(name)), "{name} is used nowhere");
    }
    let source = "use std::os::unix::fs::MetadataExt;\nfn f() { rustix::process::getpid() }\n\
                  #[cfg(test)]\nmod tests { use std::os::fd::AsFd; }\n";
    assert_eq!(
        system_calls(&[("src/text.rs".to_owned(), source.to_owned())]),
        ["src/text.rs:1: std::os::unix::fs::MetadataExt", "src/text.rs:2: rustix::process::getpid"]
    );
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let cycles = cycles::cycles(&GRAPH);
    assert!(cycles.is_empty(), "import cycles:\n{}", cycles.join("\n"));
}

#[test]
fn every_folder_imports_only_what_it_may() {
    let broken = folders::violations(&GRAPH);
    assert!(broken.is_empty(), "imports between folders:\n{}", broken.join("\n"));
}

#[test]
fn a_feature_changes_only_its_own_state() {
    let found = sources();
    let in_app = |(file, _): &&(String, String)| {
        file.starts_with("src/tui") || file.starts_with("src/recruiting")
    };
    let mutators =
        state_fields::mutators(found.iter().filter(in_app).map(|(_, text)| text.as_str()));
    let violations =
        |(file, text): &(String, String)| state_fields::violations(file, text, &mutators);
    let broken: Vec<String> = found.iter().flat_map(violations).collect();
    assert!(broken.is_empty(), "writes to another feature's state:\n{}", broken.join("\n"));
}

#[test]
fn every_folder_has_a_row() {
    let unlisted = folders::unlisted(&GRAPH);
    assert!(unlisted.is_empty(), "see FOLDERS and FEATURES:\n{}", unlisted.join("\n"));
}

#[test]
fn a_violation_names_file_line_and_import() {
    let source = "use std::fmt;\nuse crate::{service::Rate, text};\nfn f() { reqwest::get() }\n\
                  mod inner { use super::super::super::client::Client; }\n// crate::cli\n";
    assert_eq!(
        violations("src/wire/job.rs", source),
        [
            "src/wire/job.rs:2: wire may not import crate::service::Rate",
            "src/wire/job.rs:2: wire may not import crate::text",
            "src/wire/job.rs:3: wire may not import reqwest::get",
            "src/wire/job.rs:4: wire may not import crate::client::Client",
        ]
    );
    assert_eq!(
        violations("src/service/store/ids.rs", "use super::super::problem::Code;"),
        ["src/service/store/ids.rs:1: service::store may not import crate::service::problem::Code"]
    );
    assert_eq!(
        violations("src/recruiting.rs", "fn f() { tokio::spawn(async {}) }"),
        ["src/recruiting.rs:1: recruiting may not import tokio::spawn"]
    );
    let allowed = "use super::store::Store; use axum::Json;";
    assert_eq!(violations("src/service/middleware.rs", allowed), [""; 0]);
    assert_eq!(violations("src/nook.rs", ""), ["src/nook.rs: is in no layer; see LAYERS"]);
}

/// Every source file of the library and the binary, with its text.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    assert!(files.len() > 30, "too few source files found");
    let read = |file: PathBuf| {
        let name = file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(file).unwrap())
    };
    files.into_iter().map(read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn violations(file: &str, source: &str) -> Vec<String> {
    let module = module_of(file);
    if module.is_empty() {
        return Vec::new();
    }
    let Some(layer) = layer_of(&module) else {
        return vec![format!("{file}: is in no layer; see LAYERS")];
    };
    let is_broken = |(line, path): &(usize, Vec<String>)| {
        let name = path.join("::");
        let is_allowed = match path.first().map(String::as_str) {
            Some("crate") => layer_of(&path[1..]).is_none_or(|other| {
                other == layer
                    || LAYERS.iter().any(|(name, may)| *name == layer && may.contains(&other))
            }),
            _ => crates_of(path).all(|(_, layers)| layers.contains(&layer)),
        };
        (!is_allowed).then(|| format!("{file}:{line}: {layer} may not import {name}"))
    };
    paths_in(source, &module).iter().filter_map(is_broken).collect()
}

/// Where code outside of tests names a path of [`SYSTEM`].
fn system_calls(sources: &[(String, String)]) -> Vec<String> {
    let mut calls = Vec::new();
    for (file, module, code) in graph::code_of(sources) {
        visit_paths(&code, &module, &mut |line, path, _, _| {
            let path = path.join("::");
            let is_call =
                SYSTEM.iter().any(|system| format!("{path}::").starts_with(&format!("{system}::")));
            if is_call {
                calls.push(format!("{file}:{line}: {path}"));
            }
        });
    }
    calls
}

/// The rows of [`CRATES`] for an external path.
fn crates_of(
    path: &[String],
) -> impl Iterator<Item = &'static (&'static str, &'static [&'static str])> {
    let path = format!("{}::", path.join("::"));
    CRATES.iter().filter(move |(krate, _)| path.starts_with(&format!("{krate}::")))
}

fn layer_of(path: &[String]) -> Option<&'static str> {
    let path = format!("{}::", path.join("::"));
    let holds = |layer: &&str| path.starts_with(&format!("{layer}::"));
    LAYERS.iter().map(|(layer, _)| *layer).filter(holds).max_by_key(|layer| layer.len())
}
