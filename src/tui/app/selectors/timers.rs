//! When the screen changes without input, and whether it is at rest.

use crate::recruiting::paging::Urgency;
use crate::tui::app::clock::Moment;
use crate::tui::app::connection::MAX_COUNTDOWN;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::{SPINNER_DELAY, SPINNER_INTERVAL, State, WorkspaceStatus};
use crate::tui::features::editor::state::EditorStep;
use crate::tui::features::funnel::selectors::next_count_at;

impl State {
    /// When the screen changes without input. The event loop sleeps until then.
    pub(crate) fn wakes_at(&self) -> Option<Moment> {
        let now = self.clock.moment;
        let visible = self
            .fetching
            .in_flight
            .values()
            .filter(|in_flight| in_flight.urgency == Urgency::Visible);
        let spin = visible.map(|in_flight| {
            let spinner_at = in_flight.since.after(SPINNER_DELAY);
            if spinner_at > now { spinner_at } else { now.after(SPINNER_INTERVAL) }
        });
        let is_opening = matches!(self.workspace, WorkspaceStatus::Opening(_))
            && self.connection.locked.is_none();
        let opening = is_opening.then(|| now.after(SPINNER_INTERVAL));
        let next_second = Moment((now.0 / 1000 + 1) * 1000);
        let second = |until: Moment| until.min(next_second);
        let offline = self
            .connection
            .offline
            .as_ref()
            .and_then(|offline| offline.probe_at)
            .map(|at| second(at.max(now.after(SPINNER_INTERVAL))));
        let paused = self.connection.paused_until.map(|until| match until.since(now) {
            wait if wait > MAX_COUNTDOWN => now.after(wait.saturating_sub(MAX_COUNTDOWN)),
            _ => second(until),
        });
        let editor = self.editor.as_deref();
        let draft_saves = editor.into_iter().chain(&self.edit_session.awaiting);
        let draft_saves = draft_saves.filter_map(|editor| editor.write_draft_at);
        let sending =
            editor.filter(|editor| editor.is_sending()).map(|_| now.after(SPINNER_INTERVAL));
        let is_log = matches!(self.dialogs.top(), Some(Dialog::Requests { .. }));
        let log = (is_log && self.requests.counts() != (0, 0)).then_some(next_second);
        let lists = self.open_job().and_then(|open| open.list.wakes_at());
        spin.chain(opening)
            .chain(offline)
            .chain(paused)
            .chain(draft_saves)
            .chain(sending)
            .chain(log)
            .chain(lists)
            .chain(self.jobs.wakes_at())
            .chain(self.fetching.cursor_rests_at)
            .chain(self.next_retry())
            .chain(self.inbox.as_deref().and_then(|inbox| inbox.rebuild_at))
            .chain(self.dialogs.top().and_then(Dialog::search_at))
            .chain(self.next_age_at())
            .chain(self.next_sync_at().map(|at| at.max(now.after(SPINNER_INTERVAL))))
            .chain(next_count_at(self))
            .chain(self.disk_late_at().filter(|at| *at > now))
            .chain(self.notices.next_expiry(now))
            .min()
    }

    /// Whether the screen stays as it is until the next input.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        matches!(self.workspace, WorkspaceStatus::Open(_))
            && self.fetching.in_flight.values().all(|in_flight| in_flight.urgency == Urgency::Idle)
            && self.editor.as_deref().is_none_or(|editor| {
                editor.write_draft_at.is_none()
                    && !matches!(editor.step, EditorStep::Sending { .. })
            })
            && self.edit_session.awaiting.is_empty()
            && self.fetching.cursor_rests_at.is_none()
            && self.inbox.as_deref().is_none_or(|inbox| inbox.rebuild_at.is_none())
            && self.jobs.is_settled()
            && self.open_job().is_none_or(|open| open.list.is_settled())
    }
}
