//! One connection of the server: requests off the socket, and answers by steps.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};

/// A request as it came.
pub(crate) struct Received {
    pub(crate) method: String,
    /// Path and query.
    pub(crate) target: String,
    pub(crate) if_match: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// How a request is answered.
pub(crate) enum Reply {
    Write(Vec<u8>),
    /// These bytes, and then no more.
    WriteAndClose(Vec<u8>),
    WriteAndReset(Vec<u8>),
    WriteAndHold(Vec<u8>),
    /// Ten bytes every 50 ms.
    Dribble(Vec<u8>),
    /// The bytes, and then these again and again.
    Flood(Vec<u8>, Vec<u8>),
}

/// How an answer ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Answered,
    /// The connection is over; the client hung up or not.
    Closed,
    Aborted,
}

impl Received {
    pub(crate) fn is_write(&self) -> bool {
        self.method != "GET"
    }

    fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub(crate) fn is_list(&self) -> bool {
        let path = self.path();
        !self.is_write() && (path == "/v1/jobs" || path.ends_with("/candidates"))
    }

    /// A number in the query.
    pub(crate) fn query(&self, name: &str) -> Option<usize> {
        let (_, query) = self.target.split_once('?')?;
        query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
    }

    /// The same list from its start.
    pub(crate) fn first_rows(&self, limit: usize) -> String {
        format!("{}?offset=0&limit={limit}", self.path())
    }
}

pub(crate) fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// Reads a request. `None` when the client hung up.
pub(crate) async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let mut lines = text.lines();
    let mut first = lines.next()?.split(' ').map(str::to_owned);
    let header = |name: &str| {
        let mut all = text.lines().skip(1).filter_map(|line| line.split_once(": "));
        all.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
    };
    let length = header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = bytes.split_off(head + 4);
    while body.len() < length {
        if stream.read_buf(&mut body).await.ok()? == 0 {
            return None;
        }
    }
    let if_match = header("if-match");
    Some(Received { method: first.next()?, target: first.next()?, if_match, body })
}

/// Answers; `before_end` is called before the last bytes go out.
pub(crate) async fn answer(
    stream: &mut TcpStream,
    reply: Reply,
    before_end: impl FnOnce(),
) -> Outcome {
    let is_reset = matches!(reply, Reply::WriteAndReset(_));
    let (mut reader, writer) = stream.split();
    let outcome = tokio::select! {
        outcome = write(writer, reply, before_end) => outcome,
        () = hung_up(&mut reader) => Outcome::Aborted,
    };
    if is_reset && outcome == Outcome::Closed {
        // The client may be faster.
        let _ = stream.set_zero_linger();
    }
    outcome
}

/// Waits until the client closes the connection, or has nothing to wait for.
pub(crate) async fn hung_up(reader: &mut ReadHalf<'_>) {
    let mut ignored = [0; 64];
    while reader.read(&mut ignored).await.is_ok_and(|count| count > 0) {}
}

async fn write(mut writer: WriteHalf<'_>, reply: Reply, before_end: impl FnOnce()) -> Outcome {
    match reply {
        Reply::Write(bytes) => write_all(writer, &bytes, before_end, Outcome::Answered).await,
        Reply::WriteAndClose(bytes) | Reply::WriteAndReset(bytes) => {
            write_all(writer, &bytes, before_end, Outcome::Closed).await
        }
        Reply::WriteAndHold(bytes) => {
            if writer.write_all(&bytes).await.is_err() {
                return Outcome::Aborted;
            }
            std::future::pending().await
        }
        Reply::Dribble(bytes) => {
            let mut interval = tokio::time::interval(Duration::from_millis(50));
            for part in bytes.chunks(10) {
                interval.tick().await;
                if writer.write_all(part).await.is_err() {
                    return Outcome::Aborted;
                }
            }
            before_end();
            Outcome::Answered
        }
        Reply::Flood(head, part) => {
            let mut sent = writer.write_all(&head).await;
            while sent.is_ok() {
                sent = writer.write_all(&part).await;
            }
            Outcome::Aborted
        }
    }
}

async fn write_all(
    mut writer: WriteHalf<'_>,
    bytes: &[u8],
    before_end: impl FnOnce(),
    then: Outcome,
) -> Outcome {
    let (most, last) = bytes.split_at(bytes.len().saturating_sub(1));
    if writer.write_all(most).await.is_err() {
        return Outcome::Aborted;
    }
    before_end();
    if writer.write_all(last).await.is_ok() { then } else { Outcome::Aborted }
}
