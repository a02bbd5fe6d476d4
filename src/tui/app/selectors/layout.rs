//! The layout of the current state. `update` computes it before and after the lists settle.

use crate::keymap::action::Pane;
use crate::tui::app::layout::{Layout, LayoutInput};
use crate::tui::app::state::State;

impl State {
    pub(crate) fn shows_filter(&self, pane: Pane) -> bool {
        let is_list = matches!(pane, Pane::Jobs | Pane::Candidates);
        self.filter_prompt.pane == Some(pane) || is_list && !self.filter_text(pane).is_empty()
    }

    pub(crate) fn lay_out(&self) -> Layout {
        let mut layout = Layout::compute(self.layout_input());
        let width = |layout: &Layout, pane| layout.pane(pane).map_or(0, |area| area.filter.width);
        let errors = self.jobs.error_lines(width(&layout, Pane::Jobs)).len();
        layout.add_error_lines(Pane::Jobs, errors);
        if let Some(open) = self.open_job() {
            let errors = open.list.error_lines(width(&layout, Pane::Candidates)).len();
            layout.add_error_lines(Pane::Candidates, errors);
        }
        layout
    }

    pub(crate) fn layout_input(&self) -> LayoutInput {
        LayoutInput {
            size: self.size,
            focus: self.focus,
            zoom: self.zoom,
            board: self.board,
            banner: self.connection.offline.is_some()
                || self.connection.paused_until.is_some()
                || self.connection.locked.is_some()
                || self.is_disk_late(),
            filters: [Pane::Jobs, Pane::Candidates].map(|pane| self.shows_filter(pane)),
            needs: [self.column_needs.jobs.pane, self.column_needs.candidates.pane],
            sizes: self.pane_sizes,
        }
    }

    /// Whether zooming changes anything on this screen.
    pub(crate) fn can_zoom(&self) -> bool {
        let zoomed = |zoom| Layout::compute(LayoutInput { zoom, ..self.layout_input() });
        zoomed(true) != zoomed(false)
    }
}
