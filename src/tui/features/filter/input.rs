//! The text of the filter line, and the completions for it. `update` and `app::list::tasks` call
//! this when the text or the rows change.

use crate::keymap::action::Pane;
use crate::recruiting::query::{Completion, complete, values};
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS};
use crate::tui::app::state::State;
use crate::tui::widgets::text_input::TextInput;

impl State {
    pub(crate) fn filter_field_mut(&mut self, list: Pane) -> Option<&mut TextInput> {
        match list {
            Pane::Jobs => Some(&mut self.jobs.field),
            _ => self.open_job_mut().map(|open| &mut open.list.field),
        }
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
}
