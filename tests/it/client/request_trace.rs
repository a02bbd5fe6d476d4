//! The events that a client reports about its requests, and cancelling them.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use shortlist::client::{
    Client, ClientEvent, Delivery, ErrorKind, Fault, ListEndpoint, Priority, RequestEvent,
    RequestFailure, RequestId, Retry, SecretString,
};
use shortlist::wire::JobId;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::support::client_errors::{classify, failing_read};
use crate::support::scripted_server::{
    KEY, ScriptedServer, Step, answer, client, job_record, ok, page_of, refusing_address,
    short_deadline, spawn_create, spawn_read,
};

/// The events of a client from now on.
pub(super) fn listen(client: &Client) -> UnboundedReceiver<ClientEvent> {
    let (sender, receiver) = unbounded_channel();
    client.subscribe(sender);
    receiver
}

/// The events so far.
fn drain(events: &mut UnboundedReceiver<ClientEvent>) -> Vec<ClientEvent> {
    std::iter::from_fn(|| events.try_recv().ok()).collect()
}

/// The events of requests so far.
fn drain_requests(events: &mut UnboundedReceiver<ClientEvent>) -> Vec<RequestEvent> {
    let of_request = |event| match event {
        ClientEvent::Request { event, .. } => Some(event),
        _ => None,
    };
    drain(events).into_iter().filter_map(of_request).collect()
}

/// Waits for an event of a request. Returns the id of the request.
pub(super) async fn wait_for_event(
    events: &mut UnboundedReceiver<ClientEvent>,
    is_match: impl Fn(&RequestEvent) -> bool,
) -> RequestId {
    loop {
        match events.recv().await.expect("the client is alive") {
            ClientEvent::Request { id, event } if is_match(&event) => return id,
            _ => {}
        }
    }
}

fn queued(request: &str) -> RequestEvent {
    RequestEvent::Queued { request: request.to_owned(), priority: Priority::Interactive }
}

#[tokio::test]
async fn a_request_reports_each_attempt() {
    let server =
        ScriptedServer::script(vec![answer("500 Oh", "", r#"{"error":"tired"}"#), job_record()]);
    let client = server.client();
    let mut events = listen(&client);
    client.read_job(&JobId::from("j")).await.unwrap();

    let all = drain(&mut events);
    let is_first = |event: &ClientEvent| matches!(event, ClientEvent::Request { id, .. } if id.to_string() == "0");
    assert!(all.iter().all(is_first), "{all:?}");
    let requests: Vec<RequestEvent> = all
        .into_iter()
        .map(|event| match event {
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
        requests,
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
async fn a_failed_request_reports_the_reason() {
    let server = ScriptedServer::always(answer("404 No", "", r#"{"error":"no such job"}"#));
    let client = server.client();
    let mut events = listen(&client);
    let background = client.with_priority(Priority::Background);
    background.list_jobs(0, 100).await.unwrap_err();
    let message = "the server returned an error (404): no such job".to_owned();
    let request = "GET /v1/jobs?offset=0&limit=100".to_owned();
    assert_eq!(
        drain_requests(&mut events),
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
async fn an_unreachable_server_is_reported_as_a_network_fault() {
    let (_socket, address) = refusing_address();
    let client = client(address, short_deadline);
    let mut events = listen(&client);
    failing_read(&client).await;
    let all = drain_requests(&mut events);
    let is_offline =
        |failure: &RequestFailure| (failure.status, failure.fault) == (None, Fault::Network);
    let is_retry = |event: &&RequestEvent| matches!(event, RequestEvent::Retrying { failure, .. } if is_offline(failure));
    assert!(all.iter().any(|event| is_retry(&event)), "{all:?}");
    assert!(
        matches!(all.last(), Some(RequestEvent::Failed(failure)) if is_offline(failure)),
        "{all:?}"
    );
}

#[tokio::test]
async fn a_cancelled_request_closes_its_connection() {
    let server = ScriptedServer::always(vec![Step::Hold]);
    let client = server.client();
    let mut events = listen(&client);
    let reading = spawn_read(&client, "j");
    let id = wait_for_event(&mut events, |event| matches!(event, RequestEvent::Sent { .. })).await;
    server.wait_until(|log| log.requests.len() == 1).await;
    assert!(client.cancel(id));

    let error = reading.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "GET /v1/jobs/j: canceled");
    assert_eq!(classify(&error), (Delivery::Unknown, Retry::Never, Fault::Cancelled, None, None));
    server.wait_until(|log| log.aborted == 1).await;
    assert_eq!(client.load().in_flight, 0);
    assert_eq!(drain_requests(&mut events), [RequestEvent::Cancelled]);
    assert!(!client.cancel(id), "the request has ended");
}

#[tokio::test]
async fn a_request_cancelled_in_the_queue_is_never_sent() {
    let server = ScriptedServer::always(vec![Step::Hold]);
    let client = server.client_with(|options| options.max_in_flight = 1);
    let first = spawn_read(&client, "j");
    server.wait_until(|log| log.requests.len() == 1).await;
    let mut events = listen(&client);
    let writing = spawn_create(&client);
    let id =
        wait_for_event(&mut events, |event| matches!(event, RequestEvent::Queued { .. })).await;
    assert!(client.cancel(id));
    let error = writing.await.unwrap().unwrap_err();
    assert_eq!((error.delivery(), error.attempts()), (Delivery::NotSent, 0));
    first.abort();
    server.wait_until(|log| log.aborted == 1).await;
    assert_eq!(server.requests(), ["GET /v1/jobs/j"]);
}

#[tokio::test]
async fn a_page_is_replaced_in_the_queue_before_its_rows_are_delivered() {
    for in_flight in [1, 3] {
        let ids: Vec<usize> = (0..640).collect();
        let server = ScriptedServer::start(move |request| page_of(&ids, request));
        let client = server.client_with(|options| options.max_in_flight = in_flight);
        let mut events = listen(&client);
        let mut pages = client.paginate(&ListEndpoint::jobs());
        pages.next().await.expect("the first page, which is read alone");
        pages.next().await.expect("one of the next pages");
        let is_queued = |event: &RequestEvent| matches!(event, RequestEvent::Queued { .. });
        let count = drain_requests(&mut events).iter().filter(|event| is_queued(event)).count();
        assert!(count > 1 + in_flight, "{count} requests with {in_flight} in flight");
    }
}

#[tokio::test]
async fn a_request_cancelled_between_two_attempts_is_not_retried() {
    let server = ScriptedServer::always(answer("503 Busy", "Retry-After: 10\r\n", ""));
    let client = server.client();
    let mut events = listen(&client);
    let reading = spawn_read(&client, "j");
    let id =
        wait_for_event(&mut events, |event| matches!(event, RequestEvent::Retrying { .. })).await;
    assert!(client.cancel(id));
    let error = reading.await.unwrap().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Cancelled), "{error}");
    assert_eq!(
        (error.delivery(), error.attempts(), server.requests().len()),
        (Delivery::Confirmed, 1, 1)
    );
}

#[tokio::test]
async fn a_write_cancelled_in_flight_may_have_been_applied() {
    let server = ScriptedServer::always(vec![Step::Hold]);
    let client = server.client();
    let mut events = listen(&client);
    let writing = spawn_create(&client);
    let id = wait_for_event(&mut events, |event| matches!(event, RequestEvent::Sent { .. })).await;
    server.wait_until(|log| log.requests.len() == 1).await;
    assert!(client.cancel(id));
    assert_eq!(writing.await.unwrap().unwrap_err().delivery(), Delivery::Unknown);
    server.wait_until(|log| log.aborted == 1).await;
}

#[tokio::test]
async fn a_cancelled_page_is_a_gap_and_the_other_pages_are_read() {
    let ids: Vec<usize> = (0..1000).collect();
    let server = ScriptedServer::start(move |request| match request.query("offset") {
        300..400 => vec![Step::Hold],
        _ => page_of(&ids, request),
    });
    let client = server.client();
    let mut events = listen(&client);
    let collecting = tokio::spawn(client.paginate(&ListEndpoint::jobs()).collect());
    let is_held = |event: &RequestEvent| matches!(event, RequestEvent::Queued { request, .. } if request.contains("?offset=3"));
    let id = wait_for_event(&mut events, is_held).await;
    server.wait_until(|log| log.in_flight == 1 && log.requests.len() > 9).await;
    assert!(client.cancel(id));
    let (rows, completeness) = collecting.await.unwrap();
    let gaps: Vec<String> = completeness.gaps.iter().map(ToString::to_string).collect();
    assert!(rows.len() > 800, "{} {gaps:?}", rows.len());
    assert!(gaps.iter().any(|gap| gap.ends_with(": canceled")), "{gaps:?}");
}

#[tokio::test]
async fn a_dropped_request_is_reported() {
    let server = ScriptedServer::always(vec![Step::Hold]);
    let client = server.client();
    let mut events = listen(&client);
    let reading = spawn_read(&client, "j");
    let id = wait_for_event(&mut events, |event| matches!(event, RequestEvent::Sent { .. })).await;
    reading.abort();
    assert!(reading.await.is_err());
    assert_eq!(drain(&mut events), [ClientEvent::Request { id, event: RequestEvent::Dropped }]);
    assert!(!client.cancel(id));
}

#[tokio::test]
async fn a_pause_of_all_requests_is_reported() {
    let server = ScriptedServer::script(vec![
        answer("429 Too Many Requests", "Retry-After: 2\r\n", ""),
        job_record(),
    ]);
    let client = server.client();
    let mut events = listen(&client);
    client.read_job(&JobId::from("j")).await.unwrap();
    let all = drain(&mut events);
    let Some(ClientEvent::Paused { wait }) = all.get(2) else { panic!("{all:?}") };
    assert!(*wait <= Duration::from_secs(2) && *wait > Duration::from_secs(1), "{wait:?}");
    assert_eq!(all.len(), 6, "{all:?}");
}

#[tokio::test]
async fn a_refused_key_and_its_replacement_are_reported_once() {
    let server = ScriptedServer::start(|request| match request.header("authorization") {
        Some("Bearer sl_another") => job_record(),
        _ => answer("401 Who", "", ""),
    });
    let client = server.client();
    let mut events = listen(&client);
    failing_read(&client).await;
    failing_read(&client).await;
    client.set_key(&SecretString::from("sl_another")).unwrap();
    client.set_key(&SecretString::from("sl_another")).unwrap();
    client.read_job(&JobId::from("j")).await.unwrap();
    let of_client: Vec<ClientEvent> = drain(&mut events)
        .into_iter()
        .filter(|event| !matches!(event, ClientEvent::Request { .. }))
        .collect();
    assert_eq!(of_client, [ClientEvent::Locked, ClientEvent::Unlocked]);
}

#[tokio::test]
async fn requests_continue_without_a_listener() {
    let server = ScriptedServer::always(job_record());
    let client = server.client();
    drop(listen(&client));
    client.read_job(&JobId::from("j")).await.unwrap();
    let mut events = listen(&client);
    client.read_job(&JobId::from("j")).await.unwrap();
    assert_eq!(drain_requests(&mut events).len(), 3);
}

#[tokio::test]
async fn the_key_is_in_no_event() {
    let answers = [
        vec![Step::Close],
        answer("500 Oh", "", format!(r#"{{"error":"{KEY}"}}"#)),
        answer("401 Who", &format!("X-Request-Id: {KEY}\r\n"), format!("who is {KEY}?")),
        answer("422 No", "", format!(r#"{{"errors":[{{"field":"{KEY}","message":"{KEY}"}}]}}"#)),
        answer("302 Off", &format!("Location: https://evil.example/?key={KEY}\r\n"), ""),
        ok(format!(r#"{{"success":false,"error":"{KEY}"}}"#)),
        job_record(),
    ];
    let events = join_all(answers.map(async |answer| {
        let server = ScriptedServer::always(answer);
        let client = server.client_with(short_deadline);
        let mut events = listen(&client);
        let _ = client.read_job(&JobId::from("j")).await;
        assert!(!server.requests().is_empty(), "a request was sent");
        drain(&mut events)
    }));
    for events in events.await {
        let text = format!("{events:?}");
        assert!(events.len() >= 3, "{text}");
        assert!(!text.contains(KEY) && !text.contains("Bearer"), "{text}");
    }
}
