//! What the parameters of an address mean, for TLS and for the driver. Only the parser of addresses
//! calls it.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{
    ChannelBinding, LoadBalanceHosts, SslMode, SslNegotiation, TargetSessionAttrs,
};

use super::error::AddressError;

/// The parameters of the URL that have a value.
pub(super) type Parameters = BTreeMap<String, String>;

/// Without these a dead server would hold a connection for hours.
const DEFAULTS: [(&str, &str); 5] = [
    ("application_name", "shortlist"),
    ("connect_timeout", "5"),
    ("keepalives_idle", "30"),
    ("target_session_attrs", "read-write"),
    ("tcp_user_timeout", "15000"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TlsMode {
    Disable,
    /// If the server offers it.
    Prefer,
    Require,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TlsSettings {
    pub(crate) mode: TlsMode,
    /// The certificates to trust, in PEM format. Without it, those of the system.
    pub(crate) root: Option<PathBuf>,
    /// The certificate that identifies this client and its private key, in PEM format.
    pub(crate) client_certificate: Option<(PathBuf, PathBuf)>,
}

pub(super) fn is_socket(host: &str) -> bool {
    host.starts_with('/')
}

fn is_this_machine(host: &str) -> bool {
    is_socket(host)
        || host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

fn invalid(name: &str, expected: &'static str) -> AddressError {
    AddressError::Value { name: name.to_owned(), expected }
}

pub(super) fn tls_settings(
    hosts: &[(String, u16)],
    parameters: &Parameters,
) -> Result<TlsSettings, AddressError> {
    let given = |name| parameters.get(name).map(String::as_str);
    let client_certificate = match (given("sslcert"), given("sslkey")) {
        (Some(certificate), Some(key)) => Some((PathBuf::from(certificate), PathBuf::from(key))),
        (None, None) => None,
        _ => return Err(AddressError::HalfClientCertificate),
    };
    let names_certificate = given("sslrootcert").is_some() || client_certificate.is_some();
    let is_local = hosts.iter().all(|(host, _)| is_this_machine(host));
    let mode = match given("sslmode") {
        None if is_local && !names_certificate => TlsMode::Disable,
        None | Some("require" | "verify-ca" | "verify-full") => TlsMode::Require,
        Some("prefer" | "allow") => TlsMode::Prefer,
        Some("disable") => TlsMode::Disable,
        Some(_) => return Err(invalid("sslmode", "disable, prefer or verify-full")),
    };
    let sockets = hosts.iter().filter(|(host, _)| is_socket(host)).count();
    let mode = match mode {
        _ if sockets == hosts.len() => TlsMode::Disable,
        TlsMode::Require if sockets > 0 => return Err(AddressError::MixedSockets),
        mode => mode,
    };
    let root = given("sslrootcert").filter(|root| *root != "system").map(PathBuf::from);
    Ok(TlsSettings { mode, root, client_certificate })
}

pub(super) fn driver_config(
    tls: &TlsSettings,
    parameters: &Parameters,
) -> Result<Config, AddressError> {
    let mut config = Config::new();
    config.ssl_mode(match tls.mode {
        TlsMode::Disable => SslMode::Disable,
        TlsMode::Prefer => SslMode::Prefer,
        TlsMode::Require => SslMode::Require,
    });
    let missing = DEFAULTS.iter().filter(|(name, _)| !parameters.contains_key(*name)).copied();
    let given = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    for (name, value) in missing.chain(given) {
        set(&mut config, name, value)?;
    }
    let is_direct = config.get_ssl_negotiation() == SslNegotiation::Direct;
    if is_direct && tls.mode != TlsMode::Require {
        return Err(invalid("sslnegotiation", "postgres, unless sslmode is verify-full"));
    }
    Ok(config)
}

fn set(config: &mut Config, name: &str, value: &str) -> Result<(), AddressError> {
    match name {
        // `tls_settings` reads them.
        "sslmode" | "sslrootcert" | "sslcert" | "sslkey" => config,
        "application_name" => config.application_name(value),
        "options" => config.options(value),
        "keepalives" => config.keepalives(number(name, value, "0 or 1")?.is_some()),
        "channel_binding" => config.channel_binding(match value {
            "disable" => ChannelBinding::Disable,
            "prefer" => ChannelBinding::Prefer,
            "require" => ChannelBinding::Require,
            _ => return Err(invalid(name, "disable, prefer or require")),
        }),
        "load_balance_hosts" => config.load_balance_hosts(match value {
            "disable" => LoadBalanceHosts::Disable,
            "random" => LoadBalanceHosts::Random,
            _ => return Err(invalid(name, "disable or random")),
        }),
        "sslnegotiation" => config.ssl_negotiation(match value {
            "postgres" => SslNegotiation::Postgres,
            "direct" => SslNegotiation::Direct,
            _ => return Err(invalid(name, "postgres or direct")),
        }),
        "target_session_attrs" => config.target_session_attrs(match value {
            "any" => TargetSessionAttrs::Any,
            "read-write" | "primary" => TargetSessionAttrs::ReadWrite,
            "read-only" | "standby" | "prefer-standby" => return Err(AddressError::Replica),
            _ => return Err(invalid(name, "read-write or any")),
        }),
        _ => return set_limit(config, name, value),
    };
    Ok(())
}

/// A limit of zero is left out: to libpq it means none, or the one of the system.
fn set_limit(config: &mut Config, name: &str, value: &str) -> Result<(), AddressError> {
    let seconds = || {
        let number = number(name, value, "a number of seconds")?;
        Ok(number.map(|number| Duration::from_secs(number.into())))
    };
    match name {
        "connect_timeout" => seconds()?.map(|time| config.connect_timeout(time)),
        "keepalives_idle" => seconds()?.map(|time| config.keepalives_idle(time)),
        "keepalives_interval" => seconds()?.map(|time| config.keepalives_interval(time)),
        "keepalives_count" => {
            number(name, value, "a number of tries")?.map(|tries| config.keepalives_retries(tries))
        }
        "tcp_user_timeout" => number(name, value, "a number of milliseconds")?
            .map(|time| config.tcp_user_timeout(Duration::from_millis(time.into()))),
        _ => return Err(AddressError::UnknownParameter { name: name.to_owned() }),
    };
    Ok(())
}

/// Nothing for zero.
fn number(name: &str, value: &str, expected: &'static str) -> Result<Option<u32>, AddressError> {
    let number = value.parse::<u32>().ok().ok_or_else(|| invalid(name, expected))?;
    Ok(Some(number).filter(|number| *number > 0))
}
