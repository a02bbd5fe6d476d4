//! Which requests browsing sends: as few as the screen needs, early enough.

use shortlist::keymap::key::Key;

use crate::support::headless_tui::HeadlessTui;
use crate::support::relay::Relay;
use crate::support::scripted_server::Step;

#[tokio::test]
async fn holding_a_key_requests_only_the_last_candidate() {
    let relay = Relay::start(400);
    let mut tui = HeadlessTui::start_at_rest(&relay).await;
    tui.type_keys("3");
    let before = relay.request_count("/v1/candidates/") + relay.request_count("/v1/persons/");
    // No time passes between the keys: the cursor never rests, however busy the machine is.
    for _ in 0..300 {
        tui.controller.handle_key(Key::char('j'));
        while let Some(message) = tui.controller.try_next_message() {
            tui.controller.feed(message);
        }
    }
    assert_eq!(tui.selected(), "can_300");
    tui.wait_until_at_rest().await;
    let log = relay.http.log();
    let targets = log.requests.iter().map(|request| &*request.target);
    let is_detail =
        |target: &&str| target.starts_with("/v1/candidates/") || target.starts_with("/v1/persons/");
    let details: Vec<&str> = targets.filter(is_detail).skip(before).collect();
    assert!(details.len() <= 3, "{details:?}");
    assert!(details.iter().any(|target| target.ends_with("/can_300")), "{details:?}");
    assert!(tui.screen().contains("4 Ada 300"), "{}", tui.screen());
}

#[tokio::test]
async fn a_request_for_a_record_that_left_the_screen_is_cancelled() {
    let relay = Relay::intercepting(400, |request| {
        let is_slow = ["/can_10", "/per_10"].iter().any(|end| request.target.ends_with(end));
        is_slow.then(|| vec![Step::Hold])
    });
    let mut tui = HeadlessTui::start_at_rest(&relay).await;
    tui.type_keys("3jjjjjjjjjj");
    tui.wait_until("the request", |_| relay.request_count("/v1/candidates/can_10") == 1).await;
    assert_eq!(relay.http.log().aborted, 0);
    tui.type_keys("jjjjj");
    tui.wait_until_at_rest().await;
    relay.http.wait_until(|log| log.aborted >= 1).await;
    assert!(tui.screen().contains("4 Ada 15"), "{}", tui.screen());
    assert_eq!(relay.request_count("/v1/candidates/can_10"), 1, "the request is not repeated");
}

#[tokio::test]
async fn the_next_candidate_is_read_before_the_key() {
    let relay = Relay::start(40);
    let mut tui = HeadlessTui::start_at_rest(&relay).await;
    for number in 1..5 {
        let before = relay.http.log().requests.len();
        tui.type_keys(if number == 1 { "3j" } else { "j" });
        let screen = tui.screen();
        assert!(screen.contains(&format!("4 Ada {number} ")), "{screen}");
        assert!(screen.contains("▸ now"), "the history is shown: {screen}");
        assert!(tui.controller.state.fetching.in_flight.is_empty());
        assert_eq!(relay.http.log().requests.len(), before);
        tui.wait_until_at_rest().await;
    }
}
