//! Long lists: read page by page, refreshed and filtered.

use chrono::{Duration, Utc};
use serde_json::{Value, json};
use shortlist::client::ListEndpoint;
use shortlist::recruiting::table::RowBuffer as _;
use shortlist::service::store::record::StoreRecord;
use shortlist::service::store::{IfMissing, Store, StoreError};
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Answer, Slot};

use crate::support::harness::{Service, context};
use crate::support::headless_tui::HeadlessTui;
use crate::support::relay::{JOB, Relay, candidate_entries, is_page};
use crate::support::scripted_server::{Step, latch, page};

/// The load progress in the header, such as `200/950`.
fn header(tui: &HeadlessTui) -> String {
    let screen = tui.screen();
    let line = screen.lines().next().unwrap().to_owned();
    let facts = line.split(" · ").filter(|fact| fact.contains('/'));
    let progress = facts.last().unwrap_or_default().trim();
    progress.rsplit(' ').next().unwrap_or_default().to_owned()
}

fn with_separator(number: usize) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{},{:03}", number / 1000, number % 1000)
}

/// The ids in the order of the server.
async fn server_order(relay: &Relay) -> Vec<String> {
    let (mut rows, completeness) =
        relay.http.client().paginate(&ListEndpoint::candidates(&JOB.into())).collect().await;
    assert!(completeness.is_complete());
    rows.sort_by_key(|row| row.position);
    rows.into_iter().map(|row| row.record.id.to_string()).collect()
}

#[tokio::test]
async fn the_last_row_is_shown_before_the_pages_between_are_read() {
    let (release, closed) = latch();
    let relay = Relay::intercepting(5000, move |request| {
        let is_between = is_page(request) && (100..4900).contains(&request.query("offset"));
        // Closed when the latch opens; the client retries, and the retry is forwarded.
        (is_between && closed.has_changed().is_ok())
            .then(|| vec![Step::Wait(closed.clone()), Step::Close])
    });
    let mut tui = HeadlessTui::start(&relay);
    tui.wait_until("the first page", |controller| {
        controller.state.open_job().is_some_and(|open| !open.list.is_empty())
    })
    .await;
    tui.type_keys("3G");
    tui.wait_until("the last row", |controller| {
        controller.state.selected().is_some_and(|(id, _)| id.as_str() == "can_4999")
    })
    .await;
    let screen = tui.screen();
    assert!(screen.contains("▌  Ada 4999"), "{screen}");
    assert!(screen.contains("/5,000 loaded"), "{screen}");
    assert!(tui.controller.state.open_job().unwrap().list.pages.loaded() <= 300);
    drop(release);
    tui.wait_until_at_rest().await;
    assert_eq!(tui.selected(), "can_4999");
    assert!(tui.ids() == server_order(&relay).await, "in the order of the server");
}

#[tokio::test]
async fn the_header_shows_the_progress_after_every_page() {
    let relay = Relay::start(5000);
    let mut tui = HeadlessTui::start(&relay);
    let mut read = 0;
    while !tui.controller.state.is_settled() {
        let Some(Message::Fetched { slot: Slot::CandidatePage(..), outcome, .. }) =
            tui.next().await
        else {
            continue;
        };
        let Ok(Answer::CandidatePage(page)) = outcome else { panic!("{outcome:?}") };
        read += page.rows.len();
        assert_eq!(header(&tui), format!("{}/5,000", with_separator(read)));
        let complete = tui.screen().contains("3 Candidates 5,000 ");
        assert_eq!(complete, read == 5000, "{}", tui.screen());
    }
    assert_eq!(read, 5000, "no page is read twice");
    assert!(tui.ids() == server_order(&relay).await, "in the order of the server");
}

/// Writes to the database of the service.
async fn import(service: &Service, entries: impl IntoIterator<Item = StoreRecord>) {
    let store = Store::open(&service.database.parse().unwrap(), IfMissing::Fail).await.unwrap();
    let entries: Vec<StoreRecord> = entries.into_iter().collect();
    let entries = entries.into_iter().map(Ok::<_, StoreError>);
    store.import(context(), entries).await.unwrap();
}

#[tokio::test]
async fn a_refresh_keeps_the_cursor_and_the_marks_on_their_candidates() {
    let relay = Relay::start(250);
    let mut tui = HeadlessTui::start_at_rest(&relay).await;
    tui.type_keys("3jj<space><space>jjjjj");
    tui.wait_until_at_rest().await;
    assert_eq!(tui.selected(), "can_9");
    let before = tui.ids();
    // The oldest, so that every row moves.
    let old = Utc::now() - Duration::days(6);
    import(&relay.service, (900..903).flat_map(|number| candidate_entries(number, "Eve", old)))
        .await;
    relay.service.patch("/v1/persons/per_9", &json!({"name": "Grace Nine"}));
    relay.service.patch("/v1/persons/per_3", &json!({"name": "Grace Three"}));
    tui.type_keys("R");
    tui.wait_until_at_rest().await;
    assert_eq!(tui.selected(), "can_9");
    let screen = tui.screen();
    assert!(screen.contains("▌  Grace Nine"), "{screen}");
    assert!(screen.contains("✓ Ada 2 ") && screen.contains("✓ Grace Three"), "{screen}");
    assert!(screen.contains("✓ 2 marked · 13/253"), "{screen}");
    assert_eq!(header(&tui), "253/253");
    let ids = tui.ids();
    assert!(ids == server_order(&relay).await, "in the order of the server");
    assert!(ids[3..] == before, "the new candidates come first");
}

#[tokio::test]
async fn a_filter_applies_to_rows_that_arrive_later() {
    let (release, closed) = latch();
    let relay = Relay::intercepting(950, move |request| {
        let is_late = is_page(request) && request.query("offset") > 100;
        (is_late && closed.has_changed().is_ok())
            .then(|| vec![Step::Wait(closed.clone()), Step::Close])
    });
    let mut tui = HeadlessTui::start(&relay);
    tui.wait_until("the first two pages", |controller| {
        controller.state.open_job().is_some_and(|open| open.list.pages.loaded() == 200)
    })
    .await;
    tui.type_keys("3/stage:screen<enter>");
    let screen = tui.screen();
    assert!(screen.contains("200/950 loaded · ≥66 shown"), "{screen}");
    drop(release);
    tui.wait_until_at_rest().await;
    let screen = tui.screen();
    assert!(screen.contains("▸3 Candidates 950 · 316 shown ─"), "{screen}");
    let every_third: Vec<String> =
        server_order(&relay).await.into_iter().skip(2).step_by(3).collect();
    assert!(tui.ids() == every_third, "every third candidate");
    tui.type_keys("<ctrl-l>");
    assert_eq!(tui.ids().len(), 950);
}

/// A server that sends 20 candidates per page, has 45, and counts four million.
fn with_wrong_total() -> Relay {
    Relay::intercepting(45, |request| {
        let (offset, limit) = (request.query("offset"), request.query("limit"));
        let rows: Vec<Value> = (offset..45)
            .take(limit.min(20))
            .map(|number| {
                json!({"id": format!("can_{number}"), "person_id": format!("per_{number}"),
                       "name": format!("Ada {number}"), "current_pipeline_stage_id": "applied"})
            })
            .collect();
        is_page(request).then(|| page(&rows, 4_000_000, offset, limit))
    })
}

#[tokio::test]
async fn rows_that_were_never_sent_are_not_unreadable() {
    let relay = with_wrong_total();
    let mut tui = HeadlessTui::start_at_rest(&relay).await;
    let all: Vec<String> = (0..45).map(|number| format!("can_{number}")).collect();
    let pages = format!("/v1/jobs/{JOB}/candidates");
    for keys in ["3G", "gg", "R", "G"] {
        tui.type_keys(keys);
        tui.wait_until_at_rest().await;
        let screen = tui.screen();
        assert!(!screen.contains("unreadable"), "{screen}");
        assert!(screen.contains("▸3 Candidates 45/4,000,000 sent"), "{screen}");
        assert!(screen.contains("the server reports more rows than it sent"), "{screen}");
        assert_eq!(tui.ids(), all);
    }
    assert_eq!(tui.selected(), "can_44");
    // Two passes of three pages, the checks for their ends, and requests that were in flight beyond
    // the end.
    assert!(relay.request_count(&pages) < 30, "{:?}", relay.http.requests());
    tui.type_keys("/Ada 44<enter>");
    tui.wait_until_at_rest().await;
    let screen = tui.screen();
    assert!(screen.contains("45/4,000,000 sent · ≥1 shown"), "{screen}");
    assert!(!screen.contains("so far") && !screen.contains("unreadable"), "{screen}");
}
