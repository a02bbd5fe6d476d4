//! Pictures of candidates side by side, and of people who are there twice.

use super::*;
use crate::app::action::Triage;
use crate::app::fixture::{TODAY, people, timestamp};
use crate::app::triage::{Act, AsSeen, Entry, EntryId, StepId, Subject, Verdict};

fn office(size: (u16, u16)) -> Stage {
    let mut stage = Stage::new(120, 40);
    stage.people = people();
    stage.candidates[5].name = "Chloe O'Brian".into();
    stage.settle();
    stage.state.actions = Keymap::default().doables();
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]);
    for _ in 0..7 {
        stage.act(&[Action::Down]).settle();
    }
    stage.act(&[Action::Top]);
    let give = Act::Verdict { verdict: Verdict::Advance, reason: Some("strong in Rust".into()) };
    for (number, act) in
        [give, Act::Star, Act::Note { text: "call on Monday".into() }].into_iter().enumerate()
    {
        let subject = Subject { candidate: "can_0".into(), ..Subject::default() };
        let (id, step) = (EntryId(number.to_string()), StepId(number.to_string()));
        let (at, seen) = (timestamp(TODAY), AsSeen::default());
        stage.state.book.add(Entry {
            id,
            step,
            at,
            subject: subject.into(),
            seen: seen.into(),
            act,
            source: None,
        });
    }
    stage.send(Message::Resized(size.0, size.1));
    stage.settle();
    stage
}

#[test]
fn candidates_side_by_side() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut stage = office((width, height));
        stage.act(&[Action::Mark, Action::Mark, Action::Mark]);
        stage.act(&[Action::Triage(Triage::Compare)]).settle().wait(20_000);
        insta::assert_snapshot!(format!("compare_{width}x{height}"), screen(&stage.state));
    }
    let mut stage = office((80, 24));
    stage.act(&[Action::Mark, Action::Mark, Action::Mark]);
    stage
        .act(&[Action::Triage(Triage::Compare), Action::Right, Action::Down])
        .settle()
        .wait(20_000);
    insta::assert_snapshot!("compare_right", screen(&stage.state));
}

#[test]
fn people_who_are_there_twice() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut stage = office((width, height));
        stage.act(&[Action::Triage(Triage::Duplicates), Action::Down]).settle().wait(20_000);
        insta::assert_snapshot!(format!("duplicates_{width}x{height}"), screen(&stage.state));
    }
}
