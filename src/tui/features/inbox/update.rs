//! What keys and the mouse do in the inbox.

use super::areas::{QueueLine, areas, inner};
use super::state::{InboxOrder, InboxSide};
use super::{queue, scope};
use crate::keymap::action::{Action, TextEdit, TriageAction};
use crate::tui::app::effect::Effect;
use crate::tui::app::message::{MouseAction, MouseInput};
use crate::tui::app::state::State;
use crate::tui::app::update::action;
use crate::tui::app::update::lists::{moved, stepped};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::palette;
use crate::tui::features::triage::undo;
use crate::tui::widgets::text_input::TextInput;

/// So many lines for one notch of the wheel.
const NOTCH: isize = 3;

/// What a key does in the inbox.
pub(crate) fn act_in_inbox(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    if state.is_blind() && shows_who(action) && asks_first(state, action) {
        return;
    }
    match action {
        Action::Down => step(state, 1),
        Action::Up => step(state, -1),
        Action::PageDown => page(state, 1, 1),
        Action::PageUp => page(state, -1, 1),
        Action::HalfDown => page(state, 1, 2),
        Action::HalfUp => page(state, -1, 2),
        Action::Top => end(state, false),
        Action::Bottom => end(state, true),
        Action::Open => turn(state),
        Action::Back => leave(state, effects),
        Action::Quit => scope::close(state, effects),
        Action::Filter => with_filter(state, true),
        Action::ClearFilter => clear(state),
        Action::Refresh => {
            action::refresh(state, effects);
            queue::outdate(state);
        }
        Action::Undo => undo::undo(state, effects),
        Action::Redo => undo::redo(state, effects),
        Action::Copy => copy(state, effects),
        Action::Palette => palette::update::open(state),
        Action::Help
        | Action::Requests
        | Action::Notices
        | Action::Raw
        | Action::Mouse
        | Action::EditPerson
        | Action::EditField(_)
        | Action::EditOutside
        | Action::CreatePerson
        | Action::AttachJob
        | Action::Edits
        | Action::Drafts
        | Action::Batch(_) => action::browse(state, action, effects),
        Action::Triage(TriageAction::Inbox) => scope::widen(state),
        Action::Triage(wish) => crate::tui::features::triage::update::act(state, wish, effects),
        // From the palette: what is meant is in the panes.
        _ => {
            scope::close(state, effects);
            action::act(state, action, effects);
        }
    }
}

/// Whether it shows who somebody is, whatever the inbox hides.
const fn shows_who(action: Action) -> bool {
    use crate::keymap::action::TriageAction::{
        Apply, Compare, Duplicates, Funnel, Shortlist, ShortlistFile, Todo, Web,
    };
    matches!(
        action,
        Action::Raw
            | Action::EditPerson
            | Action::EditField(_)
            | Action::EditOutside
            | Action::AttachJob
            | Action::Notices
            | Action::Edits
            | Action::Drafts
            | Action::Batch(_)
            | Action::Triage(
                Todo | Apply | Funnel | Compare | Duplicates | Shortlist | ShortlistFile | Web
            )
    )
}

/// Whether it is told first that names would be seen.
fn asks_first(state: &mut State, action: Action) -> bool {
    let shown = state.selected().map(|(candidate, _)| candidate);
    let about = shown.as_ref().map_or("", |candidate| candidate.as_str());
    if state.drafting.is_again(action, about) {
        return false;
    }
    let key = state.key_of(action);
    let told = format!("this shows who it is, and names are hidden; {key} again shows it");
    state.tell(Severity::Warning, told);
    true
}

/// By so many candidates.
fn step(state: &mut State, by: isize) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let at = inbox.at.saturating_add_signed(by);
    queue::go(state, at);
    stepped(state);
}

/// By a part of a screen: over the candidates of the queue, or down the card.
fn page(state: &mut State, sign: isize, part: u16) {
    let areas = areas(state);
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let is_card = inbox.side == InboxSide::Card;
    let area = if is_card { areas.card } else { areas.queue }.or(areas.card).or(areas.queue);
    let height = area.map_or(1, |area| inner(area).height);
    let by = sign * isize::try_from((height.saturating_sub(1) / part).max(1)).unwrap_or(1);
    if is_card {
        inbox.scroll = inbox.scroll.saturating_add_signed(by);
    } else {
        step(state, by);
    }
}

/// To the first or the last.
fn end(state: &mut State, is_last: bool) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    match (inbox.side, is_last) {
        (InboxSide::Card, true) => inbox.scroll = usize::MAX,
        (InboxSide::Card, false) => inbox.scroll = 0,
        (InboxSide::Queue, _) => {
            let at = if is_last { inbox.items.len().saturating_sub(1) } else { 0 };
            queue::go(state, at);
            moved(state);
        }
    }
}

/// From the queue to the card, or back.
fn turn(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    if inbox.items.is_empty() && inbox.side == InboxSide::Queue {
        return state.tell(Severity::Info, "nobody is in the queue whose card could be shown");
    }
    inbox.side = match inbox.side {
        InboxSide::Queue => InboxSide::Card,
        InboxSide::Card => InboxSide::Queue,
    };
    inbox.touched = true;
}

/// From the card to the queue, out of its filter, then out of the inbox.
fn leave(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    if inbox.side == InboxSide::Card {
        inbox.side = InboxSide::Queue;
    } else if !inbox.filter.text().is_empty() {
        clear(state);
    } else {
        scope::close(state, effects);
    }
}

fn clear(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.filter.set("");
    if let Some(origin) = inbox.origin.take() {
        (inbox.heading_for, inbox.touched) = (Some(origin), true);
    }
    queue::make(state);
    moved(state);
}

fn with_filter(state: &mut State, is_typed: bool) {
    let shown = state.selected().map(|(candidate, _)| candidate);
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    if is_typed && inbox.filter.text().is_empty() {
        inbox.origin = inbox.heading_for.clone().or(shown);
    }
    if !is_typed && inbox.filter.text().is_empty() {
        inbox.heading_for = inbox.origin.take().or_else(|| inbox.heading_for.take());
    }
    inbox.filtering = is_typed;
}

/// The text of the filter changes.
pub(crate) fn typed(state: &mut State, change: impl FnOnce(&mut TextInput)) {
    let now = state.clock.moment;
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    change(&mut inbox.filter);
    // Whoever looks for somebody wants the best that is left.
    (inbox.touched, inbox.heading_for, inbox.shown_at) = (false, None, Some(now));
    queue::outdate(state);
}

/// A key of the filter line that is no letter.
pub(crate) fn edit_filter(state: &mut State, edit: TextEdit) {
    match edit {
        TextEdit::Accept => {
            with_filter(state, false);
            queue::make(state);
            moved(state);
        }
        TextEdit::Leave => {
            with_filter(state, false);
            clear(state);
        }
        TextEdit::Complete | TextEdit::Next | TextEdit::Before => {
            state.tell(Severity::Info, "nothing is offered here: it is typed by hand");
        }
        _ => typed(state, |field| field.edit(edit)),
    }
}

/// Another order; the cursor stays on its candidate.
pub(crate) fn order(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let at = InboxOrder::ALL.iter().position(|order| *order == inbox.order).unwrap_or(0);
    inbox.order = InboxOrder::ALL[(at + 1) % InboxOrder::ALL.len()];
    let told = inbox.order.told();
    queue::make(state);
    state.tell(Severity::Info, told);
}

/// Names are hidden, or shown again.
pub(crate) fn blind(state: &mut State) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.blind = !inbox.blind;
    if inbox.blind {
        // What was told before names somebody.
        state.notices.dismiss(state.clock.moment);
    }
    queue::make(state);
}

fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    match state.selected() {
        Some((candidate, _)) => {
            let told = format!("copied {}", crate::text::sanitize(candidate.as_str()));
            state.tell(Severity::Info, told);
            effects.push(Effect::Copy(candidate.as_str().to_owned()));
        }
        None => state.tell(Severity::Info, "nothing is selected that could be copied"),
    }
}

/// A click selects in the queue, twice shows the card; the wheel moves or scrolls.
pub(crate) fn click(state: &mut State, click: MouseInput) {
    let areas = areas(state);
    let place = (click.x, click.y).into();
    let on_card = areas.card.is_some_and(|area| area.contains(place));
    let queue = areas.queue.filter(|area| area.contains(place));
    match click.what {
        MouseAction::WheelUp | MouseAction::WheelDown => {
            let by = if click.what == MouseAction::WheelUp { -NOTCH } else { NOTCH };
            if queue.is_some() {
                step(state, by);
            } else if let (true, Some(inbox)) = (on_card, state.inbox.as_deref_mut()) {
                inbox.scroll = inbox.scroll.saturating_add_signed(by);
            }
        }
        MouseAction::Once | MouseAction::Twice => {
            with_filter(state, false);
            let Some(inbox) = state.inbox.as_deref_mut() else { return };
            if on_card {
                inbox.side = InboxSide::Card;
            }
            let Some(body) = queue.map(inner).filter(|body| body.contains(place)) else { return };
            inbox.side = InboxSide::Queue;
            let line = inbox.top + usize::from(click.y - body.y);
            if let Some(QueueLine::Item(at)) = inbox.line(line) {
                if click.what == MouseAction::Twice {
                    inbox.side = InboxSide::Card;
                }
                queue::go(state, at);
                moved(state);
            }
        }
    }
}

/// Whether a record that was picked is in the queue: then it is gone to there.
pub(crate) fn pick(
    state: &mut State,
    candidate: &crate::wire::CandidateId,
    effects: &mut Vec<Effect>,
) -> bool {
    if state.inbox.is_none() {
        return false;
    }
    if let Some(at) = queue::place_of(state, candidate.as_str()) {
        queue::go(state, at);
        moved(state);
        if let Some(inbox) = state.inbox.as_deref_mut() {
            inbox.side = InboxSide::Card;
        }
        return true;
    }
    scope::close(state, effects);
    false
}

/// The inbox is left for something in the panes.
pub(crate) fn leave_for_panes(state: &mut State, effects: &mut Vec<Effect>) {
    if state.inbox.is_some() {
        scope::close(state, effects);
    }
}
