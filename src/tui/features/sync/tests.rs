use std::time::Duration;

use super::state::{SyncFailure, SyncSummary};
use crate::keymap::action::Action;
use crate::recruiting::coverage::Coverage;
use crate::recruiting::mirror_settings::{CacheMode, MirrorSettings};
use crate::tui::app::effect::{Effect, HttpEffect};
use crate::tui::app::fixture::{FakeServer, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::mirror_message::MirrorMessage;
use crate::tui::app::restored::Restored;

fn started(settings: MirrorSettings) -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    let restored = Restored { mirror: Some(settings), ..Restored::default() };
    server.send(Message::Restored(Box::new(restored)));
    server.settle();
    server
}

fn syncs(server: &FakeServer) -> usize {
    let is_sync = |effect: &&Effect| matches!(effect, Effect::Http(HttpEffect::Sync { .. }));
    server.others.iter().filter(is_sync).count()
}

fn has_notice(server: &FakeServer, text: &str) -> bool {
    server.state.notices.newest_first().any(|notice| notice.text == text)
}

fn end(server: &mut FakeServer, changes: usize) {
    let summary =
        SyncSummary { coverage: Coverage::default(), changes, failures: 0, is_reset: false };
    server.send(Message::Mirror(MirrorMessage::Synced(Ok(summary)))).settle();
}

#[test]
fn a_sync_begins_when_the_screen_is_loaded_and_again_after_its_interval() {
    let mut server = started(MirrorSettings::default());
    assert_eq!(syncs(&server), 1);
    assert_eq!(server.state.sync.wakes_at(), None, "no wake-up while it runs");
    end(&mut server, 0);
    server.wait(14 * 60_000).settle();
    assert_eq!(syncs(&server), 1);
    server.wait(60_000).settle();
    assert_eq!(syncs(&server), 2);
}

#[test]
fn a_sync_on_demand_reports_what_it_brought() {
    let settings = MirrorSettings { sync: None, ..MirrorSettings::default() };
    let mut server = started(settings);
    assert_eq!((syncs(&server), server.state.sync.wakes_at()), (0, None));
    server.act(&[Action::Sync, Action::Sync]).settle();
    assert_eq!(syncs(&server), 1);
    end(&mut server, 3);
    assert!(has_notice(&server, "Synced: 3 changes"));
    server.act(&[Action::Sync]).settle();
    server.send(Message::Mirror(MirrorMessage::Synced(Err(SyncFailure::Busy))));
    assert!(has_notice(&server, "Another window or command is syncing already"));
}

#[test]
fn a_window_follows_another_one_that_syncs_and_reads_nothing_twice() {
    let mut server = started(MirrorSettings::default());
    let fresh_since = |server: &FakeServer| {
        server.others.iter().rev().find_map(|effect| match effect {
            Effect::Http(HttpEffect::Sync { fresh_since, .. }) => Some(*fresh_since),
            _ => None,
        })
    };
    let first = fresh_since(&server);
    server.wait(5000);
    server.send(Message::Mirror(MirrorMessage::Synced(Err(SyncFailure::Busy)))).settle();
    server.wait(60_000).settle();
    assert_eq!((syncs(&server), fresh_since(&server)), (2, first), "what the other read is fresh");
    // The clock of the test stands still.
    let begun_at = Some(timestamp("2026-11-15T13:00:00Z"));
    server.state.sync.begun_at = begun_at;
    end(&mut server, 0);
    server.wait(15 * 60_000).settle();
    assert_eq!((syncs(&server), fresh_since(&server)), (3, begun_at), "after a complete sync");
}

#[test]
fn a_sync_on_demand_says_why_it_cannot_begin() {
    let settings = MirrorSettings { sync: None, ..MirrorSettings::default() };
    let mut server = started(settings);
    let title = "Demo".to_owned();
    server.send(Message::Opened { title, welcome: Vec::new(), is_offline: true });
    server.act(&[Action::Sync]).settle();
    assert!(has_notice(&server, "Cannot sync: --offline was given"));
    assert_eq!(syncs(&server), 0);
}

#[test]
fn without_a_cache_nothing_is_synced() {
    let settings = MirrorSettings { cache: CacheMode::Off, ..MirrorSettings::default() };
    let mut server = started(settings);
    server.act(&[Action::Sync]).settle();
    assert_eq!(syncs(&server), 0);
    assert!(has_notice(&server, "Cannot sync: the cache is off (`cache = \"off\"` or --no-cache)"));
    let interval = Duration::from_mins(15);
    assert_eq!(MirrorSettings::default().sync, Some(interval));
}
