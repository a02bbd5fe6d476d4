//! TLS: which certificates the client trusts, and which protocol it speaks.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response, Version};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use shortlist::client::{
    Address, Client, Delivery, Fault, Options, Retry, SecretString, SetupError,
};
use shortlist::wire::JobId;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::support::client_errors::{classify, failing_read};
use crate::support::harness::{Program, run_with_stdin};
use crate::support::scripted_server::{KEY, short_deadline};
use crate::support::server_thread::ServerThread;

/// A certificate authority that only its file makes trusted.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: TempDir,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
        params.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().unwrap();
        let issuer = CertifiedIssuer::self_signed(params, key).unwrap();
        Self { issuer, folder: tempfile::tempdir().unwrap() }
    }

    /// A file with its certificate.
    fn file(&self) -> PathBuf {
        let path = self.folder.path().join("ca.pem");
        std::fs::write(&path, self.issuer.pem()).unwrap();
        path
    }

    /// The configuration of a server with this name and these ALPN protocols.
    fn certify(&self, name: &str, protocols: &[&str]) -> ServerConfig {
        let mut config = self.sign(&CertificateParams::new(vec![name.to_owned()]).unwrap());
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        config
    }

    /// The configuration of a server whose certificate expired at the begin of a year.
    fn certify_until(&self, name: &str, year: i32) -> ServerConfig {
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.not_after = date_time_ymd(year, 1, 1);
        self.sign(&params)
    }

    fn sign(&self, params: &CertificateParams) -> ServerConfig {
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let secret = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], secret)
            .unwrap()
    }
}

/// A TLS server with one job, which records the HTTP version of each request.
struct TlsServer {
    address: SocketAddr,
    versions: watch::Receiver<Vec<Version>>,
    _thread: ServerThread,
}

impl TlsServer {
    fn start(config: ServerConfig) -> Self {
        let (log, versions) = watch::channel(Vec::new());
        let thread = ServerThread::start(async move |ready| {
            let tls = TlsAcceptor::from(Arc::new(config));
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            ready.send(listener.local_addr().unwrap()).unwrap();
            accept(&listener, &tls, &log).await;
        });
        Self { address: thread.address, versions, _thread: thread }
    }

    fn versions(&self) -> Vec<Version> {
        self.versions.borrow().clone()
    }
}

/// A client that trusts the authorities in this file.
fn client(address: SocketAddr, ca_file: PathBuf) -> Result<Client, SetupError> {
    let mut options = Options::new(SecretString::from(KEY));
    short_deadline(&mut options);
    options.ca_file = Some(ca_file);
    Client::new(&Address::parse(&format!("https://{address}")).unwrap(), &options)
}

async fn accept(listener: &TcpListener, tls: &TlsAcceptor, log: &watch::Sender<Vec<Version>>) {
    let mut connections = tokio::task::JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let (tls, log) = (tls.clone(), log.clone());
        connections.spawn(async move {
            let Ok(stream) = tls.accept(stream).await else { return };
            let service = service_fn(|request: Request<Incoming>| {
                let bearer = request.headers().get("authorization").unwrap().to_str().unwrap();
                assert_eq!(bearer, format!("Bearer {KEY}"));
                log.send_modify(|versions| versions.push(request.version()));
                let body = r#"{"success":true,"data":{"id":"j1","name":"Clerk"}}"#;
                let answer = Response::new(Full::new(Bytes::from_static(body.as_bytes())));
                std::future::ready(Ok::<_, std::convert::Infallible>(answer))
            });
            let builder = auto::Builder::new(TokioExecutor::new());
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

#[tokio::test]
async fn an_untrusted_certificate_is_refused_before_any_request() {
    let (trusted, unknown) = (Authority::new("Known"), Authority::new("Unknown"));
    for (authority, name, reason) in [
        (&unknown, "127.0.0.1", "UnknownIssuer"),
        (
            &trusted,
            "recruiting.example",
            "certificate not valid for name \"127.0.0.1\"; certificate is only valid for DnsName(\"recruiting.example\")",
        ),
    ] {
        let server = TlsServer::start(authority.certify(name, &[]));
        let error = failing_read(&client(server.address, trusted.file()).unwrap()).await;
        assert_eq!(
            error.to_string(),
            format!(
                "GET /v1/jobs/j: the server's certificate is not trusted: invalid peer certificate: {reason}"
            )
        );
        assert_eq!(classify(&error), (Delivery::NotSent, Retry::Never, Fault::Network, None, None));
        assert!(server.versions().is_empty());
    }
}

#[tokio::test]
async fn the_protocol_offered_by_the_server_is_used() {
    let authority = Authority::new("Known");
    for (protocols, version) in [
        (&["h2", "http/1.1"][..], Version::HTTP_2),
        (&["http/1.1"], Version::HTTP_11),
        (&[], Version::HTTP_11),
    ] {
        let server = TlsServer::start(authority.certify("127.0.0.1", protocols));
        let client = client(server.address, authority.file()).unwrap();
        let job = client.read_job(&JobId::from("j1")).await.unwrap();
        assert_eq!(job.record.name, "Clerk");
        assert_eq!(server.versions(), [version], "{protocols:?}");
    }
}

#[test]
fn a_login_explains_what_is_wrong_with_a_certificate() {
    let (trusted, unknown) = (Authority::new("Known"), Authority::new("Unknown"));
    let ca_file = trusted.file();
    let expired = trusted.certify_until("127.0.0.1", 2001);
    for (config, message) in [
        (unknown.certify("127.0.0.1", &[]), "pass its certificate with --ca-file FILE"),
        (trusted.certify("recruiting.example", &[]), "is not for 127.0.0.1:"),
        (expired, "is not valid today"),
    ] {
        let (server, program) = (TlsServer::start(config), Program::new());
        let url = format!("https://{}", server.address);
        let mut command = program.command(&["login", &url, "--ca-file", ca_file.to_str().unwrap()]);
        let output = run_with_stdin(&mut command, format!("{KEY}\n").as_bytes());
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(messages.contains(message), "{messages}");
        assert_eq!(output.status.code(), Some(6), "{messages}");
        assert!(server.versions().is_empty());
    }
}

#[test]
fn system_certificates_and_a_file_on_the_command_line_are_trusted() {
    let (authority, other_authority) = (Authority::new("Known"), Authority::new("Stranger"));
    let server = TlsServer::start(authority.certify("127.0.0.1", &["h2"]));
    let program = Program::new();
    let (url, file) = (format!("https://{}", server.address), authority.file());
    let file = file.to_str().unwrap();
    let other = other_authority.file();
    let read_job = |flags: &[&str], variables: &[(&str, &str)]| {
        let mut command = program.command(&[&["job", "j1", "--url", &url], flags].concat());
        command.env("SHORTLIST_KEY", KEY).envs(variables.iter().copied());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    // This variable points to the system's certificates, as for curl.
    let (code, message) = read_job(&[], &[("SSL_CERT_FILE", other.to_str().unwrap())]);
    assert_eq!(code, Some(6));
    assert!(message.ends_with("pass its certificate with --ca-file\n"), "{message}");
    assert!(server.versions().is_empty());
    for (flags, variables) in [
        (&[][..], &[("SSL_CERT_FILE", file)][..]),
        (&["--ca-file", file], &[]),
        (&[], &[("SHORTLIST_CA_FILE", file)]),
    ] {
        assert_eq!(read_job(flags, variables), (Some(0), String::new()), "{flags:?} {variables:?}");
    }
    assert_eq!(server.versions(), [Version::HTTP_2; 3]);
}

#[test]
fn a_file_without_valid_certificates_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let broken = "-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n";
    let without_body = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n";
    for (name, text, error) in [
        ("empty.pem", Some(""), "it holds no certificate in PEM"),
        ("broken.pem", Some(broken), "invalid certificate encoding"),
        ("hollow.pem", Some(without_body), "invalid peer certificate: BadEncoding"),
        ("missing.pem", None, "No such file or directory (os error 2)"),
    ] {
        let path = folder.path().join(name);
        if let Some(text) = text {
            std::fs::write(&path, text).unwrap();
        }
        let result = client("127.0.0.1:9".parse().unwrap(), path.clone()).map(drop);
        assert_eq!(
            result.unwrap_err().to_string(),
            format!("the certificates in {} cannot be used: {error}", path.display())
        );
    }
}

#[tokio::test]
async fn a_server_without_tls_gets_no_request() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let plain = tokio::spawn(async move {
        let mut received = Vec::new();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut bytes = vec![0; 4096];
            let count = stream.read(&mut bytes).await.unwrap();
            received.extend_from_slice(&bytes[..count]);
            assert!(!String::from_utf8_lossy(&received).contains(KEY));
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let error = failing_read(&client(address, Authority::new("Known").file()).unwrap()).await;
    let message = error.to_string();
    assert!(
        message
            .starts_with("GET /v1/jobs/j: cannot reach the server: the server does not speak TLS"),
        "{message}"
    );
    assert_eq!(classify(&error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    assert!(!plain.is_finished(), "the server must not receive the key");
    plain.abort();
}
