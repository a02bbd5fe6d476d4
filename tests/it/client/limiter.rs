//! The limit on concurrent requests and the pauses, as a server sees them.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use serde_json::json;
use shortlist::client::{
    ClientError, Delivery, Fault, ListEndpoint, Priority, Rate, Retry, SecretString, Versioned,
};
use shortlist::wire::{Job, JobId};
use tokio::task::JoinHandle;

use crate::support::client_errors::{classify, failing_read};
use crate::support::scripted_server::{
    ScriptedServer, Step, answer, job_record, latch, page_of, record, requested_job, spawn_create,
    spawn_read, wait_for_load,
};

type Reading = JoinHandle<Result<Versioned<Job>, ClientError>>;

async fn all_succeed(readings: Vec<Reading>) {
    for reading in readings {
        reading.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn at_most_eight_requests_are_in_flight() {
    let (open, closed) = latch();
    let server = ScriptedServer::start(move |request| {
        [vec![Step::Wait(closed.clone())], requested_job(request)].concat()
    });
    let client = server.client();
    let readings = (0..30).map(|id| spawn_read(&client, &id.to_string())).collect();
    server.wait_until(|log| log.in_flight == 8).await;
    wait_for_load(&client, |load| load.queued == 22).await;
    assert_eq!((client.load().in_flight, client.load().limit), (8, 8));
    drop(open);
    all_succeed(readings).await;
    assert_eq!((server.requests().len(), server.log().max_in_flight), (30, 8));
    assert!(server.log().connections <= 8, "{}", server.log().connections);
}

#[tokio::test]
async fn an_overloaded_server_gets_half_as_many_requests() {
    let (open, closed) = latch();
    let server = ScriptedServer::start(move |request| match request.number {
        0 => answer("429 Too Many Requests", "", ""),
        1 => requested_job(request),
        _ => [vec![Step::Wait(closed.clone())], requested_job(request)].concat(),
    });
    let client = server.client();
    client.read_job(&JobId::from("j")).await.unwrap();
    assert_eq!(client.load().limit, 4);
    let readings = (0..12).map(|id| spawn_read(&client, &id.to_string())).collect();
    server.wait_until(|log| log.in_flight == 4).await;
    wait_for_load(&client, |load| load.queued == 8).await;
    drop(open);
    all_succeed(readings).await;
    assert_eq!((server.requests().len(), server.log().max_in_flight), (14, 4));
}

#[tokio::test]
async fn interactive_requests_overtake_background_ones() {
    let (open, closed) = latch();
    let server = ScriptedServer::start(move |request| match request.number {
        0 => [vec![Step::Wait(closed.clone())], requested_job(request)].concat(),
        _ => requested_job(request),
    });
    let client = server.client_with(|options| options.max_in_flight = 1);
    let background = client.with_priority(Priority::Background);
    let mut readings = vec![spawn_read(&background, "b0")];
    server.wait_until(|log| log.requests.len() == 1).await;
    readings.extend(["b1", "b2"].map(|id| spawn_read(&background, id)));
    wait_for_load(&client, |load| load.queued == 2).await;
    readings.push(spawn_read(&client, "person"));
    wait_for_load(&client, |load| load.queued == 3).await;
    drop(open);
    all_succeed(readings).await;
    let order: Vec<String> =
        ["b0", "person", "b1", "b2"].map(|id| format!("GET /v1/jobs/{id}")).into();
    assert_eq!(server.requests(), order);
}

#[tokio::test]
async fn background_requests_leave_a_place_for_an_interactive_one() {
    let (_open, closed) = latch();
    let server = ScriptedServer::start(move |request| match request.target.as_str() {
        "/v1/jobs/person" => requested_job(request),
        _ => vec![Step::Wait(closed.clone())],
    });
    let client = server.client();
    let background = client.with_priority(Priority::Background);
    let readings: Vec<Reading> =
        (0..20).map(|id| spawn_read(&background, &id.to_string())).collect();
    server.wait_until(|log| log.in_flight == 7).await;
    client.read_job(&JobId::from("person")).await.unwrap();
    assert_eq!((server.requests().len(), server.log().in_flight), (8, 7));
    readings.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn requests_per_second_are_limited() {
    let server = ScriptedServer::start(requested_job);
    let client = server.client_with(|options| options.rate = NonZeroU32::new(20).map(Rate::strict));
    let start = Instant::now();
    all_succeed((0..7).map(|id| spawn_read(&client, &id.to_string())).collect()).await;
    assert!(start.elapsed() >= Duration::from_millis(300), "{:?}", start.elapsed());
    assert_eq!(server.requests().len(), 7);
}

#[tokio::test]
async fn a_refused_key_stops_all_requests_until_it_is_replaced() {
    let (open, closed) = latch();
    let ids: Vec<usize> = (0..1000).collect();
    let server = ScriptedServer::start(move |request| {
        let has_new_key = request.header("authorization") == Some("Bearer sl_another");
        match request.number {
            _ if has_new_key => page_of(&ids, request),
            0 => page_of(&ids, request),
            1 => {
                let refused = answer("401 Unauthorized", "", r#"{"error":"the key was revoked"}"#);
                [vec![Step::Wait(closed.clone())], refused].concat()
            }
            _ => vec![Step::Hold],
        }
    });
    let client = server.client_with(|options| options.max_in_flight = 3);
    let collecting = tokio::spawn(client.paginate(&ListEndpoint::jobs()).collect());
    server.wait_until(|log| log.requests.len() == 4).await;
    let waiting = spawn_read(&client, "j");
    wait_for_load(&client, |load| load.queued == 1).await;
    drop(open);
    let (rows, completeness) = collecting.await.unwrap();

    assert_eq!((rows.len(), completeness.read, completeness.total), (100, 100, Some(1000)));
    let gaps: Vec<String> = completeness.gaps.iter().map(ToString::to_string).collect();
    let error = completeness.error().unwrap();
    let message = error.to_string();
    assert!(
        message.ends_with("&limit=100: the server rejected the key (401): the key was revoked"),
        "{message}"
    );
    assert_eq!(classify(error), (Delivery::Confirmed, Retry::Never, Fault::Key, Some(401), None));
    assert!(gaps.iter().any(|gap| gap.starts_with("rows 398 to 1000: GET /v1/jobs?")), "{gaps:#?}");

    let unsent = waiting.await.unwrap().unwrap_err();
    assert_eq!(unsent.to_string(), "GET /v1/jobs/j: not sent: the server rejected the key");
    assert_eq!(classify(&unsent), (Delivery::NotSent, Retry::Never, Fault::Key, None, None));
    failing_read(&client).await;
    server.wait_until(|log| log.aborted == 2).await;
    assert_eq!(server.requests().len(), 4, "nothing is sent after the refusal");

    client.set_key(&SecretString::from("sl_another")).unwrap();
    let (rows, completeness) = client.paginate(&ListEndpoint::jobs()).collect().await;
    assert_eq!((rows.len(), completeness.is_complete()), (1000, true));
}

#[tokio::test]
async fn a_write_in_flight_is_not_cancelled_when_the_key_is_rejected() {
    let (open, closed) = latch();
    let server = ScriptedServer::start(move |request| match request.method.as_str() {
        "POST" => [vec![Step::Wait(closed.clone())], record(&json!({"id": "p"}))].concat(),
        _ => answer("401 Unauthorized", "", ""),
    });
    let client = server.client();
    let writing = spawn_create(&client);
    server.wait_until(|log| log.requests.len() == 1).await;
    assert_eq!(failing_read(&client).await.status(), Some(401));
    drop(open);
    assert_eq!(writing.await.unwrap().unwrap().id.as_str(), "p");
}

#[tokio::test]
async fn a_late_refusal_of_the_old_key_does_not_block_the_new_one() {
    let (open, closed) = latch();
    let server = ScriptedServer::start(move |request| {
        let refused = answer("401 Unauthorized", "", "");
        match request.header("authorization") {
            Some("Bearer sl_another") => job_record(),
            _ if request.method == "POST" => [vec![Step::Wait(closed.clone())], refused].concat(),
            _ => refused,
        }
    });
    let client = server.client();
    let writing = spawn_create(&client);
    server.wait_until(|log| log.requests.len() == 1).await;
    assert_eq!(failing_read(&client).await.status(), Some(401));
    client.set_key(&SecretString::from("sl_another")).unwrap();
    drop(open);
    assert_eq!(writing.await.unwrap().unwrap_err().status(), Some(401));
    client.read_job(&JobId::from("j")).await.unwrap();
}
