//! The last line: as many key hints as fit.

use ratatui::buffer::Buffer;

use crate::keymap::action::{Action, AttachAction, Pane, TextEdit, TriageAction};
use crate::keymap::key::{Key, KeySymbol, NamedKey};
use crate::recruiting::triage::Verdict;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::features::attach::state::AttachProgress;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::todo::todo_counts::todo_count;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, right};
use crate::tui::widgets::render_context::RenderContext;

/// These hints come first, the others after them.
const PRIORITY: &[Action] = &[
    Action::Edit(TextEdit::Accept),
    Action::Edit(TextEdit::Cancel),
    Action::Open,
    Action::Filter,
    Action::Help,
    Action::Quit,
    Action::Palette,
    Action::Back,
    Action::NextPane,
    Action::Board,
    Action::Zoom,
];

/// The same in the inbox: verdicts first.
const INBOX_PRIORITY: &[Action] = &[
    Action::Triage(TriageAction::Give(Verdict::Advance)),
    Action::Triage(TriageAction::Give(Verdict::Wait)),
    Action::Triage(TriageAction::Give(Verdict::Decline)),
    Action::Open,
    Action::Help,
    Action::Undo,
    Action::Back,
    Action::Triage(TriageAction::Note),
    Action::Triage(TriageAction::Blind),
    Action::Triage(TriageAction::CycleOrder),
    Action::Filter,
];

pub(crate) fn footer(state: &State, context: &RenderContext<'_>, buf: &mut Buffer) {
    let mut area = state.layout.footer;
    let todo = todo_label(state);
    // The hints keep most of the line.
    if !todo.is_empty() && width(&todo) * 4 <= usize::from(area.width) {
        let todo_area = right(area, width(&todo) + 1);
        area.width -= todo_area.width + 2;
        LineWriter::new(context, todo_area, buf).write(Role::Notice, &todo);
    }
    let mut writer = LineWriter::new(context, area, buf);
    writer.skip(1);
    attach_progress(state, context, &mut writer);
    for (key, word) in hints(state, context) {
        // A cut hint is useless.
        if width(&key) + 1 + width(word) > writer.remaining() {
            continue;
        }
        writer.write(Role::Key, &key).skip(1).write(Role::Hint, word).skip(2);
    }
}

/// The number of verdicts to carry out.
fn todo_label(state: &State) -> String {
    match todo_count(state) {
        0 => String::new(),
        many => format!("local: {} to do", count(many as u64)),
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
        writer.write(Role::Key, &key).skip(1).write(Role::Hint, "shows").skip(2);
    }
}

fn hints(state: &State, context: &RenderContext<'_>) -> Vec<(String, &'static str)> {
    if !state.pending.is_empty() {
        // The popup shows everything but the key that cancels the chord.
        return vec![(Key::plain(KeySymbol::Named(NamedKey::Esc)).to_string(), "back")];
    }
    if state.dialogs.is_empty() && state.editor.is_some() {
        // The frame of the editor shows the hints.
        return Vec::new();
    }
    let completes = state.dialogs.is_empty() && !state.filter_prompt.completions.is_empty();
    let is_useful = |(action, _, word): &(Action, String, &str)| match action {
        Action::Edit(TextEdit::Complete) => completes,
        Action::Zoom => state.can_zoom(),
        _ => !word.is_empty(),
    };
    let hints = context.hints(state.contexts()).filter(is_useful);
    let mut hints: Vec<_> = hints.collect();
    let is_inbox = state.dialogs.is_empty() && state.inbox.is_some();
    let first = if is_inbox { INBOX_PRIORITY } else { PRIORITY };
    hints.sort_by_key(|(action, ..)| rank(first, *action));
    let is_card = state.inbox.as_ref().is_some_and(|inbox| inbox.side == InboxSide::Card);
    let is_top = state.focus == Pane::Jobs && !(state.zoom && state.can_zoom());
    let word_of = |action, word| match action {
        Action::Open if is_inbox && is_card => "queue",
        Action::Quit if state.dialogs.is_empty() && !is_top => "up",
        _ => word,
    };
    hints.into_iter().map(|(action, key, word)| (key, word_of(action, word))).collect()
}

fn rank(first: &[Action], action: Action) -> usize {
    first.iter().position(|other| *other == action).unwrap_or(first.len())
}
