//! TLS in the binary: HTTP/2, HTTP/1.1, and a certificate that is read again.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::support::TIMEOUT;
use crate::support::harness::{Program, RunningService};
use crate::support::http::{KEY, wait_for_status};

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Writes a certificate for this machine, and the file that makes it trusted.
fn certify(program: &Program, authority: &CertifiedIssuer<'static, KeyPair>) {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    let write =
        |name: &str, text: String| std::fs::write(program.home.path().join(name), text).unwrap();
    write("cert.pem", certificate.pem());
    write("key.pem", key.serialize_pem());
    write("ca.pem", authority.pem());
}

fn serve(program: &Program) -> RunningService {
    serve_with(program, &["--demo"])
}

fn serve_with(program: &Program, arguments: &[&str]) -> RunningService {
    let tls = ["serve", "--listen", "0", "--tls-cert", "cert.pem", "--tls-key", "key.pem"];
    let mut command = program.command(&[&tls, arguments].concat());
    command.env("SHORTLIST_SERVICE_KEY", KEY).stderr(Stdio::inherit());
    RunningService::start(command)
}

fn list_jobs(program: &Program, running: &RunningService) -> std::process::Output {
    let url = format!("https://{}", running.address);
    let mut command: Command = program.command(&["jobs", "--url", &url, "--ca-file", "ca.pem"]);
    command.env("SHORTLIST_KEY", KEY).output().unwrap()
}

#[test]
fn the_program_talks_to_its_own_service_over_tls_and_the_certificate_can_change() {
    let program = Program::new();
    let first = authority();
    certify(&program, &first);
    let running = serve(&program);
    let output = list_jobs(&program, &running);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let second = authority();
    certify(&program, &second);
    assert!(!list_jobs(&program, &running).status.success(), "the old certificate is still served");
    running.signal("HUP");
    let is_renewed = || u16::from(list_jobs(&program, &running).status.success());
    wait_for_status(1, Duration::from_secs(30), is_renewed);

    std::fs::write(program.home.path().join("cert.pem"), "broken").unwrap();
    running.signal("HUP");
    assert!(list_jobs(&program, &running).status.success(), "a broken file changes nothing");
}

/// Trusts the authority of [`certify`] and offers one protocol.
fn client_config(program: &Program, protocol: &str) -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(program.home.path().join("ca.pem")).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
    config
}

#[tokio::test]
async fn a_client_may_choose_version_2() {
    let program = Program::new();
    certify(&program, &authority());
    let running = serve(&program);
    for protocol in ["h2", "http/1.1"] {
        let stream = connect(&program, &running, protocol).await;
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(protocol.as_bytes()));
    }
}

async fn connect(
    program: &Program,
    running: &RunningService,
    protocol: &str,
) -> TlsStream<TcpStream> {
    let stream = TcpStream::connect(running.address).await.unwrap();
    let connector = TlsConnector::from(Arc::new(client_config(program, protocol)));
    connector.connect(ServerName::try_from("127.0.0.1").unwrap(), stream).await.unwrap()
}

/// A frame of version 2 on a stream: its kind, its flags and what it holds.
fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).unwrap();
    [&[0, 0, length, kind, flags, 0, 0, 0, stream], payload].concat()
}

/// The start of a connection that accepts no byte of a response.
fn closed_window() -> Vec<u8> {
    const INITIAL_WINDOW_SIZE: u8 = 4;
    let settings = frame(4, 0, 0, &[0, INITIAL_WINDOW_SIZE, 0, 0, 0, 0]);
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &settings[..]].concat()
}

/// GET of the document of the API, on the first stream.
fn get_document() -> Vec<u8> {
    const END_STREAM_AND_HEADERS: u8 = 5;
    let path = b"/openapi.json";
    // From the static table of HPACK: GET, https, the name of the path, the name of the authority.
    let head = [&[0x82, 0x87, 0x04, 13], &path[..], &[0x01, 1, b'x']].concat();
    frame(1, END_STREAM_AND_HEADERS, 1, &head)
}

#[tokio::test]
async fn version_2_ends_connections_on_which_nothing_advances() {
    let program = Program::new();
    certify(&program, &authority());
    let stalled = [closed_window(), get_document()].concat();
    let table = [
        ("idle", closed_window(), ["--head-timeout", "1s", "--send-timeout", "1h"]),
        ("stalled", stalled, ["--head-timeout", "1h", "--send-timeout", "1s"]),
    ];
    for (name, bytes, limits) in table {
        let running = serve_with(&program, &limits);
        let mut stream = connect(&program, &running, "h2").await;
        stream.write_all(&bytes).await.unwrap();
        let mut received = Vec::new();
        let ended = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut received)).await;
        assert!(ended.is_ok(), "{name}: the connection is still open");
        assert!(received.len() < 4096, "{name}: no byte of the document is sent");
    }
}

#[tokio::test]
async fn version_2_refuses_a_head_over_the_limit_with_the_envelope() {
    let program = Program::new();
    certify(&program, &authority());
    let running = serve(&program);
    let client = reqwest::Client::builder()
        .tls_backend_preconfigured(client_config(&program, "h2"))
        .build()
        .unwrap();
    let document = client.get(format!("https://{}/openapi.json", running.address));
    let document = document.send().await.unwrap().text().await.unwrap();
    assert!(document.len() > 50_000 && serde_json::from_str::<Value>(&document).is_ok());
    let get = || client.get(format!("https://{}/livez", running.address));
    let many = |count| (0..count).fold(get(), |get, n| get.header(format!("x-{n}"), "1"));
    let long = |length| get().header("x-long", "a".repeat(length));
    let table = [(many(90), 200), (many(120), 431), (long(60_000), 200), (long(66_000), 431)];
    for (request, status) in table {
        let response = request.send().await.unwrap();
        assert_eq!(
            (response.status().as_u16(), response.version()),
            (status, reqwest::Version::HTTP_2)
        );
        if status == 431 {
            let body: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
            assert_eq!(body["error_code"], "head_too_large");
        }
    }
}

#[test]
fn a_wrong_certificate_is_refused_at_the_start() {
    let program = Program::new();
    certify(&program, &authority());
    std::fs::write(program.home.path().join("empty.pem"), "").unwrap();
    std::fs::write(
        program.home.path().join("other.pem"),
        KeyPair::generate().unwrap().serialize_pem(),
    )
    .unwrap();
    let table = [
        ("empty.pem", "key.pem", "empty.pem contains no certificate in PEM format"),
        ("cert.pem", "empty.pem", "empty.pem contains no private key in PEM format"),
        ("none.pem", "key.pem", "none.pem cannot be read"),
        ("cert.pem", "other.pem", "cert.pem and other.pem cannot be used together"),
    ];
    for (certificate, key, problem) in table {
        let (code, stderr) =
            program.fails(&["serve", "--listen", "0", "--tls-cert", certificate, "--tls-key", key]);
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains(problem), "{stderr}");
    }
    assert_eq!(
        program.fails(&["serve", "--tls-cert", "cert.pem"]).0,
        2,
        "a certificate needs its key"
    );
}

/// The TLS check of `doctor`: its status and value.
fn tls_check(program: &Program, running: &RunningService, trust: &[&str]) -> (String, String) {
    let url = format!("https://{}", running.address);
    let arguments = [&["doctor", "--json", "--url", url.as_str()][..], trust].concat();
    let output = program.command(&arguments).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let sections = report["sections"].as_array().unwrap();
    let mut checks = sections.iter().flat_map(|section| section["checks"].as_array().unwrap());
    let check = checks.find(|check| check["name"] == "TLS").unwrap();
    let text = |field: &str| check[field].as_str().unwrap().to_owned();
    (text("status"), text("value"))
}

#[test]
fn doctor_shows_the_version_and_the_certificate() {
    let program = Program::new();
    certify(&program, &authority());
    let running = serve(&program);
    let (status, value) = tls_check(&program, &running, &["--ca-file", "ca.pem"]);
    assert!(value.starts_with("TLS 1.3, certificate valid until 4096-01-01 ("), "{value}");
    assert!(value.contains("issued by CN=rcgen self signed cert"), "{value}");
    assert_eq!(status, "ok");
    let (status, value) = tls_check(&program, &running, &[]);
    assert_eq!(status, "problem", "{value}");
}
