//! All of a candidate as rich text, for the JSON view: stage, history, person and IDs.

use super::person::{location, person_details, summarize};
use super::timeline::push_timeline;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, Spans, part, space, text_span};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Candidate, CandidateItem, Person, PipelineStage, Timestamp};

pub(crate) fn candidate_details(
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    pipeline: &[PipelineStage],
    (now, width): (Timestamp, usize),
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    builder.append(candidate_head(item, candidate, person, pipeline, now, width));
    if let Some(candidate) = candidate {
        builder.append(candidate_history(candidate, pipeline, now, width));
    }
    if let Some(person) = person {
        builder.append(person_details(person, item, candidate, now, width));
    }
    builder.append(candidate_ids(item, candidate, person, width));
    builder.into_lines()
}

pub(crate) fn candidate_head(
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let Some(summary) = summarize(item, candidate) else {
        return builder.into_lines();
    };
    builder.facts(
        0,
        [
            part(TextRole::Strong, summary.title),
            part(TextRole::Plain, summary.company),
            part(TextRole::Plain, person.and_then(location).unwrap_or("")),
        ],
    );
    let stage = StageLookup::new(pipeline).find(summary.stage_id, summary.stage);
    let mut name = vec![text_span(TextRole::Strong, stage_name(summary.stage_id, summary.stage))];
    for (role, mark, word) in marks(stage) {
        name.extend([space(1), Span::Mark(role, mark), space(1), text_span(role, word)]);
    }
    let entered = candidate.and_then(|candidate| candidate.current_pipeline_stage_date);
    let since = entered.map_or_else(String::new, |date| format!("since {}", format::day(date)));
    let added =
        summary.added.map_or_else(String::new, |date| format!("added {}", format::day(date)));
    let time_in_stage = time_in_stage(entered, summary.added, now);
    builder.facts(
        0,
        [name, part(TextRole::Plain, &since), time_in_stage, part(TextRole::Dim, &added)],
    );
    builder.into_lines()
}

/// An upper bound while the date of entry is unknown.
fn time_in_stage(entered: Option<Timestamp>, added: Option<Timestamp>, now: Timestamp) -> Spans {
    let days = |from: Option<Timestamp>| from.and_then(|from| format::days(from, now));
    match (entered, days(entered), days(added)) {
        (Some(_), days, _) => part(TextRole::Plain, &days.map_or("?".to_owned(), format::age)),
        (None, _, Some(days)) => vec![
            Span::Mark(TextRole::Dim, Mark::AtMost),
            text_span(TextRole::Plain, &format!(" {} in this stage", format::age(days))),
        ],
        (None, _, None) => Vec::new(),
    }
}

pub(crate) fn candidate_history(
    candidate: &Candidate,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    push_timeline(candidate, pipeline, now, &mut builder);
    builder.into_lines()
}

pub(crate) fn candidate_ids(
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    width: usize,
) -> Vec<RichLine> {
    let mut ids: Vec<(&str, &str, &str)> = Vec::new();
    // If the two companies differ, say whose each is.
    let company = person.map_or("", |person| person.current_company_id.as_str());
    let is_different =
        summarize(item, candidate).is_some_and(|summary| summary.company_id != company);
    let [candidate_note, person_note] = if is_different && !company.is_empty() {
        ["as a candidate", "as a person"]
    } else {
        [""; 2]
    };
    if let Some(summary) = summarize(item, candidate) {
        ids.push(("name", summary.name, ""));
        ids.push(("candidate", summary.id.as_str(), ""));
        ids.push(("person", summary.person.as_str(), ""));
        ids.push(("job", candidate.map_or("", |candidate| candidate.job_id.as_str()), ""));
        ids.push(("company", summary.company_id, candidate_note));
        ids.push(("stage", summary.stage_id.as_str(), summary.stage));
    }
    if let Some(person) = person {
        ids.push(("person", person.id.as_str(), ""));
        ids.push(("company", company, person_note));
    }
    for entry in candidate.map_or(&[][..], |candidate| &candidate.pipeline_stage_history) {
        ids.push(("stage", entry.stage_id.as_str(), &entry.stage_name));
    }
    let mut seen = std::collections::HashSet::new();
    ids.retain(|(label, id, _)| !id.is_empty() && seen.insert((*label, *id)));
    let mut builder = RichTextBuilder::new(width);
    if !ids.is_empty() {
        builder.heading("IDs");
    }
    for (label, id, name) in ids {
        builder.fact(label, [part(TextRole::Dim, id), part(TextRole::Dim, name)]);
    }
    builder.into_lines()
}
