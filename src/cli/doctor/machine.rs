//! The program and the machine.

use url::Url;

use super::report::Check;
use crate::cli::log;
use crate::cli::output::storage_size;
use crate::config;
use crate::platform::files::free_bytes;

/// A mirror of a large server and its log fit into this.
const ENOUGH_BYTES: u64 = 500 << 20;

const PROXIES: [&str; 8] = [
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
];

pub(super) fn checks() -> Vec<Check> {
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let version = format!("{} ({build} build)", env!("CARGO_PKG_VERSION"));
    let system = format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH);
    let mut checks =
        vec![Check::ok("version", version), Check::ok("system", system), locale(variable)];
    checks.extend(disk());
    checks.push(log_file());
    checks.extend(proxies(variable));
    checks
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The first of the three variables that is set decides.
fn locale(variable: impl Fn(&str) -> Option<String>) -> Check {
    let found = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name));
    let advice = "set LANG to a UTF-8 locale such as C.UTF-8";
    match found {
        None => Check::warning("locale", "not set", advice),
        Some(locale) => {
            let plain = locale.to_ascii_lowercase().replace('-', "");
            if plain.contains("utf8") {
                Check::ok("locale", locale)
            } else {
                Check::warning("locale", format!("{locale} is not UTF-8"), advice)
            }
        }
    }
}

fn disk() -> Option<Check> {
    let directory = config::data_directory().ok()?;
    let free = free_bytes(&directory).ok()?;
    let value = format!("{} free in {}", storage_size(free), directory.display());
    Some(if free < ENOUGH_BYTES {
        Check::warning("disk space", value, "free some space: edits and verdicts are stored there")
    } else {
        Check::ok("disk space", value)
    })
}

fn log_file() -> Check {
    let value = match (log::file(), log::default_file()) {
        (Some(path), _) => path.display().to_string(),
        (None, Ok(path)) => format!("off; SHORTLIST_LOG=debug writes {}", path.display()),
        (None, Err(_no_home)) => "off".to_owned(),
    };
    Check::ok("log", value)
}

/// Without the paths, users and passwords of their addresses.
fn proxies(variable: impl Fn(&str) -> Option<String>) -> Vec<Check> {
    let describe = |name: &&str| {
        let value = variable(name)?;
        let host = match Url::parse(&value) {
            Ok(url) if url.has_host() => url.host_str().unwrap_or_default().to_owned(),
            _ if name.eq_ignore_ascii_case("no_proxy") => value,
            _ => "not an address".to_owned(),
        };
        Some(format!("{name}: {host}"))
    };
    let set: Vec<String> = PROXIES.iter().filter_map(describe).collect();
    let value = if set.is_empty() { "none".to_owned() } else { set.join(", ") };
    vec![Check::ok("proxies", value)]
}

#[cfg(test)]
mod tests {
    use super::super::report::Status;
    use super::*;

    #[test]
    fn a_locale_must_be_utf8() {
        for (variables, status) in [
            (&[("LANG", "de_DE.UTF-8")] as &[_], Status::Ok),
            (&[("LANG", "C.utf8")], Status::Ok),
            (&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")], Status::Warning),
            (&[("LANG", "en_US.ISO-8859-1")], Status::Warning),
            (&[], Status::Warning),
        ] {
            let variable = |name: &str| {
                let found = variables.iter().find(|(other, _)| *other == name);
                found.map(|(_, value): &(&str, &str)| (*value).to_owned())
            };
            assert_eq!(locale(variable).status, status, "{variables:?}");
        }
    }

    #[test]
    fn of_a_proxy_only_the_host_is_named() {
        let variable = |name: &str| match name {
            "HTTPS_PROXY" => Some("http://eva:secret@proxy.example:3128/path".to_owned()),
            "ALL_PROXY" => Some("eva:secret@proxy".to_owned()),
            "NO_PROXY" => Some("localhost,.intern".to_owned()),
            _ => None,
        };
        assert_eq!(
            proxies(variable)[0].value,
            "HTTPS_PROXY: proxy.example, ALL_PROXY: not an address, NO_PROXY: localhost,.intern"
        );
    }
}
