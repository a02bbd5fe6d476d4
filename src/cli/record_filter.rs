//! `--filter`: the filter language of the terminal's lists, for `jobs` and `candidates`. Exact
//! matches only: a script needs predictable results.

use std::marker::PhantomData;

use chrono::Utc;

use super::exit::Exit;
use super::listing::ListArgs;
use crate::recruiting::query::{self, Filter, QueryContext};
use crate::recruiting::table::ListField;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::triage::TriageState;
use crate::wire::Timestamp;

pub(super) struct RecordFilter<S> {
    filter: Filter,
    /// Empty unless the filter uses it.
    triage: TriageState,
    now: Timestamp,
    rows: PhantomData<fn() -> S>,
}

impl<S: RowStore> RecordFilter<S> {
    /// Parses `--filter`. A term without a value is an error here: a script with an empty variable
    /// does not mean everything.
    pub(super) fn parse(listing: &ListArgs) -> Result<Self, Exit> {
        let parsed = query::parse(listing.filter(), S::FIELDS);
        let mut mistakes: Vec<String> = parsed.mistakes.iter().map(ToString::to_string).collect();
        let unfinished =
            parsed.unfinished.into_iter().filter_map(|range| listing.filter().get(range));
        mistakes.extend(unfinished.map(|term| {
            format!("{term} asks for nothing: give it a value, or \"\" for an empty field")
        }));
        if !mistakes.is_empty() {
            return Err(Exit::usage(format!("--filter: {}", mistakes.join("; "))));
        }
        Ok(Self {
            filter: parsed.filter,
            triage: TriageState::default(),
            now: Utc::now().into(),
            rows: PhantomData,
        })
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.filter.is_empty()
    }

    pub(super) fn uses(&self, field: ListField) -> bool {
        self.filter.has_condition_on(field)
    }

    /// Whether the filter needs the local triage state.
    pub(super) fn uses_triage(&self) -> bool {
        self.filter.conditions.iter().any(|condition| condition.field.is_triage())
    }

    pub(super) fn with_triage(self, triage: TriageState) -> Self {
        Self { triage, ..self }
    }

    pub(super) fn matches(&self, item: &S::Item) -> bool {
        if self.is_empty() {
            return true;
        }
        let mut rows = S::default();
        let (row, _) = rows.put(item);
        let context = QueryContext { triage: Some(&self.triage), ..QueryContext::at(self.now) };
        self.filter.matches(&rows, &context).contains(row)
    }
}
