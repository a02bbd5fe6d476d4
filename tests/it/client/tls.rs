//! Servers behind TLS: whom the client trusts, and what it speaks with them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response, Version};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose,
};
use shortlist::client::{
    Address, Client, Delivery, Fault, Options, Retry, SecretString, SetupError,
};
use shortlist::wire::JobId;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::support::client_errors::{fails, questions};
use crate::support::harness::Program;
use crate::support::scripted_server::{KEY, hasty, on_a_runtime};

/// An authority that nobody knows but who has its file.
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

    /// Its certificate in a file.
    fn file(&self) -> PathBuf {
        let path = self.folder.path().join("ca.pem");
        std::fs::write(&path, self.issuer.pem()).unwrap();
        path
    }

    /// What a server of this name shows, speaking these protocols.
    fn vouches_for(&self, name: &str, protocols: &[&str]) -> ServerConfig {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let secret = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], secret)
            .unwrap();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        config
    }
}

/// A server behind TLS that has one job, and tells how it was asked for it.
struct Secure {
    address: SocketAddr,
    asked: watch::Receiver<Vec<Version>>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Secure {
    fn start(config: ServerConfig) -> Self {
        let (log, asked) = watch::channel(Vec::new());
        let (told, heard) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            on_a_runtime(async {
                let tls = TlsAcceptor::from(Arc::new(config));
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                told.send(listener.local_addr().unwrap()).unwrap();
                tokio::select! {
                    () = accept(&listener, &tls, &log) => {}
                    _ = stopped => {}
                }
            });
        });
        let address = heard.recv().expect("the server started");
        Self { address, asked, stop: Some(stop), thread: Some(thread) }
    }

    fn asked(&self) -> Vec<Version> {
        self.asked.borrow().clone()
    }
}

/// A client that trusts whom the file says.
fn client(address: SocketAddr, ca_file: PathBuf) -> Result<Client, SetupError> {
    let mut options = Options::new(SecretString::from(KEY));
    hasty(&mut options);
    options.ca_file = Some(ca_file);
    Client::new(&Address::parse(&format!("https://{address}")).unwrap(), &options)
}

impl Drop for Secure {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn accept(listener: &TcpListener, tls: &TlsAcceptor, log: &watch::Sender<Vec<Version>>) {
    let mut connections = tokio::task::JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let (tls, log) = (tls.clone(), log.clone());
        connections.spawn(async move {
            let Ok(stream) = tls.accept(stream).await else { return };
            let one_job = service_fn(|request: Request<Incoming>| {
                let bearer = request.headers().get("authorization").unwrap().to_str().unwrap();
                assert_eq!(bearer, format!("Bearer {KEY}"));
                log.send_modify(|asked| asked.push(request.version()));
                let body = r#"{"success":true,"data":{"id":"j","name":"Clerk"}}"#;
                let answer = Response::new(Full::new(Bytes::from_static(body.as_bytes())));
                std::future::ready(Ok::<_, std::convert::Infallible>(answer))
            });
            let serving = auto::Builder::new(TokioExecutor::new());
            let _ = serving.serve_connection(TokioIo::new(stream), one_job).await;
        });
    }
}

#[tokio::test]
async fn an_unknown_authority_is_refused_and_nothing_is_sent() {
    let (known, unknown) = (Authority::new("Known"), Authority::new("Unknown"));
    let server = Secure::start(unknown.vouches_for("127.0.0.1", &[]));
    let error = fails(&client(server.address, known.file()).unwrap()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the server's certificate is not trusted: invalid peer certificate: UnknownIssuer"
    );
    assert_eq!(questions(&error), (Delivery::NotSent, Retry::Never, Fault::Network, None, None));
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused_and_nothing_is_sent() {
    let authority = Authority::new("Known");
    let server = Secure::start(authority.vouches_for("recruiting.example", &[]));
    let error = fails(&client(server.address, authority.file()).unwrap()).await;
    assert_eq!(
        error.to_string(),
        "GET /v1/jobs/j: the server's certificate is not trusted: invalid peer certificate: certificate not valid for name \"127.0.0.1\"; certificate is only valid for DnsName(\"recruiting.example\")"
    );
    assert_eq!(questions(&error), (Delivery::NotSent, Retry::Never, Fault::Network, None, None));
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn what_the_server_offers_is_spoken() {
    let authority = Authority::new("Known");
    for (protocols, version) in [
        (&["h2", "http/1.1"][..], Version::HTTP_2),
        (&["http/1.1"], Version::HTTP_11),
        (&[], Version::HTTP_11),
    ] {
        let server = Secure::start(authority.vouches_for("127.0.0.1", protocols));
        let client = client(server.address, authority.file()).unwrap();
        let job = client.read_job(&JobId::from("j")).await.unwrap();
        assert_eq!(job.record.name, "Clerk");
        assert_eq!(server.asked(), [version], "{protocols:?}");
    }
}

#[test]
fn the_system_is_trusted_and_a_file_named_on_the_command_line() {
    let (authority, stranger) = (Authority::new("Known"), Authority::new("Stranger"));
    let server = Secure::start(authority.vouches_for("127.0.0.1", &["h2"]));
    let program = Program::new();
    let (url, file) = (format!("https://{}", server.address), authority.file());
    let file = file.to_str().unwrap();
    let other = stranger.file();
    let ask = |flags: &[&str], variables: &[(&str, &str)]| {
        let mut command = program.command(&[&["job", "j", "--url", &url], flags].concat());
        command.env("SHORTLIST_KEY", KEY).envs(variables.iter().copied());
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    // Where the system's certificates are is said by this variable, as for curl.
    let (code, told) = ask(&[], &[("SSL_CERT_FILE", other.to_str().unwrap())]);
    assert_eq!(code, Some(6));
    assert!(told.ends_with("name that one's certificate with --ca-file\n"), "{told}");
    assert!(server.asked().is_empty());
    for (flags, variables) in [
        (&[][..], &[("SSL_CERT_FILE", file)][..]),
        (&["--ca-file", file], &[]),
        (&[], &[("SHORTLIST_CA_FILE", file)]),
    ] {
        assert_eq!(ask(flags, variables), (Some(0), String::new()), "{flags:?} {variables:?}");
    }
    assert_eq!(server.asked(), [Version::HTTP_2; 3]);
}

#[test]
fn a_file_that_holds_no_certificates_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let broken = "-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n";
    let hollow = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n";
    for (name, text, why) in [
        ("empty.pem", Some(""), "it holds no certificate in PEM"),
        ("broken.pem", Some(broken), "invalid certificate encoding"),
        ("hollow.pem", Some(hollow), "invalid peer certificate: BadEncoding"),
        ("missing.pem", None, "No such file or directory (os error 2)"),
    ] {
        let path = folder.path().join(name);
        if let Some(text) = text {
            std::fs::write(&path, text).unwrap();
        }
        let error = client("127.0.0.1:9".parse().unwrap(), path.clone()).map(drop).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the certificates in {} cannot be used: {why}", path.display())
        );
    }
}

#[tokio::test]
async fn a_server_that_does_not_speak_tls_gets_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let plain = tokio::spawn(async move {
        let mut heard = Vec::new();
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut bytes = vec![0; 4096];
            let count = stream.read(&mut bytes).await.unwrap();
            heard.extend_from_slice(&bytes[..count]);
            assert!(!String::from_utf8_lossy(&heard).contains(KEY));
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let error = fails(&client(address, Authority::new("Known").file()).unwrap()).await;
    let told = error.to_string();
    assert!(
        told.starts_with(
            "GET /v1/jobs/j: the server cannot be reached: what answers there does not speak TLS"
        ),
        "{told}"
    );
    assert_eq!(questions(&error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    assert!(!plain.is_finished(), "it never heard the key");
    plain.abort();
}
