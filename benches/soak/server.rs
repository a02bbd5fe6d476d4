//! The server of the run: the service behind a layer that makes its answers wrong.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::connection::{self, Outcome, Received};
use crate::faults::{FAULTS, HEALTHY, Kind};
use crate::tokens::tokens;
use crate::traffic::Traffic;
use crate::upstream::{Answer, Upstream};

/// What the server does at present.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Phase {
    pub(crate) fault: usize,
    /// Whether every second request is answered well.
    pub(crate) is_partial: bool,
}

/// Serves until the process ends.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    phase: watch::Sender<Phase>,
    pub(crate) upstream: Upstream,
    log: Mutex<Log>,
}

pub(crate) struct Log {
    pub(crate) traffic: Traffic,
    /// Persons and candidates as they were read last while nothing was stale, by target.
    pub(crate) records: HashMap<String, Answer>,
    /// The targets of records, in the order of their first read.
    pub(crate) targets: Vec<String>,
    /// The tokens in all writes.
    written: HashSet<String>,
    /// The record of each version.
    pub(crate) versions: HashMap<String, String>,
    /// Writes to a record with the version of another.
    pub(crate) misdirected: Vec<String>,
}

impl Server {
    /// Starts healthy, on a thread of its own.
    pub(crate) fn start(started: Instant) -> Self {
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async move {
                let log = Log::new(started);
                let shared = Arc::new(Shared {
                    phase: watch::Sender::new(Phase { fault: HEALTHY, is_partial: false }),
                    upstream: Upstream::start().await,
                    log: Mutex::new(log),
                });
                // Bound but not listening: the port stays reserved while it refuses.
                let reserved = bind("127.0.0.1:0".parse().expect("an address"));
                let address = reserved.local_addr().expect("an address");
                let server = Self { address, shared: Arc::clone(&shared) };
                sender.send(server).expect("a waiting thread");
                serve(address, shared).await;
            });
        });
        receiver.recv().expect("a server")
    }

    pub(crate) fn set_phase(&self, phase: Phase) {
        self.shared.phase.send_replace(phase);
    }

    pub(crate) fn phase(&self) -> Phase {
        *self.shared.phase.borrow()
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.shared.log()
    }
}

impl Log {
    fn new(started: Instant) -> Self {
        Self {
            traffic: Traffic::new(started),
            records: HashMap::new(),
            targets: Vec::new(),
            written: HashSet::new(),
            versions: HashMap::new(),
            misdirected: Vec::new(),
        }
    }

    /// Notes a request. Returns its number.
    fn begin(&mut self, phase: Phase, received: &Received) -> usize {
        if received.is_write() {
            self.written.extend(tokens(&String::from_utf8_lossy(&received.body)));
        }
        let version = received.if_match.as_ref().and_then(|etag| self.versions.get(etag));
        if let Some(record) = version.filter(|record| **record != received.target) {
            let name = FAULTS[phase.fault].name;
            let line = format!("{name}: {} with the version of {record}", received.target);
            self.misdirected.push(line);
        }
        self.traffic.begin(phase.fault, format!("{} {}", received.method, received.target))
    }

    pub(crate) fn has_written(&self, token: &str) -> bool {
        self.written.contains(token)
    }
}

impl Shared {
    pub(crate) fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bind(address: SocketAddr) -> TcpSocket {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_reuseport(true).expect("an option");
    socket.bind(address).expect("a port");
    socket
}

async fn serve(address: SocketAddr, shared: Arc<Shared>) {
    let mut changes = shared.phase.subscribe();
    let mut connections = JoinSet::new();
    let mut listener: Option<TcpListener> = None;
    loop {
        let phase = *changes.borrow_and_update();
        if matches!(FAULTS[phase.fault].kind, Kind::Refuse) {
            listener = None;
            connections.shutdown().await;
        } else if listener.is_none() {
            listener = Some(bind(address).listen(256).expect("a listener"));
        }
        let accepted = async {
            match &listener {
                Some(listener) => listener.accept().await.expect("a connection").0,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = changes.changed() => {}
            stream = accepted => {
                connections.spawn(serve_connection(stream, Arc::clone(&shared)));
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve_connection(mut stream: TcpStream, shared: Arc<Shared>) {
    let fault = shared.phase.borrow().fault;
    if matches!(FAULTS[fault].kind, Kind::ResetConnections) {
        // It counts as a request: the client meant to send one.
        shared.log().traffic.begin_and_end(fault);
        let _ = stream.set_zero_linger();
        return;
    }
    while let Some(received) = connection::read(&mut stream).await {
        let phase = *shared.phase.borrow();
        let request = OpenRequest::begin(&shared, phase, &received);
        let is_spared = phase.is_partial && request.number.is_multiple_of(2);
        let kind = if is_spared { Kind::Healthy } else { FAULTS[phase.fault].kind };
        let Some(reply) = reply(&mut stream, kind, &received, &shared).await else { return };
        let before_end = || shared.log().traffic.end(request.number, false);
        if connection::answer(&mut stream, reply, before_end).await != Outcome::Answered {
            return;
        }
    }
}

/// A request until it is answered. Dropped before, it was cancelled.
struct OpenRequest<'a> {
    shared: &'a Shared,
    number: usize,
}

impl<'a> OpenRequest<'a> {
    fn begin(shared: &'a Shared, phase: Phase, received: &Received) -> Self {
        let number = shared.log().begin(phase, received);
        Self { shared, number }
    }
}

impl Drop for OpenRequest<'_> {
    fn drop(&mut self) {
        self.shared.log().traffic.end(self.number, true);
    }
}

/// `None` if the client hung up meanwhile.
async fn reply(
    stream: &mut TcpStream,
    kind: Kind,
    received: &Received,
    shared: &Shared,
) -> Option<connection::Reply> {
    let (mut reader, _writer) = stream.split();
    tokio::select! {
        reply = crate::replies::reply(kind, received, shared) => Some(reply),
        () = connection::hung_up(&mut reader) => None,
    }
}

/// The time that a healthy server takes. With eight requests out, it would answer 400 in a second.
pub(crate) const LATENCY: Duration = Duration::from_millis(20);
