//! The program reopens where it was left.

use crate::keymap::action::{Action, BorderMove, Pane};
use crate::recruiting::table::ListField;
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::last_screen::SavedScreen;
use crate::tui::app::message::Message;
use crate::tui::app::restored::Restored;

fn restored(screen: SavedScreen) -> Message {
    Message::Restored(Box::new(Restored { screen, ..Restored::default() }))
}

/// The screen that was stored last.
fn stored(server: &FakeServer) -> Option<SavedScreen> {
    server.screens.last().cloned()
}

/// What the user sees of a place.
fn place(server: &FakeServer) -> (Pane, String, String, String, bool) {
    let state = &server.state;
    let job = state.job.as_ref().map_or("", |job| job.as_str()).to_owned();
    let candidate = state.selected().map_or(String::new(), |(candidate, _)| candidate.to_string());
    (state.focus, job, candidate, state.filter_text(Pane::Candidates).to_owned(), state.board)
}

/// A window that was left on the third candidate of the second job.
fn left() -> (FakeServer, SavedScreen) {
    let mut server = FakeServer::new(120, 40);
    server.send(restored(SavedScreen::default())).settle();
    server.act(&[Action::Down]).settle();
    server.act(&[Action::Go(Pane::Candidates), Action::Sort(ListField::Name), Action::Filter]);
    server
        .type_text("-stage:rejected")
        .act(&[Action::Edit(crate::keymap::action::TextEdit::Accept)]);
    server.act(&[Action::Top, Action::Down, Action::Down]);
    server.act(&[Action::MoveBorder(BorderMove::Right)]).settle();
    let screen = stored(&server).unwrap();
    (server, screen)
}

#[test]
fn job_candidate_focus_filter_sort_and_sizes_come_back() {
    let (before, screen) = left();
    let text = serde_json::to_string(&screen).unwrap();
    let screen: SavedScreen = serde_json::from_str(&text).unwrap();
    let mut after = FakeServer::new(120, 40);
    after.send(restored(screen.clone())).settle();
    assert_eq!(place(&after), place(&before));
    assert_eq!(after.state.sort_of(Pane::Candidates), before.state.sort_of(Pane::Candidates));
    assert_eq!(after.state.pane_sizes, before.state.pane_sizes);
    assert_eq!(stored(&after), None, "nothing changed, so nothing is written");

    let mut late = FakeServer::new(120, 40);
    late.settle().send(restored(screen)).settle();
    assert_eq!(place(&late), place(&before), "also if the disk was slower than the server");
}

#[test]
fn rejected_candidates_stay_hidden_in_every_job_and_after_a_restart() {
    let hides = |server: &FakeServer| server.state.open_job().unwrap().list.closed.is_hidden;
    let mut server = FakeServer::new(120, 40);
    server.send(restored(SavedScreen::default())).settle();
    server.act(&[Action::Go(Pane::Candidates), Action::ToggleClosed]).settle();
    server.act(&[Action::Go(Pane::Jobs), Action::Down]).settle();
    assert!(hides(&server), "in the next job");
    let mut after = FakeServer::new(120, 40);
    after.send(restored(stored(&server).unwrap())).settle();
    assert!(hides(&after) && !after.state.jobs.closed.is_hidden);
}

#[test]
fn the_cursor_does_not_jump_once_the_user_pressed_a_key() {
    let (_, screen) = left();
    let mut server = FakeServer::new(120, 40);
    server.settle().act(&[Action::Down, Action::Down]).settle();
    let here = place(&server);
    server.send(restored(screen.clone())).settle();
    assert_eq!(place(&server), here);

    let mut server = FakeServer::new(120, 40);
    server.send(restored(screen)).act(&[Action::Help]);
    server.act(&[Action::Back]).settle();
    assert_eq!(server.state.focus, Pane::Jobs, "the key came before the list");
}

#[test]
fn a_job_or_a_candidate_that_is_gone_is_left_out_without_a_word() {
    let (_, screen) = left();
    let mut server = FakeServer::new(120, 40);
    let job = screen.place.clone().unwrap().job.unwrap();
    server.jobs.retain(|item| item.id != job);
    server.send(restored(screen.clone())).settle();
    assert_eq!(server.state.focus, Pane::Jobs);
    assert_ne!(server.state.job, Some(job));
    assert_eq!(server.state.notices.newest_first().len(), 0);

    let mut server = FakeServer::new(120, 40);
    let candidate = screen.place.clone().unwrap().candidate.unwrap();
    server.candidates.retain(|item| item.id != candidate);
    server.send(restored(screen)).settle();
    assert_eq!(server.state.focus, Pane::Candidates);
    assert!(server.state.selected().is_some());
    assert_eq!(server.state.notices.newest_first().len(), 0);
}

#[test]
fn a_person_who_was_forgotten_is_not_stored_again() {
    let (mut server, screen) = left();
    let (candidate, person) = server.state.selected().unwrap();
    assert_eq!(screen.place.unwrap().candidate, Some(candidate));
    server.screens.clear();
    server.send(Message::Forgotten(person, Ok(()))).settle();
    server.act(&[Action::Zoom, Action::Zoom]).settle();
    let place = stored(&server).unwrap().place.unwrap();
    assert_eq!((place.candidate, place.candidates.filter.as_str()), (None, ""));
    server.act(&[Action::Down]).settle();
    assert!(stored(&server).unwrap().place.unwrap().candidate.is_some());
}

#[test]
fn nothing_is_stored_before_the_disk_was_read_or_while_the_cursor_moves() {
    let mut server = FakeServer::new(120, 40);
    server.settle();
    assert_eq!(stored(&server), None);
    server.send(restored(SavedScreen::default())).settle();
    server.screens.clear();
    server.act(&[Action::Down, Action::Down]);
    assert_eq!(stored(&server), None, "the cursor does not rest yet");
    server.settle();
    assert!(stored(&server).is_some());
}

#[test]
fn a_candidate_far_down_the_list_comes_back() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(300);
    server.send(restored(SavedScreen::default())).settle();
    server.act(&[Action::Go(Pane::Candidates)]).settle();
    for sort in [None, Some(ListField::Name)] {
        if let Some(field) = sort {
            server.act(&[Action::Sort(field)]).settle();
        }
        server.act(&[Action::Bottom]).settle();
        server.act(&[Action::Up, Action::Up]).settle();
        let mut after = FakeServer::new(120, 40);
        after.candidates = many_candidates(300);
        after.send(restored(stored(&server).unwrap())).settle();
        assert_eq!(place(&after), place(&server), "{sort:?}");
    }
}
