//! The certificate and the TLS version of a server, for `shortlist doctor`: a handshake without a
//! request. It trusts what the client trusts.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ProtocolVersion, RootCertStore};
use rustls_platform_verifier::Verifier;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use x509_cert::Certificate;
use x509_cert::der::Decode;

use super::address::Address;

/// What a handshake showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TlsDetails {
    /// "TLS 1.3".
    pub(crate) version: String,
    /// The distinguished name of the authority, as the server sent it.
    pub(crate) issuer: String,
    pub(crate) expires_at: SystemTime,
}

impl Address {
    /// Connects as the client does. `ca_file` has certificates that are trusted, too.
    pub(crate) async fn handshake(&self, ca_file: Option<&Path>) -> io::Result<TlsDetails> {
        let connector = TlsConnector::from(Arc::new(config(ca_file).map_err(io::Error::other)?));
        let (host, port) = self.endpoint();
        let name = ServerName::try_from(host.clone()).map_err(io::Error::other)?;
        let stream = TcpStream::connect((host, port)).await?;
        let stream = connector.connect(name, stream).await?;
        let (_, connection) = stream.get_ref();
        let version = match connection.protocol_version() {
            Some(ProtocolVersion::TLSv1_3) => "TLS 1.3",
            Some(ProtocolVersion::TLSv1_2) => "TLS 1.2",
            _ => "TLS",
        };
        let first = connection.peer_certificates().and_then(<[_]>::first);
        let certificate = Certificate::from_der(first.map_or(&[][..], AsRef::as_ref));
        let certificate = certificate.map_err(io::Error::other)?.tbs_certificate;
        Ok(TlsDetails {
            version: version.to_owned(),
            issuer: certificate.issuer.to_string(),
            expires_at: certificate.validity.not_after.to_system_time(),
        })
    }
}

fn config(ca_file: Option<&Path>) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    let extra = read_certificates(ca_file)?;
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()?;
    let config = match verifier(&extra, provider) {
        // Not less strict than the client: this is how its verifier is set up.
        Ok(verifier) => builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)),
        Err(error) if extra.is_empty() => return Err(error),
        // Without system certificates, the file alone can still be trusted.
        Err(_no_roots) => {
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(extra);
            builder.with_root_certificates(roots)
        }
    };
    Ok(config.with_no_client_auth())
}

fn verifier(
    extra: &[CertificateDer<'static>],
    provider: Arc<CryptoProvider>,
) -> Result<Verifier, rustls::Error> {
    Verifier::new_with_extra_roots(extra.iter().cloned(), provider)
}

fn read_certificates(
    ca_file: Option<&Path>,
) -> Result<Vec<CertificateDer<'static>>, rustls::Error> {
    let Some(file) = ca_file else { return Ok(Vec::new()) };
    CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect)
        .map_err(|error| rustls::Error::General(format!("{}: {error}", file.display())))
}
