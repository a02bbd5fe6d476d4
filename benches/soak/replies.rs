//! Which answer a fault gives to a request.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::bodies::ListRequest;
use crate::connection::{Received, Reply, response};
use crate::faults::{Ending, Kind};
use crate::server::{LATENCY, Log, Shared};
use crate::upstream::Answer;

const JSON: &str = "Content-Type: application/json\r\n";

pub(crate) async fn reply(kind: Kind, received: &Received, shared: &Shared) -> Reply {
    let upstream = &shared.upstream;
    match kind {
        Kind::Slow(millis) => {
            sleep(Duration::from_millis(millis)).await;
            healthy(received, shared).await
        }
        Kind::Hold | Kind::Refuse | Kind::ResetConnections => Reply::WriteAndHold(Vec::new()),
        Kind::Cut(ending) => cut(&upstream.send(received).await, ending),
        Kind::Dribble => Reply::Dribble(bytes(&upstream.send(received).await)),
        Kind::Flood => {
            let head = format!("HTTP/1.1 200 OK\r\n{JSON}\r\n{{\"success\":true,\"data\":\"");
            Reply::Flood(head.into_bytes(), vec![b'x'; 1 << 16])
        }
        Kind::Raw(bytes) => Reply::WriteAndClose(bytes.to_vec()),
        Kind::Status(status, headers, body) => {
            Reply::Write(response(status, headers, body.as_bytes()))
        }
        Kind::Body(headers, body) => {
            if received.is_write() {
                upstream.send(received).await;
            }
            Reply::Write(response("200 OK", headers, body()))
        }
        Kind::Json(change) => Reply::Write(bytes(&changed(upstream.send(received).await, change))),
        _ if received.is_write() => write_reply(kind, received, shared).await,
        Kind::List(rows, change) if received.is_list() => {
            let target = rows.map_or_else(|| received.target.clone(), |n| received.first_rows(n));
            let request = ListRequest {
                offset: received.query("offset").unwrap_or(0),
                limit: received.query("limit").unwrap_or(100),
            };
            let answer = upstream.send_to(received, &target).await;
            Reply::Write(bytes(&changed(answer, |body| change(body, request))))
        }
        Kind::OtherRecord if !received.is_list() => {
            let other = shared.log().other_target(&received.target);
            let answer = upstream.send_to(received, &other).await;
            shared.log().note_version(&other, &answer);
            Reply::Write(bytes(&answer))
        }
        Kind::Stale if !received.is_list() => {
            let known = shared.log().records.get(&received.target).cloned();
            match known {
                Some(answer) => Reply::Write(bytes(&answer)),
                None => healthy(received, shared).await,
            }
        }
        _ => healthy(received, shared).await,
    }
}

/// The answer to a write, of a fault that treats it differently.
async fn write_reply(kind: Kind, received: &Received, shared: &Shared) -> Reply {
    match kind {
        Kind::LoseWrites => {
            shared.upstream.send(received).await;
            Reply::WriteAndReset(Vec::new())
        }
        Kind::DenyWrites(body) => {
            shared.upstream.send(received).await;
            Reply::Write(response("200 OK", JSON, body.as_bytes()))
        }
        Kind::RefuseWrites(status, body) => Reply::Write(response(status, JSON, body.as_bytes())),
        Kind::EditBefore if received.method == "PATCH" => {
            let edit = json!({"current_job_title": "Changed by someone else"}).to_string();
            let other = Received {
                method: "PATCH".to_owned(),
                target: received.target.clone(),
                if_match: None,
                body: edit.into_bytes(),
            };
            shared.upstream.send(&other).await;
            healthy(received, shared).await
        }
        _ => healthy(received, shared).await,
    }
}

/// The true answer, after the usual time.
async fn healthy(received: &Received, shared: &Shared) -> Reply {
    sleep(LATENCY).await;
    let answer = shared.upstream.send(received).await;
    if !received.is_write() && !received.is_list() {
        shared.log().remember(&received.target, &answer);
    }
    Reply::Write(bytes(&answer))
}

fn bytes(answer: &Answer) -> Vec<u8> {
    let etag = answer.etag.as_ref().map_or_else(String::new, |etag| format!("ETag: {etag}\r\n"));
    response(&answer.status.to_string(), &format!("{JSON}{etag}"), &answer.body)
}

fn cut(answer: &Answer, ending: Ending) -> Reply {
    let mut bytes = bytes(answer);
    bytes.truncate(bytes.len() - answer.body.len() / 2);
    match ending {
        Ending::Close => Reply::WriteAndClose(bytes),
        Ending::Reset => Reply::WriteAndReset(bytes),
        Ending::Hold => Reply::WriteAndHold(bytes),
    }
}

fn changed(mut answer: Answer, change: impl FnOnce(&mut Value)) -> Answer {
    if let Ok(mut body) = serde_json::from_slice::<Value>(&answer.body) {
        change(&mut body);
        answer.body = body.to_string().into_bytes();
    }
    answer
}

impl Log {
    fn note_version(&mut self, target: &str, answer: &Answer) {
        if let Some(etag) = &answer.etag {
            self.versions.insert(etag.clone(), target.to_owned());
        }
    }

    fn remember(&mut self, target: &str, answer: &Answer) {
        self.note_version(target, answer);
        if answer.status == 200 && self.records.insert(target.to_owned(), answer.clone()).is_none()
        {
            self.targets.push(target.to_owned());
        }
    }

    /// Another record of the same kind, if one was read before.
    fn other_target(&self, target: &str) -> String {
        let kind = target.rsplit_once('/').map_or(target, |(kind, _)| kind);
        let is_other = |other: &&String| other.starts_with(kind) && *other != target;
        self.targets.iter().rev().find(is_other).map_or_else(|| target.to_owned(), Clone::clone)
    }
}
