//! Accepts connections, applies their time limits, and shuts down gracefully.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::routes;
use super::state::{AppState, Limits, ServiceSettings};
use super::store::Store;

/// Serves the store on the listener until `shutdown` resolves, then finishes
/// the requests in flight and returns.
pub async fn serve(
    listener: TcpListener,
    store: Store,
    settings: &ServiceSettings,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let app = AppState::new(store, settings);
    serve_router(listener, routes::router(&app), settings.limits, shutdown).await
}

/// Serves any router under the same limits.
pub async fn serve_router(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let graceful = GracefulShutdown::new();
    let connections = Arc::new(Semaphore::new(limits.max_connections));
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &connections) => accepted,
            () = &mut shutdown => break,
        };
        match accepted {
            Ok((stream, permit)) => {
                let watcher = graceful.watcher();
                tokio::spawn(serve_connection(stream, permit, router.clone(), limits, watcher));
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
    Ok(())
}

async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let permit = Arc::clone(connections).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, _peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, permit))
}

async fn serve_connection(
    stream: TcpStream,
    _permit: OwnedSemaphorePermit,
    router: Router,
    limits: Limits,
    watcher: Watcher,
) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // A client that disconnects or is slow is not an error of the service.
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(target: "service", %error, "a connection ended early");
    }
}
