//! Whether a server accepts a key: one read, and what a failure means to the user. `login` and
//! `whoami` call this.

use super::exit::Exit;
use crate::client::{
    Address, Client, ClientError, ErrorKind, ListEndpoint, NetworkCause, NetworkError, Refusal,
    TimeoutPhase,
};
use crate::text;

/// Reads one job.
pub(super) async fn check(client: &Client, address: &Address) -> Result<(), Exit> {
    let read = client.page(&ListEndpoint::jobs(), 0, 1).await;
    read.map(drop).map_err(|error| explain(error, address))
}

/// What is wrong, then what to do. The exit code is that of the error.
fn explain(error: ClientError, address: &Address) -> Exit {
    let message = match error.kind() {
        ErrorKind::Unreachable(network) => explain_unreachable(network, &address.host()),
        ErrorKind::TimedOut { after, phase } => {
            let verb = match phase {
                TimeoutPhase::Connect => "did not answer",
                TimeoutPhase::Response | TimeoutPhase::Body { .. } => "did not answer in full",
            };
            Some(format!(
                "{} {verb} within {:.1} s; check the address, your VPN and the proxy settings, or set a longer time with --deadline",
                address.host(),
                after.as_secs_f64()
            ))
        }
        ErrorKind::Refused(refusal) => explain_refusal(refusal, address),
        ErrorKind::Redirected { to, .. } => Some(format!(
            "{address} redirects to {to}; if that is the API, log in with its address (without /v1/jobs)"
        )),
        ErrorKind::InvalidResponse { is_web_page: true, message, .. } => Some(format!(
            "a web page answers at {address}{}, not the API; use the address of the API",
            quote(message)
        )),
        kind @ ErrorKind::InvalidResponse { .. } => Some(format!(
            "the response from {address} is not from the API; check the address: {kind}"
        )),
        _ => None,
    };
    let exit = Exit::from(error);
    match message {
        Some(message) => exit.with_message(text::sanitize(&message)),
        None => exit,
    }
}

fn explain_unreachable(error: &NetworkError, host: &str) -> Option<String> {
    Some(match error.cause() {
        NetworkCause::UnknownHost => format!(
            "there is no server named {host}; check the spelling of the address, and your network or VPN"
        ),
        NetworkCause::Refused => format!(
            "nothing answers at {host}; check the address and its port, and whether the server is running"
        ),
        NetworkCause::UnknownIssuer => format!(
            "the certificate of {host} is signed by an authority that this machine does not know; if it is your own, pass its certificate with --ca-file FILE"
        ),
        NetworkCause::WrongName => format!(
            "the certificate of the server is not for {host} ({error}); use the name in the certificate"
        ),
        NetworkCause::Expired => format!(
            "the certificate of {host} is not valid today ({error}); check the clock of this machine, then ask the operator of the server to renew it"
        ),
        NetworkCause::Untrusted => format!("the certificate of {host} cannot be trusted: {error}"),
        NetworkCause::NoTls => format!("{host} does not speak TLS; check the port in the address"),
        NetworkCause::Other => return None,
    })
}

fn explain_refusal(refusal: &Refusal, address: &Address) -> Option<String> {
    let words = quote(&refusal.message);
    Some(match refusal.status {
        401 => format!(
            "the server rejected the key{words}; copy the whole key again, or ask for a new one"
        ),
        403 => format!("the key may not list jobs{words}; ask for a key that may read"),
        404 | 405 | 410 => wrong_path(address),
        _ => return None,
    })
}

/// The server's own words.
fn quote(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(" (\u{201c}{message}\u{201d})") }
}

fn wrong_path(address: &Address) -> String {
    let base = address.to_string();
    match base.strip_suffix("/v1").or_else(|| base.strip_suffix("/v0")) {
        Some(without) => {
            format!("there is no API at {base}: shortlist adds the version itself; use {without}")
        }
        None => format!(
            "the server has no API at {base}; check the path: it is what comes before /v1/jobs"
        ),
    }
}
