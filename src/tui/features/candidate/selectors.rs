//! What the candidate pane shows. `view` draws it; `update` and navigation measure it.

use super::rich_text::candidate_details;
use crate::keymap::action::Pane;
use crate::tui::app::state::State;
use crate::tui::features::card::selectors::card;
use crate::tui::widgets::line_writer::cells_u16;
use crate::tui::widgets::rich_text::RichLine;

impl State {
    /// The card in the candidate pane, as far as the records are loaded.
    pub(crate) fn candidate_rich_text(&self) -> Vec<RichLine> {
        let width = cells_u16(self.width_of(Pane::Candidate));
        card(self, width).map_or_else(Vec::new, |card| card.all_lines())
    }

    /// Everything about the selected candidate, with the history as a table and the IDs.
    pub(crate) fn candidate_full_text(&self, width: usize) -> Vec<RichLine> {
        let Some((open, row)) = self.current_row() else { return Vec::new() };
        let candidate = self.candidate().and_then(|loaded| loaded.display());
        // A loaded record is newer than the list row.
        let item = candidate.is_none().then(|| open.list.pages.rows.item(row));
        let person = self.person().and_then(|loaded| loaded.display());
        let at = (self.clock.date, width);
        candidate_details(item.as_ref(), candidate, person, open.pipeline_of(row), at)
    }
}
