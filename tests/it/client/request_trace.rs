//! What a client tells of its requests, and how one of them is cancelled.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use shortlist::client::{
    Client, ClientError, ClientEvent, Delivery, ErrorKind, Fault, ListEndpoint, Priority,
    RequestEvent, RequestFailure, RequestId, Retry, SecretString, Versioned,
};
use shortlist::wire::{CreatePerson, Job, JobId, PersonCreated};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinHandle;

use crate::support::client_errors::{fails, questions};
use crate::support::scripted_server::{
    KEY, Rough, Step, answer, client, hasty, ok, page_of, record, refusing,
};

fn a_job() -> Vec<Step> {
    record(&json!({"id": "j", "name": "Clerk"}))
}

/// What a client tells from now on.
fn listen(client: &Client) -> UnboundedReceiver<ClientEvent> {
    let (teller, heard) = unbounded_channel();
    client.subscribe(teller);
    heard
}

/// All that was told until now.
fn told(heard: &mut UnboundedReceiver<ClientEvent>) -> Vec<ClientEvent> {
    std::iter::from_fn(|| heard.try_recv().ok()).collect()
}

/// What was told of requests, whichever they were.
fn noted(heard: &mut UnboundedReceiver<ClientEvent>) -> Vec<RequestEvent> {
    let of_requests = |note| match note {
        ClientEvent::Request { event, .. } => Some(event),
        _ => None,
    };
    told(heard).into_iter().filter_map(of_requests).collect()
}

/// Waits until something is told of a request, and gives its id.
async fn hear(
    heard: &mut UnboundedReceiver<ClientEvent>,
    happened: impl Fn(&RequestEvent) -> bool,
) -> RequestId {
    loop {
        match heard.recv().await.expect("the client is there") {
            ClientEvent::Request { id, event } if happened(&event) => return id,
            _ => {}
        }
    }
}

fn reading(client: &Client) -> JoinHandle<Result<Versioned<Job>, ClientError>> {
    let client = client.clone();
    tokio::spawn(async move { client.read_job(&JobId::from("j")).await })
}

fn writing(client: &Client) -> JoinHandle<Result<PersonCreated, ClientError>> {
    let client = client.clone();
    tokio::spawn(async move { client.create_person(&CreatePerson::default()).await })
}

fn queued(request: &str) -> RequestEvent {
    RequestEvent::Queued { request: request.to_owned(), priority: Priority::Interactive }
}

#[tokio::test]
async fn a_request_tells_each_of_its_tries() {
    let server = Rough::script(vec![answer("500 Oh", "", r#"{"error":"tired"}"#), a_job()]);
    let client = server.client();
    let mut heard = listen(&client);
    client.read_job(&JobId::from("j")).await.unwrap();

    let all = told(&mut heard);
    let one = |note: &ClientEvent| matches!(note, ClientEvent::Request { id, .. } if id.to_string() == "0");
    assert!(all.iter().all(one), "{all:?}");
    let what: Vec<RequestEvent> = all
        .into_iter()
        .map(|note| match note {
            ClientEvent::Request { event: RequestEvent::Retrying { delay, failure }, .. } => {
                assert!(delay >= Duration::from_millis(200), "{delay:?}");
                RequestEvent::Retrying { delay: Duration::ZERO, failure }
            }
            ClientEvent::Request { event, .. } => event,
            other => panic!("{other:?}"),
        })
        .collect();
    let failure = RequestFailure {
        status: Some(500),
        fault: Fault::Server,
        message: "the server failed (500): tired".to_owned(),
    };
    let bytes = json!({"success": true, "data": {"id": "j", "name": "Clerk"}}).to_string().len();
    assert_eq!(
        what,
        [
            queued("GET /v1/jobs/j"),
            RequestEvent::Sent { attempt: 1 },
            RequestEvent::Retrying { delay: Duration::ZERO, failure },
            RequestEvent::Sent { attempt: 2 },
            RequestEvent::Answered { status: 200, bytes },
        ]
    );
}

#[tokio::test]
async fn a_request_that_fails_for_good_says_why() {
    let server = Rough::always(answer("404 No", "", r#"{"error":"no such job"}"#));
    let client = server.client();
    let mut heard = listen(&client);
    let background = client.with_priority(Priority::Background);
    background.list_jobs(0, 100).await.unwrap_err();
    let message = "the server refused (404): no such job".to_owned();
    let request = "GET /v1/jobs?offset=0&limit=100".to_owned();
    assert_eq!(
        noted(&mut heard),
        [
            RequestEvent::Queued { request, priority: Priority::Background },
            RequestEvent::Sent { attempt: 1 },
            RequestEvent::Failed(RequestFailure {
                status: Some(404),
                fault: Fault::Input,
                message
            }),
        ]
    );
}

#[tokio::test]
async fn a_server_that_is_gone_is_told_as_the_networks_fault() {
    let (_held, address) = refusing();
    let client = client(address, hasty);
    let mut heard = listen(&client);
    fails(&client).await;
    let all = noted(&mut heard);
    let offline =
        |trouble: &RequestFailure| (trouble.status, trouble.fault) == (None, Fault::Network);
    let waits = |noted: &&RequestEvent| matches!(noted, RequestEvent::Retrying { failure, .. } if offline(failure));
    assert!(all.iter().any(|noted| waits(&noted)), "{all:?}");
    assert!(
        matches!(all.last(), Some(RequestEvent::Failed(trouble)) if offline(trouble)),
        "{all:?}"
    );
}

#[tokio::test]
async fn a_cancelled_request_closes_its_connection() {
    let server = Rough::always(vec![Step::Hold]);
    let client = server.client();
    let mut heard = listen(&client);
    let reading = reading(&client);
    let id = hear(&mut heard, |noted| matches!(noted, RequestEvent::Sent { .. })).await;
    server.until(|log| log.asked.len() == 1).await;
    assert!(client.cancel(id));

    let error = reading.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "GET /v1/jobs/j: cancelled");
    assert_eq!(questions(&error), (Delivery::Unknown, Retry::Never, Fault::Cancelled, None, None));
    server.until(|log| log.hung_up == 1).await;
    assert_eq!(client.load().in_flight, 0);
    assert_eq!(noted(&mut heard), [RequestEvent::Cancelled]);
    assert!(!client.cancel(id), "it is over");
}

#[tokio::test]
async fn a_request_cancelled_in_line_is_never_sent() {
    let server = Rough::always(vec![Step::Hold]);
    let client = server.client_with(|options| options.max_in_flight = 1);
    let first = reading(&client);
    server.until(|log| log.asked.len() == 1).await;
    let mut heard = listen(&client);
    let writing = writing(&client);
    let id = hear(&mut heard, |noted| matches!(noted, RequestEvent::Queued { .. })).await;
    assert!(client.cancel(id));
    let error = writing.await.unwrap().unwrap_err();
    assert_eq!((error.delivery(), error.attempts()), (Delivery::NotSent, 0));
    first.abort();
    server.until(|log| log.hung_up == 1).await;
    assert_eq!(server.asked(), ["GET /v1/jobs/j"]);
}

#[tokio::test]
async fn a_request_cancelled_between_two_tries_is_not_tried_again() {
    let server = Rough::always(answer("503 Busy", "Retry-After: 10\r\n", ""));
    let client = server.client();
    let mut heard = listen(&client);
    let reading = reading(&client);
    let id = hear(&mut heard, |noted| matches!(noted, RequestEvent::Retrying { .. })).await;
    assert!(client.cancel(id));
    let error = reading.await.unwrap().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Cancelled), "{error}");
    assert_eq!(
        (error.delivery(), error.attempts(), server.asked().len()),
        (Delivery::Confirmed, 1, 1)
    );
}

#[tokio::test]
async fn a_write_cancelled_on_its_way_may_have_arrived() {
    let server = Rough::always(vec![Step::Hold]);
    let client = server.client();
    let mut heard = listen(&client);
    let writing = writing(&client);
    let id = hear(&mut heard, |noted| matches!(noted, RequestEvent::Sent { .. })).await;
    server.until(|log| log.asked.len() == 1).await;
    assert!(client.cancel(id));
    assert_eq!(writing.await.unwrap().unwrap_err().delivery(), Delivery::Unknown);
    server.until(|log| log.hung_up == 1).await;
}

#[tokio::test]
async fn a_cancelled_page_is_a_gap_and_the_walk_goes_on() {
    let ids: Vec<usize> = (0..1000).collect();
    let server = Rough::start(move |asked| match asked.query("offset") {
        300..400 => vec![Step::Hold],
        _ => page_of(&ids, asked),
    });
    let client = server.client();
    let mut heard = listen(&client);
    let walk = tokio::spawn(client.paginate(&ListEndpoint::jobs()).collect());
    let held = |noted: &RequestEvent| matches!(noted, RequestEvent::Queued { request, .. } if request.contains("?offset=3"));
    let id = hear(&mut heard, held).await;
    server.until(|log| log.in_flight == 1 && log.asked.len() > 9).await;
    assert!(client.cancel(id));
    let (rows, completeness) = walk.await.unwrap();
    let gaps: Vec<String> = completeness.gaps.iter().map(ToString::to_string).collect();
    assert!(rows.len() > 800, "{} {gaps:?}", rows.len());
    assert!(gaps.iter().any(|gap| gap.ends_with(": cancelled")), "{gaps:?}");
}

#[tokio::test]
async fn a_dropped_request_is_told() {
    let server = Rough::always(vec![Step::Hold]);
    let client = server.client();
    let mut heard = listen(&client);
    let reading = reading(&client);
    let id = hear(&mut heard, |noted| matches!(noted, RequestEvent::Sent { .. })).await;
    reading.abort();
    assert!(reading.await.is_err());
    assert_eq!(told(&mut heard), [ClientEvent::Request { id, event: RequestEvent::Dropped }]);
    assert!(!client.cancel(id));
}

#[tokio::test]
async fn a_wait_for_everybody_is_told() {
    let server =
        Rough::script(vec![answer("429 Too Many Requests", "Retry-After: 1\r\n", ""), a_job()]);
    let client = server.client();
    let mut heard = listen(&client);
    client.read_job(&JobId::from("j")).await.unwrap();
    let all = told(&mut heard);
    let Some(ClientEvent::Paused { wait }) = all.get(2) else { panic!("{all:?}") };
    assert!(*wait <= Duration::from_secs(1) && *wait > Duration::from_millis(500), "{wait:?}");
    assert_eq!(all.len(), 6, "{all:?}");
}

#[tokio::test]
async fn a_refused_key_is_told_once_and_so_is_another() {
    let server = Rough::start(|asked| match asked.header("authorization") {
        Some("Bearer sl_another") => a_job(),
        _ => answer("401 Who", "", ""),
    });
    let client = server.client();
    let mut heard = listen(&client);
    fails(&client).await;
    fails(&client).await;
    client.set_key(&SecretString::from("sl_another")).unwrap();
    client.set_key(&SecretString::from("sl_another")).unwrap();
    client.read_job(&JobId::from("j")).await.unwrap();
    let of_all: Vec<ClientEvent> = told(&mut heard)
        .into_iter()
        .filter(|note| !matches!(note, ClientEvent::Request { .. }))
        .collect();
    assert_eq!(of_all, [ClientEvent::Locked, ClientEvent::Unlocked]);
}

#[tokio::test]
async fn who_stops_listening_stops_nothing() {
    let server = Rough::always(a_job());
    let client = server.client();
    drop(listen(&client));
    client.read_job(&JobId::from("j")).await.unwrap();
    let mut heard = listen(&client);
    client.read_job(&JobId::from("j")).await.unwrap();
    assert_eq!(noted(&mut heard).len(), 3);
}

#[tokio::test]
async fn the_key_is_in_no_note() {
    let faults = [
        vec![Step::Close],
        answer("500 Oh", "", format!(r#"{{"error":"{KEY}"}}"#)),
        answer("401 Who", &format!("X-Request-Id: {KEY}\r\n"), format!("who is {KEY}?")),
        answer("422 No", "", format!(r#"{{"errors":[{{"field":"{KEY}","message":"{KEY}"}}]}}"#)),
        answer("302 Off", &format!("Location: https://evil.example/?key={KEY}\r\n"), ""),
        ok(format!(r#"{{"success":false,"error":"{KEY}"}}"#)),
        a_job(),
    ];
    let told = join_all(faults.map(async |fault| {
        let server = Rough::always(fault);
        let client = server.client_with(hasty);
        let mut heard = listen(&client);
        let _ = client.read_job(&JobId::from("j")).await;
        assert!(!server.asked().is_empty(), "the key was sent");
        told(&mut heard)
    }));
    for notes in told.await {
        let text = format!("{notes:?}");
        assert!(notes.len() >= 3, "{text}");
        assert!(!text.contains(KEY) && !text.contains("Bearer"), "{text}");
    }
}
