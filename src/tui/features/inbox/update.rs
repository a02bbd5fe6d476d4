//! Keys and mouse in the inbox.

use super::areas::{QueueLine, areas};
use super::state::{InboxOrder, InboxSide};
use super::{queue, scope};
use crate::keymap::action::{Action, CopyField, TextEdit, TriageAction};
use crate::tui::app::effect::Effect;
use crate::tui::app::layout::inner_area;
use crate::tui::app::list::tasks::{note_cursor_jump, note_cursor_step};
use crate::tui::app::message::{MouseAction, MouseInput};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::text_input::TextInput;

/// Lines per notch of the wheel.
const NOTCH: isize = 3;

/// Returns the action if the inbox does not handle it; the dispatcher then carries it out as in the
/// panes.
pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) -> Option<Action> {
    if state.is_blind() && reveals_identity(action) && warn_first(state, action) {
        return None;
    }
    match action {
        Action::Down => step(state, 1),
        Action::Up => step(state, -1),
        Action::PageDown => page(state, 1, 1),
        Action::PageUp => page(state, -1, 1),
        Action::HalfDown => page(state, 1, 2),
        Action::HalfUp => page(state, -1, 2),
        Action::Top => go_to_end(state, false),
        Action::Bottom => go_to_end(state, true),
        Action::Open => switch_side(state),
        Action::Back => leave(state, effects),
        Action::Quit => scope::close(state, effects),
        Action::Filter => set_filtering(state, true),
        Action::ClearFilter => clear_filter(state),
        Action::Refresh => {
            queue::schedule_rebuild(state);
            return Some(action);
        }
        Action::Triage(TriageAction::Inbox) => scope::widen(state),
        Action::Triage(_)
        | Action::Undo
        | Action::Redo
        | Action::Palette
        | Action::Help
        | Action::Requests
        | Action::Notices
        | Action::Json
        | Action::Copy
        | Action::CopyField(_)
        | Action::Mail
        | Action::Mouse
        | Action::EditPerson
        | Action::EditField(_)
        | Action::EditExternally
        | Action::CreatePerson
        | Action::AttachJob
        | Action::EditLog
        | Action::Drafts
        | Action::Attach(_) => return Some(action),
        // Picked in the palette, for the panes below.
        _ => {
            scope::close(state, effects);
            return Some(action);
        }
    }
    None
}

/// Whether an action shows names although the inbox is blind.
const fn reveals_identity(action: Action) -> bool {
    use crate::keymap::action::TriageAction::{
        Apply, Compare, Duplicates, Funnel, Shortlist, ShortlistFile, Todo, Web,
    };
    matches!(
        action,
        Action::Json
            | Action::CopyField(
                CopyField::Emails
                    | CopyField::Phones
                    | CopyField::Link
                    | CopyField::Name
                    | CopyField::Line
            )
            | Action::Mail
            | Action::EditPerson
            | Action::EditField(_)
            | Action::EditExternally
            | Action::AttachJob
            | Action::Notices
            | Action::EditLog
            | Action::Drafts
            | Action::Attach(_)
            | Action::Triage(
                Todo | Apply | Funnel | Compare | Duplicates | Shortlist | ShortlistFile | Web
            )
    )
}

/// Warns that the action shows names; the same key again carries it out.
fn warn_first(state: &mut State, action: Action) -> bool {
    let selected = state.selected().map(|(candidate, _)| candidate);
    let id = selected.as_ref().map_or("", |candidate| candidate.as_str());
    if state.confirmation.is_second_press(action, id) {
        return false;
    }
    let key = state.key_of(action);
    let message = format!("This reveals a hidden name; press {key} again to continue");
    state.notify(Severity::Warning, message);
    true
}

fn step(state: &mut State, by: isize) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let at = inbox.at.saturating_add_signed(by);
    queue::select(state, at);
    note_cursor_step(state);
}

/// Moves by a part of the screen: over the queue, or down the card.
fn page(state: &mut State, sign: isize, part: u16) {
    let areas = areas(state);
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let is_card = inbox.side == InboxSide::Card;
    let area = if is_card { areas.card } else { areas.queue }.or(areas.card).or(areas.queue);
    let height = area.map_or(1, |area| inner_area(area).height);
    let by = sign * isize::try_from((height.saturating_sub(1) / part).max(1)).unwrap_or(1);
    if is_card {
        inbox.scroll = inbox.scroll.saturating_add_signed(by);
    } else {
        step(state, by);
    }
}

fn go_to_end(state: &mut State, is_last: bool) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    match (inbox.side, is_last) {
        (InboxSide::Card, true) => inbox.scroll = usize::MAX,
        (InboxSide::Card, false) => inbox.scroll = 0,
        (InboxSide::Queue, _) => {
            let at = if is_last { inbox.items.len().saturating_sub(1) } else { 0 };
            queue::select(state, at);
            note_cursor_jump(state);
        }
    }
}

/// Switches between queue and card.
fn switch_side(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    if inbox.items.is_empty() && inbox.side == InboxSide::Queue {
        return state.notify(Severity::Info, "The queue is empty");
    }
    inbox.side = match inbox.side {
        InboxSide::Queue => InboxSide::Card,
        InboxSide::Card => InboxSide::Queue,
    };
    inbox.has_moved = true;
}

/// Goes from the card to the queue, then clears the filter, then closes the inbox.
fn leave(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    if inbox.side == InboxSide::Card {
        inbox.side = InboxSide::Queue;
    } else if !inbox.filter.text().is_empty() {
        clear_filter(state);
    } else {
        scope::close(state, effects);
    }
}

fn clear_filter(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.filter.set("");
    if let Some(origin) = inbox.origin.take() {
        (inbox.resume_at, inbox.has_moved) = (Some(origin), true);
    }
    queue::rebuild(state);
    note_cursor_jump(state);
}

fn set_filtering(state: &mut State, is_typed: bool) {
    let selected = state.selected().map(|(candidate, _)| candidate);
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    if is_typed && inbox.filter.text().is_empty() {
        inbox.origin = inbox.resume_at.clone().or(selected);
    }
    if !is_typed && inbox.filter.text().is_empty() {
        inbox.resume_at = inbox.origin.take().or_else(|| inbox.resume_at.take());
    }
    inbox.filtering = is_typed;
}

pub(crate) fn change_filter(state: &mut State, change: impl FnOnce(&mut TextInput)) {
    let now = state.clock.moment;
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    change(&mut inbox.filter);
    // The cursor goes to the first match.
    (inbox.has_moved, inbox.resume_at, inbox.visible_since) = (false, None, Some(now));
    queue::schedule_rebuild(state);
}

/// An editing key in the filter line.
pub(crate) fn edit_filter(state: &mut State, edit: TextEdit) {
    match edit {
        TextEdit::Accept => {
            set_filtering(state, false);
            queue::rebuild(state);
            note_cursor_jump(state);
        }
        TextEdit::Cancel => {
            set_filtering(state, false);
            clear_filter(state);
        }
        TextEdit::Complete | TextEdit::Next | TextEdit::Previous => {
            state.notify(Severity::Info, "No suggestions here: type the filter");
        }
        _ => change_filter(state, |field| field.edit(edit)),
    }
}

/// Switches to the next order; the cursor stays on its candidate.
pub(crate) fn next_order(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return refuse_closed(state) };
    let at = InboxOrder::ALL.iter().position(|order| *order == inbox.order).unwrap_or(0);
    inbox.order = InboxOrder::ALL[(at + 1) % InboxOrder::ALL.len()];
    let name = inbox.order.label();
    queue::rebuild(state);
    state.notify(Severity::Info, format!("Order: {name}"));
}

fn refuse_closed(state: &mut State) {
    let key = state.key_of(Action::Triage(TriageAction::Inbox));
    let message = format!("Only in the inbox: {key} opens it");
    state.notify(Severity::Info, message);
}

/// Hides or shows names.
pub(crate) fn toggle_blind(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return refuse_closed(state) };
    inbox.blind = !inbox.blind;
    if inbox.blind {
        // Earlier messages may contain names.
        state.notices.dismiss(state.clock.moment);
    }
    queue::rebuild(state);
}

/// A click selects in the queue, a double click opens the card; the wheel moves or scrolls.
pub(crate) fn click(state: &mut State, click: MouseInput) {
    let areas = areas(state);
    let position = (click.x, click.y).into();
    let on_card = areas.card.is_some_and(|area| area.contains(position));
    let queue = areas.queue.filter(|area| area.contains(position));
    match click.action {
        MouseAction::WheelUp | MouseAction::WheelDown => {
            let by = if click.action == MouseAction::WheelUp { -NOTCH } else { NOTCH };
            if queue.is_some() {
                step(state, by);
            } else if let (true, Some(inbox)) = (on_card, state.inbox.as_deref_mut()) {
                inbox.scroll = inbox.scroll.saturating_add_signed(by);
            }
        }
        MouseAction::Click | MouseAction::DoubleClick => {
            set_filtering(state, false);
            let Some(inbox) = state.inbox.as_deref_mut() else { return };
            if on_card {
                inbox.side = InboxSide::Card;
            }
            let Some(body) = queue.map(inner_area).filter(|body| body.contains(position)) else {
                return;
            };
            inbox.side = InboxSide::Queue;
            let line = inbox.top + usize::from(click.y - body.y);
            if let Some(QueueLine::Item(at)) = inbox.line(line) {
                if click.action == MouseAction::DoubleClick {
                    inbox.side = InboxSide::Card;
                }
                queue::select(state, at);
                note_cursor_jump(state);
            }
        }
    }
}
