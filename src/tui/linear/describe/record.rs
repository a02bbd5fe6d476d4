//! A job with its pipeline, and the card of a candidate.

use crate::tui::app::list_status::ListStatus;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::features::card::selectors::card as card_of;
use crate::tui::linear::reading::{Line, TEXT_WIDTH, read_rich_text};
use crate::tui::runtime::controller::Controller;

/// The name of the selected job and its client.
pub(crate) fn job_title(state: &State) -> String {
    let Some(job) = &state.job else { return "No job".to_owned() };
    match state.job_display_name(job) {
        name if name.trim().is_empty() => "(no name)".to_owned(),
        name => name,
    }
}

pub(crate) fn job_text(controller: &Controller) -> Vec<Line> {
    let state = &controller.state;
    let mut lines = read_rich_text(controller, &state.job_rich_text().lines);
    if let Some(open) = state.open_job() {
        let slot = Slot::Job(open.id.clone());
        if is_loading(state, &slot) {
            lines.push(Line::plain("Loading the pipeline"));
        }
        if let Some(line) = open.stage.and_then(|stage| {
            let first = state.job_rich_text().stages.start;
            let above = state.job_rich_text().lines;
            let empty = above.iter().take(first).filter(|line| line.0.is_empty()).count();
            (first + stage).checked_sub(empty)
        }) && let Some(line) = lines.get_mut(line)
        {
            line.is_selected = true;
        }
    }
    lines
}

pub(crate) fn candidate_title(state: &State) -> Option<String> {
    let (open, row) = state.current_row()?;
    Some(state.display_name(open, row).into_owned())
}

/// Everything that a first decision needs, as far as it is loaded.
pub(crate) fn card(controller: &Controller) -> Vec<Line> {
    let state = &controller.state;
    let lines = card_of(state, TEXT_WIDTH).map_or_else(Vec::new, |card| card.all_lines());
    read_rich_text(controller, &lines)
}

fn is_loading(state: &State, slot: &Slot) -> bool {
    matches!(state.loading_status(|other| other == slot), ListStatus::Loading(_))
}
