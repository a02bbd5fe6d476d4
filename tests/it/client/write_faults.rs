//! Writes over a way that breaks, and what must never leave this machine.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use shortlist::client::{
    Address, Client, Delivery, Fault, ListEndpoint, Options, Retry, SecretString,
};
use shortlist::wire::{CandidateId, CreatePerson, JobId, Patch, PersonId, UpdatePerson};

use crate::support::client_errors::{fails, questions};
use crate::support::scripted_server::{
    KEY, Rough, Step, answer, client, hasty, ok, record, refusing,
};

fn ada() -> CreatePerson {
    CreatePerson { name: Some("Ada".to_owned()), ..CreatePerson::default() }
}

fn renamed() -> UpdatePerson {
    UpdatePerson { name: Patch::Set("Ada".to_owned()), ..UpdatePerson::default() }
}

#[tokio::test]
async fn a_write_whose_answer_is_lost_is_sent_once() {
    for lost in [vec![Step::Close], vec![Step::Reset]] {
        let server = Rough::start(move |asked| match asked.method.as_str() {
            "GET" => record(&json!({"id": "j"})),
            _ => lost.clone(),
        });
        let client = server.client();
        // A connection that has proved good is no reason to send again.
        client.read_job(&JobId::from("j")).await.unwrap();
        let created = client.create_person(&ada()).await.unwrap_err();
        let updated =
            client.update_person(&PersonId::from("p"), &renamed(), None).await.unwrap_err();
        for error in [&created, &updated] {
            assert_eq!(
                questions(error),
                (Delivery::Unknown, Retry::Soon, Fault::Network, None, None)
            );
            assert_eq!(error.attempts(), 1);
            assert!(error.to_string().contains(": the connection broke: "), "{error}");
        }
        assert_eq!(server.asked(), ["GET /v1/jobs/j", "POST /v1/persons", "PATCH /v1/persons/p"]);
        assert_eq!(server.log().asked[1].json(), json!({"name": "Ada"}));
    }
}

#[tokio::test]
async fn a_write_whose_answer_is_cut_has_arrived_and_is_sent_once() {
    let cut = b"HTTP/1.1 201 Created\r\nContent-Length: 90\r\n\r\n{\"succ".to_vec();
    let server = Rough::always(vec![Step::Write(cut), Step::Close]);
    let error = server.client().create_person(&ada()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "POST /v1/persons: the connection broke: end of file before message length reached"
    );
    assert_eq!(questions(&error), (Delivery::Confirmed, Retry::Soon, Fault::Network, None, None));
    assert_eq!(server.asked(), ["POST /v1/persons"]);
}

#[tokio::test]
async fn a_write_that_gets_no_answer_or_a_broken_one_is_sent_once() {
    let held = Rough::always(vec![Step::Hold]);
    let client = held.client_with(|options| options.read_timeout = Duration::from_millis(100));
    let error = client.create_person(&ada()).await.unwrap_err();
    assert!(error.to_string().starts_with("POST /v1/persons: no answer came within 0."), "{error}");
    assert_eq!(questions(&error), (Delivery::Unknown, Retry::Soon, Fault::Network, None, None));
    assert_eq!(held.asked(), ["POST /v1/persons"]);

    for status in ["500 Oh", "502 Oh", "503 Oh", "429 Oh"] {
        let broken = Rough::always(answer(status, "", ""));
        let error = broken.client().create_person(&ada()).await.unwrap_err();
        assert_eq!((error.delivery(), error.attempts()), (Delivery::Confirmed, 1), "{error}");
        assert_eq!(broken.asked(), ["POST /v1/persons"], "{status}");
    }
}

#[tokio::test]
async fn a_write_to_a_port_that_refuses_was_not_sent() {
    let (_held, address) = refusing();
    let error = client(address, hasty).create_person(&ada()).await.unwrap_err();
    let told = error.to_string();
    assert!(
        told.starts_with("POST /v1/persons: the server cannot be reached: Connection refused"),
        "{told}"
    );
    assert_eq!(questions(&error), (Delivery::NotSent, Retry::Soon, Fault::Network, None, None));
    assert!(error.attempts() > 1, "what never left may be tried again");
}

#[tokio::test]
async fn an_update_that_is_answered_with_nothing_is_done() {
    for done in [
        vec![Step::Write(b"HTTP/1.1 204 No Content\r\n\r\n".to_vec())],
        ok(""),
        ok(r#"{"success":true,"data":{"message":""}}"#),
    ] {
        let server = Rough::always(done);
        let notice = server.client().update_person(&PersonId::from("p"), &renamed(), None).await;
        assert_eq!(notice.unwrap().message, "");
    }
}

#[tokio::test]
async fn the_mark_of_a_version_is_sent_back_as_it_came() {
    let person = json!({"success": true, "data": {"id": "p", "name": "Ida"}}).to_string();
    let server = Rough::script(vec![
        answer("200 OK", "ETag: W/\"a-1\"\r\n", person),
        ok(r#"{"success":true,"data":{"message":"done"}}"#),
    ]);
    let client = server.client();
    let read = client.read_person(&PersonId::from("p")).await.unwrap();
    assert_eq!(read.etag.as_deref(), Some("W/\"a-1\""));
    client.update_person(&PersonId::from("p"), &renamed(), read.etag.as_deref()).await.unwrap();
    let log = server.log();
    assert_eq!(log.asked[1].header("if-match"), Some("W/\"a-1\""));
    assert_eq!(log.asked[1].header("content-type"), Some("application/json"));
    assert_eq!(log.asked[0].header("if-match"), None);
}

#[tokio::test]
async fn an_id_arrives_as_one_segment_whatever_it_holds() {
    let server = Rough::always(record(&json!({"id": "x"})));
    let client = server.client();
    for (id, segment) in [
        ("../x", "..%2Fx"),
        ("a/b?c", "a%2Fb%3Fc"),
        ("a#b", "a%23b"),
        ("a b\0", "a%20b%00"),
        ("%2e%2e", "%252e%252e"),
        ("é", "%C3%A9"),
        ("...", "..."),
    ] {
        client.read_person(&PersonId::from(id)).await.unwrap();
        let last = server.asked().pop().unwrap();
        assert_eq!(last, format!("GET /v1/persons/{segment}"), "{id:?}");
    }
}

#[tokio::test]
async fn an_id_that_would_name_something_else_is_not_sent() {
    let server = Rough::always(record(&json!({"id": "x"})));
    let client = server.client();
    for id in ["", ".", "..", "a\r\nX-Evil: 1", "a\tb"] {
        let person = client.read_person(&PersonId::from(id)).await.unwrap_err();
        assert_eq!(
            person.to_string(),
            format!("GET /v1/persons/{id}: not sent: this cannot be an id")
        );
        let candidate = client.read_candidate(&CandidateId::from(id)).await.unwrap_err();
        let update = client.update_person(&PersonId::from(id), &renamed(), None).await.unwrap_err();
        let list = client.list_candidates(&JobId::from(id), 0, 1).await.unwrap_err();
        for error in [person, candidate, update, list] {
            assert_eq!(
                questions(&error),
                (Delivery::NotSent, Retry::Never, Fault::Input, None, None)
            );
        }
    }
    assert_eq!(server.log().connections, 0);
}

#[tokio::test]
async fn the_key_is_in_no_error_and_no_report() {
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
        // A server that sends back what it was sent.
        answer("400 Bad", &format!("X-Request-Id: {KEY}\r\n"), format!("who is {KEY}?")),
        answer("422 No", "", format!(r#"{{"errors":[{{"field":"{KEY}","message":"{KEY}"}}]}}"#)),
        answer("302 Off", &format!("Location: https://evil.example/?key={KEY}\r\n"), ""),
        ok(format!(r#"{{"success":false,"error":"{KEY}"}}"#)),
        ok(format!("<title>{KEY}</title>")),
    ];
    let told = join_all(faults.map(async |fault| {
        let server = Rough::always(fault);
        let client = server.client_with(hasty);
        let error = fails(&client).await;
        assert!(!server.asked().is_empty(), "the key was sent");
        let walk = client.paginate(&ListEndpoint::jobs());
        format!("{error} {error:?} {error:#?} {client:?} {client:#?} {walk:?}")
    }));
    let mut told = told.await;
    told.push(format!("{options:?}"));
    let (_held, address) = refusing();
    let error = fails(&client(address, hasty)).await;
    told.push(format!("{error} {error:?} {:?}", std::error::Error::source(&error)));
    for text in told {
        assert!(!text.contains(KEY) && !text.contains("Bearer"), "{text}");
    }
}

#[test]
fn a_key_that_cannot_be_sent_is_refused_without_being_shown() {
    let address = Address::parse("http://127.0.0.1:9").unwrap();
    for key in ["", "two words", "line\nbreak", "schlüssel"] {
        let error = Client::new(&address, &Options::new(SecretString::from(key))).unwrap_err();
        let told = format!("{error} {error:?}");
        assert!(told.starts_with("the key must be of visible ASCII characters"), "{told}");
        assert!(key.is_empty() || !told.contains(key), "{told}");
    }
}

#[test]
fn plain_http_over_a_network_is_refused_before_anything_is_sent() {
    for (address, host) in [
        ("http://recruiting.example", "recruiting.example"),
        ("http://10.0.0.1:7171/api", "10.0.0.1"),
        ("http://0.0.0.0:7171", "0.0.0.0"),
    ] {
        assert_eq!(
            Address::parse(address).unwrap_err().to_string(),
            format!(
                "http://{host} is not encrypted: whoever listens on the way would read the key; use https (plain http is for this machine only)"
            )
        );
    }
}
