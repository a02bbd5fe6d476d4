//! A raw socket server that answers with the steps a test gives it.
//!
//! It parses requests off the socket, records each one, and answers with
//! bytes, waits, a close or a reset. A connection stays open until a step or
//! the client closes it, or the server is dropped.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shortlist::client::{Address, Client, ClientError, Load, Options, SecretString, Versioned};
use shortlist::wire::{CreatePerson, Job, JobId, PersonCreated};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::support::TIMEOUT;
use crate::support::server_thread::ServerThread;

/// The key of every test client.
pub(crate) const KEY: &str = "sl_a-key-that-nobody-must-see";

#[derive(Debug, Clone)]
pub(crate) struct ReceivedRequest {
    /// Counted from 0 over all connections.
    pub(crate) number: usize,
    /// Counted from 0.
    pub(crate) connection: usize,
    pub(crate) method: String,
    /// Path and query.
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) at: Instant,
}

impl ReceivedRequest {
    /// Method and target.
    pub(crate) fn line(&self) -> String {
        format!("{} {}", self.method, self.target)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        header.map(|(_, value)| value.as_str())
    }

    /// A number in the query; 0 without one.
    pub(crate) fn query(&self, name: &str) -> usize {
        let (_, query) = self.target.split_once('?').unwrap_or_default();
        let pair = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        pair.and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// What the server does next on a connection.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Write(Vec<u8>),
    /// Writes one byte every 20 ms.
    Dribble(Vec<u8>),
    /// Writes the same bytes until the client closes the connection.
    Flood(Vec<u8>),
    /// Waits until the test opens the latch.
    Wait(Latch),
    /// Waits until the client closes the connection.
    Hold,
    Close,
    Reset,
}

/// Blocks until its sender is dropped.
pub(crate) type Latch = watch::Receiver<()>;

/// A latch, and the sender that opens it when dropped.
pub(crate) fn latch() -> (watch::Sender<()>, Latch) {
    watch::channel(())
}

/// What the server received and did so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    pub(crate) requests: Vec<ReceivedRequest>,
    pub(crate) connections: usize,
    /// Connections that the client closed while the server was still answering.
    pub(crate) aborted: usize,
    /// Bytes that the client's socket took.
    pub(crate) written: usize,
    /// Requests without the first byte of an answer.
    pub(crate) in_flight: usize,
    pub(crate) max_in_flight: usize,
}

type Responder = Arc<dyn Fn(&ReceivedRequest) -> Vec<Step> + Send + Sync>;

pub(crate) struct ScriptedServer {
    pub(crate) address: SocketAddr,
    log: watch::Sender<Log>,
    _thread: ServerThread,
}

impl ScriptedServer {
    /// Answers every request with the steps that the closure returns.
    pub(crate) fn start(
        respond: impl Fn(&ReceivedRequest) -> Vec<Step> + Send + Sync + 'static,
    ) -> Self {
        let log = watch::Sender::new(Log::default());
        let (shared_log, responder): (_, Responder) = (log.clone(), Arc::new(respond));
        let thread = ServerThread::start(async move |ready| {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            ready.send(listener.local_addr().unwrap()).unwrap();
            accept(&listener, &shared_log, &responder).await;
        });
        Self { address: thread.address, log, _thread: thread }
    }

    /// Answers in order; the last answer repeats.
    pub(crate) fn script(answers: Vec<Vec<Step>>) -> Self {
        Self::start(move |request| answers[request.number.min(answers.len() - 1)].clone())
    }

    pub(crate) fn always(answer: Vec<Step>) -> Self {
        Self::script(vec![answer])
    }

    pub(crate) fn log(&self) -> Log {
        self.log.borrow().clone()
    }

    /// All requests so far, as method and target. Each must carry the key.
    pub(crate) fn requests(&self) -> Vec<String> {
        let log = self.log();
        let bearer = format!("Bearer {KEY}");
        for request in &log.requests {
            assert_eq!(request.header("authorization"), Some(&*bearer), "{}", request.target);
        }
        log.requests.iter().map(ReceivedRequest::line).collect()
    }

    pub(crate) async fn wait_until(&self, condition: impl FnMut(&Log) -> bool) {
        let mut log = self.log.subscribe();
        let in_time = timeout(TIMEOUT, log.wait_for(condition)).await.is_ok();
        assert!(in_time, "timed out: {:?}", self.log());
    }

    /// A client for this server with the default limits.
    pub(crate) fn client(&self) -> Client {
        self.client_with(|_| {})
    }

    pub(crate) fn client_with(&self, change: impl FnOnce(&mut Options)) -> Client {
        client(self.address, change)
    }
}

pub(crate) fn client(address: SocketAddr, change: impl FnOnce(&mut Options)) -> Client {
    let mut options = Options::new(SecretString::from(KEY));
    options.visibility_wait = Duration::from_millis(500);
    change(&mut options);
    let address = Address::parse(&format!("http://{address}")).unwrap();
    Client::new(&address, &options).unwrap()
}

/// Time for two attempts at least, even on a busy machine.
pub(crate) const fn short_deadline(options: &mut Options) {
    options.deadline = Duration::from_millis(2500);
}

/// Reads a job in a task.
pub(crate) fn spawn_read(
    client: &Client,
    id: &str,
) -> JoinHandle<Result<Versioned<Job>, ClientError>> {
    let (client, id) = (client.clone(), JobId::from(id));
    tokio::spawn(async move { client.read_job(&id).await })
}

/// Creates a person in a task.
pub(crate) fn spawn_create(client: &Client) -> JoinHandle<Result<PersonCreated, ClientError>> {
    let client = client.clone();
    tokio::spawn(async move { client.create_person(&CreatePerson::default()).await })
}

/// Waits for a load of the client. Every change of the load comes with an event,
/// and this takes over the events of the client.
pub(crate) async fn wait_for_load(client: &Client, is_reached: impl Fn(Load) -> bool) {
    let (sender, mut events) = unbounded_channel();
    client.subscribe(sender);
    let waiting = async {
        while !is_reached(client.load()) {
            events.recv().await.expect("the client holds the sender");
        }
    };
    let in_time = timeout(TIMEOUT, waiting).await.is_ok();
    assert!(in_time, "the load stays at {:?}", client.load());
}

/// An address that refuses every connection as long as the socket lives.
pub(crate) fn refusing_address() -> (TcpSocket, SocketAddr) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    (socket, address)
}

/// An answer; every header line ends in CRLF.
pub(crate) fn answer(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<Step> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    vec![Step::Write([head.as_bytes(), body].concat())]
}

/// A successful JSON answer.
pub(crate) fn ok(body: impl AsRef<[u8]>) -> Vec<Step> {
    answer("200 OK", "Content-Type: application/json\r\n", body)
}

/// A successful answer with one record.
pub(crate) fn record(data: &Value) -> Vec<Step> {
    ok(json!({"success": true, "data": data}).to_string())
}

/// A successful answer with the job that most tests read.
pub(crate) fn job_record() -> Vec<Step> {
    record(&json!({"id": "j", "name": "Clerk"}))
}

/// A successful answer with the job that the request names.
pub(crate) fn requested_job(request: &ReceivedRequest) -> Vec<Step> {
    let id = request.target.rsplit('/').next();
    record(&json!({"id": id, "name": "Clerk"}))
}

/// A successful answer with a page of a list.
pub(crate) fn page(rows: &[Value], total: usize, offset: usize, limit: usize) -> Vec<Step> {
    let meta = json!({"total": total, "offset": offset, "limit": limit});
    ok(json!({"success": true, "data": rows, "meta": meta}).to_string())
}

/// The requested page of a list of jobs with these ids.
pub(crate) fn page_of(ids: &[usize], request: &ReceivedRequest) -> Vec<Step> {
    let (offset, limit) = (request.query("offset"), request.query("limit"));
    let rows: Vec<Value> = ids.iter().skip(offset).take(limit).copied().map(row).collect();
    page(&rows, ids.len(), offset, limit)
}

pub(crate) fn row(id: usize) -> Value {
    json!({"id": format!("job_{id}"), "name": "Clerk"})
}

async fn accept(listener: &TcpListener, log: &watch::Sender<Log>, responder: &Responder) {
    // Dropping the set closes all connections.
    let mut connections = tokio::task::JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let number = log.borrow().connections;
        log.send_modify(|log| log.connections += 1);
        connections.spawn(serve_connection(stream, number, log.clone(), Arc::clone(responder)));
    }
}

async fn serve_connection(
    mut stream: TcpStream,
    connection: usize,
    log: watch::Sender<Log>,
    responder: Responder,
) {
    while let Some(mut request) = read_request(&mut stream).await {
        request.connection = connection;
        log.send_modify(|log| {
            request.number = log.requests.len();
            log.requests.push(request.clone());
            log.in_flight += 1;
            log.max_in_flight = log.max_in_flight.max(log.in_flight);
        });
        let mut is_unanswered = true;
        let mut is_open = true;
        for step in responder(&request) {
            let is_answer = !matches!(step, Step::Wait(_) | Step::Hold);
            if is_answer && std::mem::take(&mut is_unanswered) {
                log.send_modify(|log| log.in_flight -= 1);
            }
            is_open = is_open && perform(step, &mut stream, &log).await;
        }
        if is_unanswered {
            log.send_modify(|log| log.in_flight -= 1);
        }
        if !is_open {
            return;
        }
    }
}

/// Performs a step. Returns whether the connection stays open.
async fn perform(step: Step, stream: &mut TcpStream, log: &watch::Sender<Log>) -> bool {
    let is_open = match step {
        Step::Write(bytes) => write(stream, &bytes, log).await,
        Step::Dribble(bytes) => {
            let mut interval = tokio::time::interval(Duration::from_millis(20));
            let mut bytes = bytes.iter();
            loop {
                interval.tick().await;
                let Some(byte) = bytes.next() else { break true };
                if !write(stream, &[*byte], log).await {
                    break false;
                }
            }
        }
        Step::Flood(bytes) => {
            while write(stream, &bytes, log).await {}
            false
        }
        Step::Wait(mut latch) => {
            let _ = latch.changed().await;
            true
        }
        Step::Hold => {
            let mut ignored = [0; 64];
            while stream.read(&mut ignored).await.is_ok_and(|count| count > 0) {}
            false
        }
        Step::Close => return false,
        Step::Reset => {
            stream.set_zero_linger().unwrap();
            return false;
        }
    };
    if !is_open {
        log.send_modify(|log| log.aborted += 1);
    }
    is_open
}

async fn write(stream: &mut TcpStream, mut bytes: &[u8], log: &watch::Sender<Log>) -> bool {
    while !bytes.is_empty() {
        match stream.write(bytes).await {
            Ok(count) => {
                bytes = &bytes[count..];
                log.send_modify(|log| log.written += count);
            }
            Err(_hung_up) => return false,
        }
    }
    true
}

async fn read_request(stream: &mut TcpStream) -> Option<ReceivedRequest> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    let mut lines = text.lines();
    let mut first = lines.next().unwrap().split(' ').map(str::to_owned);
    let headers = lines.map(|line| line.split_once(": ").unwrap());
    let mut request = ReceivedRequest {
        number: 0,
        connection: 0,
        method: first.next().unwrap(),
        target: first.next().unwrap(),
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        body: bytes.split_off(head + 4),
        at: Instant::now(),
    };
    let length = request.header("content-length").map_or(0, |length| length.parse().unwrap());
    while request.body.len() < length {
        if stream.read_buf(&mut request.body).await.ok()? == 0 {
            return None;
        }
    }
    Some(request)
}
