//! The OpenAPI document as others read it: linters find nothing in it, and
//! clients that are generated from it perform all operations on the service.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::harness::Service;
use crate::support::http::KEY;
use crate::support::installed_tools::Tools;

/// A folder with the document as the service sends it.
fn folder_with_document(service: &Service) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("openapi.json"), service.get("/openapi.json").body).unwrap();
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

/// Runs a program that takes the address, the key and a job.
fn run_client(tools: &Tools, service: &Service, folder: &Path, runtime: &str, program: &str) {
    let url = format!("http://{}", service.address);
    tools.run(runtime, folder, &[program, &url, KEY, "job_rust"]);
}

#[test]
fn redocly_finds_nothing() {
    let Some(tools) = Tools::find("redocly lint") else { return };
    let folder = folder_with_document(&Service::start());
    let output = tools.run("redocly", folder.path(), &["lint", "--format=json", "openapi.json"]);
    let report: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(report["totals"]["errors"], 0, "{output}");
    assert_eq!(report["totals"]["warnings"], 0, "{output}");
}

#[test]
fn spectral_finds_nothing() {
    let Some(tools) = Tools::find("spectral lint") else { return };
    let folder = folder_with_document(&Service::start());
    write(folder.path(), "rules.yaml", "extends: ['spectral:oas']\n");
    let arguments = ["lint", "--ruleset=rules.yaml", "--fail-severity=hint", "openapi.json"];
    tools.run("spectral", folder.path(), &arguments);
}

#[test]
fn the_client_of_openapi_python_client_performs_all_operations() {
    let Some(tools) = Tools::find("openapi-python-client") else { return };
    let service = Service::start();
    let folder = folder_with_document(&service);
    let arguments = [
        "generate",
        "--path=openapi.json",
        "--output-path=shortlist_api",
        "--meta=none",
        "--fail-on-warning",
    ];
    tools.run("openapi-python-client", folder.path(), &arguments);
    let program = include_str!("generated_clients/openapi_python_client.py");
    write(folder.path(), "program.py", program);
    run_client(&tools, &service, folder.path(), "python", "program.py");
}

#[test]
fn the_python_client_of_openapi_generator_performs_all_operations() {
    let Some(tools) = Tools::find("openapi-generator (python)") else { return };
    let service = Service::start();
    let folder = folder_with_document(&service);
    let arguments = ["generate", "-i", "openapi.json", "-g", "python", "-o", "."];
    tools.run("openapi-generator-cli", folder.path(), &arguments);
    write(folder.path(), "program.py", include_str!("generated_clients/openapi_generator.py"));
    run_client(&tools, &service, folder.path(), "python", "program.py");
}

#[test]
fn the_client_of_hey_api_performs_all_operations() {
    let Some(tools) = Tools::find("@hey-api/openapi-ts") else { return };
    let service = Service::start();
    let folder = folder_with_document(&service);
    let arguments = ["-i", "openapi.json", "-o", "client", "--no-log-file"];
    tools.run("openapi-ts", folder.path(), &arguments);
    write(folder.path(), "hey_api.ts", include_str!("generated_clients/hey_api.ts"));
    write(folder.path(), "tsconfig.json", include_str!("generated_clients/tsconfig.json"));
    tools.run("tsc", folder.path(), &["--project", "."]);
    run_client(&tools, &service, folder.path(), "node", "built/hey_api.js");
}

#[test]
fn openapi_generator_writes_a_rust_client() {
    let Some(tools) = Tools::find("openapi-generator (rust)") else { return };
    let folder = folder_with_document(&Service::start());
    let arguments = ["generate", "-i", "openapi.json", "-g", "rust", "-o", "client"];
    tools.run("openapi-generator-cli", folder.path(), &arguments);
    let persons = folder.path().join("client/src/apis/persons_api.rs");
    let source = std::fs::read_to_string(persons).unwrap();
    for function in ["create_person", "create_person_v0", "read_person", "update_person"] {
        assert!(source.contains(&format!("pub async fn {function}(")), "{function}");
    }
}
