//! The funnel as a paper.

use super::rich_text::{goal_heading, told_goal, told_usual};
use crate::recruiting::document::{Document, DocumentSection};
use crate::recruiting::funnel::figures::{Basis, FunnelFigures, StageKind};
use crate::tui::widgets::format::age;

/// The funnel of a job as a paper, as it is on a day.
#[must_use]
pub fn paper(facts: &FunnelFigures, basis: &Basis, job: &str, day: &str) -> Document {
    let Basis { read, total, .. } = basis;
    let mut preface = vec![
        format!("as of {day}"),
        format!("histories read: {read} of {total}; the figures rest on these alone"),
    ];
    preface.extend(told_goal(facts).map(|told| format!("{}: {told}", goal_heading(facts))));
    Document {
        title: format!("Funnel: {job}"),
        preface,
        parts: vec![stages(facts), stuck(facts)],
        ..Document::default()
    }
}

fn stages(facts: &FunnelFigures) -> DocumentSection {
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
            StageKind::Rejection => " (rejection)",
            StageKind::Stray => " (not in the pipeline)",
            StageKind::Plain | StageKind::Interview => "",
        };
        let counts = !matches!(stage.kind, StageKind::Rejection | StageKind::Stray);
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
            if stage.kind == StageKind::Rejection {
                String::new()
            } else {
                stage.dropped.to_string()
            },
            days(stage.limit.map(i64::from)),
        ]
    });
    DocumentSection {
        heading: "Stages".to_owned(),
        words: Vec::new(),
        columns: columns.map(str::to_owned).into(),
        rows: rows.collect(),
        ..DocumentSection::default()
    }
}

fn stuck(facts: &FunnelFigures) -> DocumentSection {
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
    DocumentSection {
        heading: "Long in their stage".to_owned(),
        words,
        columns: ["name", "stage", "days", "of"].map(str::to_owned).into(),
        rows: rows.collect(),
        ..DocumentSection::default()
    }
}
