//! What a person wants, carried out.

use std::collections::BTreeSet;

use super::lists::{Ids, Marking, list_of, stepped, with};
use super::{
    asking, batch, editor, export, find, go, over, palette, panes, picker, triage, typing,
};
use crate::app::action::{Action, Edit, Pane};
use crate::app::effect::Effect;
use crate::app::list::Step;
use crate::app::notice::Weight;
use crate::app::over::Over;
use crate::app::state::State;

pub(super) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    state.pending.clear();
    state.drafting.forget_unless(action);
    match action {
        Action::QuitNow => effects.push(Effect::Quit),
        Action::Suspend => effects.push(Effect::Suspend),
        Action::Edit(edit) => typing(state, edit, effects),
        _ if state.over.is_some() => over::act(state, action, effects),
        Action::Help if state.editor.is_some() => state.over = Some(Over::Help { scroll: 0 }),
        _ if state.editor.is_some() => editor::act(state, action, effects),
        _ if state.inbox.is_some() => triage::act_in_inbox(state, action, effects),
        _ => browse(state, action, effects),
    }
}

/// What a key does in the panes.
pub(super) fn browse(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        _ if state.inbox.is_none() && needs_somebody(state, action) && go::is_on_nobody(state) => {
            go::tell_of_nobody(state);
        }
        Action::Down => step(state, Step::By(1)),
        Action::Up => step(state, Step::By(-1)),
        Action::PageDown => step(state, Step::By(page(state))),
        Action::PageUp => step(state, Step::By(-page(state))),
        Action::HalfDown => step(state, Step::By((page(state) / 2).max(1))),
        Action::HalfUp => step(state, Step::By(-(page(state) / 2).max(1))),
        Action::Top => step(state, Step::Top),
        Action::Bottom => step(state, Step::Bottom),
        Action::Left => go::sideways(state, -1),
        Action::Right => go::sideways(state, 1),
        Action::NextPane => panes::next_pane(state, 1),
        Action::PreviousPane => panes::next_pane(state, 3),
        Action::Go(pane) => panes::to_pane(state, pane),
        Action::Open => go::open(state, effects),
        Action::Back => go::back(state, effects),
        Action::Quit => quit(state, effects),
        Action::Zoom => go::zoom(state),
        Action::Board => go::board(state),
        Action::Filter => find::begin(state),
        Action::ClearFilter => find::clear(state, effects),
        Action::LikeThis => find::like_this(state, effects),
        Action::Sort(field) => find::sort(state, field),
        Action::SortReverse => find::reverse(state),
        Action::SortOff => find::unsort(state),
        Action::Mark => mark(state, Marking::One),
        Action::MarkRange => mark(state, Marking::Range),
        Action::MarkInvert => mark(state, Marking::Invert),
        Action::Refresh => refresh(state, effects),
        Action::Palette => palette::open(state),
        Action::Help => state.over = Some(Over::Help { scroll: 0 }),
        Action::Requests => over::show_requests(state),
        Action::Notices => state.over = Some(Over::Notices { scroll: 0 }),
        Action::Raw => state.over = Some(Over::Raw { scroll: 0, parts: state.raw() }),
        Action::History => state.over = Some(Over::History { at: 0 }),
        Action::Previous => go::previous(state, effects),
        Action::Forward => go::forward(state, effects),
        Action::Copy => copy(state, effects),
        Action::Mouse => mouse(state, effects),
        Action::SaveView => find::name_view(state),
        _ => people(state, action, effects),
    }
}

/// One level up; at the top the program ends, unless something goes on that
/// one is told of first.
fn quit(state: &mut State, effects: &mut Vec<Effect>) {
    go::quit(state, effects);
    if effects.last() == Some(&Effect::Quit) && batch::holds_back(state) {
        effects.pop();
    }
}

/// What is done to people, and what holds in their forms and logs alone.
fn people(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::EditPerson => editor::edit_person(state, effects),
        Action::EditField(field) => editor::edit_field(state, field, effects),
        Action::EditOutside => editor::edit_outside(state, effects),
        Action::CreatePerson => editor::create(state, effects),
        Action::AttachJob => batch::attach(state),
        Action::Triage(wish) => triage::act(state, wish, effects),
        Action::Undo => triage::undo(state, effects),
        Action::Redo => triage::redo(state, effects),
        Action::Edits => editor::show_edits(state),
        Action::Drafts => editor::show_drafts(state),
        Action::Batch(step) => batch::decide(state, step, effects),
        Action::CancelRequest => {
            let log = state.key_of(Action::Requests);
            let told = format!("requests are cancelled in their log: {log} shows it");
            state.tell(Weight::Info, told);
        }
        _ => {}
    }
}

/// Whether it is done to whoever is under the cursor.
fn needs_somebody(state: &State, action: Action) -> bool {
    match action {
        Action::LikeThis
        | Action::Mark
        | Action::Open
        | Action::Raw
        | Action::EditPerson
        | Action::EditField(_)
        | Action::EditOutside => true,
        Action::Copy | Action::AttachJob => !state.has_marks(),
        // A range that was begun can be ended anywhere.
        Action::MarkRange => state.opened().is_some_and(|open| open.list.range.is_none()),
        _ => false,
    }
}

/// A screen of the focused pane, but for a line that shows where one was.
fn page(state: &State) -> isize {
    let height = state.layout.pane(state.focus).map_or(1, |area| area.body.height);
    isize::try_from(height.saturating_sub(1).max(1)).unwrap_or(1)
}

/// Moves in the focused pane.
pub(super) fn step(state: &mut State, step: Step) {
    match state.focus {
        Pane::Jobs => {
            state.jobs.step(step);
            stepped(state);
        }
        Pane::Candidates if state.layout.board => go::step_on_board(state, step),
        Pane::Candidates => {
            if let Some(open) = state.opened_mut() {
                open.list.step(step);
                open.detail_scroll = 0;
                stepped(state);
            }
        }
        Pane::Job => go::step_in_job(state, step),
        Pane::Candidate => go::scroll_detail(state, step),
    }
}

/// Does something to the marks of the focused list.
fn mark(state: &mut State, marking: Marking) {
    if with(state, list_of(state.focus), marking) {
        stepped(state);
    } else {
        state.tell(Weight::Info, "there is no record here that could be marked");
    }
}

fn mouse(state: &mut State, effects: &mut Vec<Effect>) {
    state.mouse = !state.mouse;
    effects.push(Effect::Mouse(state.mouse));
    let told = if state.mouse {
        "the mouse is ours: click, wheel, double click; shift and drag selects text"
    } else {
        "the mouse is the terminal's: drag selects text"
    };
    state.tell(Weight::Info, told);
}

fn typing(state: &mut State, edit: Edit, effects: &mut Vec<Effect>) {
    match (&state.over, edit) {
        (Some(Over::Palette(_)), _) => {
            if let Some(action) = palette::edit(state, edit, effects) {
                act(state, action, effects);
            }
        }
        (Some(Over::PickJob(_)), _) => picker::edit(state, edit),
        (Some(Over::Asking(_)), _) => asking::edit(state, edit, effects),
        (Some(Over::Export(_)), _) => export::edit(state, edit, effects),
        (Some(_), Edit::Accept) => over::accept(state, effects),
        (Some(_), Edit::Leave) => over::leave(state),
        (Some(_), Edit::Complete | Edit::Next | Edit::Before) => {
            state.tell(Weight::Info, "nothing is offered here: it is typed by hand");
        }
        (Some(_), _) => typing::typed(state, effects, |field| field.edit(edit)),
        (None, _) if editor::is_filled(state) => editor::edit(state, edit, effects),
        // Nothing is typed while something is told.
        (None, _) if state.editor.is_some() => {}
        (None, _) if state.is_filtering_inbox() => triage::edit_filter(state, edit),
        (None, _) => find::edit(state, edit, effects),
    }
}

/// Reads everything again; what is there stays until then.
pub(super) fn refresh(state: &mut State, effects: &mut Vec<Effect>) {
    use crate::app::state::Workspace;
    if let Some(why) = state.locked.clone() {
        return over::show_key(state, why);
    }
    if matches!(state.workspace, Workspace::Shut(_)) {
        state.workspace = Workspace::Opening(String::new());
        effects.push(Effect::Reopen);
        return;
    }
    if let Some(offline) = &mut state.offline {
        offline.probe_at = state.clock.moment;
    }
    // What is out was asked before: it is no answer to this.
    for slot in std::mem::take(&mut state.asked).into_keys() {
        effects.push(Effect::Cancel(slot));
    }
    state.jobs.roll.refresh();
    for record in state.candidates.all() {
        record.expire();
    }
    for record in state.people.all() {
        record.expire();
    }
    let queued = state.inbox.iter().flat_map(|inbox| &inbox.jobs).map(|group| &group.id);
    for id in queued.chain(&state.job).collect::<BTreeSet<_>>() {
        if let Some(open) = state.open.get_mut(id) {
            open.job.expire();
            open.list.roll.refresh();
        }
    }
    state.rests_at = None;
    state.tell(Weight::Info, "reading again");
}

/// The id of what is selected, or of all that is marked, into the clipboard.
fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    let ids = with(state, list_of(state.focus), Ids);
    match ids.as_slice() {
        [] => state.tell(Weight::Info, "nothing is selected that could be copied"),
        [id] => state.tell(Weight::Info, format!("copied {}", crate::text::sanitize(id))),
        ids => {
            let hidden = state.hidden_marks();
            let hidden = if hidden > 0 {
                format!(", {hidden} of them hidden by the filter")
            } else {
                String::new()
            };
            state.tell(Weight::Info, format!("copied {} ids{hidden}", ids.len()));
        }
    }
    if !ids.is_empty() {
        effects.push(Effect::Copy(ids.join("\n")));
    }
}
