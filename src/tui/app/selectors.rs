//! What the panes show, derived from the state: rich text, hints, counts.
//!
//! Views draw it, and `update` measures it to scroll.

mod layout;
mod timers;
pub(crate) mod triage;

use std::collections::HashMap;

use super::dialog::Dialog;
use super::list::Sort;
use super::open_job::OpenJob;
use super::record_cache::Loaded;
use super::state::State;
use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::{Failure, FailureKind as Kind};
use crate::recruiting::paging::PagedList;
use crate::recruiting::query::{Completion, complete, values};
use crate::recruiting::table::{CANDIDATE_FIELDS, CandidateTable, JOB_FIELDS, Row, StageKey};
use crate::tui::app::request::Slot;
use crate::tui::features::job::rich_text::{JobDetails, StageCounts};
use crate::tui::features::triage::selectors::overdue_text;
use crate::tui::features::{candidate, card, job, json};
use crate::tui::widgets;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::{RecordError, RichLine, TextRole};
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{JobId, StageId};

impl State {
    pub(crate) fn job_rich_text(&self) -> JobDetails {
        let none = JobDetails { lines: Vec::new(), stages: 0..0 };
        let Some(open) = self.open_job() else { return none };
        let item =
            self.jobs.pages.rows.find(&open.id).map(|row| self.jobs.pages.rows.item(row).clone());
        let job = open.job.record.as_ref();
        let Some(item) = item.or_else(|| job.cloned().map(Into::into)) else { return none };
        let pages = &open.list.pages;
        let counts = StageCounts {
            counts: stage_counts(pages),
            loaded: pages.loaded(),
            total: pages.total(),
            is_complete: pages.is_covered(),
            median_days: open.median_stays(),
            histories: open.histories.read_count(),
        };
        let troubles: Vec<_> =
            self.load_error("the pipeline", Some(&open.job)).into_iter().collect();
        let (now, width) = (self.clock.date, self.width_of(Pane::Job));
        job::rich_text::job_details(&item, job, &counts, &troubles, now, width)
    }

    /// The candidate pane, as far as the records are loaded.
    pub(crate) fn candidate_rich_text(&self) -> Vec<RichLine> {
        let Some(open) = self.open_job() else { return Vec::new() };
        let triage =
            open.list.row().map(|row| (self.triage_of(open, row), self.sync_status(open, row)));
        let candidate = self.candidate().and_then(|loaded| loaded.record.as_ref());
        // A loaded record is newer than the list row.
        let row = open.list.row().filter(|_| candidate.is_none());
        let item = row.map(|row| open.list.pages.rows.item(row));
        let person = self.person().and_then(|loaded| loaded.record.as_ref());
        let pipeline = open.pipeline();
        let width = self.width_of(Pane::Candidate);
        let history_error = self.load_error("the history", self.candidate());
        let person_error = self.load_error("the person", self.person());
        let troubles: Vec<_> = history_error.into_iter().chain(person_error).collect();
        let at = (self.clock.date, width);
        let overdue = overdue_text(self);
        let overdue = overdue.as_deref();
        let mut lines = candidate::rich_text::candidate_details(
            overdue,
            item.as_ref(),
            candidate,
            person,
            pipeline,
            &troubles,
            at,
        );
        let as_of = self.as_of().map(|text| {
            RichLine(widgets::rich_text::cut(TextRole::Dim, &format!("the person {text}"), width))
        });
        let mut between: Vec<RichLine> = as_of.into_iter().collect();
        if let Some((Some(triage), status)) = triage {
            let notes = card::rich_text::triage_section::triage_section(
                Some(triage),
                status.as_ref(),
                width,
            );
            between.extend((!notes.is_empty()).then(RichLine::default));
            between.extend(notes);
        }
        if !between.is_empty() {
            // The recruiter's own data goes between the head and the rest of the record.
            let head = candidate::rich_text::candidate_head(
                item.as_ref(),
                candidate,
                person,
                pipeline,
                at.0,
                width,
            );
            lines.splice(head.len()..head.len(), between);
        }
        lines
    }

    /// The age of a person record from an earlier session.
    pub(crate) fn as_of(&self) -> Option<String> {
        let loaded = self.person().filter(|loaded| loaded.is_from_disk)?;
        let days = format::days(loaded.read_at?, self.clock.date);
        Some(match days {
            Some(days) if days > 0 => format!("as of {} ago", format::age(days)),
            _ => "as of earlier today".to_owned(),
        })
    }

    /// Why a record is missing or out of date.
    pub(crate) fn load_error<T>(
        &self,
        label: &str,
        loaded: Option<&Loaded<T>>,
    ) -> Option<RecordError> {
        let is_loaded = loaded.is_some_and(|loaded| loaded.record.is_some());
        if let Some(failure) = loaded.and_then(|loaded| loaded.failure.as_ref()) {
            let again = if is_loaded { " again" } else { "" };
            let message = match failure.kind {
                Kind::Cancelled => format!("reading {label}{again} was cancelled"),
                _ => format!("{label} could not be read{again}: {}", failure.message),
            };
            return Some(RecordError { message, hint: self.hint(failure) });
        }
        let offline = self.connection.offline.as_ref().filter(|_| !is_loaded)?;
        let message = format!("{label} is not read: the server cannot be reached");
        Some(RecordError { message, hint: self.hint(&offline.failure) })
    }

    /// The selected records as JSON.
    pub(crate) fn raw_records(&self) -> Vec<(&'static str, serde_json::Value)> {
        let mut parts = Vec::new();
        let focus = if self.inbox.is_some() { Pane::Candidate } else { self.focus };
        match focus {
            Pane::Jobs | Pane::Job => {
                let row = self.jobs.row().map(|row| self.jobs.pages.rows.item(row));
                let job = self.open_job().and_then(|open| open.job.record.as_ref());
                parts.extend(row.map(|row| ("in the list of jobs", to_json(row))));
                parts.extend(job.map(|job| ("the job", to_json(job))));
            }
            Pane::Candidates | Pane::Candidate => {
                let row = self.current_row().map(|(open, row)| open.list.pages.rows.item(row));
                let candidate = self.candidate().and_then(|loaded| loaded.record.as_ref());
                let person = self.person().and_then(|loaded| loaded.record.as_ref());
                parts.extend(row.map(|row| ("in the list of candidates", to_json(&row))));
                parts.extend(candidate.map(|record| ("the candidate", to_json(record))));
                parts.extend(person.map(|record| ("the person", to_json(record))));
            }
        }
        parts
    }

    /// The lines of a text dialog.
    pub(crate) fn dialog_lines(&self, width: u16) -> Vec<RichLine> {
        match self.dialogs.top() {
            Some(Dialog::Help { .. }) => {
                crate::tui::features::help::rich_text::help(self, width.into())
            }
            Some(Dialog::Notices { .. }) => self.notices.lines(&self.clock, width.into()),
            Some(Dialog::Raw { parts, .. }) => json::rich_text::raw_json(parts, width.into()),
            _ => Vec::new(),
        }
    }

    fn width_of(&self, pane: Pane) -> usize {
        self.layout.pane(pane).map_or(0, |area| usize::from(area.body.width))
    }

    pub(crate) fn update_completions(&mut self) {
        let mut completions = match self.filter_prompt.pane {
            Some(Pane::Jobs) => {
                let (field, rows) = (&self.jobs.field, &self.jobs.pages.rows);
                complete(field.text(), field.cursor(), JOB_FIELDS, |column| values(rows, column))
            }
            Some(_) => self.open_job().map_or_else(Vec::new, |open| {
                let field = &open.list.field;
                complete(field.text(), field.cursor(), CANDIDATE_FIELDS, |column| {
                    open.values(column, &self.triage)
                })
            }),
            None => Vec::new(),
        };
        let typed = self.filter_prompt.pane.map_or("", |pane| self.filter_text(pane));
        // Do not offer what is typed already.
        let is_new = |completion: &Completion| {
            typed.get(completion.range.clone()) != Some(&*completion.text)
        };
        completions.retain(is_new);
        self.filter_prompt.completions = completions;
    }

    /// Keeps the selected job selected when rows arrive.
    pub(crate) const fn touch(&mut self) {
        if self.jobs.row().is_some() {
            self.jobs.touch();
        }
    }

    /// What the user can do about a failure.
    pub(crate) fn hint(&self, failure: &Failure) -> String {
        let (again, log) = (self.key_of(Action::Refresh), self.key_of(Action::Requests));
        match failure.kind {
            Kind::Network => "it is tried again by itself".to_owned(),
            Kind::Server | Kind::Timeout => {
                format!("{again} tries again, {log} shows the requests")
            }
            Kind::InvalidKey => "a key is asked for".to_owned(),
            Kind::Forbidden => {
                format!("this key may not read it; {again} asks again, another key may be allowed")
            }
            Kind::NotFound => format!("it may be gone: {again} on the list reads it again"),
            Kind::Conflict => format!("somebody else was at it: {again} reads it again"),
            Kind::RateLimited | Kind::Busy => "it goes on when the server lets us".to_owned(),
            Kind::Cancelled => format!("{again} asks again"),
            Kind::Invalid => format!("{log} shows the requests"),
        }
    }

    pub(crate) fn is_typing(&self) -> bool {
        match (self.dialogs.top(), &self.editor) {
            (Some(dialog), _) => dialog.is_typing(),
            (None, Some(editor)) => editor.is_typing(),
            (None, None) => self.filter_prompt.pane.is_some() || self.is_filtering_inbox(),
        }
    }

    /// Whether sort or filter of the candidates rely on ages that are only upper bounds.
    pub(crate) fn has_estimated_ages(&self) -> bool {
        self.open_job().is_some_and(|open| {
            open.depends_on_age() && open.dated_count() < open.list.pages.loaded()
        })
    }

    /// The filter of the job list or of the candidate list.
    pub(crate) fn filter_text(&self, list: Pane) -> &str {
        match list {
            Pane::Jobs => self.jobs.field.text(),
            _ => self.open_job().map_or("", |open| open.list.field.text()),
        }
    }

    pub(crate) fn filter_field_mut(&mut self, list: Pane) -> Option<&mut TextInput> {
        match list {
            Pane::Jobs => Some(&mut self.jobs.field),
            _ => self.open_job_mut().map(|open| &mut open.list.field),
        }
    }

    pub(crate) fn sort_of(&self, pane: Pane) -> Option<Sort> {
        match pane {
            Pane::Jobs => self.jobs.sort,
            _ => self.open_job().and_then(|open| open.list.sort),
        }
    }

    pub(crate) fn hidden_marks(&self) -> usize {
        match self.focus {
            Pane::Jobs | Pane::Job => self.jobs.hidden_marks(),
            _ => self.open_job().map_or(0, |open| open.list.hidden_marks()),
        }
    }

    pub(crate) fn has_marks(&self) -> bool {
        match self.focus {
            Pane::Jobs => !self.jobs.marks.is_empty(),
            Pane::Candidates => self.open_job().is_some_and(|open| !open.list.marks.is_empty()),
            _ => false,
        }
    }

    pub(crate) fn clear_marks(&mut self) {
        match self.focus {
            Pane::Jobs => self.jobs.marks.clear(),
            _ => {
                if let Some(open) = self.open_job_mut() {
                    open.list.marks.clear();
                }
            }
        }
    }

    /// Ends a range of marks. Returns whether there was one.
    pub(crate) fn end_range(&mut self) -> bool {
        match self.focus {
            Pane::Jobs => self.jobs.range.take().is_some(),
            Pane::Candidates => {
                self.open_job_mut().is_some_and(|open| open.list.range.take().is_some())
            }
            _ => false,
        }
    }

    /// Scrolls the job pane to the selected stage.
    pub(crate) fn reveal_stage(&mut self) {
        let rich_text = self.job_rich_text();
        let height = self.layout.pane(Pane::Job).map_or(1, |area| usize::from(area.body.height));
        if let Some(open) = self.open_job_mut()
            && let Some(stage) = open.stage
        {
            let line = rich_text.stages.start + stage;
            open.scroll = open.scroll.min(line).max((line + 1).saturating_sub(height));
        }
    }

    /// Allows failed requests to be sent again.
    pub(crate) fn clear_failures(&mut self, matches: impl Fn(&Failure) -> bool) {
        self.jobs.pages.clear_failures(&matches);
        for open in self.open.values_mut() {
            open.list.pages.clear_failures(&matches);
            open.job.failure.take_if(|failure| matches(failure));
        }
        for loaded in self.candidates.values_mut() {
            loaded.failure.take_if(|failure| matches(failure));
        }
        for loaded in self.people.values_mut() {
            loaded.failure.take_if(|failure| matches(failure));
        }
    }

    /// Opens a job whose list is needed though the user did not go there.
    pub(crate) fn open_in_background(&mut self, id: &JobId) {
        if !self.open.contains_key(id) {
            self.open.insert(id.clone(), OpenJob::new(id.clone()));
        }
        if !self.recent.contains(id) {
            // Least recently used: evicted first.
            self.recent.insert(0, id.clone());
        }
    }

    pub(crate) fn fail(&mut self, slot: &Slot, failure: Failure) {
        let now = self.clock.date;
        match slot {
            Slot::Jobs(offset) => self.jobs.pages.fail(*offset, failure),
            Slot::Job(job) => {
                if let Some(open) = self.open.get_mut(job) {
                    open.job.set(Err(failure), now);
                }
            }
            Slot::CandidatePage(job, offset) => {
                if let Some(open) = self.open.get_mut(job) {
                    open.list.pages.fail(*offset, failure);
                }
            }
            Slot::Candidate(id) => self.candidates.entry(id).set(Err(failure), now),
            Slot::Person(id) => self.people.entry(id).set(Err(failure), now),
        }
    }
}

/// Candidates per stage, of those that are in the list.
pub(crate) fn stage_counts(pages: &PagedList<CandidateTable>) -> Vec<(StageId, String, usize)> {
    let rows = &pages.rows;
    if rows.len() == pages.loaded() {
        let stages = rows.stages().filter(|stage| stage.live > 0);
        return stages.map(|stage| (stage.id.into(), stage.name.to_owned(), stage.live)).collect();
    }
    // While the list is loaded again, some rows are not in it.
    let mut counts: HashMap<StageKey, (Row, usize)> = HashMap::new();
    for row in pages.in_order() {
        counts.entry(rows.stage(row)).or_insert((row, 0)).1 += 1;
    }
    let named = |(row, count): &(Row, usize)| {
        (rows.stage_id(*row).into(), rows.stage_name(*row).to_owned(), *count)
    };
    counts.values().map(named).collect()
}

fn to_json(record: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(record).unwrap_or_default()
}
