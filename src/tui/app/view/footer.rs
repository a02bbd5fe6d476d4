//! The last line: as many key hints as fit, the progress of adding people to a job, and the number of
//! verdicts to carry out. A dialog and the editor show their keys in their frames.

use ratatui::buffer::Buffer;

use super::hints::hints;
use crate::keymap::action::{Action, AttachAction, TriageAction};
use crate::keymap::key::{Key, KeySymbol, NamedKey};
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::features::attach::state::AttachProgress;
use crate::tui::features::todo::todo_counts::todo_count;
use crate::tui::widgets::format::count;
use crate::tui::widgets::hints::{draw, place};
use crate::tui::widgets::hit_map::Hit;
use crate::tui::widgets::line_writer::{LineWriter, from, right};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn footer(state: &State, context: &RenderContext<'_>, buf: &mut Buffer) {
    let mut area = state.layout.footer;
    let todo = todo_label(state);
    let key = context.key(state, Action::Triage(TriageAction::Todo)).unwrap_or_default();
    let todo_width = width(&key) + usize::from(!key.is_empty()) + width(&todo);
    // The hints keep most of the line.
    if !todo.is_empty() && todo_width * 5 <= usize::from(area.width) {
        let todo_area = right(area, todo_width + 1);
        area.width -= todo_area.width + 2;
        let mut writer = LineWriter::new(context, todo_area, buf);
        if !key.is_empty() {
            writer.write(Role::Key, &key).skip(1);
            context.hits.add(todo_area, Hit::Action(Action::Triage(TriageAction::Todo)));
        }
        writer.write(Role::Notice, &todo);
    }
    let mut writer = LineWriter::new(context, area, buf);
    writer.skip(1);
    attach_progress(state, context, &mut writer);
    let free = from(area, writer.x() - area.x);
    if !state.pending.is_empty() {
        // The popup shows everything but the key that cancels the chord.
        let esc = Key::plain(KeySymbol::Named(NamedKey::Esc)).to_string();
        writer.write(Role::Key, &esc).skip(1).write(Role::Hint, "cancel");
    } else if state.dialogs.is_empty() {
        draw(&place(&hints(state, context), free), context, buf);
    }
}

/// The number of verdicts to carry out.
fn todo_label(state: &State) -> String {
    match todo_count(state) {
        0 => String::new(),
        many => format!("{} to do", count(many as u64)),
    }
}

/// The progress of attaching while another screen is open.
fn attach_progress(state: &State, context: &RenderContext<'_>, writer: &mut LineWriter<'_>) {
    let is_seen =
        matches!(state.dialogs.top(), Some(Dialog::Attach { .. })) || !state.pending.is_empty();
    let Some(batch) = state.attach_batch.as_ref().filter(|batch| batch.is_under_way() && !is_seen)
    else {
        return;
    };
    let is_paused = matches!(batch.progress, AttachProgress::Paused(_));
    let role = if is_paused { Role::Warning } else { Role::Notice };
    writer.write(role, &batch.describe_progress()).skip(1);
    if let Some(key) = context.key(state, Action::Attach(AttachAction::Show))
        && width(&key) + 6 <= writer.remaining()
    {
        writer.write(Role::Key, &key).skip(1).write(Role::Hint, "show").skip(2);
    }
}
