//! The address of a `PostgreSQL` database, as `--database` takes it: a URL as libpq reads it, but
//!
//! - only the URL counts. `PGHOST` and the other variables are not read, nor is `~/.postgresql`;
//! - it never holds a password, because a command line is visible to all users of the machine;
//! - whenever TLS is used, the certificate and the host name are verified: `require`, `verify-ca` and
//!   `verify-full` mean the same, and `prefer` does not fall back to an unverified server;
//! - without `sslmode`, TLS is required (`verify-full`). It is off only if every host is a Unix
//!   socket or this machine, and no certificate is named. Unix sockets never have TLS;
//! - only a server that accepts writes is used (`target_session_attrs=read-write`): replicas lag.
//!
//! The parser of `tokio_postgres` is not used. It refuses `verify-full` and files of certificates,
//! takes `host=a,b` for one host and `tcp_user_timeout` for seconds (libpq: milliseconds), and does
//! not say which values are valid.
//!
//! `DatabaseUrl` parses it, [`super::tls`] reads the files of [`TlsSettings`], the pool takes
//! [`PostgresAddress::config`], and the command line looks for a password that fits the hosts.

mod error;
mod settings;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use secrecy::{ExposeSecret, SecretString};
use tokio_postgres::Config;

use self::settings::{Parameters, driver_config, is_socket, tls_settings};

pub use self::error::AddressError;
pub(crate) use self::settings::{TlsMode, TlsSettings};

const DEFAULT_HOST: &str = "localhost";
const DEFAULT_PORT: u16 = 5432;

/// What is encoded in the names, the addresses and the values that [`PostgresAddress`] shows.
const IN_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');
const IN_IP: &AsciiSet = &IN_NAME.remove(b':');
const IN_VALUE: &AsciiSet = &IN_IP.remove(b'/').remove(b',').remove(b'@');

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostgresAddress {
    hosts: Vec<(String, u16)>,
    user: String,
    database: String,
    tls: TlsSettings,
    /// The other parameters as they were given, to show them again.
    parameters: Parameters,
    /// All of the above for the driver, but without hosts.
    config: Config,
}

impl PostgresAddress {
    /// One for each host.
    pub(crate) fn configs(&self, password: Option<&SecretString>) -> Vec<Config> {
        let config_of = |(host, port): &(String, u16)| {
            let mut config = self.config.clone();
            config.host(host).port(*port);
            if let Some(password) = password {
                config.password(password.expose_secret());
            }
            config
        };
        self.hosts.iter().map(config_of).collect()
    }

    pub(crate) const fn tls(&self) -> &TlsSettings {
        &self.tls
    }

    /// Host names, IP addresses without brackets, or directories of sockets; and the ports.
    pub(crate) fn hosts(&self) -> &[(String, u16)] {
        &self.hosts
    }

    pub(crate) fn user(&self) -> &str {
        &self.user
    }

    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    fn parse(
        text: &str,
        system_user: impl FnOnce() -> Option<String>,
    ) -> Result<Self, AddressError> {
        let rest = ["postgres://", "postgresql://"].iter().find_map(|it| text.strip_prefix(it));
        let rest = rest.ok_or(AddressError::Scheme)?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, host_list) = authority.split_once('@').unwrap_or(("", authority));
        if user.contains(':') {
            return Err(AddressError::Password);
        }
        // These can be the rest of a password that contains @ or /.
        if host_list.contains('@') || path.contains(['@', '/']) {
            return Err(AddressError::Separator);
        }
        let mut parameters = parse_parameters(query)?;
        let hosts = parse_hosts(host_list, &mut parameters)?;
        let mut name = |parameter, text| match parameters.remove(parameter) {
            Some(name) => Ok(Some(name)),
            None => decode(text).map(|name| Some(name).filter(|name| !name.is_empty())),
        };
        let (user, database) = (name("user", user)?, name("dbname", path)?);
        let user = user.or_else(system_user).ok_or(AddressError::NoUser)?;
        let database = database.unwrap_or_else(|| user.clone());
        let tls = tls_settings(&hosts, &parameters)?;
        let mut config = driver_config(&tls, &parameters).map_err(|error| match error {
            // The name can be a part of a password that contains ? and @.
            AddressError::UnknownParameter { name }
                if query.split_once(&name).is_some_and(|(_, rest)| rest.contains('@')) =>
            {
                AddressError::Separator
            }
            error => error,
        })?;
        config.user(&user).dbname(&database);
        Ok(Self { hosts, user, database, tls, parameters, config })
    }
}

impl FromStr for PostgresAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        Self::parse(text, || whoami::username().ok())
    }
}

/// A URL that parses to the same address, with the user and the database even if they were not
/// given. A command needs it in quotes: `?`, `&` and `[` mean something to a shell.
impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "postgres://{}@", utf8_percent_encode(&self.user, IN_NAME))?;
        for (position, (host, port)) in self.hosts.iter().enumerate() {
            let comma = if position > 0 { "," } else { "" };
            if host.contains(':') && !is_socket(host) {
                write!(f, "{comma}[{}]", utf8_percent_encode(host, IN_IP))?;
            } else {
                write!(f, "{comma}{}", utf8_percent_encode(host, IN_NAME))?;
            }
            if *port != DEFAULT_PORT {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", utf8_percent_encode(&self.database, IN_NAME))?;
        for (position, (name, value)) in self.parameters.iter().enumerate() {
            let separator = if position > 0 { '&' } else { '?' };
            write!(f, "{separator}{name}={}", utf8_percent_encode(value, IN_VALUE))?;
        }
        Ok(())
    }
}

fn decode(text: &str) -> Result<String, AddressError> {
    let is_encoded = |rest: &str| {
        rest.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let decoded = percent_decode_str(text).decode_utf8().map(Cow::into_owned).ok();
    decoded
        .filter(|decoded| text.split('%').skip(1).all(is_encoded) && !decoded.contains('\0'))
        .ok_or(AddressError::PercentEncoding)
}

/// The parameters that have a value. As in libpq, an empty one counts as not given.
fn parse_parameters(query: &str) -> Result<Parameters, AddressError> {
    let mut parameters = Parameters::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or(AddressError::NoValue)?;
        let name = decode(name)?;
        if ["password", "passfile", "sslpassword"].contains(&name.as_str()) {
            return Err(AddressError::Password);
        }
        parameters.insert(name, decode(value)?);
    }
    parameters.retain(|_, value| !value.is_empty());
    Ok(parameters)
}

fn parse_hosts(
    host_list: &str,
    parameters: &mut Parameters,
) -> Result<Vec<(String, u16)>, AddressError> {
    let (mut hosts, mut ports) = (Vec::new(), Vec::new());
    for item in host_list.split(',') {
        let (host, port) = split_port(item)?;
        hosts.push(decode(host)?);
        ports.push(decode(port)?);
    }
    let list = |text: String| text.split(',').map(str::to_owned).collect::<Vec<_>>();
    hosts = parameters.remove("host").map_or(hosts, list);
    ports = parameters.remove("port").map_or(ports, list);
    if hosts.len() == 1 && hosts.iter().all(String::is_empty) {
        hosts = vec![DEFAULT_HOST.to_owned()];
    }
    if hosts.iter().any(String::is_empty) {
        return Err(AddressError::EmptyHost);
    }
    if ports.len() != 1 && ports.len() != hosts.len() {
        return Err(AddressError::PortCount);
    }
    let ports = ports.iter().map(|port| parse_port(port)).collect::<Result<Vec<_>, _>>()?;
    Ok(hosts.into_iter().zip(ports.into_iter().cycle()).collect())
}

fn split_port(item: &str) -> Result<(&str, &str), AddressError> {
    let Some(rest) = item.strip_prefix('[') else {
        return Ok(item.split_once(':').unwrap_or((item, "")));
    };
    match rest.split_once(']') {
        Some((host, "")) if !host.is_empty() => Ok((host, "")),
        Some((host, port)) if !host.is_empty() => {
            port.strip_prefix(':').map(|port| (host, port)).ok_or(AddressError::Brackets)
        }
        _ => Err(AddressError::Brackets),
    }
}

fn parse_port(text: &str) -> Result<u16, AddressError> {
    if text.is_empty() {
        return Ok(DEFAULT_PORT);
    }
    text.parse().ok().filter(|port| *port > 0).ok_or(AddressError::Port)
}
