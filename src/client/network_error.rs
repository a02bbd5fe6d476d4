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

/// What a user can do something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkCause {
    /// The name of the host cannot be resolved.
    UnknownHost,
    /// The host has nothing on that port.
    Refused,
    UnknownIssuer,
    /// The certificate is for another name.
    WrongName,
    /// The certificate has expired, or is not valid yet.
    Expired,
    /// The certificate is not trusted for another reason.
    Untrusted,
    NoTls,
    Other,
}

impl NetworkError {
    pub(crate) fn cause(&self) -> NetworkCause {
        match self.tls() {
            Some(rustls::Error::InvalidCertificate(error)) => match error {
                CertificateError::UnknownIssuer => NetworkCause::UnknownIssuer,
                CertificateError::NotValidForName
                | CertificateError::NotValidForNameContext { .. } => NetworkCause::WrongName,
                CertificateError::Expired
                | CertificateError::ExpiredContext { .. }
                | CertificateError::NotValidYet
                | CertificateError::NotValidYetContext { .. } => NetworkCause::Expired,
                _ => NetworkCause::Untrusted,
            },
            Some(rustls::Error::InvalidMessage(_)) => NetworkCause::NoTls,
            _ if self.layers().any(|error| error.to_string() == "dns error") => {
                NetworkCause::UnknownHost
            }
            _ if self.layers().any(is_refused) => NetworkCause::Refused,
            _ => NetworkCause::Other,
        }
    }

    /// From the outermost to the innermost.
    fn layers(&self) -> impl Iterator<Item = &(dyn Error + 'static)> {
        let mut next = Some(self.as_source());
        std::iter::from_fn(move || {
            let error = next?;
            // `source` of an io::Error skips the error it wraps.
            next = match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
                Some(inner) => Some(inner),
                None => error.source(),
            };
            Some(error)
        })
    }

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
        self.layers().find_map(|error| error.downcast_ref())
    }
}

fn is_refused(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
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
