//! A way to a server that breaks and is mended when a test says so.

use std::net::SocketAddr;
use std::thread::JoinHandle;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;

use crate::support::scripted_server::on_a_runtime;

/// What the way does with what is sent over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Open,
    /// No connection comes about, and those there were are gone.
    Refuse,
    /// The next answer is cut after so many bytes; then the way is open again.
    CutOnce(usize),
    /// Nothing comes through, and nothing is lost.
    Stall,
}

pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    way: watch::Sender<Way>,
    /// What is in force.
    held: watch::Receiver<Way>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Proxy {
    /// An open way to a server.
    pub(crate) fn to(server: SocketAddr) -> Self {
        let way = watch::Sender::new(Way::Open);
        let (in_force, held) = watch::channel(Way::Refuse);
        let (told, heard) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let set = way.clone();
        let thread = std::thread::spawn(move || {
            on_a_runtime(async {
                // Bound and never listening: the address stays ours while it refuses.
                let keeper = bound("127.0.0.1:0".parse().unwrap());
                let address = keeper.local_addr().unwrap();
                told.send(address).unwrap();
                tokio::select! {
                    () = keep(address, server, &set, &in_force) => {}
                    _ = stopped => {}
                }
            });
        });
        let address = heard.recv().expect("the proxy started");
        Self { address, way, held, stop: Some(stop), thread: Some(thread) }
    }

    /// Changes the way, and waits until it is so.
    pub(crate) async fn set(&self, way: Way) {
        self.way.send_replace(way);
        self.held.clone().wait_for(|held| *held == way).await.unwrap();
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn bound(address: SocketAddr) -> TcpSocket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseport(true).unwrap();
    socket.bind(address).unwrap();
    socket
}

async fn keep(
    address: SocketAddr,
    server: SocketAddr,
    way: &watch::Sender<Way>,
    in_force: &watch::Sender<Way>,
) {
    let mut changes = way.subscribe();
    let mut connections = JoinSet::new();
    let mut listener: Option<TcpListener> = None;
    loop {
        let now = *changes.borrow_and_update();
        if now == Way::Refuse {
            listener = None;
            connections.shutdown().await;
        } else if listener.is_none() {
            listener = Some(bound(address).listen(64).unwrap());
        }
        in_force.send_replace(now);
        let accepted = async {
            match &listener {
                Some(listener) => listener.accept().await.unwrap().0,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = changes.changed() => {}
            stream = accepted => drop(connections.spawn(carry(stream, server, way.clone()))),
        }
    }
}

async fn carry(mut caller: TcpStream, server: SocketAddr, way: watch::Sender<Way>) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let (from_caller, to_caller) = caller.split();
    let (from_server, to_server) = server.split();
    tokio::select! {
        () = pump(from_caller, to_server, &way, false) => {}
        () = pump(from_server, to_caller, &way, true) => {}
    }
}

async fn pump(
    mut from: ReadHalf<'_>,
    mut to: WriteHalf<'_>,
    way: &watch::Sender<Way>,
    answers: bool,
) {
    let mut bytes = vec![0; 1 << 16];
    let mut passed = 0;
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let _ = way.subscribe().wait_for(|way| *way != Way::Stall).await;
        let cut = match *way.borrow() {
            Way::CutOnce(after) if answers && passed + count > after => Some(after - passed),
            Way::CutOnce(_) => {
                passed += count;
                None
            }
            _ => {
                passed = 0;
                None
            }
        };
        if to.write_all(&bytes[..cut.unwrap_or(count)]).await.is_err() {
            return;
        }
        if cut.is_some() {
            way.send_replace(Way::Open);
            return;
        }
    }
}
