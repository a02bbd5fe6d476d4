//! Whether an action can do anything in the current state. Footer and palette leave out those that
//! cannot; a key that cannot act says why.

use crate::keymap::action::{Action, AttachAction, FormAction, JobAction, Pane, TriageAction};
use crate::tui::app::connection::status::ReadOnlyReason;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;

/// Whether the action changes something on the server, or begins to. Triage data is the user's own.
const fn changes_server(action: Action) -> bool {
    matches!(
        action,
        Action::EditPerson
            | Action::EditField(_)
            | Action::EditExternally
            | Action::CreatePerson
            | Action::AttachJob
            | Action::Job(_)
            | Action::Form(FormAction::Save)
            | Action::Triage(TriageAction::Apply | TriageAction::MoveStage)
    )
}

impl State {
    /// Why an action is ruled out in this workspace, whatever is selected.
    pub(crate) fn refusal(&self, action: Action) -> Option<&'static str> {
        let reason = self.connection.read_only.filter(|_| changes_server(action));
        reason.map(ReadOnlyReason::describe)
    }

    pub(crate) fn can(&self, action: Action) -> bool {
        use TriageAction::{
            Apply, Compare, DeclineWithReason, DeleteNote, EditNote, Forget, Funnel, Give,
            MoveStage, Note, Notes, RepeatReason, Shortlist, ShortlistFile, Snooze, Star, Tags,
            Web,
        };
        let history = &self.navigation.history;
        match action {
            _ if self.refusal(action).is_some() => false,
            Action::Zoom => self.can_zoom(),
            Action::Open if self.inbox.is_none() && self.focus == Pane::Jobs => self.job.is_some(),
            Action::Board | Action::Triage(Funnel | Shortlist | ShortlistFile) => {
                self.job.is_some() || self.inbox.is_some()
            }
            Action::EditPerson
            | Action::EditField(_)
            | Action::EditExternally
            | Action::AttachJob
            | Action::Triage(
                Give(_) | DeclineWithReason | Note | Notes | Tags | Star | Snooze | Forget,
            ) => self.selected().is_some(),
            Action::Triage(RepeatReason) => self.current_row().is_some_and(|(open, row)| {
                self.triage_session.last_reasons.contains_key(open.job_of(row))
            }),
            Action::Triage(EditNote | DeleteNote) => {
                matches!(self.dialogs.top(), Some(Dialog::Notes(_)))
            }
            Action::Triage(Web) => self.local_data.web_url.is_some() && self.selected().is_some(),
            Action::Job(JobAction::Edit) => self.local_data.can_apply && self.job.is_some(),
            Action::Job(JobAction::Add) | Action::Triage(Apply) => self.local_data.can_apply,
            Action::Job(_) => matches!(self.dialogs.top(), Some(Dialog::EditJob(_))),
            Action::Triage(MoveStage) => self.local_data.can_apply && self.selected().is_some(),
            Action::Triage(Compare) => {
                self.open_job().is_some_and(|open| (2..=4).contains(&open.list.marks.len()))
            }
            Action::ClearFilter => !self.filter_text(self.focus).is_empty(),
            Action::Attach(AttachAction::Show) => self.attach_batch.is_some(),
            Action::Drafts => !self.edit_session.drafts.is_empty(),
            Action::EditLog => !self.edit_log.edits.is_empty(),
            Action::Previous | Action::History => history.newest_first().len() > 0,
            Action::Forward => history.can_go_forward(),
            _ => true,
        }
    }
}
