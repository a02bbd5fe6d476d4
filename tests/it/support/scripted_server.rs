//! A server that does to its callers whatever a test tells it to.
//!
//! It reads requests off a raw socket, keeps each of them for the test, and
//! answers with steps: bytes, waits, a hang-up, a reset. A connection stays
//! open until a step ends it, its caller does, or the server is dropped.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shortlist::client::{Address, Client, Load, Options, SecretString};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::{oneshot, watch};

/// The key that every test client has.
pub(crate) const KEY: &str = "sl_a-key-that-nobody-must-see";

/// How long a test waits for what must happen before it fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// Which one it was, from 0, among all requests.
    pub(crate) number: usize,
    /// Which connection it came on, from 0.
    pub(crate) connection: usize,
    pub(crate) method: String,
    /// Path and query, as they were sent.
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) at: Instant,
}

impl Asked {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// A number in the query.
    pub(crate) fn query(&self, name: &str) -> usize {
        let (_, query) = self.target.split_once('?').unwrap_or_default();
        let pair = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        pair.and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// One thing that the server does with a connection.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Write(Vec<u8>),
    /// One byte every 20 ms.
    Dribble(Vec<u8>),
    /// The same bytes again and again, until the caller hangs up.
    Flood(Vec<u8>),
    /// Nothing, until the test opens the latch.
    Wait(Latch),
    /// Nothing, until the caller hangs up.
    Hold,
    Close,
    /// Ends the connection with a reset.
    Reset,
}

/// Holds answers back until the other half is dropped.
pub(crate) type Latch = watch::Receiver<()>;

/// A latch, and what opens it when it is dropped.
pub(crate) fn latch() -> (watch::Sender<()>, Latch) {
    watch::channel(())
}

/// What has happened at the server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    pub(crate) asked: Vec<Asked>,
    pub(crate) connections: usize,
    /// Connections that the caller ended before the server was done with them.
    pub(crate) hung_up: usize,
    /// Bytes that were taken off the server's hands.
    pub(crate) written: usize,
    /// Requests that came and were not answered yet.
    pub(crate) in_flight: usize,
    /// The most of them at any time.
    pub(crate) most: usize,
}

type Answering = Arc<dyn Fn(&Asked) -> Vec<Step> + Send + Sync>;

pub(crate) struct Rough {
    pub(crate) address: SocketAddr,
    log: watch::Sender<Log>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Rough {
    /// Every request is answered with what the closure says.
    pub(crate) fn start(answering: impl Fn(&Asked) -> Vec<Step> + Send + Sync + 'static) -> Self {
        let log = watch::Sender::new(Log::default());
        let (told, heard) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let (at_work, answering): (_, Answering) = (log.clone(), Arc::new(answering));
        let thread = std::thread::spawn(move || {
            on_a_runtime(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                told.send(listener.local_addr().unwrap()).unwrap();
                tokio::select! {
                    () = accept(&listener, &at_work, &answering) => {}
                    _ = stopped => {}
                }
            });
        });
        let address = heard.recv().expect("the server started");
        Self { address, log, stop: Some(stop), thread: Some(thread) }
    }

    /// The first request gets the first answer, and so on; the last answer is
    /// given to all that come after it.
    pub(crate) fn script(answers: Vec<Vec<Step>>) -> Self {
        Self::start(move |asked| answers[asked.number.min(answers.len() - 1)].clone())
    }

    /// Every request gets this answer.
    pub(crate) fn always(answer: Vec<Step>) -> Self {
        Self::script(vec![answer])
    }

    pub(crate) fn log(&self) -> Log {
        self.log.borrow().clone()
    }

    /// What was asked, as method and target. Every request carried the key.
    pub(crate) fn asked(&self) -> Vec<String> {
        let log = self.log();
        let bearer = format!("Bearer {KEY}");
        for asked in &log.asked {
            assert_eq!(asked.header("authorization"), Some(&*bearer), "{}", asked.target);
        }
        log.asked.iter().map(|asked| format!("{} {}", asked.method, asked.target)).collect()
    }

    /// Waits for something to happen at the server.
    pub(crate) async fn until(&self, happened: impl FnMut(&Log) -> bool) {
        let mut log = self.log.subscribe();
        let waiting = tokio::time::timeout(PATIENCE, log.wait_for(happened)).await.map(drop);
        assert!(waiting.is_ok(), "it did not happen: {:?}", self.log());
    }

    /// A client for it that has all the time it needs.
    pub(crate) fn client(&self) -> Client {
        self.client_with(|_| {})
    }

    pub(crate) fn client_with(&self, change: impl FnOnce(&mut Options)) -> Client {
        client(self.address, change)
    }
}

impl Drop for Rough {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A client for a server on this machine.
pub(crate) fn client(address: SocketAddr, change: impl FnOnce(&mut Options)) -> Client {
    let mut options = Options::new(SecretString::from(KEY));
    change(&mut options);
    let address = Address::parse(&format!("http://{address}")).unwrap();
    Client::new(&address, &options).unwrap()
}

/// Time for a second try, and hardly a third.
pub(crate) const fn hasty(options: &mut Options) {
    options.deadline = Duration::from_millis(1200);
}

/// Waits until the load of a client is like this. Nothing changes it without a
/// note, and this takes the notes of the client.
pub(crate) async fn until_load(client: &Client, is_reached: impl Fn(Load) -> bool) {
    let (listener, mut notes) = unbounded_channel();
    client.subscribe(listener);
    let waiting = async {
        while !is_reached(client.load()) {
            notes.recv().await.expect("the client holds the other end");
        }
    };
    let in_time = tokio::time::timeout(PATIENCE, waiting).await.is_ok();
    assert!(in_time, "this load is not reached: {:?}", client.load());
}

/// An address that is taken and refuses every connection, while it is held.
pub(crate) fn refusing() -> (TcpSocket, SocketAddr) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    (socket, address)
}

/// An answer with headers of its own (each with its line end) and a body.
pub(crate) fn answer(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Vec<Step> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    vec![Step::Write([head.as_bytes(), body].concat())]
}

/// A good answer of JSON.
pub(crate) fn ok(body: impl AsRef<[u8]>) -> Vec<Step> {
    answer("200 OK", "Content-Type: application/json\r\n", body)
}

/// A good answer with a record.
pub(crate) fn record(data: &Value) -> Vec<Step> {
    ok(json!({"success": true, "data": data}).to_string())
}

/// A good answer with a page of a list.
pub(crate) fn page(rows: &[Value], total: usize, offset: usize, limit: usize) -> Vec<Step> {
    let meta = json!({"total": total, "offset": offset, "limit": limit});
    ok(json!({"success": true, "data": rows, "meta": meta}).to_string())
}

/// The page that is asked for of a list of rows with these ids.
pub(crate) fn page_of(ids: &[usize], asked: &Asked) -> Vec<Step> {
    let (offset, limit) = (asked.query("offset"), asked.query("limit"));
    let rows: Vec<Value> = ids.iter().skip(offset).take(limit).copied().map(row).collect();
    page(&rows, ids.len(), offset, limit)
}

pub(crate) fn row(id: usize) -> Value {
    json!({"id": format!("job_{id}"), "name": "Clerk"})
}

pub(crate) fn on_a_runtime(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(work);
}

async fn accept(listener: &TcpListener, log: &watch::Sender<Log>, answering: &Answering) {
    // Dropped with the server, and all connections with it.
    let mut connections = tokio::task::JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let number = log.borrow().connections;
        log.send_modify(|log| log.connections += 1);
        connections.spawn(converse(stream, number, log.clone(), Arc::clone(answering)));
    }
}

async fn converse(
    mut stream: TcpStream,
    connection: usize,
    log: watch::Sender<Log>,
    answering: Answering,
) {
    while let Some(mut asked) = read_request(&mut stream).await {
        asked.connection = connection;
        log.send_modify(|log| {
            asked.number = log.asked.len();
            log.asked.push(asked.clone());
            log.in_flight += 1;
            log.most = log.most.max(log.in_flight);
        });
        let mut unanswered = true;
        let mut goes_on = true;
        for step in answering(&asked) {
            let speaks = !matches!(step, Step::Wait(_) | Step::Hold);
            if speaks && std::mem::take(&mut unanswered) {
                log.send_modify(|log| log.in_flight -= 1);
            }
            goes_on = goes_on && perform(step, &mut stream, &log).await;
        }
        if unanswered {
            log.send_modify(|log| log.in_flight -= 1);
        }
        if !goes_on {
            return;
        }
    }
}

/// Performs a step, and tells whether the connection goes on.
async fn perform(step: Step, stream: &mut TcpStream, log: &watch::Sender<Log>) -> bool {
    let goes_on = match step {
        Step::Write(bytes) => write(stream, &bytes, log).await,
        Step::Dribble(bytes) => {
            let mut pace = tokio::time::interval(Duration::from_millis(20));
            let mut bytes = bytes.iter();
            loop {
                pace.tick().await;
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
            let mut nothing = [0; 64];
            while stream.read(&mut nothing).await.is_ok_and(|count| count > 0) {}
            false
        }
        Step::Close => return false,
        Step::Reset => {
            stream.set_zero_linger().unwrap();
            return false;
        }
    };
    if !goes_on {
        log.send_modify(|log| log.hung_up += 1);
    }
    goes_on
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

async fn read_request(stream: &mut TcpStream) -> Option<Asked> {
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
    let mut asked = Asked {
        number: 0,
        connection: 0,
        method: first.next().unwrap(),
        target: first.next().unwrap(),
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        body: bytes.split_off(head + 4),
        at: Instant::now(),
    };
    let length = asked.header("content-length").map_or(0, |length| length.parse().unwrap());
    while asked.body.len() < length {
        if stream.read_buf(&mut asked.body).await.ok()? == 0 {
            return None;
        }
    }
    Some(asked)
}
