//! Whether a server accepts a key: one read, and what a failure means to the user. `login` and
//! `whoami` call this.

use super::exit::Exit;
use crate::client::{
    Address, Client, ClientError, ErrorKind, ListEndpoint, NetworkCause, Refusal, TimeoutPhase,
};
use crate::text;

/// Reads one job.
pub(super) async fn check(client: &Client, address: &Address) -> Result<(), Exit> {
    let read = client.page(&ListEndpoint::jobs(), 0, 1).await;
    read.map(drop).map_err(|error| explain(error, address))
}

/// What is wrong, then what to do. The exit code is that of the error.
fn explain(error: ClientError, address: &Address) -> Exit {
    let host = address.host();
    let message = match error.kind() {
        ErrorKind::Unreachable(network) => match network.cause() {
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
                "the certificate of the server is for another name than {host} ({network}); use the name in the certificate"
            ),
            NetworkCause::Expired => format!(
                "the certificate of {host} is not valid today ({network}); check the clock of this machine, then ask the operator of the server to renew it"
            ),
            NetworkCause::Untrusted => {
                format!("the certificate of {host} cannot be trusted: {network}")
            }
            NetworkCause::NoTls => {
                format!("{host} does not speak TLS; check the port in the address")
            }
            NetworkCause::Other => return error.into(),
        },
        ErrorKind::TimedOut { after, phase } => {
            let seconds = after.as_secs_f64();
            let what = match phase {
                TimeoutPhase::Connect => "does not answer",
                TimeoutPhase::Response | TimeoutPhase::Body { .. } => "does not answer in full",
            };
            format!(
                "{host} {what} within {seconds:.1} s; check the address, your VPN and the proxy settings, or set a longer time with --deadline"
            )
        }
        ErrorKind::Refused(Refusal { status: 401, message, .. }) => format!(
            "the server refuses the key{}; copy the whole key again, or ask for a new one",
            quote(message)
        ),
        ErrorKind::Refused(Refusal { status: 403, message, .. }) => {
            format!("the key may not list jobs{}; ask for a key that may read", quote(message))
        }
        ErrorKind::Refused(Refusal { status: 404 | 405 | 410, .. }) => wrong_path(address),
        ErrorKind::Redirected { to, .. } => format!(
            "{address} redirects to {to}; if that is the API, log in with its address (without /v1/jobs)"
        ),
        ErrorKind::InvalidResponse { is_web_page: true, message, .. } => format!(
            "a web page answers at {address}{}, not the API; use the address of the API",
            quote(message)
        ),
        ErrorKind::InvalidResponse { .. } => format!(
            "something else than the API answers at {address}; check the address: {}",
            error.kind()
        ),
        _ => return error.into(),
    };
    Exit::from(error).with_message(text::sanitize(&message))
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
