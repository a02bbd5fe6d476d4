//! The base URL of a server.
//!
//! Rejects an address that would send the key unencrypted over a network, before anything is sent.

use std::fmt;

use hyper::Uri;
use hyper_util::client::proxy::matcher::Matcher;
use url::{Host, Url};

/// A base URL: https, or http on this machine.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    base: Url,
}

/// Why an address cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("not an address; write it like https://recruiting.example")]
    NotAnAddress,
    #[error("an address must start with https:// (or http:// for this machine), not with {0}:")]
    Scheme(String),
    #[error(
        "http://{0} is not encrypted and would expose the key; use https (plain http is allowed only for this machine)"
    )]
    Unencrypted(String),
    #[error("an address must not contain a user name or password")]
    Credentials,
    #[error(
        "an address must not contain `?` or `#`; give only the base, like https://recruiting.example"
    )]
    NotABase,
}

/// A path segment that does not fit a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InvalidSegment;

impl Address {
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let base = Url::parse(text.trim()).map_err(|_invalid| AddressError::NotAnAddress)?;
        match base.scheme() {
            "https" | "http" => {}
            other => return Err(AddressError::Scheme(other.to_owned())),
        }
        let host = base.host().filter(|_| !base.cannot_be_a_base());
        let host = host.ok_or(AddressError::NotAnAddress)?;
        if !base.username().is_empty() || base.password().is_some() {
            return Err(AddressError::Credentials);
        }
        if base.query().is_some() || base.fragment().is_some() {
            return Err(AddressError::NotABase);
        }
        if base.scheme() == "http" && !is_loopback(&host) {
            return Err(AddressError::Unencrypted(host.to_string()));
        }
        Ok(Self { base })
    }

    /// Whether requests go through a proxy of the environment. Those to this machine do not.
    pub(crate) fn is_proxied(&self) -> bool {
        let proxies = Matcher::from_env();
        let address = Uri::try_from(self.base.as_str()).ok();
        !self.is_loopback() && address.is_some_and(|address| proxies.intercept(&address).is_some())
    }

    /// The host, with the port unless it is the default of the scheme.
    pub(crate) fn host(&self) -> String {
        let host = self.base.host_str().unwrap_or_default();
        match self.base.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// The name or address of the host, and the port.
    pub(super) fn endpoint(&self) -> (String, u16) {
        let host = match self.base.host() {
            Some(Host::Ipv6(address)) => address.to_string(),
            _ => self.base.host_str().unwrap_or_default().to_owned(),
        };
        (host, self.base.port_or_known_default().unwrap_or(443))
    }

    /// Whether it is plain http, which is allowed only on this machine.
    pub(crate) fn is_plaintext(&self) -> bool {
        self.base.scheme() == "http"
    }

    /// Whether both lead to one server: this machine has several names.
    pub(crate) fn is_same_server(&self, other: &Self) -> bool {
        let rest = |address: &Self| {
            let base = &address.base;
            let path = base.path().trim_end_matches('/').to_owned();
            (base.scheme().to_owned(), base.port_or_known_default(), path)
        };
        self.to_string() == other.to_string()
            || self.is_loopback() && other.is_loopback() && rest(self) == rest(other)
    }

    pub(crate) fn is_loopback(&self) -> bool {
        self.base.host().is_some_and(|host| is_loopback(&host))
    }

    /// Appends a path. A segment stays one segment, whatever characters it has.
    pub(super) fn join(&self, segments: &[&str]) -> Result<Url, InvalidSegment> {
        // These would silently address another resource: URLs drop line breaks and tabs, and
        // resolve dots.
        let is_altered = |segment: &&str| {
            matches!(*segment, "" | "." | "..") || segment.contains(['\t', '\n', '\r'])
        };
        if segments.iter().any(is_altered) {
            return Err(InvalidSegment);
        }
        let mut url = self.base.clone();
        url.path_segments_mut().map_err(|()| InvalidSegment)?.pop_if_empty().extend(segments);
        Ok(url)
    }
}

fn is_loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => name.trim_end_matches('.').eq_ignore_ascii_case("localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base.as_str().trim_end_matches('/'))
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_is_allowed_on_this_machine_only() {
        for valid in [
            "https://recruiting.example",
            "https://recruiting.example:8443/api/",
            "http://127.0.0.1:7171",
            "http://127.8.9.1",
            "http://localhost:80",
            "http://[::1]:7171",
        ] {
            assert!(Address::parse(valid).is_ok(), "{valid}");
        }
        for (invalid, error) in [
            ("http://recruiting.example", AddressError::Unencrypted("recruiting.example".into())),
            ("http://10.0.0.1", AddressError::Unencrypted("10.0.0.1".into())),
            (
                "http://localhost.evil.example",
                AddressError::Unencrypted("localhost.evil.example".into()),
            ),
            ("http://0.0.0.0", AddressError::Unencrypted("0.0.0.0".into())),
            ("ftp://recruiting.example", AddressError::Scheme("ftp".into())),
            ("https://me:secret@recruiting.example", AddressError::Credentials),
            ("https://recruiting.example/?key=secret", AddressError::NotABase),
            ("recruiting.example", AddressError::NotAnAddress),
            ("", AddressError::NotAnAddress),
        ] {
            assert_eq!(Address::parse(invalid), Err(error), "{invalid}");
        }
    }

    #[test]
    fn an_id_stays_one_segment_whatever_it_contains() {
        let address = Address::parse("https://recruiting.example/api/").expect("an address");
        let path = |id| address.join(&["v1", "jobs", id]).map(|url| url.path().to_owned());
        assert_eq!(path("job_1").as_deref(), Ok("/api/v1/jobs/job_1"));
        assert_eq!(path("../persons?x#y").as_deref(), Ok("/api/v1/jobs/..%2Fpersons%3Fx%23y"));
        assert_eq!(path("é %41").as_deref(), Ok("/api/v1/jobs/%C3%A9%20%2541"));
        for invalid in ["", ".", "..", "a\nb", "a\r", "\ta"] {
            assert_eq!(path(invalid), Err(InvalidSegment), "{invalid:?}");
        }
    }
}
