mod people;

use chrono::NaiveDate;
use proptest::prelude::*;

use super::*;
use crate::recruiting::stage::StageRef;
use crate::wire::{PipelineStage, Timestamp};

fn at(second: i64) -> Timestamp {
    Timestamp::from_micros(1_800_000_000_000_000 + second * 1_000_000).unwrap()
}

fn entry(step: u64, candidate: &str, kind: EntryKind) -> LogEntry {
    LogEntry {
        id: EntryId(format!("w-{step}.{candidate}")),
        group: UndoGroup(format!("w-{step}")),
        at: at(i64::try_from(step).unwrap()),
        subject: Subject { candidate: candidate.into(), ..Subject::default() }.into(),
        snapshot: Snapshot { stage_id: "s1".to_owned(), ..Snapshot::default() }.into(),
        kind,
        source: None,
    }
}

fn give(step: u64, candidate: &str, verdict: Verdict) -> LogEntry {
    entry(step, candidate, EntryKind::Verdict { verdict, reason: None })
}

fn undo(step: u64, target: u64) -> LogEntry {
    entry(step, "", EntryKind::Undo { group: UndoGroup(format!("w-{target}")) })
}

fn verdict(triage: &TriageState, candidate: &str) -> Option<Verdict> {
    Some(triage.candidate(candidate)?.verdict.as_ref()?.verdict)
}

#[test]
fn an_undone_step_stays_undone_after_a_new_step() {
    let mut triage = TriageState::default();
    triage.add(give(1, "a", Verdict::Wait));
    triage.add(give(2, "a", Verdict::Decline));
    triage.add(undo(3, 2));
    assert_eq!(verdict(&triage, "a"), Some(Verdict::Wait));
    assert_eq!(triage.redoable().map(|(step, _)| step.0.as_str()), Some("w-2"));
    triage.add(entry(4, "a", EntryKind::Star));
    assert_eq!(verdict(&triage, "a"), Some(Verdict::Wait));
    assert!(triage.redoable().is_none(), "a new step clears the redo stack");
    assert!(triage.candidate("a").unwrap().starred);
    triage.add(undo(5, 4));
    triage.add(undo(6, 1));
    assert_eq!(verdict(&triage, "a"), None);
    assert!(triage.undoable().is_none());
}

#[test]
fn an_entry_counts_once_and_the_latest_wins_in_any_order() {
    let mut triage = TriageState::default();
    triage.add(give(5, "a", Verdict::Advance));
    triage.add(give(5, "a", Verdict::Advance));
    assert_eq!(triage.log().len(), 1);
    let old = LogEntry { source: Some("eva".to_owned()), ..give(2, "a", Verdict::Decline) };
    triage.add(old);
    assert_eq!(
        verdict(&triage, "a"),
        Some(Verdict::Advance),
        "an older verdict from elsewhere does not count"
    );
    assert_eq!(triage.undoable().map(|(step, _)| step.0.as_str()), Some("w-5"));
}

#[test]
fn a_step_undone_by_a_colleague_is_not_redone_by_a_key() {
    let mut triage = TriageState::default();
    let eva = |entry| LogEntry { source: Some("eva".to_owned()), ..entry };
    triage.add(eva(give(1, "a", Verdict::Decline)));
    triage.add(eva(undo(2, 1)));
    assert_eq!(verdict(&triage, "a"), None);
    assert!(triage.undoable().is_none() && triage.redoable().is_none());
    triage.add(eva(entry(3, "", EntryKind::Redo { group: UndoGroup("w-1".to_owned()) })));
    assert_eq!(verdict(&triage, "a"), Some(Verdict::Decline));
    assert!(triage.undoable().is_none() && triage.redoable().is_none());
}

#[test]
fn a_retracted_step_leaves_no_trace() {
    let mut triage = TriageState::default();
    triage.add(give(1, "a", Verdict::Wait));
    triage.add(give(2, "a", Verdict::Decline));
    triage.retract(&UndoGroup("w-2".to_owned()));
    assert_eq!(verdict(&triage, "a"), Some(Verdict::Wait));
    assert_eq!(triage.log().len(), 1);
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
fn the_current_stage_decides_the_sync_status() {
    let to = |name: &str| SyncStatus::Diverged(name.to_owned());
    for (verdict, stage, expected) in [
        (Verdict::Advance, "s1", SyncStatus::ToDo),
        (Verdict::Advance, "s2", SyncStatus::Synced),
        (Verdict::Advance, "s0", to("moved back to S0")),
        (Verdict::Advance, "r", to("moved to R")),
        (Verdict::Decline, "s1", SyncStatus::ToDo),
        (Verdict::Decline, "r", SyncStatus::Synced),
        (Verdict::Decline, "s2", to("moved on to S2")),
        (Verdict::Wait, "s1", SyncStatus::Waiting),
        (Verdict::Wait, "s2", to("moved on to S2")),
        (Verdict::Wait, "r", to("moved to R")),
        (Verdict::Advance, "gone", SyncStatus::Unknown),
    ] {
        let mut triage = TriageState::default();
        triage.add(give(1, "a", verdict));
        let given_verdict = triage.candidate("a").unwrap().verdict.clone().unwrap();
        let now = Snapshot { stage_id: stage.to_owned(), ..Snapshot::default() };
        assert_eq!(
            sync_status(&given_verdict, &now, &pipeline()),
            expected,
            "{verdict:?} now {stage}"
        );
    }
}

#[test]
fn a_to_do_list_calls_every_other_stage_a_divergence() {
    let mut triage = TriageState::default();
    triage.add(give(1, "a", Verdict::Advance));
    let given_verdict = triage.candidate("a").unwrap().verdict.clone().unwrap();
    let now = Snapshot { stage_id: "x".into(), stage_name: "X".into(), ..Snapshot::default() };
    let diverged = |note: &str| SyncStatus::Diverged(note.to_owned());
    for (now, pipeline, expected) in [
        (None, None, diverged("no longer in the job")),
        (Some(&now), None, SyncStatus::Unknown),
        (Some(&now), Some(&pipeline()[..]), diverged("moved to X")),
    ] {
        assert_eq!(reconcile(&given_verdict, now, pipeline), expected);
    }
}

#[test]
fn a_verdict_leads_to_the_next_stage_or_to_a_rejection() {
    let mut stages = pipeline();
    let rejected = PipelineStage { id: "q".into(), name: " rejected ".into(), ..stages[3].clone() };
    stages.push(rejected);
    let stages: Vec<&PipelineStage> = stages.iter().collect();
    for (verdict, current, expected) in [
        (Verdict::Advance, "s0", Ok("s1")),
        (Verdict::Advance, "s2", Err("no next stage")),
        (Verdict::Advance, "r", Err("no next stage")),
        (Verdict::Advance, "gone", Err("the stage is not in the pipeline")),
        (Verdict::Decline, "gone", Ok("q")),
    ] {
        let target = target_stage(verdict, StageRef::Id(current), &stages);
        assert_eq!(target.map(|stage| stage.id.as_str()), expected, "{verdict:?} from {current}");
    }
    let no_rejection = target_stage(Verdict::Decline, StageRef::Id("s0"), &stages[..3]);
    assert_eq!(no_rejection, Err("the pipeline has no rejection stage"));
}

#[test]
fn undo_for_one_candidate_skips_undone_groups_and_colleagues() {
    let mut triage = TriageState::default();
    assert_eq!(triage.undoable_of("a"), None);
    let eva = LogEntry { source: Some("eva".to_owned()), ..give(4, "a", Verdict::Decline) };
    let entries = [give(1, "a", Verdict::Wait), give(2, "a", Verdict::Advance)];
    triage.extend(entries.into_iter().chain([give(3, "b", Verdict::Wait), eva]));
    let group = |triage: &TriageState| {
        let entries = triage.undoable_of("a")?;
        Some(entries.iter().map(|entry| entry.group.0.clone()).collect::<Vec<_>>())
    };
    for (step, expected) in [(2, Some(vec!["w-1".to_owned()])), (1, None)] {
        let changes = [(Subject::default(), Snapshot::default(), undo(9, step).kind)];
        for entry in triage.new_group(("w", 10 + step), at(9), changes) {
            triage.add(entry);
        }
        assert_eq!(group(&triage), expected);
    }
}

/// The status of a verdict given in stage `was`, now that the candidate is in stage `is`.
fn status_after(
    verdict: Verdict,
    was: (&str, &str),
    is: (&str, &str),
    has_order: bool,
) -> SyncStatus {
    let seen = |(id, name): (&str, &str)| Snapshot {
        stage_id: id.to_owned(),
        stage_name: name.to_owned(),
        ..Snapshot::default()
    };
    let mut stages = pipeline();
    if !has_order {
        for stage in &mut stages {
            stage.stage_order = None;
        }
    }
    let at = at(1);
    let entry = EntryId(String::new());
    let given_verdict = GivenVerdict { verdict, reason: None, at, seen: seen(was).into(), entry };
    sync_status(&given_verdict, &seen(is), &stages)
}

#[test]
fn a_stage_is_the_same_with_its_id_and_without() {
    for (was, is) in [(("", "S1"), ("s1", "S1")), (("s1", "S1"), ("", "S1"))] {
        assert_eq!(status_after(Verdict::Advance, was, is, true), SyncStatus::ToDo);
        assert_eq!(status_after(Verdict::Decline, was, is, true), SyncStatus::ToDo);
        assert_eq!(status_after(Verdict::Wait, was, is, true), SyncStatus::Waiting);
    }
}

#[test]
fn without_an_order_the_pipeline_is_in_order() {
    let to = |name: &str| SyncStatus::Diverged(name.to_owned());
    for order in [true, false] {
        let moved = |was, is| status_after(Verdict::Advance, (was, ""), (is, ""), order);
        assert_eq!(moved("s2", "s0"), to("moved back to S0"));
        assert_eq!(moved("s0", "s2"), SyncStatus::Synced);
        assert_eq!(
            moved("gone", "s2"),
            SyncStatus::Unknown,
            "the order of a removed stage is unknown"
        );
        let waits = status_after(Verdict::Wait, ("gone", ""), ("s2", ""), order);
        assert_eq!(waits, to("moved to S2"));
    }
}

#[test]
fn a_snooze_date_has_many_notations() {
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
        assert_eq!(parse_until(text, today), Ok(day(expected)), "{text}");
    }
    for invalid in ["", "0d", "d", "2026-11-15", "2020-01-01", "m", "someday", "3x", "99999999999d"]
    {
        assert!(parse_until(invalid, today).is_err(), "{invalid}");
    }
}

/// An entry about a candidacy of a person, in a job of the same name as the candidate.
fn note(text: &str) -> EntryKind {
    EntryKind::Note { text: text.to_owned() }
}

fn snooze() -> EntryKind {
    EntryKind::Snooze { until: NaiveDate::from_ymd_opt(2026, 12, 1).unwrap(), note: None }
}

#[test]
fn the_names_of_all_kinds_are_listed() {
    let group = UndoGroup("w".to_owned());
    let (tag, id) = ("x".to_owned(), EntryId("w".to_owned()));
    let all = [
        EntryKind::Verdict { verdict: Verdict::Wait, reason: None },
        note("x"),
        EntryKind::NoteEdit { note: id.clone(), text: "x".to_owned() },
        EntryKind::NoteDelete { note: id },
        EntryKind::Tag { tag: tag.clone() },
        EntryKind::Untag { tag },
        EntryKind::Star,
        EntryKind::Unstar,
        snooze(),
        EntryKind::Wake,
        EntryKind::Undo { group: group.clone() },
        EntryKind::Redo { group },
    ];
    let name = |kind: EntryKind| serde_json::to_value(kind).unwrap()["kind"].clone();
    assert_eq!(all.map(name).to_vec(), EntryKind::NAMES);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Makes, undoes and redoes steps in any order.
    #[test]
    fn undo_and_redo_follow_the_latest_change(operations in prop::collection::vec((0..3_u8, 0..9_u64), 0..40)) {
        let mut triage = TriageState::default();
        let (mut done, mut undone, mut steps): (Vec<u64>, Vec<u64>, u64) = (vec![], vec![], 0);
        for (number, (kind, target)) in (100..).zip(operations) {
            let group = UndoGroup(format!("w-{target}"));
            match kind {
                0 => {
                    steps += 1;
                    triage.add(give(steps, "a", Verdict::Wait));
                    done.push(steps);
                    undone.clear();
                }
                1 if done.contains(&target) => {
                    triage.add(entry(number, "", EntryKind::Undo { group }));
                    done.retain(|done| *done != target);
                    undone.push(target);
                }
                2 if undone.contains(&target) => {
                    triage.add(entry(number, "", EntryKind::Redo { group }));
                    undone.retain(|undone| *undone != target);
                    done.push(target);
                }
                _ => {}
            }
            let name = |step: Option<&u64>| step.map(|step| format!("w-{step}"));
            prop_assert_eq!(triage.undoable().map(|(step, _)| step.0.clone()), name(done.last()));
            prop_assert_eq!(triage.redoable().map(|(step, _)| step.0.clone()), name(undone.last()));
        }
    }
}

#[test]
fn a_candidate_is_pending_until_all_their_entries_are_on_disk() {
    let pending = |triage: &TriageState| {
        let candidates = triage.pending_candidates();
        candidates.map(|triage| triage.subject.candidate.to_string()).collect::<Vec<_>>()
    };
    let group = |step: u64| UndoGroup(format!("w-{step}"));
    let mut triage = TriageState::default();
    triage.add(give(1, "a", Verdict::Wait));
    assert_eq!(pending(&triage), [""; 0], "what storage returned is on disk");
    triage.add_from_window(give(2, "a", Verdict::Decline));
    triage.add_from_window(give(3, "b", Verdict::Advance));
    triage.add_from_window(entry(4, "a", EntryKind::Star));
    assert_eq!(pending(&triage), ["a", "b"]);
    triage.confirm(&group(2));
    assert_eq!(pending(&triage), ["a", "b"], "the star is not on disk");
    triage.confirm(&group(4));
    assert_eq!(pending(&triage), ["b"]);
    assert!(!triage.candidate("a").unwrap().is_pending);
    triage.add_from_window(undo(5, 1));
    assert_eq!(pending(&triage), ["a", "b"], "an undo is about the candidates of its group");
    triage.retract(&group(3));
    assert_eq!(pending(&triage), ["a"], "a retracted entry is not pending");
    triage.confirm(&group(5));
    assert_eq!((pending(&triage).len(), triage.pending_count()), (0, 0));
}

#[test]
fn a_verdict_is_refused_where_the_stage_rules_it_out() {
    let stages = pipeline();
    let stages: Vec<&PipelineStage> = stages.iter().collect();
    let last = "Ada is in S2, the last stage: there is no next one";
    for (verdict, current, expected) in [
        (Verdict::Advance, "s0", None),
        (Verdict::Advance, "s2", Some(last)),
        (Verdict::Advance, "r", Some("Ada is in R: move them back in the ATS first")),
        (Verdict::Advance, "gone", None),
        (Verdict::Decline, "s2", None),
        (Verdict::Decline, "r", Some("Ada is already in R")),
        (Verdict::Wait, "r", None),
    ] {
        let refused = refusal(verdict, "Ada", StageRef::Id(current), &stages);
        assert_eq!(refused.as_deref(), expected, "{verdict:?} in {current}");
    }
    assert_eq!(refusal(Verdict::Advance, "Ada", StageRef::Id("r"), &[]), None, "not loaded yet");
}
