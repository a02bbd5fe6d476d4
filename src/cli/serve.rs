//! `shortlist serve`: runs the service until a signal stops it.

mod backups;
mod limits;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::database::Database;
use super::db::demo;
use super::exit::Exit;
use super::interrupt::TerminationSignals;
use super::output::Output;
use crate::platform::processes::raise_file_limit;
use crate::platform::signals::{Signal, SignalStream};
use crate::service::store::{AuditMode, IfMissing, Store};
use crate::service::{Listeners, RateLimit, ServiceSettings, TlsCertificate, serve};
use backups::BackupArgs;
use limits::LimitArgs;

/// A key from the environment, for a database without keys.
const KEY: &str = "SHORTLIST_SERVICE_KEY";

/// Serve the API on your own database
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  SHORTLIST_SERVICE_KEY=secret shortlist serve --demo\n  curl -H 'Authorization: Bearer secret' http://127.0.0.1:7171/v1/jobs\n\nEnvironment:\n  SHORTLIST_SERVICE_KEY   a key with full access, in addition to those of `shortlist keys`\n  SHORTLIST_LOG           off, error, warn, info (the access log), debug or trace; on stderr,\n                          and in the file of --log-file FILE"
)]
pub(super) struct Serve {
    /// Address to listen on; a port alone means this machine; port 0 picks a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7171")]
    listen: String,
    #[command(flatten)]
    database: Database,
    /// Fill an empty database with demo data first
    #[arg(long)]
    demo: bool,
    /// Rate limit per key, for example 50/10s; each process counts on its own [default: none]
    #[arg(long, value_name = "REQUESTS/TIME")]
    rate: Option<RateLimit>,
    /// Proxy whose X-Forwarded-For names the client; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<IpAddr>,
    /// Certificate chain in PEM format, for HTTPS; SIGHUP reads it again
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate in PEM format
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Address that serves /metrics and the health checks without a key
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics_listen: Option<String>,
    /// Record the new values of changed fields in the audit log, not only their names
    #[arg(long)]
    audit_values: bool,
    /// Delete entries of the audit log after this time
    #[arg(long, value_name = "TIME", default_value = "2y", value_parser = parse_retention)]
    audit_keep: Duration,
    #[command(flatten)]
    backups: BackupArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

fn parse_retention(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).ok();
    time.filter(|time| *time >= Duration::from_hours(24))
        .ok_or_else(|| "must be a time of a day or more, such as 90d or 2y".to_owned())
}

impl Serve {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let limits = self.limits.to_limits()?;
        let backups = self.backups.to_schedule(&self.database.url()?)?;
        // Before anything takes long: until then a hangup ends the process.
        let signals = TerminationSignals::listen()?;
        let hangup = SignalStream::listen(Signal::HangUp)?;
        raise_file_limit();
        let store = self.database.open(IfMissing::Create).await?;
        for warning in store.warnings() {
            out.print_message(&format!("warning: {warning}"));
        }
        self.limit_database(&store, out).await?;
        if self.demo {
            demo::fill_if_empty(&store, out).await?;
        }
        let key = key_from_env()?;
        self.warn_without_keys(&store, key.as_deref(), out).await?;
        let tls = self.certificate()?;
        let listener = bind("--listen", &self.listen).await?;
        let metrics = match &self.metrics_listen {
            Some(address) => Some(bind("--metrics-listen", address).await?),
            None => None,
        };
        let address = listener.local_addr()?;
        if !address.ip().is_loopback() && tls.is_none() {
            out.print_message(&format!(
                "warning: {address} is reachable from other machines without encryption; use --tls-cert, or put a TLS proxy in front of it"
            ));
        }
        reload_on_hangup(hangup, tls.clone());
        let scheme = if tls.is_some() { "https" } else { "http" };
        out.print_line(&format!("listening on {scheme}://{address}"))?;
        out.flush()?;
        if let Some(metrics) = &metrics {
            let address = metrics.local_addr()?;
            out.print_message(&format!("metrics on http://{address}/metrics"));
        }
        let settings = ServiceSettings {
            key,
            rate_limit: self.rate,
            limits,
            audit: if self.audit_values { AuditMode::Values } else { AuditMode::FieldNames },
            audit_keep: Some(self.audit_keep),
            backups,
            tls,
            trusted_proxies: self.trusted_proxy,
        };
        let listeners = Listeners::new(listener, metrics);
        let run = |stopped: oneshot::Receiver<()>| {
            serve(listeners, store, &settings, async { _ = stopped.await })
        };
        Ok(run_until_stopped(signals, run).await?)
    }

    /// Warns if the file is larger already.
    async fn limit_database(&self, store: &Store, out: &Output) -> Result<(), Exit> {
        let Some(max_bytes) = self.limits.max_database else { return Ok(()) };
        let max_bytes = i64::try_from(max_bytes).unwrap_or(i64::MAX);
        store.limit_size(max_bytes.unsigned_abs()).await?;
        let bytes = store.storage_figures().await?.database_bytes;
        if bytes > max_bytes {
            out.print_message(&format!(
                "warning: the database has {bytes} bytes, more than --max-database ({max_bytes}): writes that need more room are refused"
            ));
        }
        Ok(())
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

    fn certificate(&self) -> Result<Option<Arc<TlsCertificate>>, Exit> {
        let Some((certificate, key)) = self.tls_cert.as_ref().zip(self.tls_key.as_ref()) else {
            return Ok(None);
        };
        let loaded = TlsCertificate::load(certificate, key);
        loaded.map(|tls| Some(Arc::new(tls))).map_err(|error| Exit::usage(error.to_string()))
    }
}

/// `flag` is what the user can change if the address does not work.
async fn bind(flag: &str, address: &str) -> Result<TcpListener, Exit> {
    // A port alone is on this machine.
    let local = address.parse::<u16>().map(|port| format!("127.0.0.1:{port}"));
    let address = local.as_deref().unwrap_or(address);
    let addresses: Vec<SocketAddr> = tokio::net::lookup_host(address)
        .await
        .map_err(|error| {
            Exit::usage(format!(
                "{flag} {address}: {error}; write it as ADDRESS:PORT, for example 127.0.0.1:7171"
            ))
        })?
        .collect();
    TcpListener::bind(&addresses[..]).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => Exit::failure(format!(
            "{address} is in use by another program; choose another port with {flag}, or 0 for a free one"
        )),
        _ => Exit::failure(format!(
            "cannot listen on {address}: {error}; choose an address of this machine with {flag}"
        )),
    })
}

/// Reads the certificate again on SIGHUP, for the rest of the process. Without one there is nothing
/// to read, and the signal does not end the service either.
fn reload_on_hangup(mut hangup: SignalStream, tls: Option<Arc<TlsCertificate>>) {
    tokio::spawn(async move {
        loop {
            hangup.recv().await;
            match tls.as_ref().map_or(Ok(()), |tls| tls.reload()) {
                Ok(()) if tls.is_none() => {}
                Ok(()) => tracing::info!(target: "service", "the certificate was read again"),
                Err(error) => {
                    tracing::error!(target: "service", %error, "the old certificate stays in use");
                }
            }
        }
    });
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
