//! The certificate of the service. It is read again on request, while
//! connections go on.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// The protocols that a client may choose, best first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    #[error("{path} {reason}")]
    File { path: PathBuf, reason: String },
    #[error(
        "{certificate} and {key} cannot be used together; name a certificate and its own key ({cause})"
    )]
    Pair { certificate: PathBuf, key: PathBuf, cause: rustls::Error },
}

/// A certificate with its key, from two PEM files.
#[derive(Debug)]
pub struct TlsCertificate {
    certificate: PathBuf,
    key: PathBuf,
    config: RwLock<Arc<ServerConfig>>,
}

impl TlsCertificate {
    pub fn load(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        Ok(Self {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            config: RwLock::new(read(certificate, key)?),
        })
    }

    /// Reads the files again. On an error, the old certificate stays.
    pub fn reload(&self) -> Result<(), TlsError> {
        let config = read(&self.certificate, &self.key)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    pub(super) async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        stream: S,
    ) -> io::Result<TlsStream<S>> {
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        TlsAcceptor::from(config).accept(stream).await
    }
}

/// Whether the client chose version 2 of HTTP.
pub(super) fn is_http2<S>(stream: &TlsStream<S>) -> bool {
    stream.get_ref().1.alpn_protocol() == Some(PROTOCOLS[0])
}

fn file_error(path: &Path, content: &str, error: &pem::Error) -> TlsError {
    let reason = match error {
        pem::Error::Io(error) => format!("cannot be read: {error}"),
        pem::Error::NoItemsFound => format!("contains no {content} in PEM format"),
        other => format!("is not a {content} in PEM format ({other})"),
    };
    TlsError::File { path: path.to_owned(), reason }
}

fn read(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .and_then(|chain| if chain.is_empty() { Err(pem::Error::NoItemsFound) } else { Ok(chain) })
        .map_err(|error| file_error(certificate, "certificate", &error))?;
    let private_key = PrivateKeyDer::from_pem_file(key)
        .map_err(|error| file_error(key, "private key", &error))?;
    let provider = Arc::new(ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, private_key))
        .map_err(|cause| TlsError::Pair {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            cause,
        })?;
    config.alpn_protocols = PROTOCOLS.iter().map(|protocol| protocol.to_vec()).collect();
    Ok(Arc::new(config))
}
