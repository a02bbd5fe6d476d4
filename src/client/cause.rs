//! What a network library says went wrong, without its layers.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

use rustls::CertificateError;

/// The innermost reason that a network library gives.
#[derive(Debug, Clone)]
pub struct Cause(Arc<reqwest::Error>);

impl Cause {
    /// All layers, for a chain of sources.
    pub(super) fn whole(&self) -> &(dyn Error + 'static) {
        &*self.0
    }

    /// Whether it is the server's certificate that is not trusted.
    #[must_use]
    pub fn is_distrust(&self) -> bool {
        matches!(self.tls(), Some(rustls::Error::InvalidCertificate(_)))
    }

    /// Whether nobody we trust vouches for the server.
    #[must_use]
    pub fn is_unknown_authority(&self) -> bool {
        let unknown = rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer);
        self.tls() == Some(&unknown)
    }

    /// What TLS says, if it says anything.
    fn tls(&self) -> Option<&rustls::Error> {
        let mut next = Some(self.whole());
        while let Some(error) = next {
            if let Some(found) = error.downcast_ref() {
                return Some(found);
            }
            // What an error of input and output holds is not called its source.
            next = match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
                Some(held) => Some(held),
                None => error.source(),
            };
        }
        None
    }
}

/// Without the address: whoever asked knows it, and it may be long.
impl From<reqwest::Error> for Cause {
    fn from(error: reqwest::Error) -> Self {
        Self(Arc::new(error.without_url()))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rustls::Error::InvalidMessage(_)) = self.tls() {
            return f.write_str("what answers there does not speak TLS");
        }
        let mut innermost = self.whole();
        while let Some(source) = innermost.source() {
            innermost = source;
        }
        write!(f, "{innermost}")
    }
}
