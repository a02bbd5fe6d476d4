//! Conditions on triage data: verdicts, tags, stars, seen marks.
//!
//! Few rows have any. When a whole list is filtered, only those few are looked up, and all others get
//! the result for a candidate without triage data.

use super::filter::{Condition, Test};
use super::matches::Matches;
use super::parse::terms::quote;
use crate::recruiting::table::{ListField, Row, Table, fold};
use crate::recruiting::triage::{CandidateTriage, TriageState};

/// The rows whose result differs from the default.
pub(crate) struct Rows {
    most: bool,
    others: Matches,
}

impl Rows {
    /// None if testing each row is cheaper.
    pub(crate) fn of<T: Table>(
        condition: &Condition,
        table: &T,
        book: Option<&TriageState>,
        rows: usize,
    ) -> Option<Self> {
        let most = holds(condition, None, "");
        let mut others = Matches::default();
        let Some(book) = book else { return Some(Self { most, others }) };
        let mut look = |id: &str| {
            if holds(condition, Some(book), id) != most
                && let Some(row) = table.row_of(id)
            {
                others.set(row, true);
            }
        };
        if condition.field == ListField::Seen {
            if book.seen().count() > rows {
                return None;
            }
            book.seen().for_each(&mut look);
        } else if book.all().count() > rows {
            return None;
        }
        book.all().for_each(|own| look(own.subject.candidate.as_str()));
        Some(Self { most, others })
    }

    pub(crate) fn hold(&self, row: Row) -> bool {
        self.most != self.others.contains(row)
    }
}

/// Whether any alternative holds, before negation.
pub(crate) fn holds(condition: &Condition, book: Option<&TriageState>, candidate: &str) -> bool {
    let own = book.and_then(|book| book.own(candidate));
    let is_seen = || book.is_some_and(|book| book.looked(candidate).is_some());
    condition.any.iter().any(|test| match (condition.field, test) {
        (ListField::Verdict, Test::Word(word)) => verdict(own) == *word,
        (ListField::Verdict, Test::Empty) => verdict(own) == "none",
        (ListField::Tag, Test::Holds(needle)) => own.is_some_and(|own| has_tag(own, needle)),
        (ListField::Tag, Test::Empty) => own.is_none_or(|own| own.tags.is_empty()),
        (ListField::Star, Test::Flag(wanted)) => own.is_some_and(|own| own.starred) == *wanted,
        // A candidate with a verdict counts as seen.
        (ListField::Seen, Test::Flag(wanted)) => (own.is_some() || is_seen()) == *wanted,
        _ => false,
    })
}

/// The value in a filter that finds the candidate.
pub(crate) fn word(field: ListField, book: Option<&TriageState>, candidate: &str) -> String {
    let own = book.and_then(|book| book.own(candidate));
    let yes = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
    match field {
        ListField::Tag => quote(own.and_then(|own| own.tags.first()).map_or("", String::as_str)),
        ListField::Star => yes(own.is_some_and(|own| own.starred)),
        ListField::Seen => {
            yes(own.is_some() || book.is_some_and(|it| it.looked(candidate).is_some()))
        }
        _ => verdict(own).to_owned(),
    }
}

fn verdict(own: Option<&CandidateTriage>) -> &'static str {
    let given = own.and_then(|own| own.verdict.as_ref());
    given.map_or("none", |given| given.verdict.as_str())
}

fn has_tag(own: &CandidateTriage, needle: &[u8]) -> bool {
    own.tags.iter().any(|tag| memchr::memmem::find(&fold(tag), needle).is_some())
}
