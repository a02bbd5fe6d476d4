//! A reqwest error, displayed by its innermost cause.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

use rustls::CertificateError;

/// Displays the innermost cause only; the outer layers repeat what the caller
/// knows.
#[derive(Debug, Clone)]
pub struct NetworkError(Arc<reqwest::Error>);

impl NetworkError {
    /// The error with all its layers, as a source.
    pub(super) fn as_source(&self) -> &(dyn Error + 'static) {
        &*self.0
    }

    /// Whether the server's certificate is not trusted.
    pub(crate) fn is_untrusted(&self) -> bool {
        matches!(self.tls(), Some(rustls::Error::InvalidCertificate(_)))
    }

    /// Whether the certificate is not trusted because its issuer is unknown.
    pub(crate) fn is_unknown_issuer(&self) -> bool {
        let unknown = rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer);
        self.tls() == Some(&unknown)
    }

    fn tls(&self) -> Option<&rustls::Error> {
        let mut next = Some(self.as_source());
        while let Some(error) = next {
            if let Some(tls) = error.downcast_ref() {
                return Some(tls);
            }
            // `source` of an io::Error skips the error it wraps.
            next = match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
                Some(inner) => Some(inner),
                None => error.source(),
            };
        }
        None
    }
}

impl From<reqwest::Error> for NetworkError {
    fn from(error: reqwest::Error) -> Self {
        Self(Arc::new(error.without_url()))
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rustls::Error::InvalidMessage(_)) = self.tls() {
            return f.write_str("the server does not speak TLS");
        }
        let mut innermost = self.as_source();
        while let Some(source) = innermost.source() {
            innermost = source;
        }
        write!(f, "{innermost}")
    }
}
