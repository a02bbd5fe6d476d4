//! Every way in which the server misbehaves.

use std::sync::OnceLock;

use crate::bodies::{self, ListRequest};
use serde_json::Value;

#[derive(Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// How a connection ends in the middle of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Close,
    Reset,
    Hold,
}

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Healthy,
    /// Answers after this many milliseconds.
    Slow(u64),
    /// The port is closed.
    Refuse,
    /// Connections are accepted and reset.
    ResetConnections,
    /// Requests are read and never answered.
    Hold,
    /// Half of the body.
    Cut(Ending),
    /// A few bytes at a time.
    Dribble,
    /// A body without an end.
    Flood,
    /// These bytes in place of an answer.
    Raw(&'static [u8]),
    /// Status, header lines and body. Writes are not applied.
    Status(&'static str, &'static str, &'static str),
    /// A body with status 200, and its header lines. Writes are applied.
    Body(&'static str, fn() -> &'static [u8]),
    /// A list is changed. With a number, every offset gets this many of the first rows.
    List(Option<usize>, fn(&mut Value, ListRequest)),
    /// Every answer is changed.
    Json(fn(&mut Value)),
    /// A record is that of another id.
    OtherRecord,
    /// A record is as it was before the last write.
    Stale,
    /// A write is applied, and its answer lost.
    LoseWrites,
    /// A write is applied, and its answer is this body with status 200.
    DenyWrites(&'static str),
    /// Someone else changes the person before each write.
    EditBefore,
    /// A write is refused with this status and body; reads are healthy.
    RefuseWrites(&'static str, &'static str),
}

const JSON: &str = "Content-Type: application/json\r\n";
const HTML: &str = "Content-Type: text/html\r\n";
const ERROR: &str = r#"{"success":false,"error":"the shelf fell over"}"#;
const PAGE: &str = "<!doctype html><html><title>Bad gateway</title><p>nginx</html>";

const fn on(name: &'static str, kind: Kind) -> Fault {
    Fault { name, kind }
}

pub(crate) const HEALTHY: usize = 0;

#[rustfmt::skip]
pub(crate) const FAULTS: &[Fault] = &[
    on("healthy", Kind::Healthy),
    on("slow", Kind::Slow(1500)),
    on("refuse", Kind::Refuse),
    on("reset-connections", Kind::ResetConnections),
    on("hold", Kind::Hold),
    on("cut-close", Kind::Cut(Ending::Close)),
    on("cut-reset", Kind::Cut(Ending::Reset)),
    on("cut-hold", Kind::Cut(Ending::Hold)),
    on("dribble", Kind::Dribble),
    on("flood", Kind::Flood),
    on("garbage", Kind::Raw(b"\x16\x03\x01 this is not HTTP \xff\xfe\r\n\r\n")),
    on("wrong-length", Kind::Raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{\"success\":true,\"data\":[]}")),
    on("broken-chunks", Kind::Raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")),
    on("status-500", Kind::Status("500 Internal Server Error", JSON, ERROR)),
    on("status-502-html", Kind::Status("502 Bad Gateway", HTML, PAGE)),
    on("status-503", Kind::Status("503 Service Unavailable", JSON, ERROR)),
    on("status-503-wait-1", Kind::Status("503 Service Unavailable", "Content-Type: application/json\r\nRetry-After: 1\r\n", ERROR)),
    on("status-504-empty", Kind::Status("504 Gateway Timeout", "", "")),
    on("status-429-wait-1", Kind::Status("429 Too Many Requests", "Content-Type: application/json\r\nRetry-After: 1\r\n", ERROR)),
    on("status-429-wait-3", Kind::Status("429 Too Many Requests", "Content-Type: application/json\r\nRetry-After: 3\r\n", ERROR)),
    on("status-429-wait-0", Kind::Status("429 Too Many Requests", "Retry-After: 0\r\n", "")),
    on("status-429-bare", Kind::Status("429 Too Many Requests", JSON, ERROR)),
    on("status-429-wait-86400", Kind::Status("429 Too Many Requests", "Content-Type: application/json\r\nRetry-After: 86400\r\n", ERROR)),
    on("status-400", Kind::Status("400 Bad Request", JSON, ERROR)),
    on("status-401", Kind::Status("401 Unauthorized", "Content-Type: application/json\r\nWWW-Authenticate: Bearer\r\n", ERROR)),
    on("status-403", Kind::Status("403 Forbidden", JSON, ERROR)),
    on("status-404", Kind::Status("404 Not Found", JSON, ERROR)),
    on("status-408", Kind::Status("408 Request Timeout", "Connection: close\r\n", "")),
    on("status-413", Kind::Status("413 Content Too Large", JSON, ERROR)),
    on("status-422", Kind::Status("422 Unprocessable Content", JSON, r#"{"success":false,"error":"no","errors":[{"field":"emails[0].value","message":"is odd"},{"field":null}]}"#)),
    on("status-304", Kind::Status("304 Not Modified", "", "")),
    on("status-204", Kind::Status("204 No Content", "", "")),
    on("redirect", Kind::Status("302 Found", "Location: /v1/jobs\r\n", "")),
    on("redirect-away", Kind::Status("308 Permanent Redirect", "Location: http://127.0.0.1:9/\r\n", "")),
    on("success-false", Kind::Body(JSON, || ERROR.as_bytes())),
    on("html", Kind::Body(HTML, || PAGE.as_bytes())),
    on("empty-body", Kind::Body(JSON, || b"")),
    on("data-null", Kind::Body(JSON, || br#"{"success":true,"data":null}"#)),
    on("data-missing", Kind::Body(JSON, || br#"{"success":true}"#)),
    on("data-string", Kind::Body(JSON, || br#"{"success":"true","data":"ok","meta":[1]}"#)),
    on("invalid-json", Kind::Body(JSON, || br#"{"success":true,"data":[{"id":"job_1","name":}]}"#)),
    on("invalid-utf8", Kind::Body(JSON, || b"{\"success\":true,\"data\":[{\"id\":\"job_\xff\xfe\",\"name\":\"\xc3\x28\"}]}")),
    on("deep-json", Kind::Body(JSON, deep_json)),
    on("huge-body", Kind::Body(JSON, huge_body)),
    on("gzip-bomb", Kind::Body("Content-Type: application/json\r\nContent-Encoding: gzip\r\n", gzip_bomb)),
    on("empty-middle", Kind::List(None, bodies::empty_middle)),
    on("empty-lists", Kind::List(None, bodies::empty)),
    on("short-pages", Kind::List(None, bodies::short)),
    on("three-rows", Kind::List(Some(3), bodies::without_meta)),
    on("no-ids", Kind::List(Some(1), bodies::without_ids)),
    on("a-million", Kind::List(Some(100), bodies::of_a_million)),
    on("failing-pages", Kind::List(Some(100), bodies::failing_pages)),
    on("endless", Kind::List(Some(100), bodies::endless)),
    on("endless-without-total", Kind::List(Some(100), bodies::endless_without_total)),
    on("changing-totals", Kind::List(None, bodies::changing_total)),
    on("absurd-totals", Kind::List(None, bodies::absurd_total)),
    on("doubled-rows", Kind::List(None, bodies::doubled)),
    on("shuffled-rows", Kind::List(None, bodies::shuffled)),
    on("large-pages", Kind::List(Some(100), bodies::large)),
    on("null-rows", Kind::List(None, bodies::null_rows)),
    on("megabyte-texts", Kind::Json(bodies::megabyte_texts)),
    on("hostile-texts", Kind::Json(bodies::hostile_texts)),
    on("odd-ids", Kind::Json(bodies::odd_ids)),
    on("wrong-types", Kind::Json(bodies::wrong_types)),
    on("odd-dates", Kind::Json(bodies::odd_dates)),
    on("other-record", Kind::OtherRecord),
    on("stale-reads", Kind::Stale),
    on("lost-writes", Kind::LoseWrites),
    on("denied-writes", Kind::DenyWrites(ERROR)),
    on("unreadable-writes", Kind::DenyWrites("<html>saved</html>")),
    on("edits-by-others", Kind::EditBefore),
    on("writes-403", Kind::RefuseWrites("403 Forbidden", ERROR)),
    on("writes-409", Kind::RefuseWrites("409 Conflict", ERROR)),
    on("writes-412", Kind::RefuseWrites("412 Precondition Failed", ERROR)),
    on("writes-422", Kind::RefuseWrites("422 Unprocessable Content", r#"{"success":false,"error":"no","errors":[{"field":"current_job_title","message":"is too odd"}]}"#)),
    on("writes-500", Kind::RefuseWrites("500 Internal Server Error", ERROR)),
];

fn deep_json() -> &'static [u8] {
    static BODY: OnceLock<Vec<u8>> = OnceLock::new();
    BODY.get_or_init(|| {
        let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
        format!(r#"{{"success":true,"data":{open}{close}}}"#).into_bytes()
    })
}

/// More than the client reads.
fn huge_body() -> &'static [u8] {
    static BODY: OnceLock<Vec<u8>> = OnceLock::new();
    BODY.get_or_init(|| [br#"{"success":true,"data":""#.as_slice(), &vec![b'x'; 40 << 20]].concat())
}

fn gzip_bomb() -> &'static [u8] {
    static BODY: OnceLock<Vec<u8>> = OnceLock::new();
    BODY.get_or_init(|| {
        use std::io::Write;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        let zeros = vec![b' '; 1 << 20];
        for _ in 0..512 {
            encoder.write_all(&zeros).expect("memory takes everything");
        }
        encoder.finish().expect("memory takes everything")
    })
}
