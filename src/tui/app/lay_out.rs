//! Where everything is on the screen, as the state is now.

use super::layout::{Layout, LayoutInput};
use super::state::State;
use crate::keymap::action::Pane;

impl State {
    /// Whether the filter of a pane is to be seen.
    pub(crate) fn shows_filter(&self, pane: Pane) -> bool {
        let text = match pane {
            Pane::Jobs => self.jobs.field.text(),
            Pane::Candidates => self.open_job().map_or("", |open| open.list.field.text()),
            _ => "",
        };
        self.filtering == Some(pane) || !text.is_empty()
    }

    /// Where everything is now.
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

    /// What the layout depends on.
    pub(crate) fn layout_input(&self) -> LayoutInput {
        LayoutInput {
            size: self.size,
            focus: self.focus,
            zoom: self.zoom,
            board: self.board,
            banner: self.offline.is_some() || self.paused_until.is_some() || self.locked.is_some(),
            filters: [Pane::Jobs, Pane::Candidates].map(|pane| self.shows_filter(pane)),
        }
    }

    /// Whether zooming makes a difference on this screen.
    pub(crate) fn can_zoom(&self) -> bool {
        let zoomed = |zoom| Layout::compute(LayoutInput { zoom, ..self.layout_input() });
        zoomed(true) != zoomed(false)
    }
}
