//! People whom the palette finds in the mirror: by email, phone, profile handle and career, also in
//! jobs that were not opened; and by own notes. The storage thread searches; the results join the other hits.

use std::collections::HashSet;

use super::state::{FoundPeople, Palette, PaletteHit, PaletteTarget};
use crate::recruiting::search::SearchWords;
use crate::text::sanitize;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;
use crate::wire::{Person, Timestamp};

/// Fewer letters would match nearly everyone.
const MIN_LETTERS: usize = 2;
/// Hits of people at most.
const MAX_HITS: usize = 12;

/// Asks the mirror for the text of the palette, once for each text.
pub(crate) fn find_people(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Dialog::Palette(palette)) = state.dialogs.top() else { return };
    let text = palette.field.text().trim();
    if palette.people.text == text || state.is_blind() {
        return;
    }
    let text = text.to_owned();
    let is_long_enough = text.chars().count() >= MIN_LETTERS;
    let ticket = is_long_enough.then(|| state.next_ticket());
    if let Some(ticket) = ticket {
        let search = SearchWords::parse(&text);
        effects.push(Effect::Storage(StorageEffect::FindPeople { ticket, search }));
    }
    if let Some(Dialog::Palette(palette)) = state.dialogs.top_mut() {
        palette.people = FoundPeople { text, ticket, people: Vec::new() };
    }
}

/// Takes what the mirror found. Returns whether the palette still waits for it.
pub(crate) fn take(
    palette: &mut Palette,
    ticket: Ticket,
    people: Vec<(Person, Timestamp)>,
) -> bool {
    let is_current = palette.people.ticket == Some(ticket);
    if is_current {
        palette.people.people = people;
    }
    is_current
}

/// The candidacies of the people who were found, without those that the hits have already.
pub(crate) fn hits(state: &State, palette: &Palette, others: &[PaletteHit]) -> Vec<PaletteHit> {
    let mut seen: HashSet<&str> = HashSet::new();
    for hit in others {
        if let PaletteTarget::Candidate(_, candidate) = &hit.target {
            seen.insert(candidate.as_str());
        }
    }
    let search = SearchWords::parse(&palette.people.text);
    let mut hits = Vec::new();
    for (person, read_at) in &palette.people.people {
        let found = search.matching_contact(person);
        for job in person.jobs.iter().filter(|job| !seen.contains(job.candidate_id.as_str())) {
            let mut detail = vec![job.current_pipeline_stage_name.as_str(), job.job_name.as_str()];
            detail.insert(0, found);
            detail.retain(|text| !text.is_empty());
            let as_of = format!("as of {}", state.clock.time_of(*read_at));
            hits.push(PaletteHit {
                target: PaletteTarget::Candidate(job.job_id.clone(), job.candidate_id.clone()),
                name: sanitize(&person.name).into_owned(),
                detail: format!("{}, {as_of}", sanitize(&detail.join(", "))),
            });
        }
    }
    hits.truncate(MAX_HITS);
    hits.extend(noted(state, &search).take(MAX_HITS));
    hits
}

/// People whose notes have the words after `text:`.
fn noted(state: &State, search: &SearchWords) -> impl Iterator<Item = PaletteHit> {
    let people = state.triage.people().filter(|_| !state.is_blind());
    people.filter_map(|person| {
        let note = person.notes.iter().find(|note| search.is_in_text(&note.text))?;
        let name = &person.snapshot.name;
        let has_words = search.words.is_empty() || search.rank(name, &[]).is_some();
        let (job, candidate) = (person.subject.job.clone(), person.subject.candidate.clone());
        let detail = format!("{}, {}", note.text, person.snapshot.job_name);
        has_words.then(|| PaletteHit {
            target: PaletteTarget::Candidate(job, candidate),
            name: sanitize(name).into_owned(),
            detail: sanitize(&detail).into_owned(),
        })
    })
}
