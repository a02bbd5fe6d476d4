//! `--filter`: the filter language of the terminal's lists, for `jobs` and `candidates`. Exact
//! matches only: a script needs predictable results.

use std::marker::PhantomData;

use chrono::Utc;
use memchr::memmem;

use super::exit::Exit;
use super::listing::ListArgs;
use crate::recruiting::funnel::figures::threshold_of;
use crate::recruiting::query::{self, Filter, QueryContext, QueryError, nearest};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{CandidateTable, ListField, fold};
use crate::recruiting::triage::TriageState;
use crate::usecases::job_candidates::JobCandidates;
use crate::wire::{CandidateItem, Job, PipelineStage, StageId, Timestamp};

pub(super) struct RecordFilter<S> {
    filter: Filter,
    /// Empty unless the filter uses it.
    triage: TriageState,
    /// Empty unless the filter uses it.
    pipeline: Vec<PipelineStage>,
    /// The configured days per stage.
    limits: Vec<(String, u32)>,
    now: Timestamp,
    rows: PhantomData<fn() -> S>,
}

impl<S: RowStore> RecordFilter<S> {
    /// Parses `--filter`. A term without a value is an error here: a script with an empty variable
    /// does not mean everything.
    pub(super) fn parse(listing: &ListArgs) -> Result<Self, Exit> {
        let parsed = query::parse(listing.filter(), S::FIELDS);
        let mut mistakes: Vec<String> = parsed.mistakes.iter().map(QueryError::describe).collect();
        let unfinished =
            parsed.unfinished.into_iter().filter_map(|range| listing.filter().get(range));
        mistakes.extend(
            unfinished.map(|term| format!("{term} has no value; write \"\" for an empty field")),
        );
        if !mistakes.is_empty() {
            return Err(Exit::usage(format!("--filter: {}", mistakes.join("; "))));
        }
        Ok(Self {
            filter: parsed.filter,
            triage: TriageState::default(),
            pipeline: Vec::new(),
            limits: Vec::new(),
            now: Utc::now().into(),
            rows: PhantomData,
        })
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.filter.is_empty()
    }

    /// Whether the filter needs the time in a stage.
    pub(super) fn uses_age(&self) -> bool {
        self.filter.depends_on_age()
    }

    /// The part of the filter that needs no time in a stage, if the rest depends on each candidate
    /// alone: what it rules out need not be dated.
    pub(super) fn undated_part(&self) -> Filter {
        if self.filter.depends_on_figures() { Filter::default() } else { self.filter.without_age() }
    }

    /// Whether the filter needs the local triage state.
    pub(super) fn uses_triage(&self) -> bool {
        self.filter.depends_on_triage()
    }

    /// Whether the filter needs the stages of the job.
    pub(super) fn uses_pipeline(&self) -> bool {
        self.filter.has_condition_on(ListField::Is)
    }

    pub(super) fn with_pipeline(
        self,
        pipeline: Vec<PipelineStage>,
        limits: Vec<(String, u32)>,
    ) -> Self {
        Self { pipeline, limits, ..self }
    }

    pub(super) fn with_triage(self, triage: TriageState) -> Self {
        Self { triage, ..self }
    }

    pub(super) fn matches(&self, item: &S::Item) -> bool {
        self.matches_part(&self.filter, item)
    }

    /// Whether a part of the filter holds.
    pub(super) fn matches_part(&self, part: &Filter, item: &S::Item) -> bool {
        if part.is_empty() {
            return true;
        }
        let mut rows = S::default();
        let (row, _) = rows.put(item);
        let pipeline = &*self.pipeline;
        let overdue_after = |_: &str, id: &str, name: &str| {
            Some(threshold_of((id, name), &self.pipeline, None, &self.limits)?.days)
        };
        let context = QueryContext {
            triage: Some(&self.triage),
            pipeline: &pipeline,
            overdue_after: &overdue_after,
            ..QueryContext::at(self.now)
        };
        part.matches(&rows, &context).contains(row)
    }
}

impl RecordFilter<CandidateTable> {
    /// The candidates of a job that match, by its own pipeline and their stage dates.
    pub(super) fn matching(
        &self,
        list: &JobCandidates,
        limits: &[(String, u32)],
    ) -> Vec<CandidateItem> {
        let JobCandidates { pipeline, rows, histories, figures, .. } = list;
        let stages = &**pipeline;
        let overdue_after = |_: &str, id: &str, name: &str| {
            Some(threshold_of((id, name), stages, figures.as_ref(), limits)?.days)
        };
        let context = QueryContext {
            triage: Some(&self.triage),
            pipeline: &stages,
            overdue_after: &overdue_after,
            since: &|row| histories.since(row),
            ..QueryContext::at(self.now)
        };
        let found = self.filter.matches(rows, &context);
        let is_found = |row: &_| self.is_empty() || found.contains(*row);
        rows.rows().filter(is_found).map(|row| rows.item(row)).collect()
    }
}

impl RecordFilter<CandidateTable> {
    /// The texts that the filter looks for in names of stages.
    pub(super) fn stage_words(&self) -> impl Iterator<Item = &str> {
        self.filter.texts_of(ListField::Stage)
    }

    /// Why the filter has no matches: perhaps a stage is misspelled.
    pub(super) fn describe_no_match(&self, job: &Job) -> String {
        let names: Vec<&str> = job.pipeline_stages.iter().map(|stage| &*stage.name).collect();
        let is_known = |word: &&str| {
            names.iter().any(|name| memmem::find(&fold(name), word.as_bytes()).is_some())
        };
        let unknown = self.stage_words().find(|word| !is_known(word));
        unknown.map_or_else(
            || "no matches".to_owned(),
            |word| format!("no matches: no stage is called {word:?}{}", suggest_part(word, &names)),
        )
    }
}

/// The name with a word that is nearest to the text.
fn suggest_part(text: &str, names: &[&str]) -> String {
    let words: Vec<(String, &str)> = names
        .iter()
        .flat_map(|name| name.split_whitespace().map(|word| (word.to_lowercase(), *name)))
        .collect();
    let near = nearest(text, words.iter().map(|(word, _)| word.as_str()));
    let name = words.iter().find(|(word, _)| Some(word.as_str()) == near).map(|(_, name)| *name);
    name.map_or_else(
        || format!("; the stages of the job: {}", names.join(", ")),
        |name| format!("; did you mean {name:?}?"),
    )
}

/// `--stage` takes the name or the id of a stage.
pub(super) fn matches_name_or_id(query: &str, name: &str, id: &StageId) -> bool {
    let is_match = |text: &str| text.trim().to_lowercase() == query.trim().to_lowercase();
    is_match(name) || is_match(id.as_str())
}
