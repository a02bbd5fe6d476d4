//! Reading whole lists from servers that count wrongly, repeat rows or change
//! the list meanwhile.

use std::collections::BTreeSet;
use std::sync::Mutex;

use serde_json::{Value, json};
use shortlist::client::{Client, Completeness, ListEndpoint};
use shortlist::wire::JobId;

use crate::support::scripted_server::{
    ReceivedRequest, ScriptedServer, Step, answer, ok, page, page_of, row, short_deadline,
};

/// Reads all jobs and checks that no row comes twice.
async fn read_all(client: &Client) -> (BTreeSet<usize>, Completeness) {
    let (rows, completeness) = client.paginate(&ListEndpoint::jobs()).collect().await;
    let number = |id: &str| id.strip_prefix("job_").unwrap().parse().unwrap();
    let ids: BTreeSet<usize> = rows.iter().map(|row| number(row.record.id.as_str())).collect();
    assert_eq!((rows.len(), rows.len() as u64), (ids.len(), completeness.read));
    (ids, completeness)
}

fn gaps(completeness: &Completeness) -> Vec<String> {
    completeness.gaps.iter().map(ToString::to_string).collect()
}

/// The requested page with a wrong total.
fn page_with_total(ids: &[usize], total: usize, request: &ReceivedRequest) -> Vec<Step> {
    let (offset, limit) = (request.query("offset"), request.query("limit"));
    let rows: Vec<Value> = ids.iter().skip(offset).take(limit).copied().map(row).collect();
    page(&rows, total, offset, limit)
}

fn ids(count: usize) -> Vec<usize> {
    (0..count).collect()
}

fn has_no_duplicates(requests: &[String]) -> bool {
    requests.iter().collect::<BTreeSet<_>>().len() == requests.len()
}

#[tokio::test]
async fn an_unchanging_list_is_read_completely_and_no_page_twice() {
    let rows = ids(640);
    let server = ScriptedServer::start(move |request| page_of(&rows, request));
    let (read, completeness) = read_all(&server.client()).await;
    assert_eq!((read.len(), completeness.total), (640, Some(640)));
    assert!(completeness.is_complete(), "{completeness:?}");
    let requests = server.requests();
    assert_eq!(requests.len(), 7);
    assert!(has_no_duplicates(&requests), "{requests:?}");
    assert_eq!(requests[0], "GET /v1/jobs?offset=0&limit=100");
}

#[tokio::test]
async fn candidates_are_requested_by_the_id_of_the_job() {
    let server = ScriptedServer::always(page(&[json!({"id": "c", "person_id": "p"})], 1, 0, 100));
    let list = ListEndpoint::candidates(&JobId::from("a/b"));
    let (rows, completeness) = server.client().paginate(&list).collect().await;
    assert_eq!((rows[0].record.person_id.as_str(), completeness.read), ("p", 1));
    assert_eq!(server.requests(), ["GET /v1/jobs/a%2Fb/candidates?offset=0&limit=100"]);
}

#[tokio::test]
async fn a_total_that_is_too_small_hides_no_row() {
    for total in [0, 10, 100, 249] {
        let rows = ids(250);
        let server = ScriptedServer::start(move |request| page_with_total(&rows, total, request));
        let (read, completeness) = read_all(&server.client()).await;
        assert_eq!(
            (read.len(), completeness.is_complete()),
            (250, true),
            "{total}: {completeness:?}"
        );
        assert!(has_no_duplicates(&server.requests()), "{:?}", server.requests());
    }
}

#[tokio::test]
async fn a_total_that_is_too_large_is_reported() {
    let rows = ids(250);
    let server = ScriptedServer::start(move |request| page_with_total(&rows, 100_000, request));
    let (read, completeness) = read_all(&server.client()).await;
    assert_eq!((read.len(), completeness.total), (250, Some(100_000)));
    assert_eq!(
        gaps(&completeness),
        [
            "rows 251 to 100000: the server reports more rows than it sent, or rows were added meanwhile"
        ]
    );
    assert!(server.requests().len() < 24, "{}", server.requests().len());
}

#[tokio::test]
async fn an_endless_list_is_stopped() {
    let server = ScriptedServer::start(|request| {
        let (offset, limit) = (request.query("offset"), request.query("limit"));
        let rows: Vec<String> =
            (offset..offset + limit).map(|id| format!(r#"{{"id":"job_{id}"}}"#)).collect();
        let total = offset + 1000;
        ok(format!(r#"{{"data":[{}],"meta":{{"total":{total}}}}}"#, rows.join(",")))
    });
    let (read, completeness) = read_all(&server.client()).await;
    assert!((100_000..110_000).contains(&read.len()), "{}", read.len());
    let gaps = gaps(&completeness);
    assert!(gaps[0].starts_with("rows from "), "{gaps:?}");
    assert!(
        gaps[0].ends_with(
            "on: stopped: the server sends more rows than expected; the list may never end"
        ),
        "{gaps:?}"
    );
}

#[tokio::test]
async fn a_server_that_repeats_the_first_page_is_detected() {
    for total in [json!(500), json!(100_000), Value::Null] {
        let rows: Vec<Value> = ids(100).into_iter().map(row).collect();
        let body = json!({"success": true, "data": rows, "meta": {"total": total}});
        let server = ScriptedServer::always(ok(body.to_string()));
        let (read, completeness) = read_all(&server.client()).await;
        assert_eq!(read.len(), 100);
        let gaps = gaps(&completeness);
        assert!(
            gaps[0].ends_with(": stopped: the server repeats rows that it already sent"),
            "{gaps:?}"
        );
        assert!(server.requests().len() <= 40, "{total}: {}", server.requests().len());
    }
}

/// A list that changes after each request.
struct ChangingList {
    ids: Vec<usize>,
    next_id: usize,
    change: fn(&mut Self, &ReceivedRequest),
}

impl ChangingList {
    fn serve(count: usize, change: fn(&mut Self, &ReceivedRequest)) -> ScriptedServer {
        let list = Mutex::new(Self { ids: ids(count), next_id: count, change });
        ScriptedServer::start(move |request| {
            let mut list = list.lock().unwrap();
            let answer = page_of(&list.ids, request);
            (list.change)(&mut list, request);
            answer
        })
    }

    fn insert(&mut self, index: usize) {
        self.ids.insert(index.min(self.ids.len()), self.next_id);
        self.next_id += 1;
    }
}

/// Reads a changing list of 640 rows. Checks that no row is missing that was in the list all the
/// time, and that few enough pages were requested.
async fn read_changing_list(
    server: &ScriptedServer,
    client: &Client,
    removed: &[usize],
    max_requests: usize,
) -> Completeness {
    let (read, completeness) = read_all(client).await;
    let stable: BTreeSet<usize> = ids(640).into_iter().filter(|id| !removed.contains(id)).collect();
    let missing: Vec<_> = stable.difference(&read).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let requests = server.requests();
    assert!(requests.len() <= max_requests, "{} pages: {requests:?}", requests.len());
    completeness
}

#[tokio::test]
async fn rows_removed_between_two_pages_hide_no_other_row() {
    for in_flight in [1, 8] {
        let server = ChangingList::serve(640, |list, request| {
            // More than the row that two pages share.
            if request.number == 2 {
                list.ids.drain(..20);
            }
        });
        let client = server.client_with(|options| options.max_in_flight = in_flight);
        let completeness = read_changing_list(&server, &client, &ids(20), 12).await;
        assert!(completeness.is_complete(), "{completeness:?}");
    }
}

#[tokio::test]
async fn rows_inserted_between_two_pages_are_read() {
    for in_flight in [1, 8] {
        let server = ChangingList::serve(640, |list, request| {
            if request.number == 2 {
                for _ in 0..20 {
                    list.insert(0);
                }
            }
        });
        let client = server.client_with(|options| options.max_in_flight = in_flight);
        let completeness = read_changing_list(&server, &client, &[], 12).await;
        assert!(completeness.is_complete(), "{completeness:?}");
    }
}

#[tokio::test]
async fn a_list_that_changes_after_every_page_loses_no_stable_row() {
    for in_flight in [1, 8] {
        let server = ChangingList::serve(640, |list, request| match request.number {
            1 | 4 => list.insert(0),
            2 => list.insert(150),
            3 | 5 => drop(list.ids.remove(0)),
            _ => {}
        });
        let client = server.client_with(|options| options.max_in_flight = in_flight);
        // The first row and a row inserted before it are removed.
        let completeness = read_changing_list(&server, &client, &[0, 1], 14).await;
        // A row inserted into a page that was already read is missing, and reported.
        let gaps = gaps(&completeness);
        assert!(gaps.iter().all(|gap| gap.contains("rows were added meanwhile")), "{gaps:?}");
    }
}

#[tokio::test]
async fn a_list_without_a_total_is_read_to_its_end() {
    for meta in [json!(null), json!({}), json!({"total": null}), json!("none")] {
        let rows = ids(250);
        let server = ScriptedServer::start(move |request| {
            let (offset, limit) = (request.query("offset"), request.query("limit"));
            let rows: Vec<Value> = rows.iter().skip(offset).take(limit).copied().map(row).collect();
            ok(json!({"success": true, "data": rows, "meta": meta}).to_string())
        });
        let (read, completeness) = read_all(&server.client()).await;
        assert_eq!((read.len(), completeness.total, completeness.is_complete()), (250, None, true));
        assert!(server.requests().len() <= 4, "{:?}", server.requests());
    }
}

#[tokio::test]
async fn a_server_may_use_a_smaller_page_size() {
    for (cap, is_reported) in [(40, true), (40, false), (1, false)] {
        let rows = ids(120);
        let server = ScriptedServer::start(move |request| {
            let (offset, limit) = (request.query("offset"), request.query("limit").min(cap));
            let reported = if is_reported { limit } else { 100 };
            let rows: Vec<Value> = rows.iter().skip(offset).take(limit).copied().map(row).collect();
            page(&rows, 120, offset, reported)
        });
        let (read, completeness) = read_all(&server.client()).await;
        assert_eq!(
            (read.len(), completeness.is_complete()),
            (120, true),
            "{cap}: {completeness:?}"
        );
        let most = 120 / (cap - 1).max(1) + 2;
        assert!(server.requests().len() <= most, "{cap}: {}", server.requests().len());
    }
}

#[tokio::test]
async fn unreadable_items_are_counted_and_the_others_are_read() {
    let mut rows: Vec<Value> = ids(250).into_iter().map(row).collect();
    rows[7] = json!(null);
    rows[99] = json!(7);
    rows[120] = json!({"name": "without an id"});
    let server = ScriptedServer::start(move |request| {
        let (offset, limit) = (request.query("offset"), request.query("limit"));
        page(&rows[offset.min(250)..(offset + limit).min(250)], 250, offset, limit)
    });
    let (read, completeness) = read_all(&server.client()).await;
    assert_eq!(
        (read.len(), completeness.unreadable.len(), completeness.total),
        (247, 3, Some(250))
    );
    assert!(completeness.is_complete(), "{completeness:?}");
    assert_eq!(
        server.requests().len(),
        3,
        "no page is read twice, although two share an unreadable row"
    );
}

#[tokio::test]
async fn a_failed_page_is_a_gap_and_the_others_are_read() {
    let rows = ids(640);
    let server = ScriptedServer::start(move |request| match request.query("offset") {
        198 => answer("500 Oh", "", r#"{"error":"this page is cursed"}"#),
        _ => page_of(&rows, request),
    });
    let (read, completeness) = read_all(&server.client_with(short_deadline)).await;
    assert_eq!((read.len(), completeness.total), (640 - 98, Some(640)));
    assert!((199..297).all(|id| !read.contains(&id)));
    let gaps = gaps(&completeness);
    let expected = "rows 200 to 298: GET /v1/jobs?offset=198&limit=100: the server failed (500): this page is cursed (tried ";
    assert!(gaps.len() == 1 && gaps[0].starts_with(expected), "{gaps:?}");
}

#[tokio::test]
async fn a_limit_on_rows_limits_the_request() {
    let rows = ids(640);
    let server = ScriptedServer::start(move |request| page_of(&rows, request));
    let (rows, completeness) =
        server.client().paginate_up_to(&ListEndpoint::jobs(), 10).collect().await;
    assert_eq!((rows.len(), completeness.is_complete()), (10, true));
    assert_eq!(server.requests(), ["GET /v1/jobs?offset=0&limit=10"]);
}

#[tokio::test]
async fn dropping_a_paginator_cancels_its_requests() {
    let rows = ids(640);
    let server = ScriptedServer::start(move |request| match request.number {
        0 => page_of(&rows, request),
        _ => vec![Step::Hold],
    });
    let client = server.client();
    let mut paginator = client.paginate(&ListEndpoint::jobs());
    assert_eq!(paginator.next().await.unwrap().rows.len(), 100);
    let reading = tokio::spawn(async move { paginator.next().await });
    server.wait_until(|log| log.in_flight == 6).await;
    reading.abort();
    server.wait_until(|log| log.aborted == 6).await;
    assert_eq!(client.load().in_flight, 0);
}
