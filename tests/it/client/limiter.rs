//! The one budget of all requests, as a server sees it.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use serde_json::json;
use shortlist::client::{
    Client, ClientError, Delivery, Fault, ListEndpoint, Priority, Retry, SecretString, Versioned,
};
use shortlist::wire::{CreatePerson, Job, JobId};
use tokio::task::JoinHandle;

use crate::support::client_errors::{fails, questions};
use crate::support::scripted_server::{Rough, Step, answer, latch, page_of, record, until_load};

fn a_job() -> Vec<Step> {
    record(&json!({"id": "j", "name": "Clerk"}))
}

type Reading = JoinHandle<Result<Versioned<Job>, ClientError>>;

fn reading(client: &Client, id: &str) -> Reading {
    let (client, id) = (client.clone(), JobId::from(id));
    tokio::spawn(async move { client.read_job(&id).await })
}

async fn all_good(readings: Vec<Reading>) {
    for reading in readings {
        reading.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn no_more_than_eight_are_in_flight() {
    let (open, shut) = latch();
    let server = Rough::start(move |_| [vec![Step::Wait(shut.clone())], a_job()].concat());
    let client = server.client();
    let readings = (0..30).map(|id| reading(&client, &id.to_string())).collect();
    server.until(|log| log.in_flight == 8).await;
    until_load(&client, |load| load.queued == 22).await;
    assert_eq!((client.load().in_flight, client.load().limit), (8, 8));
    drop(open);
    all_good(readings).await;
    assert_eq!((server.asked().len(), server.log().most), (30, 8));
    assert!(server.log().connections <= 8, "{}", server.log().connections);
}

#[tokio::test]
async fn a_server_that_has_too_much_gets_half() {
    let (open, shut) = latch();
    let server = Rough::start(move |asked| match asked.number {
        0 => answer("429 Too Many Requests", "", ""),
        1 => a_job(),
        _ => [vec![Step::Wait(shut.clone())], a_job()].concat(),
    });
    let client = server.client();
    client.read_job(&JobId::from("j")).await.unwrap();
    assert_eq!(client.load().limit, 4);
    let readings = (0..12).map(|id| reading(&client, &id.to_string())).collect();
    server.until(|log| log.in_flight == 4).await;
    until_load(&client, |load| load.queued == 8).await;
    drop(open);
    all_good(readings).await;
    assert_eq!((server.asked().len(), server.log().most), (14, 4));
}

#[tokio::test]
async fn a_person_overtakes_the_background() {
    let (open, shut) = latch();
    let server = Rough::start(move |asked| match asked.number {
        0 => [vec![Step::Wait(shut.clone())], a_job()].concat(),
        _ => a_job(),
    });
    let client = server.client_with(|options| options.max_in_flight = 1);
    let background = client.with_priority(Priority::Background);
    let mut readings = vec![reading(&background, "b0")];
    server.until(|log| log.asked.len() == 1).await;
    readings.extend(["b1", "b2"].map(|id| reading(&background, id)));
    until_load(&client, |load| load.queued == 2).await;
    readings.push(reading(&client, "person"));
    until_load(&client, |load| load.queued == 3).await;
    drop(open);
    all_good(readings).await;
    let order: Vec<String> =
        ["b0", "person", "b1", "b2"].map(|id| format!("GET /v1/jobs/{id}")).into();
    assert_eq!(server.asked(), order);
}

#[tokio::test]
async fn the_background_leaves_a_place_for_a_person() {
    let (_open, shut) = latch();
    let server = Rough::start(move |asked| match asked.target.as_str() {
        "/v1/jobs/person" => a_job(),
        _ => vec![Step::Wait(shut.clone())],
    });
    let client = server.client();
    let background = client.with_priority(Priority::Background);
    let readings: Vec<Reading> = (0..20).map(|id| reading(&background, &id.to_string())).collect();
    server.until(|log| log.in_flight == 7).await;
    client.read_job(&JobId::from("person")).await.unwrap();
    assert_eq!((server.asked().len(), server.log().in_flight), (8, 7));
    readings.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn so_many_a_second_and_no_more() {
    let server = Rough::always(a_job());
    let client = server.client_with(|options| options.max_rps = NonZeroU32::new(20));
    let begun = Instant::now();
    all_good((0..7).map(|id| reading(&client, &id.to_string())).collect()).await;
    assert!(begun.elapsed() >= Duration::from_millis(300), "{:?}", begun.elapsed());
    assert_eq!(server.asked().len(), 7);
}

#[tokio::test]
async fn a_refused_key_stops_everything_until_there_is_another() {
    let (open, shut) = latch();
    let ids: Vec<usize> = (0..1000).collect();
    let server = Rough::start(move |asked| {
        let fresh = asked.header("authorization") == Some("Bearer sl_another");
        match asked.number {
            _ if fresh => page_of(&ids, asked),
            0 => page_of(&ids, asked),
            1 => {
                let refused = answer("401 Unauthorized", "", r#"{"error":"the key was revoked"}"#);
                [vec![Step::Wait(shut.clone())], refused].concat()
            }
            _ => vec![Step::Hold],
        }
    });
    let client = server.client_with(|options| options.max_in_flight = 3);
    let walk = tokio::spawn(client.paginate(&ListEndpoint::jobs()).collect());
    server.until(|log| log.asked.len() == 4).await;
    let waiting = reading(&client, "j");
    until_load(&client, |load| load.queued == 1).await;
    drop(open);
    let (rows, completeness) = walk.await.unwrap();

    assert_eq!((rows.len(), completeness.read, completeness.total), (100, 100, Some(1000)));
    let gaps: Vec<String> = completeness.gaps.iter().map(ToString::to_string).collect();
    let error = completeness.error().unwrap();
    let refused = error.to_string();
    assert!(
        refused.ends_with("&limit=100: the server refused (401): the key was revoked"),
        "{refused}"
    );
    assert_eq!(questions(error), (Delivery::Confirmed, Retry::Never, Fault::Key, Some(401), None));
    assert!(gaps.iter().any(|gap| gap.starts_with("rows 398 to 1000: GET /v1/jobs?")), "{gaps:#?}");

    let unsent = waiting.await.unwrap().unwrap_err();
    assert_eq!(unsent.to_string(), "GET /v1/jobs/j: not sent: the server refused the key");
    assert_eq!(questions(&unsent), (Delivery::NotSent, Retry::Never, Fault::Key, None, None));
    fails(&client).await;
    server.until(|log| log.hung_up == 2).await;
    assert_eq!(server.asked().len(), 4, "nothing was sent after the refusal");

    client.set_key(&SecretString::from("sl_another")).unwrap();
    let (rows, completeness) = client.paginate(&ListEndpoint::jobs()).collect().await;
    assert_eq!((rows.len(), completeness.is_complete()), (1000, true));
}

#[tokio::test]
async fn a_write_that_is_out_is_not_let_go_when_the_key_is_refused() {
    let (open, shut) = latch();
    let server = Rough::start(move |asked| match asked.method.as_str() {
        "POST" => [vec![Step::Wait(shut.clone())], record(&json!({"id": "p"}))].concat(),
        _ => answer("401 Unauthorized", "", ""),
    });
    let client = server.client();
    let writing = tokio::spawn({
        let client = client.clone();
        async move { client.create_person(&CreatePerson::default()).await }
    });
    server.until(|log| log.asked.len() == 1).await;
    assert_eq!(fails(&client).await.status(), Some(401));
    drop(open);
    assert_eq!(writing.await.unwrap().unwrap().id.as_str(), "p");
}

#[tokio::test]
async fn an_old_key_that_is_refused_late_does_not_lock_out_the_new_one() {
    let (open, shut) = latch();
    let server = Rough::start(move |asked| {
        let refused = answer("401 Unauthorized", "", "");
        match asked.header("authorization") {
            Some("Bearer sl_another") => a_job(),
            _ if asked.method == "POST" => [vec![Step::Wait(shut.clone())], refused].concat(),
            _ => refused,
        }
    });
    let client = server.client();
    let writing = tokio::spawn({
        let client = client.clone();
        async move { client.create_person(&CreatePerson::default()).await }
    });
    server.until(|log| log.asked.len() == 1).await;
    assert_eq!(fails(&client).await.status(), Some(401));
    client.set_key(&SecretString::from("sl_another")).unwrap();
    drop(open);
    assert_eq!(writing.await.unwrap().unwrap_err().status(), Some(401));
    client.read_job(&JobId::from("j")).await.unwrap();
}
