//! What the panes show of the state, for the views and for whoever scrolls.

pub mod triage;

use std::collections::HashMap;

use super::dialog::Dialog;
use super::list::Sort;
use super::record_cache::Loaded;
use super::state::State;
use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::{Failure, FailureKind as Kind};
use crate::recruiting::paging::PagedList;
use crate::recruiting::query::{Completion, complete, values};
use crate::recruiting::table::{CANDIDATE_FIELDS, CandidateTable, JOB_FIELDS, Row, StageKey};
use crate::tui::app::request::Slot;
use crate::tui::features::job::rich_text::{JobSheet, StageCounts};
use crate::tui::features::{candidate, card, job, json};
use crate::tui::widgets;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::{RecordTrouble, RichLine, TextRole};
use crate::wire::StageId;

impl State {
    /// The sheet of the selected job.
    #[must_use]
    pub fn job_sheet(&self) -> JobSheet {
        let none = JobSheet { lines: Vec::new(), stages: 0..0 };
        let Some(open) = self.opened() else { return none };
        let item =
            self.jobs.roll.rows.find(&open.id).map(|row| self.jobs.roll.rows.item(row).clone());
        let job = open.job.record.as_ref();
        let Some(item) = item.or_else(|| job.cloned().map(Into::into)) else { return none };
        let roll = &open.list.roll;
        let counts = StageCounts {
            counts: stage_counts(roll),
            loaded: roll.loaded(),
            total: roll.total(),
            complete: roll.is_covered(),
            stays: open.stays(),
            histories: open.histories.read(),
        };
        let troubles: Vec<_> = self.trouble("the pipeline", Some(&open.job)).into_iter().collect();
        let (now, width) = (self.clock.date, self.width_of(Pane::Job));
        job::rich_text::job(&item, job, &counts, &troubles, now, width)
    }

    /// The sheet of the selected candidate, as far as it was read.
    #[must_use]
    pub fn candidate_sheet(&self) -> Vec<RichLine> {
        let Some(open) = self.opened() else { return Vec::new() };
        let own = open.list.row().map(|row| (self.own(open, row), self.fate(open, row)));
        let candidate = self.candidate().and_then(|loaded| loaded.record.as_ref());
        // What was read on its own is newer, and the item says nothing else.
        let row = open.list.row().filter(|_| candidate.is_none());
        let item = row.map(|row| open.list.roll.rows.item(row));
        let person = self.person().and_then(|loaded| loaded.record.as_ref());
        let pipeline = open.job.record.as_ref().map_or(&[][..], |job| &job.pipeline_stages);
        let width = self.width_of(Pane::Candidate);
        let history = self.trouble("the history", self.candidate());
        let behind = self.trouble("the person", self.person());
        let troubles: Vec<_> = history.into_iter().chain(behind).collect();
        let at = (self.clock.date, width);
        let over = self.overdue_told();
        let over = over.as_deref();
        let mut lines = candidate::rich_text::candidate(
            over,
            item.as_ref(),
            candidate,
            person,
            pipeline,
            &troubles,
            at,
        );
        let as_of = self.as_of().map(|told| {
            RichLine(widgets::rich_text::cut(TextRole::Dim, &format!("the person {told}"), width))
        });
        let mut between: Vec<RichLine> = as_of.into_iter().collect();
        if let Some((Some(own), fate)) = own {
            let yours = card::rich_text::own_notes::yours(Some(own), fate.as_ref(), width);
            between.extend((!yours.is_empty()).then(RichLine::default));
            between.extend(yours);
        }
        if !between.is_empty() {
            // Between what the server says first, and all else that it says.
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

    /// How old the record of the selected person is, where it was read in another
    /// session.
    #[must_use]
    pub fn as_of(&self) -> Option<String> {
        let loaded = self.person().filter(|loaded| loaded.is_recalled)?;
        let days = format::days(loaded.read_at?, self.clock.date);
        Some(match days {
            Some(days) if days > 0 => format!("as of {} ago", format::age(days)),
            _ => "as of earlier today".to_owned(),
        })
    }

    /// Why a part of a sheet is not there, or not as new as it could be.
    pub(crate) fn trouble<T>(
        &self,
        what: &str,
        loaded: Option<&Loaded<T>>,
    ) -> Option<RecordTrouble> {
        let is_there = loaded.is_some_and(|loaded| loaded.record.is_some());
        if let Some(failure) = loaded.and_then(|loaded| loaded.failure.as_ref()) {
            let again = if is_there { " again" } else { "" };
            let told = match failure.kind {
                Kind::Cancelled => format!("reading {what}{again} was cancelled"),
                _ => format!("{what} could not be read{again}: {}", failure.told),
            };
            return Some(RecordTrouble { told, hint: self.hint(failure) });
        }
        let offline = self.offline.as_ref().filter(|_| !is_there)?;
        let told = format!("{what} is not read: the server cannot be reached");
        Some(RecordTrouble { told, hint: self.hint(&offline.failure) })
    }

    /// The selected records as the server sent them.
    #[must_use]
    pub(crate) fn raw(&self) -> Vec<(&'static str, serde_json::Value)> {
        let mut parts = Vec::new();
        let value = |record: &dyn erased::Json| record.json();
        let focus = if self.inbox.is_some() { Pane::Candidate } else { self.focus };
        match focus {
            Pane::Jobs | Pane::Job => {
                if let Some(row) = self.jobs.row() {
                    parts.push(("in the list of jobs", value(self.jobs.roll.rows.item(row))));
                }
                if let Some(job) = self.opened().and_then(|open| open.job.record.as_ref()) {
                    parts.push(("the job", value(job)));
                }
            }
            Pane::Candidates | Pane::Candidate => {
                if let Some((open, row)) = self.shown_row() {
                    parts
                        .push(("in the list of candidates", value(&open.list.roll.rows.item(row))));
                }
                if let Some(candidate) = self.candidate().and_then(|loaded| loaded.record.as_ref())
                {
                    parts.push(("the candidate", value(candidate)));
                }
                if let Some(person) = self.person().and_then(|loaded| loaded.record.as_ref()) {
                    parts.push(("the person", value(person)));
                }
            }
        }
        parts
    }

    /// The lines of what lies over the panes, where it is a text.
    #[must_use]
    pub fn over_lines(&self, width: u16) -> Vec<RichLine> {
        match &self.over {
            Some(Dialog::Help { .. }) => {
                crate::tui::features::help::rich_text::help(self, width.into())
            }
            Some(Dialog::Notices { .. }) => self.notices.lines(&self.clock, width.into()),
            Some(Dialog::Raw { parts, .. }) => json::rich_text::raw(parts, width.into()),
            _ => Vec::new(),
        }
    }

    fn width_of(&self, pane: Pane) -> usize {
        self.layout.pane(pane).map_or(0, |area| usize::from(area.body.width))
    }

    /// Looks up what could be typed next into the filter.
    pub(crate) fn offer(&mut self) {
        let mut offers = match self.filtering {
            Some(Pane::Jobs) => {
                let (field, rows) = (&self.jobs.field, &self.jobs.roll.rows);
                complete(field.text(), field.before(), JOB_FIELDS, |column| values(rows, column))
            }
            Some(_) => self.opened().map_or_else(Vec::new, |open| {
                let field = &open.list.field;
                complete(field.text(), field.before(), CANDIDATE_FIELDS, |column| {
                    open.values(column, &self.book)
                })
            }),
            None => Vec::new(),
        };
        let typed = match self.filtering {
            Some(Pane::Jobs) => self.jobs.field.text(),
            _ => self.opened().map_or("", |open| open.list.field.text()),
        };
        // What stands there already is no offer.
        let is_new = |offer: &Completion| typed.get(offer.range.clone()) != Some(&*offer.text);
        offers.retain(is_new);
        self.offers = offers;
    }

    /// Somebody did something: what is selected stays selected, whatever comes.
    pub(crate) const fn touch(&mut self) {
        if self.jobs.row().is_some() {
            self.jobs.touch();
        }
    }

    /// What the person can do about it, with the keys as they are now.
    #[must_use]
    pub fn hint(&self, failure: &Failure) -> String {
        let (again, log) = (self.key_of(Action::Refresh), self.key_of(Action::Requests));
        match failure.kind {
            Kind::Network => "it is tried again by itself".to_owned(),
            Kind::Server | Kind::Silence => {
                format!("{again} tries again, {log} shows the requests")
            }
            Kind::Key => "a key is asked for".to_owned(),
            Kind::Forbidden => {
                format!("this key may not read it; {again} asks again, another key may be allowed")
            }
            Kind::Missing => format!("it may be gone: {again} on the list reads it again"),
            Kind::Conflict => format!("somebody else was at it: {again} reads it again"),
            Kind::Waiting | Kind::Busy => "it goes on when the server lets us".to_owned(),
            Kind::Cancelled => format!("{again} asks again"),
            Kind::Input => format!("{log} shows the requests"),
        }
    }

    /// Whether a text is typed now.
    #[must_use]
    pub fn is_typing(&self) -> bool {
        match (&self.over, &self.editor) {
            (Some(over), _) => over.is_typing(),
            (None, Some(editor)) => editor.is_typing(),
            (None, None) => self.filtering.is_some() || self.is_filtering_inbox(),
        }
    }

    /// Whether the order or the filter of the candidates rests on ages that are
    /// only known to be at most so long.
    #[must_use]
    pub fn rests_on_bounds(&self) -> bool {
        self.opened()
            .is_some_and(|open| open.goes_by_age() && open.known() < open.list.roll.loaded())
    }

    /// What a list is sorted by.
    #[must_use]
    pub fn sort_of(&self, pane: Pane) -> Option<Sort> {
        match pane {
            Pane::Jobs => self.jobs.sort,
            _ => self.opened().and_then(|open| open.list.sort),
        }
    }

    pub(crate) fn hidden_marks(&self) -> usize {
        match self.focus {
            Pane::Jobs | Pane::Job => self.jobs.hidden_marks(),
            _ => self.opened().map_or(0, |open| open.list.hidden_marks()),
        }
    }

    pub(crate) fn has_marks(&self) -> bool {
        match self.focus {
            Pane::Jobs => !self.jobs.marks.is_empty(),
            Pane::Candidates => self.opened().is_some_and(|open| !open.list.marks.is_empty()),
            _ => false,
        }
    }

    pub(crate) fn clear_marks(&mut self) {
        match self.focus {
            Pane::Jobs => self.jobs.marks.clear(),
            _ => {
                if let Some(open) = self.opened_mut() {
                    open.list.marks.clear();
                }
            }
        }
    }

    /// Ends a range of marks. Whether there was one.
    pub(crate) fn end_range(&mut self) -> bool {
        match self.focus {
            Pane::Jobs => self.jobs.range.take().is_some(),
            Pane::Candidates => {
                self.opened_mut().is_some_and(|open| open.list.range.take().is_some())
            }
            _ => false,
        }
    }

    /// Scrolls the job pane until the selected stage is on the screen.
    pub(crate) fn reveal_stage(&mut self) {
        let sheet = self.job_sheet();
        let height = self.layout.pane(Pane::Job).map_or(1, |area| usize::from(area.body.height));
        if let Some(open) = self.opened_mut()
            && let Some(stage) = open.stage
        {
            let line = sheet.stages.start + stage;
            open.scroll = open.scroll.min(line).max((line + 1).saturating_sub(height));
        }
    }

    /// Asks again for what failed in this way.
    pub(crate) fn forgive(&mut self, which: impl Fn(&Failure) -> bool) {
        self.jobs.roll.forgive(&which);
        for open in self.open.values_mut() {
            open.list.roll.forgive(&which);
            open.job.failure.take_if(|failure| which(failure));
        }
        for loaded in self.candidates.all() {
            loaded.failure.take_if(|failure| which(failure));
        }
        for loaded in self.people.all() {
            loaded.failure.take_if(|failure| which(failure));
        }
    }

    /// Something will not come.
    pub(crate) fn fail(&mut self, slot: &Slot, failure: Failure) {
        let now = self.clock.date;
        match slot {
            Slot::Jobs(offset) => self.jobs.roll.fail(*offset, failure),
            Slot::Job(job) => {
                if let Some(open) = self.open.get_mut(job) {
                    open.job.take(Err(failure), now);
                }
            }
            Slot::Roster(job, offset) => {
                if let Some(open) = self.open.get_mut(job) {
                    open.list.roll.fail(*offset, failure);
                }
            }
            Slot::Candidate(id) => self.candidates.place(id).take(Err(failure), now),
            Slot::Person(id) => self.people.place(id).take(Err(failure), now),
        }
    }
}

/// How many stand in each stage, of those that have a place in the list.
pub(crate) fn stage_counts(roll: &PagedList<CandidateTable>) -> Vec<(StageId, String, usize)> {
    let rows = &roll.rows;
    if rows.len() == roll.loaded() {
        let stages = rows.stages().filter(|stage| stage.live > 0);
        return stages.map(|stage| (stage.id.into(), stage.name.to_owned(), stage.live)).collect();
    }
    // While the list is read again, some have lost their place.
    let mut counts: HashMap<StageKey, (Row, usize)> = HashMap::new();
    for row in roll.in_order() {
        counts.entry(rows.stage(row)).or_insert((row, 0)).1 += 1;
    }
    let named = |(row, count): &(Row, usize)| {
        (rows.stage_id(*row).into(), rows.stage_name(*row).to_owned(), *count)
    };
    counts.values().map(named).collect()
}

mod erased {
    /// A record that can be written as JSON.
    pub(crate) trait Json {
        fn json(&self) -> serde_json::Value;
    }

    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> serde_json::Value {
            serde_json::to_value(self).unwrap_or_default()
        }
    }
}
