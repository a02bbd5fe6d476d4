//! The funnel as a document, for the clipboard and for export.

use super::rich_text::{describe_goal, describe_usual, goal_heading};
use crate::recruiting::document::{Document, DocumentSection};
use crate::recruiting::funnel::figures::{FunnelCoverage, FunnelFigures};
use crate::recruiting::stage::StageKind;
use crate::tui::widgets::format::age;

pub(crate) fn document(
    facts: &FunnelFigures,
    basis: &FunnelCoverage,
    job: &str,
    day: &str,
) -> Document {
    let FunnelCoverage { read, total, .. } = basis;
    let mut preface = vec![
        format!("As of {day}"),
        format!("Histories loaded: {read} of {total}; the figures cover only these"),
    ];
    preface
        .extend(describe_goal(facts).map(|message| format!("{}: {message}", goal_heading(facts))));
    Document {
        title: format!("Funnel: {job}"),
        preface,
        parts: vec![stage_section(facts), stuck_section(facts)],
        ..Document::default()
    }
}

fn stage_section(facts: &FunnelFigures) -> DocumentSection {
    let days = |days: Option<i64>| days.map_or_else(String::new, |days| days.to_string());
    let columns = [
        "stage",
        "entered",
        "left",
        "moved on",
        "moved on (%)",
        "median stay (days)",
        "now",
        "so far (median days)",
        "dropped out",
        "limit (days)",
    ];
    let rows = facts.stages.iter().map(|stage| {
        let note = match stage.kind {
            StageKind::Rejection => " (rejection)",
            StageKind::Withdrawal => " (withdrawn)",
            StageKind::Unlisted => " (not in the pipeline)",
            StageKind::Plain | StageKind::Interview => "",
        };
        let is_counted = stage.kind.is_step();
        let count_text = |count: usize| if is_counted { count.to_string() } else { String::new() };
        vec![
            format!("{}{note}", stage.name),
            stage.entered.to_string(),
            count_text(stage.left),
            count_text(stage.moved_on),
            stage.percent().map_or_else(String::new, |percent| percent.to_string()),
            days(stage.median_days),
            stage.current.to_string(),
            days(stage.ongoing_days),
            if stage.kind.is_closed() { String::new() } else { stage.dropped.to_string() },
            days(stage.limit.map(i64::from)),
        ]
    });
    DocumentSection {
        heading: "Stages".to_owned(),
        paragraphs: Vec::new(),
        columns: columns.map(str::to_owned).into(),
        rows: rows.collect(),
        ..DocumentSection::default()
    }
}

fn stuck_section(facts: &FunnelFigures) -> DocumentSection {
    let rows = facts.stuck.iter().map(|candidate| {
        let basis = if candidate.threshold.is_limit { "limit" } else { "usually up to" };
        vec![
            candidate.name.clone(),
            candidate.stage.clone(),
            candidate.days.to_string(),
            format!("{basis} {}", age(candidate.threshold.days)),
        ]
    });
    let words = match facts.stuck_total {
        0 => vec!["None".to_owned()],
        all if all > facts.stuck.len() => {
            vec![format!("{all} candidates, the longest stays first")]
        }
        _ => Vec::new(),
    };
    let words = words.into_iter().chain(describe_usual(facts)).collect();
    DocumentSection {
        heading: "Overdue".to_owned(),
        paragraphs: words,
        columns: ["name", "stage", "days", "threshold"].map(str::to_owned).into(),
        rows: rows.collect(),
        ..DocumentSection::default()
    }
}
