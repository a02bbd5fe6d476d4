//! What the keys do in the inbox, and what help and palette say of them.

use super::*;
use crate::keymap::action::TriageAction;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::widgets::rich_text::{RichLine, Span};

fn with_keys() -> FakeServer {
    let mut stage = FakeServer::triage(120, 40);
    stage.act(&[Action::Triage(TriageAction::Inbox)]).settle();
    stage.state.actions = Keymap::default().doables();
    stage
}

#[test]
fn help_and_palette_begin_with_what_the_inbox_is_for() {
    let mut stage = with_keys();
    let lines = crate::tui::features::help::rich_text::help(&stage.state, 90);
    let text = |line: &RichLine| match line.0.first() {
        Some(Span::Text(_, text)) => text.clone(),
        _ => String::new(),
    };
    let headings: Vec<String> = lines.iter().map(text).collect();
    let place = |title: &str| headings.iter().position(|line| line.trim() == title).unwrap();
    assert_eq!(place("Inbox"), 0);
    assert!(place("Inbox") < place("Triage") && place("Triage") < place("Moving"));
    stage.act(&[Action::Palette]);
    let Some(Dialog::Palette(palette)) = &stage.state.over else { panic!("it is open") };
    assert!(palette.found[0].name.ends_with("queue or card"), "{:?}", palette.found[0]);
}

#[test]
fn what_is_made_of_verdicts_opens_from_the_inbox_too() {
    for wish in [TriageAction::Todo, TriageAction::Funnel, TriageAction::Duplicates] {
        let mut stage = with_keys();
        stage.act(&[Action::Triage(wish)]);
        assert!(stage.state.over.is_some() && stage.state.inbox.is_some(), "{wish:?}");
    }
    let mut stage = with_keys();
    stage.act(&[Action::Triage(TriageAction::Star), Action::Triage(TriageAction::Shortlist)]);
    let told_of = stage.state.deciding.shortlist.as_ref().map(|list| list.job.clone());
    let copied = stage.others.iter().any(|effect| matches!(effect, Effect::Copy(_)));
    assert!(told_of == Some("job_sales".into()) || copied, "of the job on the card");
}

#[test]
fn a_key_of_the_panes_says_how_one_gets_there() {
    let mut stage = with_keys();
    for (key, expected) in [
        (
            "space",
            "space marks rows of a list: q leaves the inbox, 1 goes to the jobs, 3 to the candidates",
        ),
        ("b", "b is for the panes: q leaves the inbox"),
    ] {
        stage.send(Message::Unbound(key.parse::<Key>().unwrap()));
        let told = &stage.state.notices.newest_first().next().unwrap().text;
        assert_eq!(told, expected);
    }
}
