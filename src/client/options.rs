//! Client options, and the HTTP client built from them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Certificate;
use reqwest::header::HeaderValue;
use reqwest::redirect::Policy;
use secrecy::{ExposeSecret, SecretString};

use super::address::Address;
use super::limiter::Rate;
use super::network_error::NetworkError;

/// Many servers close an idle connection after five seconds. A request sent on a closing connection
/// may or may not arrive, so the client closes it first.
const IDLE_TIMEOUT: Duration = Duration::from_secs(4);

#[derive(Debug, Clone)]
pub struct Options {
    pub key: SecretString,
    /// Certificates to trust in addition to the system's, in PEM.
    pub ca_file: Option<PathBuf>,
    pub max_in_flight: usize,
    pub rate: Option<Rate>,
    pub connect_timeout: Duration,
    /// Time limit for the next bytes to arrive.
    pub read_timeout: Duration,
    /// Time limit for one request, including retries.
    pub deadline: Duration,
    /// Largest body that is read, in bytes.
    pub max_body: usize,
    /// How long to look again for a change that the server accepted but does not show yet.
    pub visibility_wait: Duration,
    /// Sends nothing: every request fails with [`ErrorKind::Offline`](super::ErrorKind::Offline).
    pub is_offline: bool,
}

impl Options {
    #[must_use]
    pub const fn new(key: SecretString) -> Self {
        Self {
            key,
            ca_file: None,
            max_in_flight: 8,
            rate: None,
            connect_timeout: Duration::from_secs(5),
            read_timeout: Duration::from_secs(10),
            deadline: Duration::from_secs(20),
            max_body: 32 << 20,
            visibility_wait: Duration::from_secs(30),
            is_offline: false,
        }
    }

    /// The read timeout also runs while connecting. If it expired first, it would be unknown
    /// whether the request was sent.
    pub(super) fn effective_connect_timeout(&self) -> Duration {
        self.connect_timeout.min(self.read_timeout / 2).min(self.deadline / 2)
    }
}

/// Why a client could not be built.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error("the key must contain only visible ASCII characters, no spaces")]
    Key,
    #[error("the certificates in {path} cannot be used: {reason}")]
    CaFile { path: PathBuf, reason: String },
    #[error("no connection can be set up: {0}; are the system's certificates installed?")]
    Http(NetworkError),
}

/// The header that carries the key, marked sensitive so that no log prints it.
pub(super) fn authorization(key: &SecretString) -> Result<HeaderValue, SetupError> {
    let key = key.expose_secret();
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(SetupError::Key);
    }
    let mut header =
        HeaderValue::from_str(&format!("Bearer {key}")).map_err(|_invalid| SetupError::Key)?;
    header.set_sensitive(true);
    Ok(header)
}

pub(super) fn http_client(
    address: &Address,
    options: &Options,
) -> Result<reqwest::Client, SetupError> {
    // An error means that a provider is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let extra = certificates(options)?;
    let result = builder(address, options, extra.clone(), false).build();
    match (result, &options.ca_file) {
        // Without system certificates, the file alone can still be trusted.
        (Err(_no_roots), Some(path)) => builder(address, options, extra, true)
            .build()
            .map_err(|error| ca_file_error(path, &NetworkError::from(error))),
        (result, _) => result.map_err(|error| SetupError::Http(error.into())),
    }
}

fn builder(
    address: &Address,
    options: &Options,
    extra: Vec<Certificate>,
    only_extra: bool,
) -> reqwest::ClientBuilder {
    let builder = reqwest::Client::builder()
        .user_agent(concat!("shortlist/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .gzip(true)
        .connect_timeout(options.effective_connect_timeout())
        .read_timeout(options.read_timeout)
        .pool_idle_timeout(IDLE_TIMEOUT)
        .pool_max_idle_per_host(options.max_in_flight);
    // Requests to this machine stay on it: a proxy could read them.
    let builder = if address.is_loopback() { builder.no_proxy() } else { builder };
    if address.is_plaintext() {
        // Without TLS there is no need to load certificates.
        builder.tls_certs_only([])
    } else if only_extra {
        builder.https_only(true).tls_certs_only(extra)
    } else {
        builder.https_only(true).tls_certs_merge(extra)
    }
}

fn certificates(options: &Options) -> Result<Vec<Certificate>, SetupError> {
    let Some(path) = &options.ca_file else { return Ok(Vec::new()) };
    let pem = std::fs::read(path).map_err(|error| ca_file_error(path, &error))?;
    match Certificate::from_pem_bundle(&pem) {
        Ok(certificates) if certificates.is_empty() => {
            Err(ca_file_error(path, &"it holds no certificate in PEM"))
        }
        Ok(certificates) => Ok(certificates),
        Err(error) => Err(ca_file_error(path, &NetworkError::from(error))),
    }
}

fn ca_file_error(path: &Path, reason: &impl ToString) -> SetupError {
    SetupError::CaFile { path: path.to_owned(), reason: reason.to_string() }
}
