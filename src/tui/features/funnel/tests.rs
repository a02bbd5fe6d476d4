use std::num::NonZeroU32;

use proptest::prelude::*;
use serde_json::json;

use super::document::paper;
use super::rich_text;
use crate::recruiting::funnel::count::{Passage, of};
use crate::recruiting::funnel::figures::{
    Basis, FunnelFigures, StageFigures, StageKind, WEEKS, hundredths,
};
use crate::recruiting::funnel::histories::{NamedStage, StageVisit};
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

/// Where a candidate went, by the number of the stage, and so many days ago.
type Way = Vec<(u16, Option<i64>)>;

fn named() -> Vec<NamedStage> {
    (1..=8).map(|at| NamedStage { id: format!("s{at}"), name: format!("Stage {at}") }).collect()
}

fn seconds(days_ago: i64) -> Option<NonZeroU32> {
    let at = timestamp(NOW).to_utc().timestamp() - days_ago * 24 * 60 * 60;
    NonZeroU32::new(u32::try_from(at).ok()?)
}

fn counted(ways: &[Way], limits: &[(String, u32)]) -> FunnelFigures {
    let step = |(stage, ago): &(u16, Option<i64>)| StageVisit {
        stage: stage - 1,
        at: ago.and_then(seconds),
    };
    let people: Vec<(String, Vec<StageVisit>)> = ways
        .iter()
        .enumerate()
        .map(|(at, way)| (format!("p{at}"), way.iter().map(step).collect()))
        .collect();
    let passages = people.iter().map(|(name, steps)| Passage { candidate: name, name, steps });
    let limit = |stage: &str| crate::tui::features::triage::limits::limit_of(limits, stage);
    of(&named(), passages, &pipeline(), &limit, timestamp(NOW))
}

fn way(steps: &[(u16, i64)]) -> Way {
    steps.iter().map(|(stage, ago)| (*stage, Some(*ago))).collect()
}

fn stage<'a>(facts: &'a FunnelFigures, name: &str) -> &'a StageFigures {
    facts.stages.iter().find(|stage| stage.name == name).unwrap()
}

/// Entered, left, went on, dropped out, now.
fn counts(stage: &StageFigures) -> [usize; 5] {
    [stage.entered, stage.left, stage.on, stage.dropped, stage.now]
}

#[test]
fn six_people_by_hand() {
    let facts = counted(
        &[
            way(&[(1, 60), (2, 50), (3, 40), (4, 30), (5, 20)]), // hired
            way(&[(1, 50), (2, 46), (6, 40)]),                   // out after the screen
            way(&[(1, 40), (2, 38), (3, 30)]),                   // in the interview for 30 days
            way(&[(1, 30), (6, 29)]),                            // out at once
            way(&[(1, 20)]),                                     // waits
            way(&[(1, 10), (3, 4)]),                             // no screen
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
    let stays: Vec<_> = facts.stages.iter().map(|stage| (stage.stay, stage.stays)).collect();
    assert_eq!(stays[..4], [(Some(4), 5), (Some(8), 3), (Some(10), 1), (Some(10), 1)]);
    assert_eq!(stage(&facts, "Interview").ongoing, Some(17), "between 30 and 4");
    assert_eq!((facts.out, facts.straight, facts.read), (2, 0, 6));
    let goal = facts.goal.unwrap();
    assert_eq!((goal.stage.as_str(), goal.is_offer), ("Offer made", true));
    assert_eq!((goal.reached, goal.days), (1, Some(30)));
    // Twice ten days are usual in the interview, at least fourteen in applied.
    let stuck: Vec<_> =
        facts.stuck.iter().map(|one| (one.name.as_str(), one.days, one.usual)).collect();
    assert_eq!(stuck, [("p2", 30, 20), ("p4", 20, 14)], "the hired one may stay");
}

#[test]
fn who_went_back_is_counted_once() {
    let facts = counted(
        &[
            way(&[(1, 40), (2, 30), (1, 20)]),         // back, and there now
            way(&[(1, 40), (2, 30), (1, 20), (3, 5)]), // back, and on
            way(&[(1, 9), (6, 8), (1, 7), (2, 1)]),    // out, and in again
        ],
        &[],
    );
    assert_eq!(counts(stage(&facts, "Applied")), [3, 3, 3, 0, 1]);
    // One left the screen for an earlier stage; one is there.
    assert_eq!(counts(stage(&facts, "Screen")), [3, 2, 1, 0, 1]);
    assert_eq!(counts(stage(&facts, "Rejected")), [1, 1, 0, 0, 0]);
    assert_eq!(facts.out, 0, "who is in again has not dropped out");
    // 10, 10 and 15, 1 and 6.
    assert_eq!((stage(&facts, "Applied").stays, stage(&facts, "Applied").stay), (5, Some(10)));
}

#[test]
fn a_stage_that_left_the_pipeline_is_told_apart() {
    let facts = counted(&[way(&[(1, 9), (7, 6), (2, 3)]), way(&[(7, 5), (6, 2)])], &[]);
    let names: Vec<_> = facts.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names.last(), Some(&"Stage 7"));
    let stray = stage(&facts, "Stage 7");
    assert_eq!((stray.kind, counts(stray)), (StageKind::Stray, [2, 2, 0, 1, 0]));
    assert_eq!((stray.conversion(), stray.stay), (None, Some(3)));
    assert_eq!(counts(stage(&facts, "Applied")), [1, 1, 1, 0, 0]);
}

#[test]
fn missing_equal_and_odd_dates_lose_no_one() {
    let facts = counted(
        &[
            vec![(1, None), (2, Some(5)), (3, None)],
            way(&[(1, 5), (2, 5)]),
            way(&[(1, 3), (2, -4)]), // a day to come
            way(&[(1, 4), (1, 2), (2, 1)]),
            vec![],
        ],
        &[],
    );
    assert_eq!(counts(stage(&facts, "Applied")), [4, 4, 4, 0, 0]);
    assert_eq!(counts(stage(&facts, "Screen")), [4, 1, 1, 0, 3]);
    // Of 0, 7 and 3 days.
    assert_eq!((stage(&facts, "Applied").stay, stage(&facts, "Applied").stays), (Some(3), 3));
    assert_eq!(stage(&facts, "Screen").ongoing, Some(3), "of 5 and 1; one is not there yet");
    assert_eq!(stage(&facts, "Interview").ongoing, None);
    assert_eq!((facts.read, facts.silent), (5, 1));
}

#[test]
fn an_empty_job_has_stages_and_nobody_in_them() {
    let facts = counted(&[], &[]);
    assert_eq!(facts.stages.len(), 6, "the stages are there");
    assert!(facts.stages.iter().all(|stage| counts(stage) == [0; 5] && stage.stay.is_none()));
    assert_eq!(facts.goal.map(|goal| (goal.reached, goal.days)), Some((0, None)));
    let nothing = of(&[], std::iter::empty(), &[], &|_| None, timestamp(NOW));
    assert_eq!(nothing, FunnelFigures::default());
}

#[test]
fn without_an_offer_the_last_stage_is_the_end() {
    let mut stages = pipeline();
    stages.retain(|stage| stage.name != "Offer made");
    let facts = of(&[], std::iter::empty(), &stages, &|_| None, timestamp(NOW));
    let goal = facts.goal.unwrap();
    assert_eq!((goal.stage.as_str(), goal.is_offer), ("Hired", false));
}

#[test]
fn a_limit_says_who_is_stuck_wherever_they_are() {
    let limits = [("screen".to_owned(), 5), ("hired".to_owned(), 3)];
    let ways = [way(&[(2, 6)]), way(&[(2, 5)]), way(&[(5, 4)]), way(&[(3, 10)]), way(&[(6, 90)])];
    let facts = counted(&ways, &limits);
    let stuck: Vec<_> =
        facts.stuck.iter().map(|one| (one.name.as_str(), one.days, one.is_limit)).collect();
    assert_eq!(stuck, [("p0", 6, true), ("p2", 4, true)]);
}

#[test]
fn entries_are_counted_by_week_the_last_one_last() {
    let facts = counted(&[way(&[(1, 83), (2, 7), (1, 0)]), way(&[(1, 84)]), way(&[(1, 6)])], &[]);
    let mut weeks = [0; WEEKS];
    (weeks[0], weeks[11]) = (1, 2);
    assert_eq!(stage(&facts, "Applied").weeks, weeks, "84 days ago is the thirteenth week");
    assert_eq!(stage(&facts, "Screen").weeks[10], 1);
}

proptest! {
    #[test]
    fn counts_add_up(
        ways in prop::collection::vec(
            prop::collection::vec((1u16..=8, prop::option::of(-3i64..200)), 0..7), 0..30)
    ) {
        let facts = counted(&ways, &[("screen".to_owned(), 5)]);
        let sum = |of: fn(&StageFigures) -> usize| facts.stages.iter().map(of).sum::<usize>();
        prop_assert_eq!(facts.read, ways.len());
        prop_assert_eq!(sum(|stage| stage.now) + facts.silent, facts.read);
        prop_assert_eq!(sum(|stage| stage.dropped) + facts.straight, facts.out);
        prop_assert_eq!(stage(&facts, "Rejected").now, facts.out);
        for stage in &facts.stages {
            prop_assert!(stage.on <= stage.left && stage.left <= stage.entered);
            prop_assert!(stage.now <= stage.entered && stage.entered <= facts.read);
            prop_assert!(stage.conversion().is_none_or(|part| (0.0..=1.0).contains(&part)));
            prop_assert!(stage.stay.is_none_or(|stay| stay >= 0));
        }
        prop_assert!(facts.stuck.is_sorted_by_key(|one| std::cmp::Reverse(one.days)));
        prop_assert!(facts.stuck.iter().all(|one| one.days > one.usual));
        prop_assert!(facts.goal.is_some_and(|goal| goal.dated <= goal.reached));
    }
}

#[test]
fn hundredths_are_rounded_and_neither_all_nor_none_unless_it_is_so() {
    for (part, whole, told) in
        [(8, 35, 23), (1, 3, 33), (2, 3, 67), (999, 1000, 99), (1, 1000, 1), (0, 7, 0), (7, 7, 100)]
    {
        assert_eq!(hundredths(part, whole), told, "{part} of {whole}");
    }
    assert_eq!(hundredths(0, 0), 0);
}

#[test]
fn that_nobody_is_stuck_is_sure_once_all_were_read() {
    let facts = FunnelFigures { read: 3, ..FunnelFigures::default() };
    for (total, told) in [(3, "nobody"), (4, "nobody, as far as was read")] {
        let sheet = rich_text::funnel(&facts, &Basis { read: 3, total, ..Basis::default() }, 80);
        let shown = format!("{:?}", sheet.lines.last());
        assert!(shown.contains(&format!("{told:?}")), "{shown}");
    }
}

#[test]
fn medians_are_rounded_to_the_nearer_day() {
    // 13 days and 14: the middle is 13 and a half.
    let facts = counted(&[way(&[(1, 40), (2, 27)]), way(&[(1, 40), (2, 26)])], &[]);
    assert_eq!(stage(&facts, "Applied").stay, Some(14));
}

#[test]
fn the_paper_names_the_offer_and_says_where_what_is_usual_comes_from() {
    let ways = [way(&[(1, 40), (4, 30)]), way(&[(1, 90)])];
    let basis = Basis { read: 2, total: 2, ..Basis::default() };
    let text = |facts: &FunnelFigures| {
        paper(facts, &basis, "Rust", "today")
            .render(crate::recruiting::document::DocumentFormat::Markdown)
    };
    let free = text(&counted(&ways, &[]));
    assert!(free.contains("time to offer: median 10 d"), "{free}");
    let usual = "usual, where no limit is set: twice the median stay, at least 14 d";
    assert!(free.contains(usual), "{free}");
    let limits = [("applied", 20), ("offer", 20)].map(|(name, days)| (name.to_owned(), days));
    let bound = text(&counted(&ways, &limits));
    assert!(bound.contains("limit 20 d") && !bound.contains(usual), "{bound}");
}
