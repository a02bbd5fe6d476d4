//! The service inside another program: on a loopback port, with a random key,
//! until it is dropped.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::auth::NewApiKey;
use super::server::serve;
use super::state::ServiceSettings;
use super::store::Store;
use crate::wire::Timestamp;

pub(crate) struct EmbeddedServer {
    address: SocketAddr,
    key: String,
    /// Dropping the sender stops the service.
    _shutdown: oneshot::Sender<()>,
}

impl fmt::Debug for EmbeddedServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EmbeddedServer").field("address", &self.address).finish_non_exhaustive()
    }
}

impl EmbeddedServer {
    /// The service accepts connections when this returns.
    pub(crate) async fn start(store: Store) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let key = NewApiKey::generate("embedded".to_owned(), false, Timestamp::now(), None)
            .map_err(io::Error::other)?
            .secret;
        // A mapped file would count as memory of the terminal UI.
        let store = store.without_mmap();
        let settings = ServiceSettings { key: Some(key.clone()), ..ServiceSettings::default() };
        let (shutdown, stopped) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let stopped = async { _ = stopped.await };
            if let Err(error) = serve(listener, store, &settings, stopped).await {
                tracing::error!(target: "service", %error, "the embedded service ended");
            }
        });
        Ok(Self { address, key, _shutdown: shutdown })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }
}
