//! Collects the same facts of every compared candidate. A fact differs only if it is known of all
//! of them.

use super::state::Comparison;
use crate::recruiting::person::career::{Stint, career, certifications, join_non_empty, schools};
use crate::recruiting::person::{career, contact};
use crate::recruiting::triage::{CandidateTriage, Subject};
use crate::text::{clip, sanitize};
use crate::tui::app::state::State;
use crate::tui::widgets::format;
use crate::wire::{Candidate, Contact, Person, Texts};

/// Facts that people may share, so that a difference is worth marking.
const COMPARABLE: [&str; 6] =
    ["location", "job", "stage", "your verdict", "your star", "your tags"];
/// Facts that also agree if two records are the same person.
const COMPARABLE_IN_DUPLICATES: [&str; 6] =
    ["title", "company", "since", "emails", "phones", "profile"];

/// In characters.
const MAX_TEXT: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FactCell {
    /// No lines if the value is empty.
    Known(Vec<String>),
    Reading,
    /// The reason.
    Failed(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) label: &'static str,
    /// Whether people may share it; a fact that always differs is not marked.
    pub(crate) is_comparable: bool,
    /// One for each candidate.
    pub(crate) cells: Vec<FactCell>,
}

impl Fact {
    pub(crate) fn differs(&self) -> bool {
        let is_known = |cell: &FactCell| matches!(cell, FactCell::Known(_));
        self.is_comparable
            && self.cells.iter().all(is_known)
            && self.cells.windows(2).any(|pair| pair[0] != pair[1])
    }

    fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| *cell == FactCell::Known(Vec::new()))
    }
}

/// The loaded data of a candidate.
struct ComparedCandidate<'a> {
    subject: &'a Subject,
    candidate: Result<Candidate, FactCell>,
    person: Result<Person, FactCell>,
    triage: Option<&'a CandidateTriage>,
    state: &'a State,
    blind: bool,
}

/// All facts are laid out for each frame, so their texts are shorter than in the other views.
fn shorten(text: &str) -> String {
    match clip(text, MAX_TEXT) {
        (head, true) => format!("{head}..."),
        (text, false) => text.to_owned(),
    }
}

/// Names, or letters in blind mode.
pub(crate) fn names(state: &State, compare: &Comparison) -> Vec<String> {
    let name = |(at, subject): (usize, &Subject)| {
        if state.is_blind() {
            return format!("Candidate {}", char::from(b'A' + u8::try_from(at).unwrap_or(25)));
        }
        state.name_of(subject)
    };
    compare.subjects.iter().enumerate().map(name).collect()
}

/// Facts without any value are left out.
pub(crate) fn facts(state: &State, compare: &Comparison) -> Vec<Fact> {
    let candidates: Vec<ComparedCandidate<'_>> =
        compare.subjects.iter().map(|subject| ComparedCandidate::new(state, subject)).collect();
    let fact = |label, read: &dyn Fn(&ComparedCandidate<'_>) -> FactCell| Fact {
        label,
        is_comparable: COMPARABLE.contains(&label)
            || compare.is_duplicate_check && COMPARABLE_IN_DUPLICATES.contains(&label),
        cells: candidates.iter().map(read).collect(),
    };
    let is_blind = state.is_blind();
    let kinds = |contacts: &[Contact]| -> Vec<String> {
        let text = |contact: &Contact| {
            if !is_blind {
                return join_non_empty([
                    &sanitize(&contact.value),
                    &sanitize(&contact.contact_data_type),
                ]);
            }
            let kind = sanitize(contact.contact_data_type.trim()).into_owned();
            if kind.is_empty() { "other".to_owned() } else { kind }
        };
        contacts.iter().map(text).collect()
    };
    let profile = |person: &Person| {
        let url = contact::profile_url(person);
        vec![url.map(|url| contact::short_url(&url).to_owned()).unwrap_or_default()]
    };
    let mut facts = vec![
        fact("title", &|side| side.listed(|open, row| open.title(row), |it| &it.current_job_title)),
        fact("company", &|side| {
            side.listed(|open, row| open.company(row), |it| &it.current_company_name)
        }),
        fact("since", &|side| {
            side.person(|it| career::since(it).map(format::month).into_iter().collect())
        }),
        fact("location", &|side| side.person(|it| vec![career::location(it)])),
        fact("job", &|side| side.job()),
        fact("stage", &|side| side.listed(|open, row| open.stage_name(row), |_| "")),
        fact("in stage", &|side| side.time_in_stage()),
        fact("history", &|side| side.candidate(history)),
        fact("career", &|side| side.person(past_positions)),
        fact("education", &|side| side.person(|it| education(it, side.blind))),
        fact("certifications", &|side| side.person(|it| lines(&certifications(it)))),
        fact("emails", &|side| side.person(|it| kinds(&it.emails))),
        fact("phones", &|side| side.person(|it| kinds(&it.phones))),
    ];
    if !is_blind {
        facts.push(fact("profile", &|side| side.person(profile)));
    }
    facts.extend([
        fact("other jobs", &|side| side.person(|it| other_jobs(it, side.subject))),
        fact("your verdict", &|side| side.triage(verdict)),
        fact("your star", &|side| side.triage(|triage| starred(triage).into_iter().collect())),
        fact("your tags", &|side| side.triage(|triage| triage.tags.iter().cloned().collect())),
        fact("your notes", &|side| side.triage(notes)),
    ]);
    facts.retain(|fact| !fact.is_empty());
    // Left out if all candidates have the same job.
    facts.retain(|fact| fact.label != "job" || fact.differs());
    facts
}

impl<'a> ComparedCandidate<'a> {
    fn new(state: &'a State, subject: &'a Subject) -> Self {
        let failed = |failure: Option<&crate::recruiting::failure::Failure>| {
            failure.map_or(FactCell::Reading, |failure| FactCell::Failed(failure.message.clone()))
        };
        let candidate = state.candidates.get(&subject.candidate);
        let person = state.people.get(&subject.person);
        Self {
            subject,
            candidate: candidate
                .and_then(|loaded| Some(loaded.display()?.map_texts(&shorten)))
                .ok_or_else(|| failed(candidate.and_then(|it| it.failure.as_ref()))),
            person: person
                .and_then(|loaded| Some(loaded.display()?.map_texts(&shorten)))
                .ok_or_else(|| failed(person.and_then(|it| it.failure.as_ref()))),
            triage: state.triage_of_subject(subject),
            state,
            blind: state.is_blind(),
        }
    }

    /// From the candidate list, or from the person record if there is no row.
    fn listed(
        &self,
        read: impl Fn(
            &'a crate::recruiting::table::CandidateTable,
            crate::recruiting::table::Row,
        ) -> &'a str,
        fallback: impl Fn(&Person) -> &str,
    ) -> FactCell {
        match self.state.row_of(self.subject) {
            Some((open, row)) => known_cell(vec![read(&open.list.pages.rows, row).to_owned()]),
            None => self.person(|person| vec![sanitize(fallback(person)).into_owned()]),
        }
    }

    fn person(&self, read: impl Fn(&Person) -> Vec<String>) -> FactCell {
        self.person.as_ref().map_or_else(Clone::clone, |person| known_cell(read(person)))
    }

    fn candidate(&self, read: impl Fn(&Candidate) -> Vec<String>) -> FactCell {
        if self.subject.candidate.is_empty() {
            return FactCell::Known(Vec::new());
        }
        self.candidate.as_ref().map_or_else(Clone::clone, |candidate| known_cell(read(candidate)))
    }

    fn triage(&self, read: impl Fn(&CandidateTriage) -> Vec<String>) -> FactCell {
        known_cell(self.triage.map(read).unwrap_or_default())
    }

    fn job(&self) -> FactCell {
        known_cell(vec![self.state.job_display_name(&self.subject.job)])
    }

    /// Days in the stage; while unknown, an upper bound since the candidate was added.
    fn time_in_stage(&self) -> FactCell {
        let now = self.state.clock.date;
        let days = |from| format::days(from, now).map(format::age);
        let Some((open, row)) = self.state.row_of(self.subject) else {
            return FactCell::Known(Vec::new());
        };
        let exact = open.since(row).and_then(days);
        let upper_bound = || open.list.pages.rows.created(row).and_then(days);
        known_cell(
            exact.or_else(|| Some(format!("at most {}", upper_bound()?))).into_iter().collect(),
        )
    }
}

fn known_cell(mut lines: Vec<String>) -> FactCell {
    lines.retain(|line| !line.is_empty());
    FactCell::Known(lines)
}

fn lines(stints: &[Stint]) -> Vec<String> {
    stints.iter().map(Stint::summary).collect()
}

/// Past positions only.
fn past_positions(person: &Person) -> Vec<String> {
    let mut stints = career(person);
    stints.retain(|stint| !stint.is_current);
    lines(&stints)
}

/// Blind mode hides schools and years.
fn education(person: &Person, blind: bool) -> Vec<String> {
    let stints = schools(person);
    if blind { stints.into_iter().map(|stint| stint.title).collect() } else { lines(&stints) }
}

fn history(candidate: &Candidate) -> Vec<String> {
    let entry = |entry: &crate::wire::StageEntry| {
        let day = entry.stage_date.map_or_else(String::new, format::day);
        join_non_empty([&sanitize(&entry.stage_name), &day])
    };
    candidate.pipeline_stage_history.iter().map(entry).collect()
}

fn other_jobs(person: &Person, subject: &Subject) -> Vec<String> {
    let others = person.jobs.iter().filter(|job| job.candidate_id != subject.candidate);
    let text = |job: &crate::wire::JobAssociation| {
        let [name, client, stage] =
            [&job.job_name, &job.job_client_company_name, &job.current_pipeline_stage_name]
                .map(|text| sanitize(text));
        join_non_empty([&name, &client, &stage])
    };
    others.map(text).collect()
}

fn verdict(triage: &CandidateTriage) -> Vec<String> {
    let verdicts = triage.verdict.iter();
    verdicts
        .map(|verdict| {
            let reason = verdict.reason.as_deref().unwrap_or("");
            let pending = if triage.is_pending { "not saved yet" } else { "" };
            join_non_empty([verdict.verdict.as_str(), pending, reason])
        })
        .collect()
}

fn starred(triage: &CandidateTriage) -> Option<String> {
    triage.starred.then(|| "starred".to_owned())
}

fn notes(triage: &CandidateTriage) -> Vec<String> {
    triage.notes.iter().map(|note| sanitize(&shorten(&note.text)).into_owned()).collect()
}
