//! A connection to the one of several hosts that is the primary.
//!
//! The driver tries its hosts one after the other, and waits for one that
//! accepts the connection but does not answer: a stopped process, a frozen
//! machine. Here a host gets a head start, then the next one is tried beside it.
//! The pool calls it.

use std::io::ErrorKind;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::error::io_error;
use deadpool_postgres::Connect;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long a host is alone before the next one is tried too.
const HEAD_START: Duration = Duration::from_millis(300);

/// What each connection is set to. Every statement is prepared once and run many times, with a generic plan. A process that
/// stops in the middle of a write of the API must not keep its locks. No time limit for statements:
/// one that expires while COMMIT waits for the standby would have the server confirm a write that the
/// standby lacks. The server notices within a minute if this machine is gone, and ends its locks.
const SESSION: &str =
    "SET plan_cache_mode = force_generic_plan; SET jit = off; SET TimeZone = 'UTC';
    SET idle_in_transaction_session_timeout = '20s'; SET statement_timeout = 0;
    SET lock_timeout = '5s';
    SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3";

type Connection = (Client, JoinHandle<()>);

pub(super) struct Hosts {
    /// One for each host.
    configs: Vec<Config>,
    tls: MakeRustlsConnect,
    /// The host that was the primary the last time.
    last: AtomicUsize,
}

impl Hosts {
    pub(super) const fn new(configs: Vec<Config>, tls: MakeRustlsConnect) -> Self {
        Self { configs, tls, last: AtomicUsize::new(0) }
    }

    /// The first host that answers as it should. The pool limits how long this takes.
    async fn connect_to_any(&self) -> Result<Connection, Error> {
        let first = self.last.load(Ordering::Relaxed);
        let count = self.configs.len();
        let mut waiting = (first..first + count).map(|host| host % count);
        let mut attempts = FuturesUnordered::new();
        let mut failure: Option<Error> = None;
        attempts.extend(waiting.next().map(|host| self.connect_to(host)));
        loop {
            let finished = if waiting.len() == 0 {
                attempts.next().await
            } else {
                timeout(HEAD_START, attempts.next()).await.unwrap_or(None)
            };
            match finished {
                Some((host, Ok(connected))) => {
                    self.last.store(host, Ordering::Relaxed);
                    return Ok(connected);
                }
                // That a standby is one says less than why there is no primary.
                Some((_host, Err(error))) if failure.is_none() || !is_standby(&error) => {
                    failure = Some(error);
                }
                Some(_) | None => {}
            }
            if attempts.is_empty()
                && waiting.len() == 0
                && let Some(error) = failure
            {
                return Err(error);
            }
            attempts.extend(waiting.next().map(|host| self.connect_to(host)));
        }
    }

    async fn connect_to(&self, host: usize) -> (usize, Result<Connection, Error>) {
        let config = self.configs.get(host).cloned().unwrap_or_default();
        (host, self.connect_and_set(&config).await)
    }

    async fn connect_and_set(&self, config: &Config) -> Result<Connection, Error> {
        let (client, connection) = config.connect(self.tls.clone()).await?;
        // Its failure is that of the statement that runs, and the store reports it.
        let connection = tokio::spawn(async move { drop(connection.await) });
        client.batch_execute(SESSION).await?;
        Ok((client, connection))
    }
}

fn is_standby(error: &Error) -> bool {
    io_error(error).is_some_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

impl Connect for Hosts {
    fn connect(
        &self,
        _config: &Config,
    ) -> Pin<Box<dyn Future<Output = Result<Connection, Error>> + Send + '_>> {
        Box::pin(self.connect_to_any())
    }
}
