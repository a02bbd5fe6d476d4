use chrono::NaiveDate;
use proptest::prelude::*;

use super::*;
use crate::wire::{PipelineStage, Timestamp};

fn at(second: i64) -> Timestamp {
    Timestamp::from_micros(1_800_000_000_000_000 + second * 1_000_000).unwrap()
}

fn entry(step: u64, candidate: &str, act: EntryKind) -> LogEntry {
    LogEntry {
        id: EntryId(format!("w-{step}.{candidate}")),
        step: UndoGroup(format!("w-{step}")),
        at: at(i64::try_from(step).unwrap()),
        subject: Subject { candidate: candidate.into(), ..Subject::default() }.into(),
        seen: Snapshot { stage_id: "s1".to_owned(), ..Snapshot::default() }.into(),
        act,
        source: None,
    }
}

fn give(step: u64, candidate: &str, verdict: Verdict) -> LogEntry {
    entry(step, candidate, EntryKind::Verdict { verdict, reason: None })
}

fn undo(step: u64, of: u64) -> LogEntry {
    entry(step, "", EntryKind::Undo { step: UndoGroup(format!("w-{of}")) })
}

fn verdict(book: &TriageState, candidate: &str) -> Option<Verdict> {
    Some(book.own(candidate)?.verdict.as_ref()?.verdict)
}

#[test]
fn what_is_taken_back_stays_so_when_something_else_is_done() {
    let mut book = TriageState::default();
    book.add(give(1, "a", Verdict::Wait));
    book.add(give(2, "a", Verdict::Decline));
    book.add(undo(3, 2));
    assert_eq!(verdict(&book, "a"), Some(Verdict::Wait));
    assert_eq!(book.next().map(|(step, _)| step.0.as_str()), Some("w-2"));
    book.add(entry(4, "a", EntryKind::Star));
    assert_eq!(verdict(&book, "a"), Some(Verdict::Wait));
    assert!(book.next().is_none(), "what was done since cannot be made again over it");
    assert!(book.own("a").unwrap().starred);
    book.add(undo(5, 4));
    book.add(undo(6, 1));
    assert_eq!(verdict(&book, "a"), None);
    assert!(book.last().is_none());
}

#[test]
fn an_entry_counts_once_and_a_later_one_wins_whenever_it_comes() {
    let mut book = TriageState::default();
    book.add(give(5, "a", Verdict::Advance));
    book.add(give(5, "a", Verdict::Advance));
    assert_eq!(book.log().len(), 1);
    let old = LogEntry { source: Some("eva".to_owned()), ..give(2, "a", Verdict::Decline) };
    book.add(old);
    assert_eq!(verdict(&book, "a"), Some(Verdict::Advance), "an older one from elsewhere");
    assert_eq!(book.last().map(|(step, _)| step.0.as_str()), Some("w-5"));
}

#[test]
fn what_a_colleague_took_back_is_not_made_again_by_a_key() {
    let mut book = TriageState::default();
    let eva = |entry| LogEntry { source: Some("eva".to_owned()), ..entry };
    book.add(eva(give(1, "a", Verdict::Decline)));
    book.add(eva(undo(2, 1)));
    assert_eq!(verdict(&book, "a"), None);
    assert!(book.last().is_none() && book.next().is_none());
    book.add(eva(entry(3, "", EntryKind::Redo { step: UndoGroup("w-1".to_owned()) })));
    assert_eq!(verdict(&book, "a"), Some(Verdict::Decline));
    assert!(book.last().is_none() && book.next().is_none());
}

#[test]
fn a_step_that_was_not_written_was_never_taken() {
    let mut book = TriageState::default();
    book.add(give(1, "a", Verdict::Wait));
    book.add(give(2, "a", Verdict::Decline));
    book.retract(&UndoGroup("w-2".to_owned()));
    assert_eq!(verdict(&book, "a"), Some(Verdict::Wait));
    assert_eq!(book.log().len(), 1);
}

fn pipeline() -> Vec<PipelineStage> {
    let stage = |id: &str, order, is_rejection_stage| PipelineStage {
        id: id.into(),
        name: id.to_uppercase(),
        stage_order: Some(order),
        is_rejection_stage,
        ..PipelineStage::default()
    };
    vec![stage("s0", 1, false), stage("s1", 2, false), stage("s2", 3, false), stage("r", 4, true)]
}

#[test]
fn the_stage_of_now_says_whether_it_happened() {
    let to = |name: &str| SyncStatus::Disagrees(name.to_owned());
    for (verdict, stage, expected) in [
        (Verdict::Advance, "s1", SyncStatus::ToDo),
        (Verdict::Advance, "s2", SyncStatus::Done),
        (Verdict::Advance, "s0", to("moved back to S0")),
        (Verdict::Advance, "r", to("rejected there: R")),
        (Verdict::Decline, "s1", SyncStatus::ToDo),
        (Verdict::Decline, "r", SyncStatus::Done),
        (Verdict::Decline, "s2", to("moved on to S2")),
        (Verdict::Wait, "s1", SyncStatus::Waits),
        (Verdict::Wait, "s2", to("moved on to S2")),
        (Verdict::Wait, "r", to("rejected there: R")),
        (Verdict::Advance, "gone", SyncStatus::Unknown),
    ] {
        let mut book = TriageState::default();
        book.add(give(1, "a", verdict));
        let given = book.own("a").unwrap().verdict.clone().unwrap();
        let now = Snapshot { stage_id: stage.to_owned(), ..Snapshot::default() };
        assert_eq!(fate(&given, &now, &pipeline()), expected, "{verdict:?} now {stage}");
    }
}

/// What became of a verdict that was given in one stage, now that they are in another.
fn became(verdict: Verdict, was: (&str, &str), is: (&str, &str), order: bool) -> SyncStatus {
    let seen = |(id, name): (&str, &str)| Snapshot {
        stage_id: id.to_owned(),
        stage_name: name.to_owned(),
        ..Snapshot::default()
    };
    let mut stages = pipeline();
    if !order {
        for stage in &mut stages {
            stage.stage_order = None;
        }
    }
    let at = at(1);
    let entry = EntryId(String::new());
    let given = GivenVerdict { verdict, reason: None, at, seen: seen(was).into(), entry };
    fate(&given, &seen(is), &stages)
}

#[test]
fn a_stage_is_the_same_with_its_id_and_without() {
    for (was, is) in [(("", "S1"), ("s1", "S1")), (("s1", "S1"), ("", "S1"))] {
        assert_eq!(became(Verdict::Advance, was, is, true), SyncStatus::ToDo);
        assert_eq!(became(Verdict::Decline, was, is, true), SyncStatus::ToDo);
        assert_eq!(became(Verdict::Wait, was, is, true), SyncStatus::Waits);
    }
}

#[test]
fn without_an_order_the_pipeline_is_in_order() {
    let to = |name: &str| SyncStatus::Disagrees(name.to_owned());
    for order in [true, false] {
        let moved = |was, is| became(Verdict::Advance, (was, ""), (is, ""), order);
        assert_eq!(moved("s2", "s0"), to("moved back to S0"));
        assert_eq!(moved("s0", "s2"), SyncStatus::Done);
        assert_eq!(
            moved("gone", "s2"),
            SyncStatus::Unknown,
            "whether that is further is not known"
        );
        let waits = became(Verdict::Wait, ("gone", ""), ("s2", ""), order);
        assert_eq!(waits, to("moved to S2"));
    }
}

#[test]
fn a_day_is_said_in_the_ways_people_say_it() {
    let day = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").unwrap();
    let today = day("2026-11-15"); // a Sunday
    for (text, expected) in [
        ("3d", "2026-11-18"),
        ("2w", "2026-11-29"),
        ("1m", "2026-12-15"),
        ("mon", "2026-11-16"),
        ("Friday", "2026-11-20"),
        ("sun", "2026-11-22"),
        ("tomorrow", "2026-11-16"),
        ("2026-12-01", "2026-12-01"),
    ] {
        assert_eq!(until(text, today), Ok(day(expected)), "{text}");
    }
    for wrong in ["", "0d", "d", "2026-11-15", "2020-01-01", "m", "someday", "3x", "99999999999d"] {
        assert!(until(wrong, today).is_err(), "{wrong}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Steps 1 and on are taken, taken back and made again, in any order.
    #[test]
    fn what_is_next_is_what_turned_last(turns in prop::collection::vec((0..3_u8, 0..9_u64), 0..40)) {
        let mut book = TriageState::default();
        let (mut done, mut undone, mut steps): (Vec<u64>, Vec<u64>, u64) = (vec![], vec![], 0);
        for (number, (kind, of)) in (100..).zip(turns) {
            let step = UndoGroup(format!("w-{of}"));
            match kind {
                0 => {
                    steps += 1;
                    book.add(give(steps, "a", Verdict::Wait));
                    done.push(steps);
                    undone.clear();
                }
                1 if done.contains(&of) => {
                    book.add(entry(number, "", EntryKind::Undo { step }));
                    done.retain(|done| *done != of);
                    undone.push(of);
                }
                2 if undone.contains(&of) => {
                    book.add(entry(number, "", EntryKind::Redo { step }));
                    undone.retain(|undone| *undone != of);
                    done.push(of);
                }
                _ => {}
            }
            let name = |step: Option<&u64>| step.map(|step| format!("w-{step}"));
            prop_assert_eq!(book.last().map(|(step, _)| step.0.clone()), name(done.last()));
            prop_assert_eq!(book.next().map(|(step, _)| step.0.clone()), name(undone.last()));
        }
    }
}
