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

    /// What is wrong with the server's certificate, if that is the reason.
    pub(super) fn distrust(&self) -> Option<&CertificateError> {
        let mut next = Some(self.whole());
        while let Some(error) = next {
            if let Some(rustls::Error::InvalidCertificate(why)) = error.downcast_ref() {
                return Some(why);
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
        let mut innermost = self.whole();
        while let Some(source) = innermost.source() {
            innermost = source;
        }
        write!(f, "{innermost}")
    }
}
