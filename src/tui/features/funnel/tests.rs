use std::num::NonZeroU32;

use proptest::prelude::*;
use serde_json::json;

use super::document::document;
use super::rich_text;
use crate::recruiting::funnel::count::{CandidatePath, compute};
use crate::recruiting::funnel::figures::{
    FunnelCoverage, FunnelFigures, StageFigures, WEEKS, percentage,
};
use crate::recruiting::funnel::histories::{NamedStage, StageVisit};
use crate::recruiting::stage::StageKind;
use crate::tui::app::fixture::timestamp;
use crate::wire::PipelineStage;

const NOW: &str = "2026-11-15T12:00:00Z";

/// Applied, Screen, Interview, Offer, Hired; Rejected.
fn pipeline() -> Vec<PipelineStage> {
    let names = ["Applied", "Screen", "Interview", "Offer made", "Hired", "Rejected"];
    let stage = |(at, name): (usize, &&str)| {
        serde_json::from_value(json!({
            "id": format!("s{}", at + 1), "name": name, "stage_order": at + 1,
            "is_rejection_stage": *name == "Rejected", "is_interviewing_stage": *name == "Interview",
        }))
        .unwrap()
    };
    names.iter().enumerate().map(stage).collect()
}

/// The stages a candidate entered, by number, each with how many days ago.
type Visits = Vec<(u16, Option<i64>)>;

fn named_stages() -> Vec<NamedStage> {
    (1..=8).map(|at| NamedStage { id: format!("s{at}"), name: format!("Stage {at}") }).collect()
}

fn seconds(days_ago: i64) -> Option<NonZeroU32> {
    let at = timestamp(NOW).to_utc().timestamp() - days_ago * 24 * 60 * 60;
    NonZeroU32::new(u32::try_from(at).ok()?)
}

fn count(paths: &[Visits], limits: &[(String, u32)]) -> FunnelFigures {
    let step = |(stage, ago): &(u16, Option<i64>)| StageVisit {
        stage: stage - 1,
        at: ago.and_then(seconds),
    };
    let people: Vec<(String, Vec<StageVisit>)> = paths
        .iter()
        .enumerate()
        .map(|(at, path)| (format!("p{at}"), path.iter().map(step).collect()))
        .collect();
    let passages =
        people.iter().map(|(name, steps)| CandidatePath { candidate: name, name, visits: steps });
    let limit = |stage: &str| crate::recruiting::funnel::overdue::limit_of(limits, stage);
    compute(&named_stages(), passages, &pipeline(), &limit, timestamp(NOW))
}

fn path(steps: &[(u16, i64)]) -> Visits {
    steps.iter().map(|(stage, ago)| (*stage, Some(*ago))).collect()
}

fn stage<'a>(facts: &'a FunnelFigures, name: &str) -> &'a StageFigures {
    facts.stages.iter().find(|stage| stage.name == name).unwrap()
}

/// Entered, left, moved on, dropped out, current.
fn counts(stage: &StageFigures) -> [usize; 5] {
    [stage.entered, stage.left, stage.moved_on, stage.dropped, stage.current]
}

#[test]
fn six_histories_give_these_counts() {
    let facts = count(
        &[
            path(&[(1, 60), (2, 50), (3, 40), (4, 30), (5, 20)]), // hired
            path(&[(1, 50), (2, 46), (6, 40)]),                   // rejected after the screen
            path(&[(1, 40), (2, 38), (3, 30)]),                   // in the interview for 30 days
            path(&[(1, 30), (6, 29)]),                            // rejected after a day
            path(&[(1, 20)]),                                     // still in Applied
            path(&[(1, 10), (3, 4)]),                             // skipped the screen
        ],
        &[],
    );
    assert_eq!(counts(stage(&facts, "Applied")), [6, 5, 4, 1, 1]);
    assert_eq!(counts(stage(&facts, "Screen")), [3, 3, 2, 1, 0]);
    assert_eq!(counts(stage(&facts, "Interview")), [3, 1, 1, 0, 2]);
    assert_eq!(counts(stage(&facts, "Offer made")), [1, 1, 1, 0, 0]);
    assert_eq!(counts(stage(&facts, "Hired")), [1, 0, 0, 0, 1]);
    assert_eq!(counts(stage(&facts, "Rejected")), [2, 0, 0, 0, 2]);
    let percents: Vec<_> = facts.stages.iter().map(StageFigures::percent).collect();
    assert_eq!(percents, [Some(80), Some(67), Some(100), Some(100), None, None]);
    // Applied: 10, 4, 2, 1, 6 days. Screen: 10, 6, 8. Interview: 10.
    let stays: Vec<_> =
        facts.stages.iter().map(|stage| (stage.median_days, stage.stay_count)).collect();
    assert_eq!(stays[..4], [(Some(4), 5), (Some(8), 3), (Some(10), 1), (Some(10), 1)]);
    assert_eq!(stage(&facts, "Interview").ongoing_days, Some(17), "the median of 30 and 4");
    assert_eq!((facts.rejected, facts.rejected_at_once, facts.read), (2, 0, 6));
    let goal = facts.goal.unwrap();
    assert_eq!((goal.stage.as_str(), goal.is_offer), ("Offer made", true));
    assert_eq!((goal.reached, goal.days), (1, Some(30)));
    // One stay in Interview says little, so its default applies; in Applied twice the median.
    let stuck: Vec<_> = facts
        .stuck
        .iter()
        .map(|candidate| (candidate.name.as_str(), candidate.days, candidate.threshold.days))
        .collect();
    assert_eq!(stuck, [("p2", 30, 14), ("p4", 20, 8)], "a hired candidate is never stuck");
}

#[test]
fn a_candidate_who_went_back_is_counted_once() {
    let facts = count(
        &[
            path(&[(1, 40), (2, 30), (1, 20)]),         // went back and stayed
            path(&[(1, 40), (2, 30), (1, 20), (3, 5)]), // went back, then on
            path(&[(1, 9), (6, 8), (1, 7), (2, 1)]),    // rejected, then back in
        ],
        &[],
    );
    assert_eq!(counts(stage(&facts, "Applied")), [3, 3, 3, 0, 1]);
    // Two candidates left Screen, of whom only one moved on later; the third is in Screen now.
    assert_eq!(counts(stage(&facts, "Screen")), [3, 2, 1, 0, 1]);
    assert_eq!(counts(stage(&facts, "Rejected")), [1, 1, 0, 0, 0]);
    assert_eq!(facts.rejected, 0, "a candidate who came back has not dropped out");
    // Stays in Applied: 10; 10 and 15; 1 and 6 days.
    assert_eq!(
        (stage(&facts, "Applied").stay_count, stage(&facts, "Applied").median_days),
        (5, Some(10))
    );
}

#[test]
fn a_stage_outside_the_pipeline_is_listed_last() {
    let facts = count(&[path(&[(1, 9), (7, 6), (2, 3)]), path(&[(7, 5), (6, 2)])], &[]);
    let names: Vec<_> = facts.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names.last(), Some(&"Stage 7"));
    let stray = stage(&facts, "Stage 7");
    assert_eq!((stray.kind, counts(stray)), (StageKind::Unlisted, [2, 2, 0, 1, 0]));
    assert_eq!((stray.conversion(), stray.median_days), (None, Some(3)));
    assert_eq!(counts(stage(&facts, "Applied")), [1, 1, 1, 0, 0]);
}

#[test]
fn missing_equal_and_odd_dates_lose_no_candidate() {
    let facts = count(
        &[
            vec![(1, None), (2, Some(5)), (3, None)],
            path(&[(1, 5), (2, 5)]),
            path(&[(1, 3), (2, -4)]), // a date in the future
            path(&[(1, 4), (1, 2), (2, 1)]),
            vec![],
        ],
        &[],
    );
    assert_eq!(counts(stage(&facts, "Applied")), [4, 4, 4, 0, 0]);
    assert_eq!(counts(stage(&facts, "Screen")), [4, 1, 1, 0, 3]);
    // The median of 0, 7 and 3 days.
    assert_eq!(
        (stage(&facts, "Applied").median_days, stage(&facts, "Applied").stay_count),
        (Some(3), 3)
    );
    assert_eq!(
        stage(&facts, "Screen").ongoing_days,
        Some(3),
        "the median of 5 and 1; the future date does not count"
    );
    assert_eq!(stage(&facts, "Interview").ongoing_days, None);
    assert_eq!((facts.read, facts.without_stage), (5, 1));
}

#[test]
fn an_empty_job_has_stages_without_candidates() {
    let facts = count(&[], &[]);
    assert_eq!(facts.stages.len(), 6, "an empty job still lists its stages");
    assert!(
        facts.stages.iter().all(|stage| counts(stage) == [0; 5] && stage.median_days.is_none())
    );
    assert_eq!(facts.goal.map(|goal| (goal.reached, goal.days)), Some((0, None)));
    let empty = compute(&[], std::iter::empty(), &[], &|_| None, timestamp(NOW));
    assert_eq!(empty, FunnelFigures::default());
}

#[test]
fn without_an_offer_the_last_stage_is_the_end() {
    let mut stages = pipeline();
    stages.retain(|stage| stage.name != "Offer made");
    let facts = compute(&[], std::iter::empty(), &stages, &|_| None, timestamp(NOW));
    let goal = facts.goal.unwrap();
    assert_eq!((goal.stage.as_str(), goal.is_offer), ("Hired", false));
}

#[test]
fn a_limit_decides_who_is_stuck_in_any_stage() {
    let limits = [("screen".to_owned(), 5), ("hired".to_owned(), 3)];
    let paths =
        [path(&[(2, 6)]), path(&[(2, 5)]), path(&[(5, 4)]), path(&[(3, 10)]), path(&[(6, 90)])];
    let facts = count(&paths, &limits);
    let stuck: Vec<_> = facts
        .stuck
        .iter()
        .map(|candidate| (candidate.name.as_str(), candidate.days, candidate.threshold.is_limit))
        .collect();
    assert_eq!(stuck, [("p0", 6, true), ("p2", 4, true)]);
}

#[test]
fn entries_are_counted_by_week_oldest_first() {
    let facts = count(&[path(&[(1, 83), (2, 7), (1, 0)]), path(&[(1, 84)]), path(&[(1, 6)])], &[]);
    let mut weeks = [0; WEEKS];
    (weeks[0], weeks[11]) = (1, 2);
    assert_eq!(stage(&facts, "Applied").weeks, weeks, "84 days ago is the thirteenth week");
    assert_eq!(stage(&facts, "Screen").weeks[10], 1);
}

proptest! {
    #[test]
    fn counts_add_up(
        paths in prop::collection::vec(
            prop::collection::vec((1u16..=8, prop::option::of(-3i64..200)), 0..7), 0..30)
    ) {
        let facts = count(&paths, &[("screen".to_owned(), 5)]);
        let sum = |of: fn(&StageFigures) -> usize| facts.stages.iter().map(of).sum::<usize>();
        prop_assert_eq!(facts.read, paths.len());
        prop_assert_eq!(sum(|stage| stage.current) + facts.without_stage, facts.read);
        prop_assert_eq!(sum(|stage| stage.dropped) + facts.rejected_at_once, facts.rejected);
        prop_assert_eq!(stage(&facts, "Rejected").current, facts.rejected);
        for stage in &facts.stages {
            prop_assert!(stage.moved_on <= stage.left && stage.left <= stage.entered);
            prop_assert!(stage.current <= stage.entered && stage.entered <= facts.read);
            prop_assert!(stage.conversion().is_none_or(|part| (0.0..=1.0).contains(&part)));
            prop_assert!(stage.median_days.is_none_or(|stay| stay >= 0));
        }
        prop_assert!(facts.stuck.is_sorted_by_key(|candidate| std::cmp::Reverse(candidate.days)));
        prop_assert!(facts.stuck.iter().all(|candidate| candidate.days > candidate.threshold.days));
        prop_assert!(facts.goal.is_some_and(|goal| goal.dated <= goal.reached));
    }
}

#[test]
fn percentages_are_rounded_but_reach_0_and_100_only_exactly() {
    for (part, whole, expected) in
        [(8, 35, 23), (1, 3, 33), (2, 3, 67), (999, 1000, 99), (1, 1000, 1), (0, 7, 0), (7, 7, 100)]
    {
        assert_eq!(percentage(part, whole), expected, "{part} of {whole}");
    }
    assert_eq!(percentage(0, 0), 0);
}

#[test]
fn an_empty_stuck_list_is_certain_only_after_all_reads() {
    let facts = FunnelFigures { read: 3, ..FunnelFigures::default() };
    for (total, expected) in [(3, "None"), (4, "None in the loaded histories")] {
        let details = rich_text::funnel_details(
            &facts,
            &FunnelCoverage { read: 3, total, ..FunnelCoverage::default() },
            80,
        );
        let last_line = format!("{:?}", details.lines.last());
        assert!(last_line.contains(&format!("{expected:?}")), "{last_line}");
    }
}

#[test]
fn medians_are_rounded_to_the_nearer_day() {
    // The median of 13 and 14 days is 13.5.
    let facts = count(&[path(&[(1, 40), (2, 27)]), path(&[(1, 40), (2, 26)])], &[]);
    assert_eq!(stage(&facts, "Applied").median_days, Some(14));
}

#[test]
fn the_document_names_the_offer_and_the_basis_of_usual() {
    let paths = [path(&[(1, 40), (4, 30)]), path(&[(1, 90)])];
    let basis = FunnelCoverage { read: 2, total: 2, ..FunnelCoverage::default() };
    let text = |facts: &FunnelFigures| {
        document(facts, &basis, "Rust", "today")
            .render(crate::recruiting::document::DocumentFormat::Markdown)
    };
    let without_limits = text(&count(&paths, &[]));
    assert!(without_limits.contains("Time to offer: Median 10 d"), "{without_limits}");
    let usual = "Without a limit: 7 d in the first stage, 14 d in interviews, 7 d in offers, 10 d elsewhere";
    assert!(without_limits.contains(usual), "{without_limits}");
    let limits = [("applied", 20), ("offer", 20)].map(|(name, days)| (name.to_owned(), days));
    let with_limits = text(&count(&paths, &limits));
    assert!(with_limits.contains("limit 20 d") && !with_limits.contains(usual), "{with_limits}");
}
