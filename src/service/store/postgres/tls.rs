//! TLS to the server of the database. The pool builds one connector and uses it for every
//! connection; an address without TLS gets one too, which the driver never uses.
//!
//! The certificate of the server and its host name are always verified: against the root certificates of the system,
//! or by those of the file that `sslrootcert` names. A file is read once, when the pool is made.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WantsClientCert;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, ConfigBuilder, RootCertStore, WantsVerifier};
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::{TlsMode, TlsSettings};

/// A server of version 17 or later refuses a direct handshake without it; older ones ignore it.
const PROTOCOL: &[u8] = b"postgresql";

// The parameters that name files.
const ROOT: &str = "sslrootcert";
const CERTIFICATE: &str = "sslcert";
const KEY: &str = "sslkey";

#[derive(Debug, thiserror::Error)]
pub(super) enum TlsSetupError {
    #[error("{path} {reason}; correct the file, or {parameter} in the address of the database")]
    File { path: PathBuf, reason: String, parameter: &'static str },
    #[error(
        "{certificate} and {key} cannot be used together; name a certificate and its own key in sslcert and sslkey ({cause})"
    )]
    Pair { certificate: PathBuf, key: PathBuf, cause: rustls::Error },
    #[error(
        "the certificates that this system trusts cannot be used; install them (ca-certificates), or name the authority of the database server with sslrootcert=FILE ({cause})"
    )]
    SystemRoots { cause: rustls::Error },
    #[error("TLS cannot be set up ({cause})")]
    Versions { cause: rustls::Error },
}

pub(super) fn connector(settings: &TlsSettings) -> Result<MakeRustlsConnect, TlsSetupError> {
    client_config(settings).map(MakeRustlsConnect::new)
}

fn client_config(settings: &TlsSettings) -> Result<ClientConfig, TlsSetupError> {
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|cause| TlsSetupError::Versions { cause })?;
    if settings.mode == TlsMode::Disable {
        // No file is read, and a system without root certificates is no error.
        return Ok(builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth());
    }
    let builder = with_roots(builder, settings.root.as_deref())?;
    let mut config = match &settings.client_certificate {
        Some((certificate, key)) => with_client_certificate(builder, certificate, key)?,
        None => builder.with_no_client_auth(),
    };
    config.alpn_protocols = vec![PROTOCOL.to_vec()];
    Ok(config)
}

fn with_roots(
    builder: ConfigBuilder<ClientConfig, WantsVerifier>,
    file: Option<&Path>,
) -> Result<ConfigBuilder<ClientConfig, WantsClientCert>, TlsSetupError> {
    let Some(file) = file else {
        return builder
            .with_platform_verifier()
            .map_err(|cause| TlsSetupError::SystemRoots { cause });
    };
    let mut roots = RootCertStore::empty();
    for certificate in read_certificates(file, ROOT)? {
        roots.add(certificate).map_err(|cause| {
            let reason = format!("contains a certificate that cannot be used ({cause})");
            TlsSetupError::File { path: file.to_owned(), reason, parameter: ROOT }
        })?;
    }
    Ok(builder.with_root_certificates(roots))
}

fn with_client_certificate(
    builder: ConfigBuilder<ClientConfig, WantsClientCert>,
    certificate: &Path,
    key: &Path,
) -> Result<ClientConfig, TlsSetupError> {
    let chain = read_certificates(certificate, CERTIFICATE)?;
    let private_key =
        PrivateKeyDer::from_pem_file(key).map_err(|error| pem_error(key, KEY, &error))?;
    builder.with_client_auth_cert(chain, private_key).map_err(|cause| TlsSetupError::Pair {
        certificate: certificate.to_owned(),
        key: key.to_owned(),
        cause,
    })
}

fn read_certificates(
    file: &Path,
    parameter: &'static str,
) -> Result<Vec<CertificateDer<'static>>, TlsSetupError> {
    CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .and_then(|chain| if chain.is_empty() { Err(pem::Error::NoItemsFound) } else { Ok(chain) })
        .map_err(|error| pem_error(file, parameter, &error))
}

fn pem_error(path: &Path, parameter: &'static str, error: &pem::Error) -> TlsSetupError {
    let content = match parameter {
        KEY => "private key without a passphrase",
        _ => "certificate",
    };
    let reason = match error {
        pem::Error::Io(error) => format!("cannot be read: {error}"),
        pem::Error::NoItemsFound => format!("contains no {content} in PEM format"),
        other => format!("is not a {content} in PEM format ({other})"),
    };
    TlsSetupError::File { path: path.to_owned(), reason, parameter }
}

#[cfg(test)]
mod tests {
    use std::io;

    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
    use rustls::pki_types::ServerName;
    use rustls::{ClientConnection, ServerConfig, ServerConnection};
    use tempfile::TempDir;

    use super::*;

    type Authority = CertifiedIssuer<'static, KeyPair>;

    fn authority() -> Authority {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
    }

    fn issue(authority: &Authority, name: &str) -> (String, KeyPair) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.signed_by(&key, authority).unwrap().pem(), key)
    }

    fn write(directory: &TempDir, name: &str, text: &str) -> PathBuf {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    const fn settings(root: Option<PathBuf>) -> TlsSettings {
        TlsSettings { mode: TlsMode::Require, root, client_certificate: None }
    }

    fn server(authority: &Authority, name: &str) -> ServerConfig {
        let (certificate, key) = issue(authority, name);
        let chain = vec![CertificateDer::from_pem_slice(certificate.as_bytes()).unwrap()];
        let key = PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).unwrap();
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        config.alpn_protocols = vec![b"postgresql".to_vec()];
        config
    }

    /// A handshake in memory. Returns what the client says about the server.
    fn shake_hands(client: ClientConfig, host: &str, server: ServerConfig) -> io::Result<()> {
        let host = ServerName::try_from(host.to_owned()).unwrap();
        let mut client = ClientConnection::new(Arc::new(client), host).unwrap();
        let mut server = ServerConnection::new(Arc::new(server)).unwrap();
        while client.is_handshaking() {
            let mut bytes = Vec::new();
            client.write_tls(&mut bytes)?;
            server.read_tls(&mut bytes.as_slice())?;
            server.process_new_packets().map_err(io::Error::other)?;
            let mut bytes = Vec::new();
            while server.wants_write() {
                server.write_tls(&mut bytes)?;
            }
            client.read_tls(&mut bytes.as_slice())?;
            client.process_new_packets().map_err(io::Error::other)?;
        }
        assert_eq!(client.alpn_protocol(), Some(PROTOCOL));
        Ok(())
    }

    #[test]
    fn a_server_is_trusted_only_with_the_right_authority_and_host_name() {
        let (directory, ours) = (TempDir::new().unwrap(), authority());
        let file = write(&directory, "ca.pem", &ours.pem());
        let try_with = |root, host| {
            let client = client_config(&settings(root)).unwrap();
            shake_hands(client, host, server(&ours, "db.example.org"))
        };
        try_with(Some(file.clone()), "db.example.org").unwrap();
        let error = try_with(Some(file), "other.example.org").unwrap_err().to_string();
        assert!(error.contains("not valid for name \"other.example.org\""), "{error}");
        let stranger = write(&directory, "stranger.pem", &authority().pem());
        let error = try_with(Some(stranger), "db.example.org").unwrap_err().to_string();
        assert!(error.contains("UnknownIssuer") || error.contains("BadSignature"), "{error}");
    }

    #[test]
    fn a_client_certificate_needs_its_own_key() {
        let (directory, ours) = (TempDir::new().unwrap(), authority());
        let (certificate, key) = issue(&ours, "shortlist");
        let (_, other_key) = issue(&ours, "shortlist");
        let root = write(&directory, "ca.pem", &ours.pem());
        let certificate = write(&directory, "client.pem", &certificate);
        let with_key = |name, key: &KeyPair| {
            let key = write(&directory, name, &key.serialize_pem());
            let client_certificate = Some((certificate.clone(), key));
            client_config(&TlsSettings { client_certificate, ..settings(Some(root.clone())) })
        };
        assert!(with_key("client.key", &key).unwrap().client_auth_cert_resolver.has_certs());
        let error = with_key("other.key", &other_key).unwrap_err().to_string();
        for words in ["client.pem", "other.key", "its own key in sslcert and sslkey"] {
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named_with_its_parameter() {
        let (directory, ours) = (TempDir::new().unwrap(), authority());
        let good = write(&directory, "ca.pem", &ours.pem());
        let empty = write(&directory, "empty.pem", "");
        let damaged = "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n";
        let damaged = write(&directory, "damaged.pem", damaged);
        let foreign = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let foreign = write(&directory, "foreign.pem", foreign);
        let missing = directory.path().join("missing.pem");
        let client = |certificate: &PathBuf, key: &PathBuf| TlsSettings {
            client_certificate: Some((certificate.clone(), key.clone())),
            ..settings(Some(good.clone()))
        };
        let cases = [
            (settings(Some(missing.clone())), "missing.pem cannot be read", ROOT),
            (settings(Some(empty.clone())), "empty.pem contains no certificate in PEM", ROOT),
            (settings(Some(damaged)), "damaged.pem is not a certificate in PEM", ROOT),
            (settings(Some(foreign)), "foreign.pem contains a certificate that", ROOT),
            (client(&missing, &empty), "missing.pem cannot be read", CERTIFICATE),
            (client(&good, &missing), "missing.pem cannot be read", KEY),
            (client(&good, &good), "ca.pem contains no private key without a passphrase", KEY),
        ];
        for (settings, words, parameter) in cases {
            let error = client_config(&settings).unwrap_err().to_string();
            let advice = format!("; correct the file, or {parameter} in the address");
            assert!(error.contains(words) && error.contains(&advice), "{error}");
        }
    }

    #[test]
    fn without_tls_no_file_is_read() {
        let mut settings = settings(Some(PathBuf::from("/nonexistent/ca.pem")));
        settings.mode = TlsMode::Disable;
        assert!(connector(&settings).is_ok());
    }
}
