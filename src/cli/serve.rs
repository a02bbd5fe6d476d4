//! `shortlist serve`: runs the service until a signal stops it.

use std::io;
use std::net::SocketAddr;

use clap::Args;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::database::Database;
use super::db::demo;
use super::exit::Exit;
use super::interrupt::TerminationSignals;
use super::log;
use super::output::Output;
use crate::service::store::{IfMissing, Store};
use crate::service::{RateLimit, ServiceSettings, serve};

/// A key from the environment, for a database without keys.
const KEY: &str = "SHORTLIST_SERVICE_KEY";

/// Serve the API on your own database
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  SHORTLIST_SERVICE_KEY=secret shortlist serve --demo\n  curl -H 'Authorization: Bearer secret' http://127.0.0.1:7171/v1/jobs\n\nEnvironment:\n  SHORTLIST_SERVICE_KEY   a key with full access, in addition to those of `shortlist keys`\n  SHORTLIST_LOG           off, error, warn, info (the access log) or debug; on stderr"
)]
pub(super) struct Serve {
    /// Address to listen on; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7171")]
    listen: String,
    #[command(flatten)]
    database: Database,
    /// Fill an empty database with demo data first
    #[arg(long)]
    demo: bool,
    /// Rate limit per key, for example 50/10s [default: none]
    #[arg(long, value_name = "REQUESTS/TIME")]
    rate: Option<RateLimit>,
}

impl Serve {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        log::start()?;
        // Listen for signals before the service reports that it is ready.
        let signals = TerminationSignals::listen()?;
        let store = self.database.open(IfMissing::Create)?;
        if self.demo {
            demo::fill_if_empty(&store, out).await?;
        }
        let key = key_from_env()?;
        self.warn_without_keys(&store, key.as_deref(), out).await?;
        let listener = self.bind().await?;
        let address = listener.local_addr()?;
        if !address.ip().is_loopback() {
            out.print_message(&format!(
                "warning: {address} is reachable from other machines without encryption; put a TLS proxy in front of it"
            ));
        }
        out.print_line(&format!("listening on http://{address}"))?;
        out.flush()?;
        let settings = ServiceSettings { key, rate_limit: self.rate, ..ServiceSettings::default() };
        let run = |stopped: oneshot::Receiver<()>| {
            serve(listener, store, &settings, async { _ = stopped.await })
        };
        Ok(run_until_stopped(signals, run).await?)
    }

    async fn warn_without_keys(
        &self,
        store: &Store,
        key: Option<&str>,
        out: &Output,
    ) -> Result<(), Exit> {
        if key.is_none() && store.keys().await?.is_empty() {
            out.print_message(&format!(
                "this database has no key yet: create one with `shortlist keys add NAME{}`, or set {KEY}",
                self.database.argument()
            ));
        }
        Ok(())
    }

    async fn bind(&self) -> Result<TcpListener, Exit> {
        let addresses: Vec<SocketAddr> = tokio::net::lookup_host(&self.listen)
            .await
            .map_err(|error| {
                Exit::usage(format!(
                    "--listen {}: {error}; write it as ADDRESS:PORT, for example 127.0.0.1:7171",
                    self.listen
                ))
            })?
            .collect();
        TcpListener::bind(&addresses[..]).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => Exit::failure(format!(
                "{} is in use by another program; choose another port with --listen, or 0 for a free one",
                self.listen
            )),
            _ => Exit::failure(format!(
                "cannot listen on {}: {error}; choose an address of this machine with --listen",
                self.listen
            )),
        })
    }
}

/// The key from the environment. Rejects a key that no header could carry: it would silently lock
/// the operator out.
fn key_from_env() -> Result<Option<String>, Exit> {
    let Some(value) = std::env::var_os(KEY).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let key = value.into_string().ok().filter(|key| key.bytes().all(|b| b.is_ascii_graphic()));
    key.map(Some).ok_or_else(|| {
        Exit::usage(format!("{KEY} must contain only visible ASCII characters, no spaces"))
    })
}

/// Runs the service until a signal: the first lets requests in flight finish, the second does not
/// wait.
async fn run_until_stopped<F: Future<Output = io::Result<()>>>(
    mut signals: TerminationSignals,
    run: impl FnOnce(oneshot::Receiver<()>) -> F,
) -> io::Result<()> {
    let (stop, stopped) = oneshot::channel();
    let mut running = std::pin::pin!(run(stopped));
    tokio::select! {
        result = &mut running => return result,
        () = signals.recv() => {}
    }
    // Fails only if the service has already ended.
    let _ = stop.send(());
    tokio::select! {
        result = running => result,
        () = signals.recv() => Err(io::Error::other("stopped at once: running requests were cut off")),
    }
}
