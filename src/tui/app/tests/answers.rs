//! A key that cannot act says why, in words that help.

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::key::Key;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::{Message, MouseAction, MouseInput};

/// What was told last.
fn told(stage: &FakeServer) -> &str {
    stage.state.notices.newest_first().next().map_or("", |notice| notice.text.as_str())
}

#[test]
fn clearing_a_filter_that_is_not_there_says_so() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::ClearFilter]);
    assert_eq!(told(&stage), "there is no filter to clear; / filters");
    stage.act(&[Action::Filter]).type_text("rust");
    stage.act(&[Action::Edit(TextEdit::Accept), Action::ClearFilter]).settle();
    assert_eq!((stage.state.jobs.field.text(), stage.state.jobs.len()), ("", 4));
}

#[test]
fn marks_in_an_empty_list_say_that_nothing_is_there() {
    for mark in [Action::Mark, Action::MarkRange, Action::MarkInvert] {
        let mut stage = FakeServer::new(120, 40);
        stage.candidates.clear();
        stage.settle().act(&[Action::Open, mark]);
        assert_eq!(told(&stage), "there is no record here that could be marked", "{mark:?}");
        let mut stage = FakeServer::settled(120, 40);
        stage.act(&[Action::Open, mark]);
        assert_eq!(told(&stage), "", "{mark:?}");
    }
}

#[test]
fn the_palette_stays_open_while_nothing_is_called_so() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Palette]).type_text("zzzz").act(&[Action::Edit(TextEdit::Accept)]);
    assert!(matches!(stage.state.over, Some(Dialog::Palette(_))));
    assert_eq!(told(&stage), "nothing is called so: fewer letters find more, esc leaves");
}

#[test]
fn a_click_on_a_row_of_the_palette_picks_it() {
    let mut stage = FakeServer::settled(80, 24);
    stage.act(&[Action::Palette]).type_text("e");
    let Some(over) = &stage.state.over else { panic!("no palette") };
    let inner = over.inner(&stage.state.layout);
    let at = |line| MouseInput { what: MouseAction::Once, x: inner.x + 3, y: inner.y + line };
    stage.send(Message::Mouse(at(1)));
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("the rule is no row") };
    assert_eq!(palette.found[1].name, "Head of Sales");
    stage.send(Message::Mouse(at(3))).settle();
    assert!(stage.state.over.is_none());
    assert_eq!(stage.state.job.as_ref().unwrap().as_str(), "job_sales");
}

#[test]
fn the_wheel_goes_over_what_the_palette_found() {
    let mut stage = FakeServer::settled(80, 24);
    stage.act(&[Action::Palette]).type_text("e");
    let wheel = |what| Message::Mouse(MouseInput { what, x: 40, y: 12 });
    stage.send(wheel(MouseAction::WheelDown)).send(wheel(MouseAction::WheelDown));
    stage.send(wheel(MouseAction::WheelUp));
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("no palette") };
    assert_eq!(palette.at, 1);
}

#[test]
fn a_question_that_is_not_answered_says_what_it_needs() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::LikeThis, Action::SaveView]).type_text("  ");
    stage.act(&[Action::Edit(TextEdit::Accept)]);
    assert!(matches!(stage.state.over, Some(Dialog::SaveView { .. })));
    assert_eq!(told(&stage), "a view needs a name; esc leaves it");
    stage.act(&[Action::Edit(TextEdit::Complete)]);
    assert_eq!(told(&stage), "nothing is offered here: it is typed by hand");
    stage.act(&[Action::Edit(TextEdit::Leave)]);
    stage.send(Message::KeyNeeded("refused".into())).act(&[Action::Edit(TextEdit::Accept)]);
    assert_eq!(told(&stage), "a key is needed; esc leaves it");
}

#[test]
fn nothing_offered_is_told_whichever_key_asks_for_it() {
    for key in [TextEdit::Complete, TextEdit::Next, TextEdit::Before] {
        let mut stage = FakeServer::settled(120, 40);
        stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("zzzz");
        stage.act(&[Action::Edit(key)]);
        assert_eq!(told(&stage), "nothing completes this; fields are offered as you type");
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
        ("x", "x cancels a request in their log: ! shows it"),
        ("#", "# does nothing here; ? shows what the keys do"),
    ];
    for pane in [Pane::Job, Pane::Candidate] {
        let mut stage = FakeServer::settled(120, 40);
        stage.act(&[Action::Go(pane)]);
        for (key, says) in table {
            stage.send(Message::Unbound(key.parse().unwrap()));
            assert_eq!(told(&stage), says);
        }
    }
}

#[test]
fn a_key_that_means_nothing_over_the_panes_says_how_one_leaves() {
    let table = [
        (Action::Help, "? or esc closes help"),
        (Action::Requests, "s does nothing here; ! closes the log"),
        (Action::Notices, "s does nothing here; q or esc closes it"),
        (Action::Palette, "s does nothing while you type; esc leaves"),
    ];
    for (opens, says) in table {
        let mut stage = FakeServer::settled(120, 40);
        stage.act(&[opens]).send(Message::Unbound(Key::char('s')));
        assert_eq!(told(&stage), says);
    }
}

#[test]
fn a_filter_that_is_left_leads_back_to_where_it_was_begun() {
    let mut stage = FakeServer::settled(120, 40);
    for pane in Pane::ALL {
        stage.act(&[Action::Go(pane), Action::Filter]).type_text("a");
        assert!(stage.state.focus.is_list());
        stage.act(&[Action::Edit(TextEdit::Leave)]);
        assert_eq!(stage.state.focus, pane);
    }
}

#[test]
fn a_filter_with_a_mistake_is_not_kept() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Filter]).type_text("stage:offer age>abc");
    stage.act(&[Action::Edit(TextEdit::Accept), Action::SaveView]);
    assert!(stage.state.over.is_none());
    assert!(told(&stage).contains("age is a number"), "{}", told(&stage));
}

#[test]
fn a_view_of_the_same_name_is_replaced_when_that_is_said_twice() {
    let mut stage = FakeServer::settled(120, 40);
    let accept = Action::Edit(TextEdit::Accept);
    let save = |stage: &mut FakeServer, name: &str| {
        stage.act(&[Action::Open, Action::LikeThis, Action::SaveView]).type_text(name);
        stage.act(&[accept]);
    };
    save(&mut stage, "mine");
    stage.act(&[Action::ClearFilter, Action::Down, Action::Down]);
    save(&mut stage, "mine");
    let filters = |stage: &FakeServer| -> Vec<String> {
        stage.state.views.iter().map(|view| view.filter.clone()).collect()
    };
    assert_eq!(filters(&stage), ["stage:\"Recruiter screen\""]);
    let warned = matches!(&stage.state.over,
        Some(Dialog::SaveView { taken: Some(name), .. }) if name == "mine");
    assert!(warned, "the dialog says that the name is taken");
    stage.type_text("2").act(&[accept]);
    assert_eq!(filters(&stage).len(), 2, "another name keeps both");
    save(&mut stage, "mine");
    stage.act(&[accept]);
    assert_eq!((filters(&stage).len(), told(&stage)), (2, "replaced mine"));
    assert!(stage.state.over.is_none());
}

#[test]
fn where_a_pane_fills_the_screen_it_is_not_zoomed() {
    for key in [Action::Open, Action::Zoom] {
        let mut stage = FakeServer::settled(40, 10);
        stage.act(&[Action::Go(Pane::Candidate), key]);
        assert_eq!(told(&stage), "this pane fills the screen already");
        stage.act(&[Action::Quit]);
        assert_eq!(stage.state.focus, Pane::Candidates, "the next key does what it says");
    }
}

#[test]
fn a_zoom_that_is_not_seen_any_more_takes_no_key() {
    for key in [Action::Back, Action::Quit] {
        let mut stage = FakeServer::settled(120, 40);
        stage.act(&[Action::Go(Pane::Candidate), Action::Zoom]).send(Message::Resized(40, 10));
        stage.act(&[key]);
        assert_eq!((stage.state.focus, stage.state.zoom), (Pane::Candidates, false));
    }
}
