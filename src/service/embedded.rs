//! The service inside another program: on a port of this machine, with a key
//! that only that program knows, until it is dropped.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use chrono::Utc;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::auth::NewApiKey;
use super::server::serve;
use super::state::ServiceSettings;
use super::store::Store;

/// A running service.
pub struct EmbeddedServer {
    address: SocketAddr,
    key: String,
    /// The service ends when this is gone.
    _running: oneshot::Sender<()>,
}

impl fmt::Debug for EmbeddedServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedServer").field("address", &self.address).finish_non_exhaustive()
    }
}

impl EmbeddedServer {
    /// Starts it. Once this returns, the service answers.
    pub async fn start(store: Store) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let key = NewApiKey::generate("embedded".to_owned(), false, Utc::now().into())
            .map_err(io::Error::other)?
            .secret;
        // It shares a process with the terminal.
        let store = store.without_mmap();
        let settings = ServiceSettings { key: Some(key.clone()), ..ServiceSettings::default() };
        let (running, ended) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let ended = async { _ = ended.await };
            if let Err(error) = serve(listener, store, &settings, ended).await {
                tracing::error!(target: "service", %error, "the embedded service ended");
            }
        });
        Ok(Self { address, key, _running: running })
    }

    /// Where it listens.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What opens it.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}
