//! A TCP proxy that a test breaks and repairs.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::support::server_thread::ServerThread;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProxyMode {
    Open,
    /// Refuses connections and closes the open ones.
    Refuse,
    /// Closes the connection after this many bytes of the next answer, then is
    /// `Open`.
    CutOnce(usize),
    /// Holds all bytes back.
    Stall,
}

pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    mode: watch::Sender<ProxyMode>,
    /// The mode that the proxy has switched to.
    active: watch::Receiver<ProxyMode>,
    _thread: ServerThread,
}

impl Proxy {
    pub(crate) fn to(server: SocketAddr) -> Self {
        let mode = watch::Sender::new(ProxyMode::Open);
        let (activate, active) = watch::channel(ProxyMode::Refuse);
        let requested = mode.clone();
        let thread = ServerThread::start(async move |ready| {
            // Bound but never listening, so that the port stays reserved while it refuses.
            let reserved = bind("127.0.0.1:0".parse().unwrap());
            let address = reserved.local_addr().unwrap();
            ready.send(address).unwrap();
            serve(address, server, &requested, &activate).await;
        });
        Self { address: thread.address, mode, active, _thread: thread }
    }

    /// Switches the mode and waits until the proxy has switched.
    pub(crate) async fn set(&self, mode: ProxyMode) {
        self.mode.send_replace(mode);
        self.active.clone().wait_for(|active| *active == mode).await.unwrap();
    }
}

fn bind(address: SocketAddr) -> TcpSocket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseport(true).unwrap();
    socket.bind(address).unwrap();
    socket
}

async fn serve(
    address: SocketAddr,
    server: SocketAddr,
    mode: &watch::Sender<ProxyMode>,
    activate: &watch::Sender<ProxyMode>,
) {
    let mut changes = mode.subscribe();
    let mut connections = JoinSet::new();
    let mut listener: Option<TcpListener> = None;
    loop {
        let now = *changes.borrow_and_update();
        if now == ProxyMode::Refuse {
            listener = None;
            connections.shutdown().await;
        } else if listener.is_none() {
            listener = Some(bind(address).listen(64).unwrap());
        }
        activate.send_replace(now);
        let accepted = async {
            match &listener {
                Some(listener) => listener.accept().await.unwrap().0,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = changes.changed() => {}
            stream = accepted => drop(connections.spawn(forward(stream, server, mode.clone()))),
        }
    }
}

async fn forward(mut caller: TcpStream, server: SocketAddr, mode: watch::Sender<ProxyMode>) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let (from_caller, to_caller) = caller.split();
    let (from_server, to_server) = server.split();
    tokio::select! {
        () = pump(from_caller, to_server, &mode, false) => {}
        () = pump(from_server, to_caller, &mode, true) => {}
    }
}

async fn pump(
    mut from: ReadHalf<'_>,
    mut to: WriteHalf<'_>,
    mode: &watch::Sender<ProxyMode>,
    answers: bool,
) {
    let mut bytes = vec![0; 1 << 16];
    let mut passed = 0;
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let _ = mode.subscribe().wait_for(|mode| *mode != ProxyMode::Stall).await;
        let cut = match *mode.borrow() {
            ProxyMode::CutOnce(after) if answers && passed + count > after => Some(after - passed),
            ProxyMode::CutOnce(_) => {
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
            mode.send_replace(ProxyMode::Open);
            return;
        }
    }
}
