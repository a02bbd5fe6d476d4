//! What a caller chooses about a server, and the connection made from it.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Certificate;
use reqwest::header::HeaderValue;
use reqwest::redirect::Policy;
use secrecy::{ExposeSecret, SecretString};

use super::address::Address;
use super::cause::Cause;

/// Many servers hang up on an idle connection after five seconds. A request
/// sent into one that is just being closed may or may not have arrived, so we
/// let go first.
const IDLE: Duration = Duration::from_secs(4);

/// What a caller chooses.
#[derive(Debug, Clone)]
pub struct Options {
    /// The key.
    pub key: SecretString,
    /// Certificates to trust beside the system's, in PEM.
    pub ca_file: Option<PathBuf>,
    /// Requests in flight at most.
    pub in_flight: usize,
    /// Requests a second at most.
    pub max_rps: Option<NonZeroU32>,
    /// For a connection to come about.
    pub connect_time: Duration,
    /// For the next bytes to come.
    pub read_time: Duration,
    /// For a request in all, with everything that is tried again.
    pub deadline: Duration,
    /// The largest answer taken, in bytes.
    pub body: usize,
}

impl Options {
    /// What suits most servers.
    #[must_use]
    pub const fn new(key: SecretString) -> Self {
        Self {
            key,
            ca_file: None,
            in_flight: 8,
            max_rps: None,
            connect_time: Duration::from_secs(5),
            read_time: Duration::from_secs(10),
            deadline: Duration::from_secs(20),
            body: 32 << 20,
        }
    }
}

impl Options {
    /// For a connection to come about. The time for the next bytes runs from
    /// the beginning: were it the shorter one, nobody could tell whether a
    /// request had left.
    pub(super) fn connecting(&self) -> Duration {
        self.connect_time.min(self.read_time / 2).min(self.deadline / 2)
    }
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The key cannot be sent.
    #[error("the key must be of visible ASCII characters, without spaces")]
    Key,
    /// The file of certificates cannot be used.
    #[error("the certificates in {path} cannot be used: {why}")]
    CaFile {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The HTTP library cannot be set up.
    #[error("no connection can be set up: {0}; are the system's certificates installed?")]
    Http(Cause),
}

/// The header that carries the key. Marked so that no log prints it.
pub(super) fn authorization(key: &SecretString) -> Result<HeaderValue, SetupError> {
    let key = key.expose_secret();
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(SetupError::Key);
    }
    let mut header =
        HeaderValue::from_str(&format!("Bearer {key}")).map_err(|_unsendable| SetupError::Key)?;
    header.set_sensitive(true);
    Ok(header)
}

/// The connections, set up as this server needs them.
pub(super) fn http(address: &Address, options: &Options) -> Result<reqwest::Client, SetupError> {
    // Whoever came first installed the same or a choice of their own.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let extra = certificates(options)?;
    let built = builder(address, options, extra.clone(), false).build();
    match (built, &options.ca_file) {
        // A machine without certificates of its own can still trust the file.
        (Err(_no_roots), Some(path)) => builder(address, options, extra, true)
            .build()
            .map_err(|error| unusable(path, &Cause::from(error))),
        (built, _) => built.map_err(|error| SetupError::Http(error.into())),
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
        .connect_timeout(options.connecting())
        .read_timeout(options.read_time)
        .pool_idle_timeout(IDLE)
        .pool_max_idle_per_host(options.in_flight);
    // What is on this machine stays on it: a proxy would see what is sent.
    let builder = if address.is_here() { builder.no_proxy() } else { builder };
    if address.is_plain() {
        // No certificate is looked at, so none need be loaded.
        builder.tls_certs_only([])
    } else if only_extra {
        builder.https_only(true).tls_certs_only(extra)
    } else {
        builder.https_only(true).tls_certs_merge(extra)
    }
}

fn certificates(options: &Options) -> Result<Vec<Certificate>, SetupError> {
    let Some(path) = &options.ca_file else { return Ok(Vec::new()) };
    let pem = std::fs::read(path).map_err(|error| unusable(path, &error))?;
    match Certificate::from_pem_bundle(&pem) {
        Ok(found) if found.is_empty() => Err(unusable(path, &"it holds no certificate in PEM")),
        Ok(found) => Ok(found),
        Err(error) => Err(unusable(path, &Cause::from(error))),
    }
}

fn unusable(path: &Path, why: &impl ToString) -> SetupError {
    SetupError::CaFile { path: path.to_owned(), why: why.to_string() }
}
