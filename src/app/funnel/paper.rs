//! The funnel as a paper.

use super::{Basis, Facts, Kind};
use crate::app::paper::{Paper, Part};
use crate::app::sheet::format::age;
use crate::app::sheet::{goal_heading, told_goal, told_usual};

/// The funnel of a job as a paper, as it is on a day.
#[must_use]
pub fn paper(facts: &Facts, basis: &Basis, job: &str, day: &str) -> Paper {
    let Basis { read, total, .. } = basis;
    let mut preface = vec![
        format!("as of {day}"),
        format!("histories read: {read} of {total}; the figures rest on these alone"),
    ];
    preface.extend(told_goal(facts).map(|told| format!("{}: {told}", goal_heading(facts))));
    Paper {
        title: format!("Funnel: {job}"),
        preface,
        parts: vec![stages(facts), stuck(facts)],
        ..Paper::default()
    }
}

fn stages(facts: &Facts) -> Part {
    let days = |days: Option<i64>| days.map_or_else(String::new, |days| days.to_string());
    let columns = [
        "stage",
        "entered",
        "left",
        "went on",
        "went on %",
        "median stay (days)",
        "now",
        "now for (median days)",
        "dropped out",
        "limit (days)",
    ];
    let rows = facts.stages.iter().map(|stage| {
        let note = match stage.kind {
            Kind::Rejection => " (rejection)",
            Kind::Stray => " (not in the pipeline)",
            Kind::Plain | Kind::Interview => "",
        };
        let counts = !matches!(stage.kind, Kind::Rejection | Kind::Stray);
        let counted = |count: usize| if counts { count.to_string() } else { String::new() };
        vec![
            format!("{}{note}", stage.name),
            stage.entered.to_string(),
            counted(stage.left),
            counted(stage.on),
            stage.percent().map_or_else(String::new, |percent| percent.to_string()),
            days(stage.stay),
            stage.now.to_string(),
            days(stage.ongoing),
            if stage.kind == Kind::Rejection { String::new() } else { stage.dropped.to_string() },
            days(stage.limit.map(i64::from)),
        ]
    });
    Part {
        heading: "Stages".to_owned(),
        words: Vec::new(),
        columns: columns.map(str::to_owned).into(),
        rows: rows.collect(),
        ..Part::default()
    }
}

fn stuck(facts: &Facts) -> Part {
    let rows = facts.stuck.iter().map(|one| {
        let basis = if one.is_limit { "limit" } else { "usual at most" };
        vec![
            one.name.clone(),
            one.stage.clone(),
            one.days.to_string(),
            format!("{basis} {}", age(one.usual)),
        ]
    });
    let words = match facts.stuck_in_all {
        0 => vec!["Nobody.".to_owned()],
        all if all > facts.stuck.len() => vec![format!("{all}; the longest:")],
        _ => Vec::new(),
    };
    let words = words.into_iter().chain(told_usual(facts)).collect();
    Part {
        heading: "Long in their stage".to_owned(),
        words,
        columns: ["name", "stage", "days", "of"].map(str::to_owned).into(),
        rows: rows.collect(),
        ..Part::default()
    }
}
