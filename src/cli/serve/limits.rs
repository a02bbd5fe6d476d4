//! The limits of the service as flags.

use std::time::Duration;

use clap::Args;

use crate::cli::exit::Exit;
use crate::service::{Limits, RateLimit};

/// Every flag has the default of [`Limits`].
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    /// Largest body of a request
    #[arg(long, value_name = "SIZE", default_value = "1MiB", value_parser = parse_size)]
    max_body: usize,
    /// Largest head of a request, with at most 100 fields
    #[arg(long, value_name = "SIZE", default_value = "64KiB", value_parser = parse_head_size)]
    max_head: usize,
    /// Concurrent reads; further ones get 503
    #[arg(long, value_name = "COUNT", default_value = "256", value_parser = parse_count)]
    max_reads: usize,
    /// Writes that run or wait; further ones get 503
    #[arg(long, value_name = "COUNT", default_value = "64", value_parser = parse_count)]
    max_writes: usize,
    /// Open connections; further ones wait
    #[arg(long, value_name = "COUNT", default_value = "4096", value_parser = parse_count)]
    max_connections: usize,
    /// Requests from one address for pages that need no key; further ones are delayed, then get 429
    #[arg(long, value_name = "REQUESTS/TIME", default_value = "200/4s")]
    public_rate: RateLimit,
    /// Requests from one address with a wrong key; further ones are delayed, then get 429
    #[arg(long, value_name = "REQUESTS/TIME", default_value = "100/10s")]
    wrong_key_rate: RateLimit,
    /// Largest SQLite database; writes beyond it get 507 [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(super) max_database: Option<usize>,
    /// Time for the head of a request, including the idle time before it
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    head_timeout: Duration,
    /// Time for the body of a request
    #[arg(long, value_name = "TIME", default_value = "15s", value_parser = parse_time)]
    body_timeout: Duration,
    /// Time that a write waits for other writers
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_time)]
    write_wait: Duration,
    /// Time for a whole request
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    request_timeout: Duration,
    /// Time that a client may take to accept more of a response
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    send_timeout: Duration,
    /// Time for requests in flight when the service stops
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    drain: Duration,
}

impl LimitArgs {
    pub(super) fn to_limits(&self) -> Result<Limits, Exit> {
        let (wait, timeout) = (self.write_wait, self.request_timeout);
        if wait > timeout {
            return Err(Exit::usage(format!(
                "--write-wait ({}) must not be longer than --request-timeout ({}), which ends the request",
                humantime::format_duration(wait),
                humantime::format_duration(timeout)
            )));
        }
        Ok(Limits {
            max_body_bytes: self.max_body,
            max_head_bytes: self.max_head,
            max_reads: self.max_reads,
            max_writes: self.max_writes,
            max_connections: self.max_connections,
            public_rate: self.public_rate,
            wrong_key_rate: self.wrong_key_rate,
            header_timeout: self.head_timeout,
            body_timeout: self.body_timeout,
            write_wait: self.write_wait,
            handler_timeout: self.request_timeout,
            send_timeout: self.send_timeout,
            shutdown_grace: self.drain,
            ..Limits::default()
        })
    }
}

fn parse_size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let shift = match text.strip_prefix(digits).unwrap_or_default().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => usize::MAX,
    };
    let bytes = digits
        .parse::<usize>()
        .ok()
        .zip(1_usize.checked_shl(u32::try_from(shift).unwrap_or(u32::MAX)));
    bytes
        .and_then(|(count, unit)| count.checked_mul(unit))
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| "must be a size such as 64KiB, 1MiB or 20GiB".to_owned())
}

/// hyper needs 8 KiB.
fn parse_head_size(text: &str) -> Result<usize, String> {
    let bytes = parse_size(text)?;
    if (8 << 10..=1 << 20).contains(&bytes) {
        return Ok(bytes);
    }
    Err("must be a size from 8KiB to 1MiB".to_owned())
}

fn parse_count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=1_000_000).contains(count));
    count.ok_or_else(|| "must be a number from 1 to 1000000".to_owned())
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok();
    time.filter(|time| (Duration::from_millis(1)..=Duration::from_hours(24)).contains(time))
        .ok_or_else(|| "must be a time such as 500ms, 30s or 5m, up to 24h".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Parser)]
    struct Only {
        #[command(flatten)]
        limits: LimitArgs,
    }

    #[test]
    fn the_defaults_of_the_flags_are_those_of_the_service() {
        assert_eq!(Only::parse_from(["serve"]).limits.to_limits(), Ok(Limits::default()));
        Only::command().debug_assert();
    }

    #[test]
    fn a_write_waits_no_longer_than_its_request_may_take() {
        for (wait, timeout, is_valid) in
            [("5s", "4s", false), ("2m", "30s", false), ("4s", "4s", true), ("1s", "1m", true)]
        {
            let arguments = ["serve", "--write-wait", wait, "--request-timeout", timeout];
            let result = Only::parse_from(arguments).limits.to_limits();
            let message = result.as_ref().err().map(Exit::message).unwrap_or_default();
            assert_eq!(message.is_empty(), is_valid, "{wait} {timeout}");
            let names_both = [wait, timeout, "--write-wait", "--request-timeout"]
                .iter()
                .all(|part| message.contains(part));
            assert!(is_valid || names_both, "{message}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("1MiB"), Ok(1 << 20));
        assert_eq!(parse_size("64k"), Ok(64 << 10));
        assert_eq!(parse_size("20GB"), Ok(20 << 30));
        assert_eq!(parse_size("700"), Ok(700));
        for wrong in ["", "0", "MiB", "1 MiB", "1x", "-1", "99999999999999999999", "99999999999T"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
