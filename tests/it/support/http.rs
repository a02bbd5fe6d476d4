//! Raw HTTP requests: a test sends exactly the bytes it means to.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::TIMEOUT;

/// The key of every test service, sent unless a test changes the header.
pub(crate) const KEY: &str = "a-key-for-tests";

#[derive(Debug, Clone)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        header.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The `data` of an answer that must be a success.
    pub(crate) fn data(&self) -> Value {
        assert!(self.status < 300, "{} {}", self.status, self.body);
        self.json()["data"].clone()
    }
}

/// Sends bytes on a new connection and reads the answer to its end.
pub(crate) fn send(address: SocketAddr, request: &[u8]) -> Response {
    try_send(address, request).expect("an answer")
}

/// The same; `None` if the server is down.
pub(crate) fn try_send(address: SocketAddr, request: &[u8]) -> Option<Response> {
    let mut stream = TcpStream::connect(address).ok()?;
    // A service that hangs fails one test instead of the whole run.
    stream.set_read_timeout(Some(TIMEOUT)).ok()?;
    // A service that refuses early may close before it has read everything.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    try_parse(&bytes)
}

pub(crate) fn parse(bytes: &[u8]) -> Response {
    try_parse(bytes)
        .unwrap_or_else(|| panic!("no HTTP answer: {:?}", String::from_utf8_lossy(bytes)))
}

/// `None` for an incomplete answer.
fn try_parse(bytes: &[u8]) -> Option<Response> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let answer = Response { status, headers, body: body.to_owned() };
    let length = answer.header("content-length").and_then(|length| length.parse().ok());
    length.is_none_or(|length: usize| length == body.len()).then_some(answer)
}

#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn new(method: &str, path: &str) -> Self {
        let headers = vec![("Authorization".to_owned(), format!("Bearer {KEY}"))];
        Self { method: method.to_owned(), path: path.to_owned(), headers, body: Vec::new() }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(key, _)| !key.eq_ignore_ascii_case(name));
        if !value.is_empty() {
            self.headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    pub(crate) fn bytes(mut self, body: &[u8]) -> Self {
        body.clone_into(&mut self.body);
        self.header("Content-Type", "application/json")
            .header("Content-Length", &body.len().to_string())
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.bytes(body.to_string().as_bytes())
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut head =
            format!("{} {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        [head.as_bytes(), b"\r\n", &self.body].concat()
    }

    pub(crate) fn send(&self, address: SocketAddr) -> Response {
        send(address, &self.to_bytes())
    }
}

/// A text field of every item of a list.
pub(crate) fn texts(list: &Value, field: &str) -> Vec<String> {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

/// The path of a person, from any record with its `id`.
pub(crate) fn person_path(record: &Value) -> String {
    format!("/v1/persons/{}", record["id"].as_str().unwrap())
}

/// Calls until the status is this one. A call made after the limit must get it,
/// however long a busy machine takes to answer.
pub(crate) fn wait_for_status(status: u16, limit: Duration, call: impl Fn() -> u16) {
    let start = Instant::now();
    loop {
        let is_late = start.elapsed() > limit;
        if call() == status {
            return;
        }
        assert!(!is_late, "no {status} within {limit:?}");
    }
}
