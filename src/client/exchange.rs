//! One request, sent once: the answer whole, or what happened instead.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use reqwest::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderValue, IF_MATCH, LOCATION, RETRY_AFTER,
};
use reqwest::{Method, Response, Url};
use tokio::time::{Instant, timeout_at};

use super::error::{Refusal, Sent, Stage, What};
use super::problem::{self, Problem};
use super::retry_after;

/// Headers in which servers name a request.
const REQUEST_IDS: [&str; 5] =
    ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-trace-id"];

/// No explanation of a failure is longer than this.
const ERROR_BODY: usize = 1 << 20;

/// A shorter key would be found in any text.
const SECRET: usize = 6;

/// What is asked.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) body: Option<Vec<u8>>,
    pub(super) if_match: Option<HeaderValue>,
}

impl Ask {
    pub(super) const fn get(url: Url) -> Self {
        Self { method: Method::GET, url, body: None, if_match: None }
    }

    pub(super) const fn with(method: Method, url: Url, body: Vec<u8>) -> Self {
        Self { method, url, body: Some(body), if_match: None }
    }

    /// Whether asking twice is the same as asking once.
    pub(super) fn is_read(&self) -> bool {
        self.method == Method::GET
    }

    /// As people and logs name it: without the host, which may be long.
    pub(super) fn name(&self) -> String {
        match self.url.query() {
            Some(query) => format!("{} {}?{query}", self.method, self.url.path()),
            None => format!("{} {}", self.method, self.url.path()),
        }
    }
}

/// An answer of the 200s, whole.
#[derive(Debug)]
pub(super) struct Whole {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
    /// What the request was signed with, to be hidden if it comes back.
    key: HeaderValue,
}

impl Whole {
    pub(super) fn request_id(&self) -> Option<String> {
        REQUEST_IDS
            .iter()
            .find_map(|name| self.headers.get(*name)?.to_str().ok())
            .map(|id| problem::brief(&self.hide(id)))
            .filter(|id| !id.is_empty())
    }

    /// The failure that the body tells of.
    pub(super) fn refusal(&self, retry_after: Option<Duration>) -> Refusal {
        let Problem { message, code, fields, request_id } =
            problem::find_anywhere(&self.start(), &|text| self.hide(text));
        let request_id = request_id.or_else(|| self.request_id());
        Refusal { status: self.status, message, code, fields, request_id, retry_after }
    }

    /// What the body says in a place where servers tell of failures.
    pub(super) fn message(&self) -> String {
        problem::find(&self.start(), &|text| self.hide(text)).message
    }

    /// As much of the body as an explanation needs.
    fn start(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.body.get(..ERROR_BODY).unwrap_or(&self.body))
    }

    /// The text without the key: a server may send back what it was sent.
    fn hide(&self, text: &str) -> String {
        let header = self.key.to_str().unwrap_or_default();
        match header.strip_prefix("Bearer ").filter(|key| key.len() >= SECRET) {
            Some(key) => text.replace(key, "[the key]"),
            None => text.to_owned(),
        }
    }
}

/// What an exchange is bound by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) deadline: Instant,
    /// How long the request has in all, to tell it.
    pub(super) time: Duration,
    pub(super) body: usize,
}

/// What happened instead of an answer, and whether the request left.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) what: What,
    pub(super) sent: Sent,
}

/// Sends the request once.
pub(super) async fn exchange(
    http: &reqwest::Client,
    key: &HeaderValue,
    ask: &Ask,
    bounds: Bounds,
) -> Result<Whole, Failed> {
    // Where the exchange stands, for when its time is up: 0 before the answer
    // begins, else one more than the bytes received.
    let received = AtomicUsize::new(0);
    let exchange = sent(http, key, ask, bounds, &received);
    match timeout_at(bounds.deadline, exchange).await {
        Ok(done) => done,
        Err(_elapsed) => {
            let (stage, sent) = match received.load(Ordering::Relaxed) {
                0 => (Stage::Answer, Sent::Maybe),
                more => (Stage::Rest { received: more - 1 }, Sent::Yes),
            };
            Err(Failed { what: What::TimedOut { after: bounds.time, stage }, sent })
        }
    }
}

async fn sent(
    http: &reqwest::Client,
    key: &HeaderValue,
    ask: &Ask,
    bounds: Bounds,
    received: &AtomicUsize,
) -> Result<Whole, Failed> {
    let mut request = http
        .request(ask.method.clone(), ask.url.clone())
        .header(reqwest::header::AUTHORIZATION, key)
        .header(ACCEPT, "application/json");
    if ask.is_read() {
        // What a cache on the way remembers proves nothing.
        request = request.header(CACHE_CONTROL, "no-cache");
    }
    if let Some(body) = &ask.body {
        request = request.header(CONTENT_TYPE, "application/json").body(body.clone());
    }
    if let Some(tag) = &ask.if_match {
        request = request.header(IF_MATCH, tag);
    }
    let begun = Instant::now();
    let mut response = request.send().await.map_err(|error| unanswered(error, begun))?;
    received.store(1, Ordering::Relaxed);
    let status = response.status().as_u16();
    let headers = std::mem::take(response.headers_mut());
    let mut whole = Whole { status, headers, body: Vec::new(), key: key.clone() };
    let is_refusal = !(200..=299).contains(&status);
    let limit = if is_refusal { ERROR_BODY.min(bounds.body) } else { bounds.body };
    let broken = read_body(response, limit, &mut whole.body, received).await.err();
    // What the status says counts, even if the explanation never ended.
    let what = if is_refusal { Some(refusal(&whole)) } else { broken.map(|b| b.of(&whole)) };
    match what {
        None => Ok(whole),
        Some(what) => Err(Failed { what, sent: Sent::Yes }),
    }
}

/// No answer came: was it sent?
fn unanswered(error: reqwest::Error, begun: Instant) -> Failed {
    let (sent, stage) = if error.is_connect() || error.is_builder() {
        (Sent::No, Stage::Connection)
    } else {
        (Sent::Maybe, Stage::Answer)
    };
    let what = if error.is_timeout() {
        What::TimedOut { after: begun.elapsed(), stage }
    } else if sent == Sent::No {
        What::Unreachable(error.into())
    } else {
        What::Broken(error.into())
    };
    Failed { what, sent }
}

/// Why a body did not come whole.
enum Halted {
    TooLarge(usize),
    TimedOut(Duration),
    Broken(reqwest::Error),
}

impl Halted {
    fn of(self, whole: &Whole) -> What {
        match self {
            Self::TooLarge(limit) => {
                What::TooLarge { limit, status: whole.status, request_id: whole.request_id() }
            }
            Self::TimedOut(after) => {
                What::TimedOut { after, stage: Stage::Rest { received: whole.body.len() } }
            }
            Self::Broken(error) => What::Broken(error.into()),
        }
    }
}

/// Reads the body, and no further than the limit: unpacked, if it was packed.
async fn read_body(
    mut response: Response,
    limit: usize,
    body: &mut Vec<u8>,
    received: &AtomicUsize,
) -> Result<(), Halted> {
    let begun = Instant::now();
    let told = response.content_length().and_then(|length| usize::try_from(length).ok());
    if told.is_some_and(|length| length > limit) {
        return Err(Halted::TooLarge(limit));
    }
    body.reserve(told.unwrap_or(0));
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() > limit => {
                return Err(Halted::TooLarge(limit));
            }
            Ok(Some(chunk)) => {
                body.extend_from_slice(&chunk);
                received.store(body.len() + 1, Ordering::Relaxed);
            }
            Ok(None) => return Ok(()),
            // Asked first: a body cut off by time also calls itself undecodable.
            Err(error) if error.is_timeout() => return Err(Halted::TimedOut(begun.elapsed())),
            Err(error) => return Err(Halted::Broken(error)),
        }
    }
}

/// What a status outside the 200s means.
fn refusal(whole: &Whole) -> What {
    let header = |name| whole.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if (300..=399).contains(&whole.status) {
        return What::Redirected {
            status: whole.status,
            to: problem::brief(&whole.hide(header(LOCATION).unwrap_or("nowhere"))),
            request_id: whole.request_id(),
        };
    }
    let retry_after =
        header(RETRY_AFTER).and_then(|text| retry_after::parse(text, SystemTime::now()));
    What::Refused(whole.refusal(retry_after))
}
