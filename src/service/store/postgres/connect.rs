//! A connection to the one of several hosts that is the primary.
//!
//! The driver tries its hosts one after the other, and waits for one that
//! accepts the connection but does not answer: a stopped process, a frozen
//! machine. Here a host gets a head start, then the next one is tried beside it.
//! The pool calls it.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use deadpool_postgres::Connect;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long a host is alone before the next one is tried too.
const HEAD_START: Duration = Duration::from_millis(300);

type Connected = (Client, JoinHandle<()>);

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

    /// The first host that answers as it should; if none does, the error of the last one.
    async fn connect_to_any(&self) -> Result<Connected, Error> {
        let first = self.last.load(Ordering::Relaxed);
        let count = self.configs.len();
        let mut waiting = (first..first + count).map(|host| host % count);
        let mut attempts = FuturesUnordered::new();
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
                Some((_, Err(error))) if attempts.is_empty() && waiting.len() == 0 => {
                    return Err(error);
                }
                Some(_) | None => {}
            }
            attempts.extend(waiting.next().map(|host| self.connect_to(host)));
        }
    }

    async fn connect_to(&self, host: usize) -> (usize, Result<Connected, Error>) {
        let config = self.configs.get(host).cloned().unwrap_or_default();
        let connected = config.connect(self.tls.clone()).await.map(|(client, connection)| {
            // Its failure is that of the statement that runs, and the store reports it.
            (client, tokio::spawn(async move { drop(connection.await) }))
        });
        (host, connected)
    }
}

impl Connect for Hosts {
    fn connect(
        &self,
        _config: &Config,
    ) -> Pin<Box<dyn Future<Output = Result<Connected, Error>> + Send + '_>> {
        Box::pin(self.connect_to_any())
    }
}
