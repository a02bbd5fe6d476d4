//! Lists of servers that count wrongly, repeat themselves or move meanwhile.

use std::collections::BTreeSet;
use std::sync::Mutex;

use serde_json::{Value, json};
use shortlist::client::{Client, Completeness, ListEndpoint};
use shortlist::wire::JobId;

use crate::support::scripted_server::{Asked, Rough, Step, answer, hasty, ok, page, page_of, row};

/// Walks over all jobs, and sees that every row is handed out once.
async fn walk(client: &Client) -> (BTreeSet<usize>, Completeness) {
    let (rows, completeness) = client.paginate(&ListEndpoint::jobs()).collect().await;
    let number = |id: &str| id.strip_prefix("job_").unwrap().parse().unwrap();
    let ids: BTreeSet<usize> = rows.iter().map(|row| number(row.record.id.as_str())).collect();
    assert_eq!((rows.len(), rows.len() as u64), (ids.len(), completeness.read));
    (ids, completeness)
}

fn told(completeness: &Completeness) -> Vec<String> {
    completeness.gaps.iter().map(ToString::to_string).collect()
}

/// The part that is asked for, with a count of the server's own.
fn counted(ids: &[usize], total: usize, asked: &Asked) -> Vec<Step> {
    let (offset, limit) = (asked.query("offset"), asked.query("limit"));
    let rows: Vec<Value> = ids.iter().skip(offset).take(limit).copied().map(row).collect();
    page(&rows, total, offset, limit)
}

fn ids(count: usize) -> Vec<usize> {
    (0..count).collect()
}

/// Whether no page was asked for twice.
fn is_each_once(asked: &[String]) -> bool {
    asked.iter().collect::<BTreeSet<_>>().len() == asked.len()
}

#[tokio::test]
async fn a_quiet_list_is_read_whole_and_no_page_twice() {
    let rows = ids(640);
    let server = Rough::start(move |asked| page_of(&rows, asked));
    let (read, completeness) = walk(&server.client()).await;
    assert_eq!((read.len(), completeness.total), (640, Some(640)));
    assert!(completeness.is_complete(), "{completeness:?}");
    let asked = server.asked();
    assert_eq!(asked.len(), 7);
    assert!(is_each_once(&asked), "{asked:?}");
    assert_eq!(asked[0], "GET /v1/jobs?offset=0&limit=100");
}

#[tokio::test]
async fn the_candidates_of_a_job_are_asked_for_by_its_id() {
    let server = Rough::always(page(&[json!({"id": "c", "person_id": "p"})], 1, 0, 100));
    let list = ListEndpoint::candidates(&JobId::from("a/b"));
    let (rows, completeness) = server.client().paginate(&list).collect().await;
    assert_eq!((rows[0].record.person_id.as_str(), completeness.read), ("p", 1));
    assert_eq!(server.asked(), ["GET /v1/jobs/a%2Fb/candidates?offset=0&limit=100"]);
}

#[tokio::test]
async fn a_count_that_is_too_small_hides_nothing() {
    for lie in [0, 10, 100, 249] {
        let rows = ids(250);
        let server = Rough::start(move |asked| counted(&rows, lie, asked));
        let (read, completeness) = walk(&server.client()).await;
        assert_eq!(
            (read.len(), completeness.is_complete()),
            (250, true),
            "{lie}: {completeness:?}"
        );
        assert!(is_each_once(&server.asked()), "{:?}", server.asked());
    }
}

#[tokio::test]
async fn a_count_that_is_too_large_is_told() {
    let rows = ids(250);
    let server = Rough::start(move |asked| counted(&rows, 100_000, asked));
    let (read, completeness) = walk(&server.client()).await;
    assert_eq!((read.len(), completeness.total), (250, Some(100_000)));
    assert_eq!(
        told(&completeness),
        [
            "rows 251 to 100000: the server counts more than its pages hold, or rows came in while it was read"
        ]
    );
    assert!(server.asked().len() < 24, "{}", server.asked().len());
}

#[tokio::test]
async fn a_list_that_grows_for_ever_is_stopped() {
    let server = Rough::start(|asked| {
        let (offset, limit) = (asked.query("offset"), asked.query("limit"));
        let rows: Vec<String> =
            (offset..offset + limit).map(|id| format!(r#"{{"id":"job_{id}"}}"#)).collect();
        let total = offset + 1000;
        ok(format!(r#"{{"data":[{}],"meta":{{"total":{total}}}}}"#, rows.join(",")))
    });
    let (read, completeness) = walk(&server.client()).await;
    assert!((100_000..110_000).contains(&read.len()), "{}", read.len());
    let told = told(&completeness);
    assert!(told[0].starts_with("rows from "), "{told:?}");
    assert!(
        told[0].ends_with(
            "on: the server says there is always more, far beyond what it announced; stopped"
        ),
        "{told:?}"
    );
}

#[tokio::test]
async fn the_same_page_for_every_place_is_seen_through() {
    for total in [json!(500), json!(100_000), Value::Null] {
        let rows: Vec<Value> = ids(100).into_iter().map(row).collect();
        let body = json!({"success": true, "data": rows, "meta": {"total": total}});
        let server = Rough::always(ok(body.to_string()));
        let (read, completeness) = walk(&server.client()).await;
        assert_eq!(read.len(), 100);
        let told = told(&completeness);
        assert!(
            told[0].ends_with(
                ": the server sends the same rows again whatever part is asked for; stopped"
            ),
            "{told:?}"
        );
        assert!(server.asked().len() <= 40, "{total}: {}", server.asked().len());
    }
}

/// A list that changes whenever it is looked at.
struct Moving {
    ids: Vec<usize>,
    fresh: usize,
    change: fn(&mut Self, &Asked),
}

impl Moving {
    fn serve(count: usize, change: fn(&mut Self, &Asked)) -> Rough {
        let list = Mutex::new(Self { ids: ids(count), fresh: count, change });
        Rough::start(move |asked| {
            let mut list = list.lock().unwrap();
            let answer = page_of(&list.ids, asked);
            (list.change)(&mut list, asked);
            answer
        })
    }

    fn insert(&mut self, place: usize) {
        self.ids.insert(place.min(self.ids.len()), self.fresh);
        self.fresh += 1;
    }
}

/// Walks over a moving list of 640 and sees that of the rows that were there
/// all the time none was missed.
async fn misses_nothing(
    server: &Rough,
    client: &Client,
    gone: &[usize],
    most: usize,
) -> Completeness {
    let (read, completeness) = walk(client).await;
    let stable: BTreeSet<usize> = ids(640).into_iter().filter(|id| !gone.contains(id)).collect();
    let missed: Vec<_> = stable.difference(&read).collect();
    assert!(missed.is_empty(), "{missed:?}");
    let asked = server.asked();
    assert!(asked.len() <= most, "{} pages: {asked:?}", asked.len());
    completeness
}

#[tokio::test]
async fn rows_that_go_between_two_pages_take_none_with_them() {
    for in_flight in [1, 8] {
        let server = Moving::serve(640, |list, asked| {
            // Enough to tear the one row that two pages share.
            if asked.number == 2 {
                list.ids.drain(..20);
            }
        });
        let client = server.client_with(|options| options.max_in_flight = in_flight);
        let completeness = misses_nothing(&server, &client, &ids(20), 12).await;
        assert!(completeness.is_complete(), "{completeness:?}");
    }
}

#[tokio::test]
async fn rows_that_come_between_two_pages_are_read_and_hide_none() {
    for in_flight in [1, 8] {
        let server = Moving::serve(640, |list, asked| {
            if asked.number == 2 {
                for _ in 0..20 {
                    list.insert(0);
                }
            }
        });
        let client = server.client_with(|options| options.max_in_flight = in_flight);
        let completeness = misses_nothing(&server, &client, &[], 12).await;
        assert!(completeness.is_complete(), "{completeness:?}");
    }
}

#[tokio::test]
async fn a_list_that_moves_after_every_page_loses_no_row_that_stayed() {
    for in_flight in [1, 8] {
        let server = Moving::serve(640, |list, asked| match asked.number {
            1 | 4 => list.insert(0),
            2 => list.insert(150),
            3 | 5 => drop(list.ids.remove(0)),
            _ => {}
        });
        let client = server.client_with(|options| options.max_in_flight = in_flight);
        // What may go are the first row and what came in before it.
        let completeness = misses_nothing(&server, &client, &[0, 1], 14).await;
        // A row that came in behind the walk is not found, and that is told.
        let told = told(&completeness);
        assert!(told.iter().all(|gap| gap.contains("rows came in while it was read")), "{told:?}");
    }
}

#[tokio::test]
async fn a_list_without_a_count_is_read_to_its_end() {
    for meta in [json!(null), json!({}), json!({"total": null}), json!("none")] {
        let rows = ids(250);
        let server = Rough::start(move |asked| {
            let (offset, limit) = (asked.query("offset"), asked.query("limit"));
            let rows: Vec<Value> = rows.iter().skip(offset).take(limit).copied().map(row).collect();
            ok(json!({"success": true, "data": rows, "meta": meta}).to_string())
        });
        let (read, completeness) = walk(&server.client()).await;
        assert_eq!((read.len(), completeness.total, completeness.is_complete()), (250, None, true));
        assert!(server.asked().len() <= 4, "{:?}", server.asked());
    }
}

#[tokio::test]
async fn another_limit_than_asked_is_lived_with() {
    for (cap, tells) in [(40, true), (40, false), (1, false)] {
        let rows = ids(120);
        let server = Rough::start(move |asked| {
            let (offset, limit) = (asked.query("offset"), asked.query("limit").min(cap));
            let told = if tells { limit } else { 100 };
            let rows: Vec<Value> = rows.iter().skip(offset).take(limit).copied().map(row).collect();
            page(&rows, 120, offset, told)
        });
        let (read, completeness) = walk(&server.client()).await;
        assert_eq!(
            (read.len(), completeness.is_complete()),
            (120, true),
            "{cap}: {completeness:?}"
        );
        let most = 120 / (cap - 1).max(1) + 2;
        assert!(server.asked().len() <= most, "{cap}: {}", server.asked().len());
    }
}

#[tokio::test]
async fn items_that_cannot_be_read_are_counted_and_the_rest_is_there() {
    let mut rows: Vec<Value> = ids(250).into_iter().map(row).collect();
    rows[7] = json!(null);
    rows[99] = json!(7);
    rows[120] = json!({"name": "without an id"});
    let server = Rough::start(move |asked| {
        let (offset, limit) = (asked.query("offset"), asked.query("limit"));
        page(&rows[offset.min(250)..(offset + limit).min(250)], 250, offset, limit)
    });
    let (read, completeness) = walk(&server.client()).await;
    assert_eq!(
        (read.len(), completeness.unreadable.len(), completeness.total),
        (247, 3, Some(250))
    );
    assert!(completeness.is_complete(), "{completeness:?}");
    assert_eq!(server.asked().len(), 3, "no page twice, though two share a row that is not there");
}

#[tokio::test]
async fn a_page_that_cannot_be_had_is_a_gap_and_the_others_are_read() {
    let rows = ids(640);
    let server = Rough::start(move |asked| match asked.query("offset") {
        198 => answer("500 Oh", "", r#"{"error":"this page is cursed"}"#),
        _ => page_of(&rows, asked),
    });
    let (read, completeness) = walk(&server.client_with(hasty)).await;
    assert_eq!((read.len(), completeness.total), (640 - 98, Some(640)));
    assert!((199..297).all(|id| !read.contains(&id)));
    let told = told(&completeness);
    let wanted = "rows 200 to 298: GET /v1/jobs?offset=198&limit=100: the server failed (500): this page is cursed (tried ";
    assert!(told.len() == 1 && told[0].starts_with(wanted), "{told:?}");
}

#[tokio::test]
async fn enough_is_enough() {
    let rows = ids(640);
    let server = Rough::start(move |asked| page_of(&rows, asked));
    let (rows, completeness) =
        server.client().paginate_up_to(&ListEndpoint::jobs(), 10).collect().await;
    assert_eq!((rows.len(), completeness.is_complete()), (10, true));
    assert_eq!(server.asked(), ["GET /v1/jobs?offset=0&limit=10"]);
}

#[tokio::test]
async fn a_walk_that_is_dropped_lets_go_of_every_page() {
    let rows = ids(640);
    let server = Rough::start(move |asked| match asked.number {
        0 => page_of(&rows, asked),
        _ => vec![Step::Hold],
    });
    let client = server.client();
    let mut walk = client.paginate(&ListEndpoint::jobs());
    assert_eq!(walk.next().await.unwrap().rows.len(), 100);
    let going = tokio::spawn(async move { walk.next().await });
    server.until(|log| log.in_flight == 6).await;
    going.abort();
    server.until(|log| log.hung_up == 6).await;
    assert_eq!(client.load().in_flight, 0);
}
