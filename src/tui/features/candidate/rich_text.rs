//! A candidate as rich text: stage, history, person and IDs.

use super::person::{location, person_sheet};
use super::stage_bar::face;
use super::timeline::timeline;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, Spans, part, said, space};
use crate::tui::widgets::rich_text::{Mark, RecordTrouble, RichLine, Span, TextRole};
use crate::tui::widgets::stage_text::{StageLookup, marks, stage_name};
use crate::wire::{Candidate, CandidateItem, Person, PipelineStage, Timestamp};

/// `overdue` is a warning about the time in the stage.
#[must_use]
pub fn candidate(
    overdue: Option<&str>,
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    pipeline: &[PipelineStage],
    troubles: &[RecordTrouble],
    (now, width): (Timestamp, usize),
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    builder.append(candidate_head(item, candidate, person, pipeline, now, width));
    if let Some(message) = overdue {
        let sign = Span::Mark(TextRole::Warning, Mark::Warning);
        builder.row(vec![sign, space(1), said(TextRole::Warning, message)]);
    }
    builder.troubles(troubles);
    if let Some(candidate) = candidate {
        builder.append(candidate_history(candidate, pipeline, now, width));
    }
    if let Some(person) = person {
        builder.append(person_sheet(person, item, candidate, now, width));
    }
    builder.append(candidate_ids(item, candidate, person, width));
    builder.into_lines()
}

#[must_use]
pub fn candidate_head(
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let Some(face) = face(item, candidate) else {
        return builder.into_lines();
    };
    builder.facts(
        0,
        [
            part(TextRole::Strong, face.title),
            part(TextRole::Plain, face.company),
            part(TextRole::Plain, person.and_then(location).unwrap_or("")),
        ],
    );
    let stage = StageLookup::new(pipeline).find(face.stage_id, face.stage);
    let mut name = vec![said(TextRole::Strong, stage_name(face.stage_id, face.stage))];
    for (tone, mark, word) in marks(stage) {
        name.extend([space(1), Span::Mark(tone, mark), space(1), said(tone, word)]);
    }
    let entered = candidate.and_then(|candidate| candidate.current_pipeline_stage_date);
    let since = entered.map_or_else(String::new, |date| format!("since {}", format::day(date)));
    let added = face.added.map_or_else(String::new, |date| format!("added {}", format::day(date)));
    let stay = stay(entered, face.added, now);
    builder.facts(0, [name, part(TextRole::Plain, &since), stay, part(TextRole::Dim, &added)]);
    builder.into_lines()
}

/// An upper bound while the date of entry is unknown.
fn stay(entered: Option<Timestamp>, added: Option<Timestamp>, now: Timestamp) -> Spans {
    let days = |from: Option<Timestamp>| from.and_then(|from| format::days(from, now));
    match (entered, days(entered), days(added)) {
        (Some(_), days, _) => part(TextRole::Plain, &days.map_or("?".to_owned(), format::age)),
        (None, _, Some(days)) => vec![
            Span::Mark(TextRole::Dim, Mark::AtMost),
            said(TextRole::Plain, &format!(" {} in this stage", format::age(days))),
        ],
        (None, _, None) => Vec::new(),
    }
}

#[must_use]
pub fn candidate_history(
    candidate: &Candidate,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    timeline(candidate, pipeline, now, &mut builder);
    builder.into_lines()
}

#[must_use]
pub fn candidate_ids(
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    width: usize,
) -> Vec<RichLine> {
    let mut ids: Vec<(&str, &str, &str)> = Vec::new();
    // If the two companies differ, say whose each is.
    let company = person.map_or("", |person| person.current_company_id.as_str());
    let is_other = face(item, candidate).is_some_and(|face| face.company_id != company);
    let [theirs, own] =
        if is_other && !company.is_empty() { ["as a candidate", "as a person"] } else { [""; 2] };
    if let Some(face) = face(item, candidate) {
        ids.push(("name", face.name, ""));
        ids.push(("candidate", face.id.as_str(), ""));
        ids.push(("person", face.person.as_str(), ""));
        ids.push(("job", candidate.map_or("", |candidate| candidate.job_id.as_str()), ""));
        ids.push(("company", face.company_id, theirs));
        ids.push(("stage", face.stage_id.as_str(), face.stage));
    }
    if let Some(person) = person {
        ids.push(("person", person.id.as_str(), ""));
        ids.push(("company", company, own));
    }
    for entry in candidate.map_or(&[][..], |candidate| &candidate.pipeline_stage_history) {
        ids.push(("stage", entry.stage_id.as_str(), &entry.stage_name));
    }
    let mut seen = std::collections::HashSet::new();
    ids.retain(|(label, id, _)| !id.is_empty() && seen.insert((*label, *id)));
    let mut builder = RichTextBuilder::new(width);
    if !ids.is_empty() {
        builder.heading("ids");
    }
    for (label, id, name) in ids {
        builder.fact(label, [part(TextRole::Dim, id), part(TextRole::Dim, name)]);
    }
    builder.into_lines()
}
