//! The sheet of a candidate: where they stand, how they came there, who they
//! are. In parts, so that a view can say between them what is still on its way.

use super::face::face;
use super::page::{Page, Part, part, said, space};
use super::person::{location, person_sheet};
use super::timeline::timeline;
use super::{Line, Mark, Piece, Stages, Tone, Trouble, format, marks, stage_name};
use crate::wire::{Candidate, CandidateItem, Person, PipelineStage, Timestamp};

/// The whole sheet of what has been read so far; `overdue` tells that they have
/// been in the stage for too long.
#[must_use]
pub fn candidate(
    overdue: Option<&str>,
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    pipeline: &[PipelineStage],
    troubles: &[Trouble],
    (now, width): (Timestamp, usize),
) -> Vec<Line> {
    let mut page = Page::new(width);
    page.append(candidate_head(item, candidate, person, pipeline, now, width));
    if let Some(told) = overdue {
        let sign = Piece::Mark(Tone::Warning, Mark::Warning);
        page.row(vec![sign, space(1), said(Tone::Warning, told)]);
    }
    page.troubles(troubles);
    if let Some(candidate) = candidate {
        page.append(candidate_history(candidate, pipeline, now, width));
    }
    if let Some(person) = person {
        page.append(person_sheet(person, item, candidate, now, width));
    }
    page.append(candidate_ids(item, candidate, person, width));
    page.into_lines()
}

/// What they do, which stage they are in, and since when.
#[must_use]
pub fn candidate_head(
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Vec<Line> {
    let mut page = Page::new(width);
    let Some(face) = face(item, candidate) else {
        return page.into_lines();
    };
    page.facts(
        0,
        [
            part(Tone::Strong, face.title),
            part(Tone::Plain, face.company),
            part(Tone::Plain, person.and_then(location).unwrap_or("")),
        ],
    );
    let stage = Stages::new(pipeline).find(face.stage_id, face.stage);
    let mut name = vec![said(Tone::Strong, stage_name(face.stage_id, face.stage))];
    for (tone, mark, word) in marks(stage) {
        name.extend([space(1), Piece::Mark(tone, mark), space(1), said(tone, word)]);
    }
    let entered = candidate.and_then(|candidate| candidate.current_pipeline_stage_date);
    let since = entered.map_or_else(String::new, |date| format!("since {}", format::day(date)));
    let added = face.added.map_or_else(String::new, |date| format!("added {}", format::day(date)));
    let stay = stay(entered, face.added, now);
    page.facts(0, [name, part(Tone::Plain, &since), stay, part(Tone::Dim, &added)]);
    page.into_lines()
}

/// The days in the stage; at most those since they came, while no more is known.
fn stay(entered: Option<Timestamp>, added: Option<Timestamp>, now: Timestamp) -> Part {
    let days = |from: Option<Timestamp>| from.and_then(|from| format::days(from, now));
    match (entered, days(entered), days(added)) {
        (Some(_), days, _) => part(Tone::Plain, &days.map_or("?".to_owned(), format::age)),
        (None, _, Some(days)) => vec![
            Piece::Mark(Tone::Dim, Mark::AtMost),
            said(Tone::Plain, &format!(" {} in this stage", format::age(days))),
        ],
        (None, _, None) => Vec::new(),
    }
}

/// The stages they went through.
#[must_use]
pub fn candidate_history(
    candidate: &Candidate,
    pipeline: &[PipelineStage],
    now: Timestamp,
    width: usize,
) -> Vec<Line> {
    let mut page = Page::new(width);
    timeline(candidate, pipeline, now, &mut page);
    page.into_lines()
}

/// The ids of all that has been read, each once.
#[must_use]
pub fn candidate_ids(
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    person: Option<&Person>,
    width: usize,
) -> Vec<Line> {
    let mut ids: Vec<(&str, &str, &str)> = Vec::new();
    // Where both tell another company, it is told whose it is.
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
    let mut page = Page::new(width);
    if !ids.is_empty() {
        page.heading("ids");
    }
    for (label, id, name) in ids {
        page.fact(label, [part(Tone::Dim, id), part(Tone::Dim, name)]);
    }
    page.into_lines()
}
