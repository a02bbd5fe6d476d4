//! Accepts connections, applies their limits, and shuts down gracefully.

mod bare_errors;
mod stalled_streams;
pub mod tls;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;

use super::middleware::PeerAddress;
use super::request_id::RequestIds;
use super::routes;
use super::state::{AppState, Limits, ServiceSettings};
use super::store::Store;
use super::upkeep;
use bare_errors::ErrorEnvelopes;
use stalled_streams::StreamWatch;
use tls::TlsCertificate;

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// How much longer than allowed a head of version 2 may be to be answered in the envelope.
const HEAD_MARGIN: usize = 16 << 10;

/// Concurrent requests on one connection of version 2.
const MAX_STREAMS: u32 = 64;

/// Where the service listens.
#[derive(Debug)]
pub struct Listeners {
    api: TcpListener,
    /// Serves the metrics and the health checks without a key.
    metrics: Option<TcpListener>,
}

impl Listeners {
    #[must_use]
    pub const fn new(api: TcpListener, metrics: Option<TcpListener>) -> Self {
        Self { api, metrics }
    }
}

impl From<TcpListener> for Listeners {
    fn from(api: TcpListener) -> Self {
        Self::new(api, None)
    }
}

/// Serves the store until `shutdown` resolves, then finishes the requests in
/// flight, closes the store and returns.
pub async fn serve(
    listeners: impl Into<Listeners>,
    store: Store,
    settings: &ServiceSettings,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let Listeners { api, metrics } = listeners.into();
    let app = AppState::new(store, settings);
    let upkeep = upkeep::start(&app.store, settings);
    let (_stop_metrics, is_stopped) = oneshot::channel::<()>();
    if let Some(listener) = metrics {
        let (router, limits) = (routes::metrics_router(&app), app.limits);
        tokio::spawn(serve_router(listener, router, limits, async { _ = is_stopped.await }));
    }
    let transport = Transport { limits: app.limits, tls: settings.tls.clone() };
    run(api, routes::router(&app), transport, shutdown).await?;
    upkeep.stop().await;
    app.store.close().await;
    Ok(())
}

/// Serves any router under the same limits, without TLS.
pub async fn serve_router(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    run(listener, router, Transport { limits, tls: None }, shutdown).await
}

async fn run(
    listener: TcpListener,
    router: Router,
    transport: Transport,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let limits = transport.limits;
    let request_ids = Arc::new(RequestIds::new());
    let graceful = GracefulShutdown::new();
    // Dropping the sender cuts off the connections that are still open.
    let (cut_off, is_cut_off) = watch::channel(());
    let permits = Arc::new(Semaphore::new(limits.max_connections));
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &permits) => accepted,
            () = &mut shutdown => break,
        };
        match accepted {
            Ok((stream, peer, permit)) => {
                let ids = Arc::clone(&request_ids);
                let connection = Connection { peer, transport: transport.clone(), ids };
                let ended = connection.serve(stream, router.clone(), graceful.watcher());
                let mut is_cut_off = is_cut_off.clone();
                tokio::spawn(async move {
                    let _permit = permit;
                    tokio::select! {
                        () = ended => {}
                        _ = is_cut_off.changed() => {}
                    }
                });
            }
            Err(error) => {
                tracing::warn!(target: "service", %error, "a connection could not be accepted");
                // Usually out of file descriptors: wait until some are free.
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(limits.shutdown_grace, graceful.shutdown()).await.is_err() {
        tracing::warn!(target: "service", "some requests did not finish in time and were cut off");
    }
    drop(cut_off);
    Ok(())
}

async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = Arc::clone(connections).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, peer, permit))
}

#[derive(Clone)]
struct Transport {
    limits: Limits,
    tls: Option<Arc<TlsCertificate>>,
}

struct Connection {
    peer: SocketAddr,
    transport: Transport,
    ids: Arc<RequestIds>,
}

impl Connection {
    async fn serve(self, stream: TcpStream, router: Router, watcher: Watcher) {
        let limits = self.transport.limits;
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(limits.send_timeout));
        let stream = Box::pin(stream);
        let Some(tls) = self.transport.tls.clone() else {
            return self.serve_http1(stream, router, watcher).await;
        };
        match tokio::time::timeout(HANDSHAKE_TIMEOUT, tls.accept(stream)).await {
            Ok(Ok(stream)) if tls::is_http2(&stream) => {
                self.serve_http2(stream, router, watcher).await;
            }
            Ok(Ok(stream)) => self.serve_http1(stream, router, watcher).await,
            Ok(Err(error)) => {
                tracing::debug!(target: "service", %error, "a TLS handshake failed");
            }
            Err(_elapsed) => {}
        }
    }

    async fn serve_http1<S>(self, stream: S, router: Router, watcher: Watcher)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let limits = self.transport.limits;
        let service = self.service(router);
        let stream = ErrorEnvelopes::new(stream, limits, self.ids);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.header_timeout)
            .max_buf_size(limits.max_head_bytes)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        report(watcher.watch(connection).await);
    }

    async fn serve_http2<S>(self, stream: S, router: Router, watcher: Watcher)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let limits = self.transport.limits;
        let streams = StreamWatch::default();
        let followed = streams.clone();
        let service =
            self.service(router).map_future(move |handler| followed.clone().follow(handler));
        // A head over the limit of the service must reach it to be answered in the envelope. hyper
        // refuses one over this limit by itself.
        let max_head = u32::try_from(limits.max_head_bytes + HEAD_MARGIN).unwrap_or(u32::MAX);
        let connection = http2::Builder::new(TokioExecutor::new())
            .timer(TokioTimer::new())
            .keep_alive_interval(limits.header_timeout)
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(max_head)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        tokio::select! {
            ended = watcher.watch(connection) => report(ended),
            () = streams.wait_until_stalled(limits) => {}
        }
    }

    /// The router, which learns the address of the client from each request.
    fn service(
        &self,
        router: Router,
    ) -> impl tower::Service<
        hyper::Request<Incoming>,
        Response = Response,
        Error = Infallible,
        Future: Send,
    > + Clone
    + Send
    + use<> {
        let peer = PeerAddress(self.peer.ip());
        router.map_request(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(peer);
            request
        })
    }
}

/// A client that disconnects or is slow is not an error of the service.
fn report(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(target: "service", %error, "a connection ended early");
    }
}
