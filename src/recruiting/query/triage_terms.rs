//! Conditions on triage data: verdicts, tags, notes, stars, seen marks.
//!
//! Few rows have any. For a whole list, only those few are looked up, and all others get the result
//! of a candidate without triage data.

use super::filter::{Condition, Test};
use super::matches::Matches;
use super::parse::terms::quote;
use crate::recruiting::table::{ListField, Row, Table, fold};
use crate::recruiting::triage::{CandidateTriage, TriageState};

/// The rows whose result differs from the default.
#[derive(Clone)]
pub(crate) struct TriageRows {
    default: bool,
    exceptions: Matches,
}

impl TriageRows {
    /// None if testing each row is cheaper.
    pub(crate) fn new<T: Table>(
        condition: &Condition,
        table: &T,
        triage: Option<&TriageState>,
        rows: usize,
    ) -> Option<Self> {
        let default = holds(condition, None, ("", ""));
        let mut exceptions = Matches::default();
        let Some(triage) = triage else { return Some(Self { default, exceptions }) };
        if condition.field.is_of_person() {
            // The table finds rows by candidate, not by person.
            let is_default = triage.people().all(|person| test(condition, Some(person)) == default);
            return is_default.then_some(Self { default, exceptions });
        }
        let mut check = |id: &str| {
            if holds(condition, Some(triage), (id, "")) != default
                && let Some(row) = table.row_of(id)
            {
                exceptions.set(row, true);
            }
        };
        if condition.field == ListField::Seen {
            if triage.seen_ids().count() > rows {
                return None;
            }
            triage.seen_ids().for_each(&mut check);
        } else if triage.all().count() > rows {
            return None;
        }
        triage.all().for_each(|candidate| check(candidate.subject.candidate.as_str()));
        Some(Self { default, exceptions })
    }

    pub(crate) fn contains(&self, row: Row) -> bool {
        self.default != self.exceptions.contains(row)
    }
}

/// Whether the condition holds in a row, which `rows` may know, before negation.
pub(crate) fn holds_in<T: Table>(
    rows: Option<&TriageRows>,
    condition: &Condition,
    table: &T,
    triage: Option<&TriageState>,
    row: Row,
) -> bool {
    if let Some(rows) = rows {
        return rows.contains(row);
    }
    let ids = [ListField::Id, ListField::PersonId].map(|id| table.text(row, id));
    holds(condition, triage, ids.into())
}

/// Whether any alternative holds for a candidate and their person, before negation.
pub(crate) fn holds(
    condition: &Condition,
    triage: Option<&TriageState>,
    (candidate, person): (&str, &str),
) -> bool {
    if condition.field == ListField::Seen {
        // A candidate with a verdict counts as seen.
        let is_seen = triage.is_some_and(|triage| {
            triage.candidate(candidate).is_some() || triage.seen_at(candidate).is_some()
        });
        return condition.any.contains(&Test::Flag(is_seen));
    }
    test(condition, triage.and_then(|triage| triage.candidacy(candidate, person)))
}

fn test(condition: &Condition, record: Option<&CandidateTriage>) -> bool {
    condition.any.iter().any(|test| match (condition.field, test) {
        (ListField::Verdict, Test::Word(word)) => verdict_word(record) == *word,
        (ListField::Verdict, Test::Empty) => verdict_word(record) == "none",
        (ListField::Tag, Test::Contains(needle)) => {
            record.is_some_and(|record| has_tag(record, needle))
        }
        (ListField::Tag, Test::Empty) => record.is_none_or(|record| record.tags.is_empty()),
        (ListField::Note, Test::Contains(needle)) => {
            record.is_some_and(|record| has_note(record, needle))
        }
        (ListField::Note, Test::Empty) => record.is_none_or(|record| record.notes.is_empty()),
        (ListField::Star, Test::Flag(wanted)) => {
            record.is_some_and(|record| record.starred) == *wanted
        }
        _ => false,
    })
}

/// The value in a filter that finds the candidate.
pub(crate) fn field_value(
    field: ListField,
    triage: Option<&TriageState>,
    (candidate, person): (&str, &str),
) -> String {
    let record = triage.and_then(|triage| triage.candidacy(candidate, person));
    let yes_or_no = |is_set: bool| if is_set { "yes" } else { "no" }.to_owned();
    match field {
        ListField::Tag => {
            quote(record.and_then(|record| record.tags.first()).map_or("", String::as_str))
        }
        // The whole note would find only this person.
        ListField::Note => {
            let note = record.and_then(|record| record.notes.first());
            quote(note.and_then(|note| note.text.split_whitespace().next()).unwrap_or_default())
        }
        ListField::Star => yes_or_no(record.is_some_and(|record| record.starred)),
        ListField::Seen => yes_or_no(triage.is_some_and(|it| {
            it.candidate(candidate).is_some() || it.seen_at(candidate).is_some()
        })),
        _ => verdict_word(record).to_owned(),
    }
}

fn verdict_word(record: Option<&CandidateTriage>) -> &'static str {
    let verdict = record.and_then(|record| record.verdict.as_ref());
    verdict.map_or("none", |verdict| verdict.verdict.as_str())
}

fn has_note(record: &CandidateTriage, needle: &[u8]) -> bool {
    record.notes.iter().any(|note| memchr::memmem::find(&fold(&note.text), needle).is_some())
}

fn has_tag(record: &CandidateTriage, needle: &[u8]) -> bool {
    record.tags.iter().any(|tag| memchr::memmem::find(&fold(tag), needle).is_some())
}
