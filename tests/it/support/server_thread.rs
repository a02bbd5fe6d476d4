//! A server on a thread of its own, stopped when dropped.

use std::net::SocketAddr;
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, spawn};

use tokio::sync::oneshot;

pub(crate) struct ServerThread {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl ServerThread {
    /// Runs the server, which sends its address as soon as it is bound.
    pub(crate) fn start<F: Future<Output = ()>>(
        serve: impl FnOnce(Sender<SocketAddr>) -> F + Send + 'static,
    ) -> Self {
        let (sender, receiver) = channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = spawn(move || {
            block_on_new_runtime(async {
                tokio::select! {
                    () = serve(sender) => {}
                    _ = stopped => {}
                }
            });
        });
        let address = receiver.recv().expect("the server started");
        Self { address, stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for ServerThread {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Runs a future of a test that is not asynchronous itself.
pub(crate) fn block_on_new_runtime(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(work);
}
