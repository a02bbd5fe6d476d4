//! The samples of the config: in the documents, in the file of `config init`, and against the JSON
//! schema.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::harness::Program;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn documented() -> String {
    fs::read_to_string(root().join("assets/config.toml")).unwrap()
}

fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut documents: Vec<PathBuf> = pages.chain([root().join("README.md")]).collect();
    documents.sort();
    documents
}

/// The TOML blocks of a document that are a config. A block after a line that ends with the name of
/// another file is that file.
fn samples(document: &str) -> Vec<&str> {
    let parts: Vec<&str> = document.split("```toml\n").collect();
    let blocks = parts.windows(2).filter_map(|pair| {
        let before = pair[0].trim_end();
        let name = before.strip_suffix("`:").and_then(|text| text.rsplit('`').next());
        let is_other = name.is_some_and(|name| {
            Path::new(name).extension().is_some_and(|end| end == "toml") && name != "config.toml"
        });
        (!is_other).then(|| pair[1].split("```").next().unwrap())
    });
    blocks.collect()
}

/// The settings of the documented file and its samples, each by itself, uncommented.
fn parts_of_the_documented_file() -> Vec<String> {
    let (mut parts, mut sample) = (Vec::new(), String::new());
    for line in documented().lines() {
        if let Some(line) = line.strip_prefix("#     ") {
            sample.push_str(line);
            sample.push('\n');
            continue;
        }
        if !sample.is_empty() {
            parts.push(std::mem::take(&mut sample));
        }
        parts.extend(
            line.strip_prefix('#')
                .filter(|rest| !rest.starts_with([' ']) && !rest.is_empty())
                .map(str::to_owned),
        );
    }
    parts
}

/// Every sample config in the documents, with its location.
fn all_samples() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for path in documents() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        all.extend(samples(&text).into_iter().map(|sample| (name.clone(), sample.to_owned())));
    }
    let parts = parts_of_the_documented_file();
    assert!(parts.len() > 20, "{parts:?}");
    all.extend(parts.into_iter().map(|part| ("assets/config.toml".to_owned(), part)));
    all
}

#[test]
fn every_sample_in_the_documents_has_no_mistake() {
    let program = Program::new();
    let file = program.home.path().join("sample.toml");
    for (name, sample) in all_samples() {
        fs::write(&file, &sample).unwrap();
        let output = program.run(&["config", "check", "sample.toml"]);
        let message = String::from_utf8_lossy(&output.stdout);
        assert_eq!(message, "sample.toml: no mistakes\n", "{name}:\n{sample}");
    }
}

#[test]
fn a_mapping_file_is_not_taken_for_a_config() {
    let document =
        "A config:\n\n```toml\nmouse = true\n```\n\nWrite `ours.toml`:\n\n```toml\n[people]\n```\n";
    assert_eq!(samples(document), ["mouse = true\n"]);
}

fn schema() -> Value {
    let committed = fs::read_to_string(root().join("assets/config.schema.json")).unwrap();
    serde_json::from_str(&committed).unwrap()
}

#[test]
fn the_committed_schema_is_current() {
    let printed = Program::new().ok(&["config", "schema"]);
    let path = root().join("assets/config.schema.json");
    let committed = fs::read_to_string(path).unwrap_or_default();
    assert!(printed == committed, "write `shortlist config schema` to assets/config.schema.json");
}

fn to_json(text: &str) -> Value {
    toml::from_str(text).unwrap()
}

#[test]
fn the_schema_accepts_every_sample() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    for (name, sample) in all_samples() {
        let errors: Vec<String> =
            validator.iter_errors(&to_json(&sample)).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{name}:\n{sample}");
    }
}

/// What a schema cannot say is that of the keymap, of filters and of addresses.
#[test]
fn the_schema_rejects_wrong_names_types_and_choices() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    for name in [
        "bad-key-sources",
        "numbers-out-of-range",
        "times-out-of-range",
        "unknown-action",
        "unknown-columns",
        "unknown-field",
        "unknown-field-of-a-list",
        "unknown-field-of-a-profile",
        "unknown-field-of-a-template",
        "unknown-field-of-a-view",
        "unknown-table",
        "wrong-choices",
        "wrong-types",
        "wrong-types-in-lists",
    ] {
        let path = root().join(format!("tests/bad_configs/{name}.toml"));
        let text = fs::read_to_string(path).unwrap();
        // An integer that JSON cannot hold is another test.
        let text = text.replace("99999999999999999999", "99999999");
        assert!(!validator.is_valid(&to_json(&text)), "{name}");
    }
}
