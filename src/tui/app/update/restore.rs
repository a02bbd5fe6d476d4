//! Distributes what the local database held to the features that own it.

use crate::text;
use crate::tui::app::local_data::LocalData;
use crate::tui::app::restored::Restored;
use crate::tui::app::state::State;
use crate::tui::features::editor::update::drafts;
use crate::tui::features::inbox::scope;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::triage::log;

pub(crate) fn restore(state: &mut State, restored: Restored) {
    let Restored { session, quirks, creates_v0, web_url, can_apply, .. } = restored;
    state.local_data =
        LocalData { is_restored: true, session, quirks, creates_v0, web_url, can_apply };
    let reasons = restored.inbox_position.as_ref().map(|position| position.sticky.clone());
    log::restore(state, restored.log, restored.seen_marks, reasons);
    scope::restore_position(state, restored.inbox_position);
    if let Some(warning) = restored.warning {
        state.notify(Severity::Warning, text::sanitize(&warning).into_owned());
    }
    drafts::restore(state, restored.drafts);
}
