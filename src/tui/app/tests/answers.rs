//! A key that cannot act says why, in words that help.

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::key::Key;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::{Message, MouseAction, MouseInput};

fn last_message(server: &FakeServer) -> &str {
    server.state.notices.newest_first().next().map_or("", |notice| notice.text.as_str())
}

#[test]
fn clearing_a_filter_that_is_not_there_says_so() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::ClearFilter]);
    assert_eq!(last_message(&server), "No filter to clear. / filters");
    server.act(&[Action::Filter]).type_text("rust");
    server.act(&[Action::Edit(TextEdit::Accept), Action::ClearFilter]).settle();
    assert_eq!((server.state.jobs.field.text(), server.state.jobs.len()), ("", 4));
}

#[test]
fn marks_in_an_empty_list_say_that_nothing_is_there() {
    for mark in [Action::Mark, Action::MarkRange, Action::MarkInvert] {
        let mut server = FakeServer::new(120, 40);
        server.candidates.clear();
        server.settle().act(&[Action::Open, mark]);
        assert_eq!(last_message(&server), "Nothing here to mark", "{mark:?}");
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[Action::Open, mark]);
        assert_eq!(last_message(&server), "", "{mark:?}");
    }
}

#[test]
fn the_palette_stays_open_while_nothing_matches() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Palette]).type_text("zzzz").act(&[Action::Edit(TextEdit::Accept)]);
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Palette(_))));
    assert_eq!(
        last_message(&server),
        "No match (searched 1 of 4 jobs). Type fewer letters, or esc to cancel"
    );
}

#[test]
fn a_click_on_a_row_of_the_palette_picks_it() {
    let mut server = FakeServer::loaded(80, 24);
    server.act(&[Action::Palette]).type_text("e");
    let Some(dialog) = server.state.dialogs.top() else { panic!("no palette") };
    let inner = server.state.dialog_inner(dialog);
    let at = |line| MouseInput { action: MouseAction::Click, x: inner.x + 3, y: inner.y + line };
    server.send(Message::Mouse(at(1)));
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else {
        panic!("a click on the rule closed the palette")
    };
    assert_eq!(palette.hits[1].name, "Head of Sales");
    server.send(Message::Mouse(at(3))).settle();
    assert!(server.state.dialogs.is_empty());
    assert_eq!(server.state.job.as_ref().unwrap().as_str(), "job_sales");
}

#[test]
fn the_wheel_moves_through_palette_results() {
    let mut server = FakeServer::loaded(80, 24);
    server.act(&[Action::Palette]).type_text("e");
    let wheel = |action| Message::Mouse(MouseInput { action, x: 40, y: 12 });
    server.send(wheel(MouseAction::WheelDown)).send(wheel(MouseAction::WheelDown));
    server.send(wheel(MouseAction::WheelUp));
    let Some(Dialog::Palette(palette)) = server.state.dialogs.top() else { panic!("no palette") };
    assert_eq!(palette.at, 1);
}

#[test]
fn an_empty_prompt_says_what_it_needs() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::LikeThis, Action::SaveView]).type_text("  ");
    server.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::SaveView { .. })));
    assert_eq!(last_message(&server), "Enter a name; esc cancels");
    server.act(&[Action::Edit(TextEdit::Complete)]);
    assert_eq!(last_message(&server), "No suggestions here");
    server.act(&[Action::Edit(TextEdit::Cancel)]);
    server.send(Message::KeyNeeded("refused".into())).act(&[Action::Edit(TextEdit::Accept)]);
    assert_eq!(last_message(&server), "Enter a key, or press esc to cancel");
}

#[test]
fn every_completion_key_reports_that_nothing_completes() {
    for key in [TextEdit::Complete, TextEdit::Next, TextEdit::Previous] {
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("zzzz");
        server.act(&[Action::Edit(key)]);
        assert_eq!(last_message(&server), "No completion here. Fields are offered as you type");
    }
}

#[test]
fn a_key_of_the_lists_says_in_the_details_where_it_works() {
    let table = [
        ("s", "s sorts a list: 1 goes to the jobs, 3 to the candidates"),
        (
            "@",
            "@ shows rows like the selected one of a list: 1 goes to the jobs, 3 to the candidates",
        ),
        ("space", "space marks rows of a list: 1 goes to the jobs, 3 to the candidates"),
        ("ctrl-l", "ctrl-l clears the filter of a list: 1 goes to the jobs, 3 to the candidates"),
        ("x", "x cancels a request in the request log: ! shows it"),
        ("#", "# does nothing here. ? shows the keys"),
    ];
    for pane in [Pane::Job, Pane::Candidate] {
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[Action::Go(pane)]);
        for (key, says) in table {
            server.send(Message::Unbound(key.parse().unwrap()));
            assert_eq!(last_message(&server), says);
        }
    }
}

#[test]
fn an_unbound_key_in_a_dialog_says_how_to_close_it() {
    let table = [
        (Action::Help, "? or esc closes help"),
        (Action::Requests, "s does nothing here. ! closes the request log"),
        (Action::Notices, "s does nothing here. q or esc closes it"),
        (Action::Palette, "s does nothing while you type. Press esc to cancel"),
    ];
    for (opens, says) in table {
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[opens]).send(Message::Unbound(Key::char('s')));
        assert_eq!(last_message(&server), says);
    }
}

#[test]
fn leaving_a_filter_restores_the_focus() {
    let mut server = FakeServer::loaded(120, 40);
    for pane in Pane::ALL {
        server.act(&[Action::Go(pane), Action::Filter]).type_text("a");
        assert!(server.state.focus.is_list());
        server.act(&[Action::Edit(TextEdit::Cancel)]);
        assert_eq!(server.state.focus, pane);
    }
}

#[test]
fn an_invalid_filter_is_not_saved() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Filter]).type_text("stage:offer age>abc");
    server.act(&[Action::Edit(TextEdit::Accept), Action::SaveView]);
    assert!(server.state.dialogs.is_empty());
    assert!(last_message(&server).contains("age takes a number"), "{}", last_message(&server));
}

#[test]
fn a_view_of_the_same_name_is_replaced_after_confirmation() {
    let mut server = FakeServer::loaded(120, 40);
    let accept = Action::Edit(TextEdit::Accept);
    let save = |server: &mut FakeServer, name: &str| {
        server.act(&[Action::Open, Action::LikeThis, Action::SaveView]).type_text(name);
        server.act(&[accept]);
    };
    save(&mut server, "mine");
    server.act(&[Action::ClearFilter, Action::Down, Action::Down]);
    save(&mut server, "mine");
    let filters = |server: &FakeServer| -> Vec<String> {
        server.state.views.iter().map(|view| view.filter.clone()).collect()
    };
    assert_eq!(filters(&server), ["stage:\"Recruiter screen\""]);
    let warned = matches!(server.state.dialogs.top(),
        Some(Dialog::SaveView { taken_name: Some(name), .. }) if name == "mine");
    assert!(warned, "the dialog says that the name is taken");
    server.type_text("2").act(&[accept]);
    assert_eq!(filters(&server).len(), 2, "another name keeps both views");
    save(&mut server, "mine");
    server.act(&[accept]);
    assert_eq!((filters(&server).len(), last_message(&server)), (2, "Replaced the view mine"));
    assert!(server.state.dialogs.is_empty());
}

#[test]
fn a_pane_that_fills_the_screen_is_not_zoomed() {
    for key in [Action::Open, Action::Zoom] {
        let mut server = FakeServer::loaded(40, 10);
        server.act(&[Action::Go(Pane::Candidate), key]);
        assert_eq!(last_message(&server), "This pane already fills the screen");
        server.act(&[Action::Quit]);
        assert_eq!(
            server.state.focus,
            Pane::Candidates,
            "quit goes up one level and does not unzoom first"
        );
    }
}

#[test]
fn an_invisible_zoom_takes_no_key() {
    for key in [Action::Back, Action::Quit] {
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[Action::Go(Pane::Candidate), Action::Zoom]).send(Message::Resized(40, 10));
        server.act(&[key]);
        assert_eq!((server.state.focus, server.state.zoom), (Pane::Candidates, false));
    }
}
