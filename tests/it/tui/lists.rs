//! Lists that are long, that change while one looks, and that are filtered.

use chrono::{Duration, Utc};
use serde_json::json;

use crate::support::harness::Service;
use crate::support::relay::{JOB, Relay, is_page, stands_in};
use crate::support::scripted_server::{Step, latch};
use crate::tui::browsing::Typist;
use shortlist::client::ListEndpoint;
use shortlist::service::store::record::StoreRecord;
use shortlist::service::store::{DatabaseUrl, IfMissing, Store, StoreError};
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Answer, Slot};

/// The facts at the right of the first line: how much was read of how much.
fn header(typist: &Typist) -> String {
    let screen = typist.screen();
    let line = screen.lines().next().unwrap().to_owned();
    let facts = line.split(" · ").filter(|fact| fact.contains('/'));
    let told = facts.last().unwrap_or_default().trim();
    told.rsplit(' ').next().unwrap_or_default().to_owned()
}

fn written(number: usize) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{},{:03}", number / 1000, number % 1000)
}

/// The ids as the server lists them.
async fn listed(relay: &Relay) -> Vec<String> {
    let (rows, completeness) =
        relay.rough.client().paginate(&ListEndpoint::candidates(&JOB.into())).collect().await;
    assert!(completeness.is_complete());
    let mut rows = rows;
    rows.sort_by_key(|row| row.position);
    rows.into_iter().map(|row| row.record.id.to_string()).collect()
}

#[tokio::test]
async fn the_last_row_is_there_long_before_the_list() {
    let (release, held) = latch();
    let relay = Relay::crowd_but(5000, move |asked| {
        let between = is_page(asked) && (100..4900).contains(&asked.query("offset"));
        // The latch is waited for; what is passed on comes when it is asked again.
        (between && held.has_changed().is_ok()).then(|| vec![Step::Wait(held.clone()), Step::Close])
    });
    let mut typist = Typist::sits_down(&relay);
    typist
        .until("the first page", |desk| {
            desk.state.opened().is_some_and(|open| !open.list.is_empty())
        })
        .await;
    typist.type_keys("3G");
    typist
        .until("the last row", |desk| {
            desk.state.selected().is_some_and(|(id, _)| id.as_str() == "can_4999")
        })
        .await;
    let screen = typist.screen();
    assert!(screen.contains("▌  Ada 4999"), "{screen}");
    assert!(screen.contains("/5,000 loaded"), "{screen}");
    assert!(typist.desk.state.opened().unwrap().list.roll.loaded() <= 300);
    drop(release);
    typist.until_at_rest().await;
    assert_eq!(typist.selected(), "can_4999");
    assert!(typist.ids() == listed(&relay).await, "in the order of the server");
}

#[tokio::test]
async fn the_header_tells_what_was_read_at_every_step() {
    let relay = Relay::crowd(5000);
    let mut typist = Typist::sits_down(&relay);
    let mut read = 0;
    while !typist.desk.state.is_at_rest() {
        let Some(Message::Arrived { slot: Slot::Roster(..), outcome, .. }) = typist.next().await
        else {
            continue;
        };
        let Ok(Answer::Roster(page)) = outcome else { panic!("{outcome:?}") };
        read += page.items.good.len();
        assert_eq!(header(&typist), format!("{}/5,000", written(read)));
        let complete = typist.screen().contains("3 Candidates 5,000 ");
        assert_eq!(complete, read == 5000, "{}", typist.screen());
    }
    assert_eq!(read, 5000, "no page was read twice");
    assert!(typist.ids() == listed(&relay).await, "in the order of the server");
}

/// Writes into the database behind the service.
async fn import(service: &Service, entries: impl IntoIterator<Item = StoreRecord>) {
    let store =
        Store::open(&DatabaseUrl::Sqlite(service.database.clone()), IfMissing::Fail).unwrap();
    let entries: Vec<StoreRecord> = entries.into_iter().collect();
    let entries = entries.into_iter().map(Ok::<_, StoreError>);
    store.import(Utc::now().into(), entries).await.unwrap();
}

#[tokio::test]
async fn a_refresh_keeps_the_cursor_and_the_marks_on_their_people() {
    let relay = Relay::crowd(250);
    let mut typist = Typist::at(&relay).await;
    typist.type_keys("3jj<space><space>jjjjj");
    typist.until_at_rest().await;
    assert_eq!(typist.selected(), "can_9");
    let before = typist.ids();
    // Older than all others, so that every row moves.
    let old = Utc::now() - Duration::days(6);
    import(&relay.service, (900..903).flat_map(|number| stands_in(number, "Eve", old))).await;
    relay.service.patch("/v1/persons/per_9", &json!({"name": "Grace Nine"}));
    relay.service.patch("/v1/persons/per_3", &json!({"name": "Grace Three"}));
    typist.type_keys("R");
    typist.until_at_rest().await;
    assert_eq!(typist.selected(), "can_9");
    let screen = typist.screen();
    assert!(screen.contains("▌  Grace Nine"), "{screen}");
    assert!(screen.contains("✓ Ada 2 ") && screen.contains("✓ Grace Three"), "{screen}");
    assert!(screen.contains("✓ 2 marked · 13/253"), "{screen}");
    assert_eq!(header(&typist), "253/253");
    let ids = typist.ids();
    assert!(ids == listed(&relay).await, "in the order of the server");
    assert!(ids[3..] == before, "the new ones come first");
}

#[tokio::test]
async fn a_filter_holds_over_all_that_is_read_and_all_that_comes() {
    let (release, held) = latch();
    let relay = Relay::crowd_but(950, move |asked| {
        let late = is_page(asked) && asked.query("offset") > 100;
        (late && held.has_changed().is_ok()).then(|| vec![Step::Wait(held.clone()), Step::Close])
    });
    let mut typist = Typist::sits_down(&relay);
    typist
        .until("some", |desk| {
            desk.state.opened().is_some_and(|open| open.list.roll.loaded() == 200)
        })
        .await;
    typist.type_keys("3/stage:screen<enter>");
    let screen = typist.screen();
    assert!(screen.contains("200/950 loaded · 66 shown so far"), "{screen}");
    drop(release);
    typist.until_at_rest().await;
    let screen = typist.screen();
    assert!(screen.contains("▸3 Candidates 950 · 316 shown ─"), "{screen}");
    let third: Vec<String> = listed(&relay).await.into_iter().skip(2).step_by(3).collect();
    assert!(typist.ids() == third, "every third one");
    typist.type_keys("<ctrl-l>");
    assert_eq!(typist.ids().len(), 950);
}
