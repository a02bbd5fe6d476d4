//! `--filter`: the filter language of the terminal's lists, for the commands
//! that write them. What is only nearly right is left out here: a script wants
//! to know what it gets.

use std::marker::PhantomData;

use chrono::Utc;

use super::exit::Exit;
use super::listing::Listing;
use crate::recruiting::query::{Filter, QueryContext, parse};
use crate::recruiting::table::ListField;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::triage::TriageState;
use crate::wire::Timestamp;

/// Which records are wanted.
pub(super) struct Choice<S> {
    filter: Filter,
    /// What is the recruiter's own, as far as it is asked for.
    book: TriageState,
    now: Timestamp,
    rows: PhantomData<fn() -> S>,
}

impl<S: RowStore> Choice<S> {
    /// What `--filter` asks; every mistake in it is told. What asks nothing is one
    /// here: a script that left out a value does not mean everything.
    pub(super) fn of(listing: &Listing) -> Result<Self, Exit> {
        let parsed = parse(listing.filter(), S::FIELDS);
        let mut told: Vec<String> = parsed.mistakes.iter().map(ToString::to_string).collect();
        let nothing = parsed.unfinished.into_iter().filter_map(|range| listing.filter().get(range));
        told.extend(nothing.map(|term| {
            format!("{term} asks for nothing: give it a value, or \"\" for an empty field")
        }));
        if !told.is_empty() {
            return Err(Exit::usage(format!("--filter: {}", told.join("; "))));
        }
        Ok(Self {
            filter: parsed.filter,
            book: TriageState::default(),
            now: Utc::now().into(),
            rows: PhantomData,
        })
    }

    /// Whether every record is wanted.
    pub(super) const fn is_all(&self) -> bool {
        self.filter.is_empty()
    }

    /// Whether anything is asked of a field.
    pub(super) fn asks(&self, field: ListField) -> bool {
        self.filter.asks(field)
    }

    /// Whether anything is asked of what is the recruiter's own.
    pub(super) fn asks_own(&self) -> bool {
        let own = [ListField::Verdict, ListField::Tag, ListField::Seen, ListField::Star];
        own.into_iter().any(|field| self.asks(field))
    }

    /// The same with what is the recruiter's own.
    pub(super) fn knowing(self, book: TriageState) -> Self {
        Self { book, ..self }
    }

    /// Whether this record is wanted.
    pub(super) fn takes(&self, item: &S::Item) -> bool {
        let mut rows = S::default();
        let (row, _) = rows.put(item);
        let context = QueryContext { book: Some(&self.book), ..QueryContext::at(self.now) };
        self.is_all() || self.filter.matches(&rows, &context).contains(row)
    }
}
