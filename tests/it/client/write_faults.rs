//! Writes over broken connections, and what must never be sent: invalid ids and
//! the key in the wrong place.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use shortlist::client::{
    Address, Client, Delivery, Fault, ListEndpoint, Options, Retry, SecretString,
};
use shortlist::wire::{CandidateId, CreatePerson, JobId, Patch, PersonId, UpdatePerson};

use crate::support::client_errors::{classify, failing_read, no_answer};
use crate::support::scripted_server::{
    KEY, ScriptedServer, Step, answer, client, ok, record, refusing_address, short_deadline,
};

fn ada() -> CreatePerson {
    CreatePerson { name: Some("Ada".to_owned()), ..CreatePerson::default() }
}

fn renamed() -> UpdatePerson {
    UpdatePerson { name: Patch::Set("Ada".to_owned()), ..UpdatePerson::default() }
}

#[tokio::test]
async fn a_write_with_a_lost_answer_is_sent_once() {
    for steps in [vec![Step::Close], vec![Step::Reset]] {
        let server = ScriptedServer::start(move |request| match request.method.as_str() {
            "GET" => record(&json!({"id": "j"})),
            _ => steps.clone(),
        });
        let client = server.client();
        // Also on a connection that worked before.
        client.read_job(&JobId::from("j")).await.unwrap();
        let created = client.create_person(&ada()).await.unwrap_err();
        let updated =
            client.update_person(&PersonId::from("p"), &renamed(), None).await.unwrap_err();
        for error in [&created, &updated] {
            assert_eq!(
                classify(error),
                (Delivery::Unknown, Retry::Soon, Fault::Network, None, None)
            );
            assert_eq!(error.attempts(), 1);
            assert!(error.to_string().contains(": the connection broke: "), "{error}");
        }
        assert_eq!(
            server.requests(),
            ["GET /v1/jobs/j", "POST /v1/persons", "PATCH /v1/persons/p"]
        );
        assert_eq!(server.log().requests[1].json(), json!({"name": "Ada"}));
    }
}

#[tokio::test]
async fn a_write_with_a_truncated_answer_is_sent_once() {
    let truncated = b"HTTP/1.1 201 Created\r\nContent-Length: 90\r\n\r\n{\"succ".to_vec();
    let server = ScriptedServer::always(vec![Step::Write(truncated), Step::Close]);
    let error = server.client().create_person(&ada()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "POST /v1/persons: the connection broke: end of file before message length reached"
    );
    assert_eq!(classify(&error), (Delivery::Confirmed, Retry::Soon, Fault::Network, None, None));
    assert_eq!(server.requests(), ["POST /v1/persons"]);
}

#[tokio::test]
async fn a_write_with_no_answer_or_a_server_error_is_sent_once() {
    let silent = ScriptedServer::always(vec![Step::Hold]);
    let client = silent.client_with(|options| options.read_timeout = Duration::from_millis(100));
    let error = client.create_person(&ada()).await.unwrap_err();
    assert_eq!(error.to_string(), no_answer("POST /v1/persons", &error));
    assert_eq!(classify(&error), (Delivery::Unknown, Retry::Soon, Fault::Network, None, None));
    assert_eq!(silent.requests(), ["POST /v1/persons"]);

    for status in ["500 Oh", "502 Oh", "503 Oh", "429 Oh"] {
        let broken = ScriptedServer::always(answer(status, "", ""));
        let error = broken.client().create_person(&ada()).await.unwrap_err();
        assert_eq!((error.delivery(), error.attempts()), (Delivery::Confirmed, 1), "{error}");
        assert_eq!(broken.requests(), ["POST /v1/persons"], "{status}");
    }
}

#[tokio::test]
async fn a_write_to_a_closed_port_was_not_sent() {
    let (_socket, address) = refusing_address();
    let error = client(address, short_deadline).create_person(&ada()).await.unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("POST /v1/persons: cannot reach the server: Connection refused"),
        "{message}"
    );
    assert_eq!(classify(&error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    assert!(error.attempts() > 1, "a write that was never sent is retried");
}

#[tokio::test]
async fn an_update_with_an_empty_answer_is_a_success() {
    for steps in [
        vec![Step::Write(b"HTTP/1.1 204 No Content\r\n\r\n".to_vec())],
        ok(""),
        ok(r#"{"success":true,"data":{"message":""}}"#),
    ] {
        let server = ScriptedServer::always(steps);
        let notice = server.client().update_person(&PersonId::from("p"), &renamed(), None).await;
        assert_eq!(notice.unwrap().message, "");
    }
}

#[tokio::test]
async fn an_etag_is_sent_back_unchanged() {
    let person = json!({"success": true, "data": {"id": "p", "name": "Ida"}}).to_string();
    let server = ScriptedServer::script(vec![
        answer("200 OK", "ETag: W/\"a-1\"\r\n", person),
        ok(r#"{"success":true,"data":{"message":"done"}}"#),
    ]);
    let client = server.client();
    let read = client.read_person(&PersonId::from("p")).await.unwrap();
    assert_eq!(read.etag.as_deref(), Some("W/\"a-1\""));
    client.update_person(&PersonId::from("p"), &renamed(), read.etag.as_deref()).await.unwrap();
    let log = server.log();
    assert_eq!(log.requests[1].header("if-match"), Some("W/\"a-1\""));
    assert_eq!(log.requests[1].header("content-type"), Some("application/json"));
    assert_eq!(log.requests[0].header("if-match"), None);
}

#[tokio::test]
async fn an_id_is_encoded_as_one_segment() {
    for (id, segment) in [
        ("../x", "..%2Fx"),
        ("a/b?c", "a%2Fb%3Fc"),
        ("a#b", "a%23b"),
        ("a b\0", "a%20b%00"),
        ("%2e%2e", "%252e%252e"),
        ("é", "%C3%A9"),
        ("...", "..."),
    ] {
        let server = ScriptedServer::always(record(&json!({"id": id})));
        let client = server.client();
        client.read_person(&PersonId::from(id)).await.unwrap();
        let last = server.requests().pop().unwrap();
        assert_eq!(last, format!("GET /v1/persons/{segment}"), "{id:?}");
    }
}

#[tokio::test]
async fn an_id_that_would_change_the_path_is_not_sent() {
    let server = ScriptedServer::always(record(&json!({"id": "x"})));
    let client = server.client();
    for id in ["", ".", "..", "a\r\nX-Evil: 1", "a\tb"] {
        let person = client.read_person(&PersonId::from(id)).await.unwrap_err();
        assert_eq!(
            person.to_string(),
            format!("GET /v1/persons/{id}: not sent: this is not a valid ID")
        );
        let candidate = client.read_candidate(&CandidateId::from(id)).await.unwrap_err();
        let update = client.update_person(&PersonId::from(id), &renamed(), None).await.unwrap_err();
        let list = client.list_candidates(&JobId::from(id), 0, 1).await.unwrap_err();
        for error in [person, candidate, update, list] {
            assert_eq!(
                classify(&error),
                (Delivery::NotSent, Retry::Never, Fault::Input, None, None)
            );
        }
    }
    assert_eq!(server.log().connections, 0);
}

#[tokio::test]
async fn the_key_is_in_no_error_and_no_debug_output() {
    let options = Options::new(SecretString::from(KEY));
    let faults = [
        vec![Step::Close],
        vec![Step::Write(b"not http at all\r\n\r\n".to_vec()), Step::Close],
        answer("500 Oh", "", ""),
        answer("401 Who", "", ""),
        answer("302 Off", "Location: https://evil.example/\r\n", ""),
        ok("<html>"),
        ok("{}"),
        ok(r#"{"success":false}"#),
        // A server that echoes the key.
        answer("400 Bad", &format!("X-Request-Id: {KEY}\r\n"), format!("who is {KEY}?")),
        answer("422 No", "", format!(r#"{{"errors":[{{"field":"{KEY}","message":"{KEY}"}}]}}"#)),
        answer("302 Off", &format!("Location: https://evil.example/?key={KEY}\r\n"), ""),
        ok(format!(r#"{{"success":false,"error":"{KEY}"}}"#)),
        ok(format!("<title>{KEY}</title>")),
    ];
    let message = join_all(faults.map(async |steps| {
        let server = ScriptedServer::always(steps);
        let client = server.client_with(short_deadline);
        let error = failing_read(&client).await;
        assert!(!server.requests().is_empty(), "a request was sent");
        let paginator = client.paginate(&ListEndpoint::jobs());
        format!("{error} {error:?} {error:#?} {client:?} {client:#?} {paginator:?}")
    }));
    let mut message = message.await;
    message.push(format!("{options:?}"));
    let (_socket, address) = refusing_address();
    let error = failing_read(&client(address, short_deadline)).await;
    message.push(format!("{error} {error:?} {:?}", std::error::Error::source(&error)));
    for text in message {
        assert!(!text.contains(KEY) && !text.contains("Bearer"), "{text}");
    }
}

#[test]
fn an_invalid_key_is_refused_and_not_shown() {
    let address = Address::parse("http://127.0.0.1:9").unwrap();
    for key in ["", "two words", "line\nbreak", "schlüssel"] {
        let error = Client::new(&address, &Options::new(SecretString::from(key))).unwrap_err();
        let message = format!("{error} {error:?}");
        assert!(
            message.starts_with("the key must contain only visible ASCII characters"),
            "{message}"
        );
        assert!(key.is_empty() || !message.contains(key), "{message}");
    }
}

#[test]
fn plain_http_to_another_host_is_refused() {
    for (address, host) in [
        ("http://recruiting.example", "recruiting.example"),
        ("http://10.0.0.1:7171/api", "10.0.0.1"),
        ("http://0.0.0.0:7171", "0.0.0.0"),
    ] {
        assert_eq!(
            Address::parse(address).unwrap_err().to_string(),
            format!(
                "http://{host} is not encrypted and would expose the key; use https (plain http is allowed only for this machine)"
            )
        );
    }
}
