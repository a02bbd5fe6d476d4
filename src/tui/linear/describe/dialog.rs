//! Any open dialog in words: its title, its lines as drawn, and what can be typed.

use crate::keymap::action::{Action, TextEdit};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::app::view::{dialog, hints};
use crate::tui::linear::reading::{Line, TEXT_WIDTH, read_grid, read_rich_text};
use crate::tui::linear::spoken_symbols::SPOKEN;
use crate::tui::runtime::controller::Controller;
use crate::tui::widgets::pick_list::{DETAILS_HEAD, INPUT_HEIGHT};

/// Cells of a name in a prompt.
pub(super) const NAME_CELLS: usize = 30;

pub(super) fn heading(state: &State) -> Vec<String> {
    let title = state.dialogs.top().map(|top| dialog::title(top, state));
    title.into_iter().collect()
}

/// The title without what follows a colon, in lower case: `recent places`.
pub(super) fn name(state: &State) -> String {
    let title = heading(state).pop().unwrap_or_default();
    let title = title.split([':', ',']).next().unwrap_or_default().trim().to_lowercase();
    crate::text::truncate(&title, NAME_CELLS).into_owned()
}

/// Index of the first numbered line and the number of them, if the rows can be picked by number.
pub(crate) fn numbered_rows(state: &State) -> Option<(usize, usize)> {
    let dialog = state.dialogs.top()?;
    let first = match dialog {
        Dialog::Palette(_) | Dialog::PickJob(_) | Dialog::PickStage(_) => INPUT_HEIGHT,
        Dialog::Attach { .. } => DETAILS_HEAD,
        Dialog::History { .. } | Dialog::EditLog { .. } | Dialog::Drafts { .. } => 0,
        _ => return None,
    };
    Some((first.into(), state.dialog_rows(dialog)?))
}

pub(super) fn text(controller: &Controller) -> Vec<Line> {
    let state = &controller.state;
    let Some(open) = state.dialogs.top() else { return Vec::new() };
    let is_rich_text =
        matches!(open, Dialog::Help(_) | Dialog::Notices { .. } | Dialog::Json { .. });
    let lines = state.dialog_lines(if is_rich_text { TEXT_WIDTH } else { 0 });
    let mut lines = if lines.is_empty() {
        read_grid(controller, |state, context, area, buf| {
            dialog::content(open, state, context, area, buf);
        })
    } else {
        read_rich_text(controller, &lines)
    };
    if let Some((first, count)) = numbered_rows(state) {
        for (number, line) in lines.iter_mut().skip(first).take(count).enumerate() {
            line.text = format!("{}. {}", number + 1, line.text);
        }
    }
    // What is typed is part of the prompt.
    lines.retain(|line| !line.text.is_empty() && !line.is_input);
    lines.extend(commands(controller));
    lines
}

/// What can be typed here, unless it is a text.
fn commands(controller: &Controller) -> Option<Line> {
    if controller.state.is_typing() {
        return None;
    }
    let hints = controller.with_context(SPOKEN, hints::hints);
    let is_command = |action: &Action| !matches!(action, Action::Edit(TextEdit::Complete));
    let words: Vec<String> = hints
        .iter()
        .filter(|hint| is_command(&hint.action))
        .map(|hint| format!("{} ({})", hint.word, hint.key))
        .collect();
    (!words.is_empty()).then(|| Line::plain(format!("Commands here: {}", words.join(", "))))
}
