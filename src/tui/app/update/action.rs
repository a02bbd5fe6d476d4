//! Runs an action: in the dialog, editor or inbox that has the keys, or in the panes.

use std::collections::BTreeSet;

use super::{dialog, triage_action, typing};
use crate::keymap::action::{Action, BorderMove, OverviewAction, Pane, TextEdit};
use crate::tui::app::all_candidates;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, HttpEffect, TerminalEffect};
use crate::tui::app::fetch::refresh_report;
use crate::tui::app::fetch::request::cancel;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::list::CursorStep;
use crate::tui::app::list::tasks::{Marking, list_of, note_cursor_step, with_list};
use crate::tui::app::open_job::DetailPosition;
use crate::tui::app::state::State;
use crate::tui::features::all_candidates as features_all;
use crate::tui::features::inbox::{queue, scope};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::features::navigation::{locations, panes};
use crate::tui::features::palette::state::PaletteTarget;
use crate::tui::features::triage::undo::{self, EditToUndo};
use crate::tui::features::{
    attach, board, candidate, changes, copy, edit_log, editor, export, filter, help, inbox,
    job_editor, job_picker, key_prompt, mail, navigation, palette, prompt, requests, saved_views,
    shortlist, stage_moves, sync, today,
};

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    state.pending.clear();
    state.confirmation.clear_unless(action);
    if let Some(reason) = state.refusal(action) {
        return state.notify(Severity::Info, reason);
    }
    match action {
        Action::QuitNow => effects.push(Effect::Terminal(TerminalEffect::Quit)),
        Action::Suspend => effects.push(Effect::Terminal(TerminalEffect::Suspend)),
        Action::Edit(edit) => edit_text(state, edit, effects),
        // What was just deleted or changed comes back where the user sees it.
        Action::Undo | Action::Redo
            if matches!(state.dialogs.top(), Some(Dialog::Notes(_) | Dialog::EditJob(_))) =>
        {
            browse(state, action, effects);
        }
        _ if !state.dialogs.is_empty() => dialog::act(state, action, effects),
        Action::Help if state.editor.is_some() => help::update::open(state),
        _ if state.editor.is_some() => editor::update::act(state, action, effects),
        _ if state.inbox.is_some() => {
            if let Some(action) = inbox::update::act(state, action, effects) {
                browse(state, action, effects);
            }
        }
        _ => browse(state, action, effects),
    }
}

/// Runs an action in the panes.
pub(crate) fn browse(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        _ if state.inbox.is_none()
            && needs_candidate(state, action)
            && board::selectors::is_on_empty_stage(state) =>
        {
            let message = board::selectors::empty_stage_message(state);
            state.notify(Severity::Info, message);
        }
        _ if features_all::update::act(state, action) => {}
        Action::Down => step(state, CursorStep::By(1)),
        Action::Up => step(state, CursorStep::By(-1)),
        Action::PageDown => step(state, CursorStep::By(page(state))),
        Action::PageUp => step(state, CursorStep::By(-page(state))),
        Action::HalfDown => step(state, CursorStep::By((page(state) / 2).max(1))),
        Action::HalfUp => step(state, CursorStep::By(-(page(state) / 2).max(1))),
        Action::Top => step(state, CursorStep::Top),
        Action::Bottom => step(state, CursorStep::Bottom),
        Action::Left => move_sideways(state, -1),
        Action::Right => move_sideways(state, 1),
        Action::NextPane => panes::next_pane(state, 1),
        Action::PreviousPane => panes::next_pane(state, 3),
        Action::Go(pane) => panes::to_pane(state, pane),
        Action::Open if candidate::update::open_link(state, effects) => {}
        Action::Open => navigation::update::open(state, effects),
        Action::Back if copy::update::cancel(state) || shortlist::update::cancel(state) => {}
        Action::Back => navigation::update::back(state, effects),
        Action::Quit => quit(state, effects),
        Action::Zoom => navigation::update::zoom(state),
        Action::MoveBorder(by) => move_border(state, by),
        Action::Board => navigation::update::toggle_board(state),
        Action::Filter => filter::update::begin(state),
        Action::ClearFilter => filter::update::clear(state, effects),
        Action::LikeThis => filter::update::like_this(state, effects),
        Action::Sort(field) => filter::update::sort(state, field),
        Action::SortReverse => filter::update::reverse(state),
        Action::SortOff => filter::update::unsort(state),
        Action::ToggleClosed => filter::update::toggle_closed(state),
        Action::Mark => mark(state, Marking::Row),
        Action::MarkRange => mark(state, Marking::Range),
        Action::MarkInvert => mark(state, Marking::Invert),
        Action::Refresh => refresh(state, effects),
        Action::Sync => sync::update::run(state),
        Action::Palette => palette::update::open(state),
        Action::Help => help::update::open(state),
        Action::Requests => requests::update::open(state),
        Action::Notices => state.dialogs.open(Dialog::Notices { scroll: 0 }),
        Action::Json => state.dialogs.open(Dialog::Json { scroll: 0, parts: state.raw_records() }),
        Action::History => state.dialogs.open(Dialog::History { at: 0 }),
        Action::Previous => locations::previous(state, effects),
        Action::Forward => locations::forward(state, effects),
        Action::CopyField(field) => copy::update::copy(state, field, effects),
        Action::Copy => explain_copy(state),
        Action::Mouse => toggle_mouse(state, effects),
        Action::SaveView => saved_views::update::name_view(state),
        Action::Views => palette::update::open_views(state),
        _ => act_on_people(state, action, effects),
    }
}

/// Goes up one level; at the top the program ends, unless people are being attached: then it
/// warns first.
fn quit(state: &mut State, effects: &mut Vec<Effect>) {
    if !navigation::update::leave(state) && !attach::update::warn_before_quit(state) {
        effects.push(Effect::Terminal(TerminalEffect::Quit));
    }
}

fn explain_copy(state: &mut State) {
    state.notify(Severity::Info, "Open a list or a report to copy it as Markdown");
}

fn move_border(state: &mut State, by: BorderMove) {
    match state.layout_input().move_border(by) {
        Some(sizes) => state.pane_sizes = sizes,
        None => state.notify(Severity::Info, "No border to move in that direction"),
    }
}

/// Undoes the last triage step or saved edit, whichever is newer.
fn undo_last(state: &mut State, effects: &mut Vec<Effect>) {
    match undo::undo(state) {
        Some(EditToUndo::Discarded) => editor::update::drafts::restore_discarded(state, effects),
        Some(EditToUndo::Saved) => edit_log::update::undo(state),
        None => {}
    }
}

fn redo_last(state: &mut State) {
    if undo::redo(state) {
        edit_log::update::redo(state);
    }
}

/// Opens or runs what was picked in the palette.
fn open_target(state: &mut State, target: PaletteTarget, effects: &mut Vec<Effect>) {
    let location = match target {
        PaletteTarget::Workspace(choice) => {
            return effects.push(Effect::Terminal(TerminalEffect::SwitchWorkspace(choice)));
        }
        PaletteTarget::Action(action) => return act(state, action, effects),
        PaletteTarget::View(name) => {
            let view = state.views.iter().find(|view| view.name == name).cloned();
            return match view {
                Some(view) if state.inbox.is_some() => scope::use_view(state, &view),
                Some(view) => saved_views::update::use_view(state, &view),
                None => {}
            };
        }
        PaletteTarget::Job(job) => Location::record(Pane::Candidates, job, None),
        PaletteTarget::Candidate(_, candidate) if queue::open_card(state, &candidate) => return,
        PaletteTarget::Candidate(job, candidate) => {
            Location::record(Pane::Candidate, job, Some(candidate))
        }
    };
    scope::close(state, effects);
    state.follow_up(FollowUp::GoTo(location));
}

fn act_on_people(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::EditPerson => editor::update::open::edit_person(state, effects),
        Action::EditField(field) => editor::update::open::edit_field(state, field, effects),
        Action::EditExternally => editor::update::open::edit_externally(state, effects),
        Action::CreatePerson => editor::update::open::create(state, effects),
        Action::Mail => mail::update::open(state),
        Action::AttachJob => attach::update::attach(state),
        Action::Job(action) => job_editor::update::browse(state, action),
        Action::Triage(action) => triage_action::act(state, action, effects),
        Action::Overview(action) => overview(state, action, effects),
        Action::Undo => undo_last(state, effects),
        Action::Redo => redo_last(state),
        Action::EditLog => edit_log::update::show(state),
        Action::Drafts => editor::update::drafts::show(state),
        Action::Attach(step) => attach::update::decide(state, step, effects),
        Action::CancelRequest => {
            let log = state.key_of(Action::Requests);
            let message = format!("Cancel requests in the request log: {log} shows it");
            state.notify(Severity::Info, message);
        }
        _ => {}
    }
}

fn overview(state: &mut State, action: OverviewAction, effects: &mut Vec<Effect>) {
    match action {
        OverviewAction::Changes => changes::update::open(state, effects),
        OverviewAction::Today => today::update::open(state, effects),
        OverviewAction::Reminders => today::update::export_reminders(state),
        OverviewAction::NextPeriod
        | OverviewAction::PreviousPeriod
        | OverviewAction::Since
        | OverviewAction::Regroup => {
            let key = state.key_of(Action::Overview(OverviewAction::Changes));
            let message = format!("Press {key} to list the changes first");
            state.notify(Severity::Info, message);
        }
    }
}

/// Whether the action needs a candidate under the cursor.
fn needs_candidate(state: &State, action: Action) -> bool {
    match action {
        Action::LikeThis
        | Action::Mark
        | Action::Open
        | Action::Json
        | Action::EditPerson
        | Action::EditField(_)
        | Action::EditExternally => true,
        Action::CopyField(_) | Action::Mail | Action::AttachJob => !state.has_marks(),
        // A range can end anywhere.
        Action::MarkRange => state.open_job().is_some_and(|open| open.list.range.is_none()),
        _ => false,
    }
}

/// One screen of the focused pane, less one line of overlap.
fn page(state: &State) -> isize {
    let height = state.layout.pane(state.focus).map_or(1, |area| area.body.height);
    isize::try_from(height.saturating_sub(1).max(1)).unwrap_or(1)
}

pub(crate) fn step(state: &mut State, step: CursorStep) {
    match state.focus {
        Pane::Jobs => step_in_jobs(state, step),
        Pane::Candidates if state.layout.board => board::update::step_on_board(state, step),
        Pane::Candidates => {
            if let Some(open) = state.open_job_mut() {
                open.list.step(step);
                open.detail = DetailPosition::default();
                note_cursor_step(state);
            }
        }
        Pane::Job => navigation::update::step_in_job(state, step),
        Pane::Candidate => candidate::update::step(state, step),
    }
}

/// Moves the cursor to a row of the inbox or of the focused list.
pub(crate) fn go_to_row(state: &mut State, row: usize) {
    state.pending.clear();
    state.confirmation.clear_unless(Action::Down);
    if state.inbox.is_some() {
        queue::select(state, row);
        note_cursor_step(state);
    } else {
        step(state, CursorStep::To(row));
    }
}

/// The row for all candidates is above the first job.
fn step_in_jobs(state: &mut State, step: CursorStep) {
    let is_up = matches!(step, CursorStep::By(..0) | CursorStep::Top);
    let has_row_above = state.layout.pane(Pane::Jobs).is_some_and(|area| !area.all.is_empty());
    match (state.is_all_selected(), is_up) {
        (true, true) => return,
        (true, false) => {
            // The job under the cursor is selected when the lists settle.
            state.job = None;
            state.jobs.step(CursorStep::Top);
            if step != CursorStep::By(1) {
                state.jobs.step(step);
            }
        }
        (false, true) if has_row_above && state.jobs.index() == 0 && state.jobs.row().is_some() => {
            all_candidates::open(state);
        }
        (false, _) => state.jobs.step(step),
    }
    note_cursor_step(state);
}

fn move_sideways(state: &mut State, by: isize) {
    if state.focus == Pane::Candidates && state.layout.board {
        board::update::step_sideways_on_board(state, by);
    } else {
        navigation::update::move_sideways(state, by);
    }
}

fn mark(state: &mut State, marking: Marking) {
    if with_list(state, list_of(state.focus), marking) {
        note_cursor_step(state);
    } else {
        state.notify(Severity::Info, "Nothing here to mark");
    }
}

fn toggle_mouse(state: &mut State, effects: &mut Vec<Effect>) {
    state.mouse = !state.mouse;
    effects.push(Effect::Terminal(TerminalEffect::Mouse(state.mouse)));
    let message = if state.mouse {
        "Mouse on: click, double click, wheel. Shift and drag selects text"
    } else {
        "Mouse off: drag selects text in the terminal"
    };
    state.notify(Severity::Info, message);
}

fn edit_text(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    match (state.dialogs.top(), edit) {
        (Some(Dialog::Palette(_)), _) => {
            if let Some(target) = palette::update::edit(state, edit) {
                open_target(state, target, effects);
            }
        }
        (Some(Dialog::Help(_)), _) => help::update::edit(state, edit),
        (Some(Dialog::Changes(_)), _) => changes::update::edit(state, edit, effects),
        (Some(Dialog::PickJob(_)), _) => job_picker::update::edit(state, edit),
        (Some(Dialog::EditJob(_)), _) => job_editor::update::typing::edit(state, edit, effects),
        (Some(Dialog::PickStage(_)), _) => stage_moves::update::edit(state, edit),
        (Some(Dialog::Prompt(_)), _) => prompt::update::edit(state, edit),
        (Some(Dialog::Export(_)), _) => export::update::edit(state, edit, effects),
        (Some(Dialog::Key { .. }), TextEdit::Accept) => key_prompt::update::accept(state, effects),
        (Some(Dialog::Key { .. }), TextEdit::Cancel) => key_prompt::update::leave(state),
        (Some(Dialog::SaveView { .. }), TextEdit::Accept) => {
            saved_views::update::accept(state, effects);
        }
        (Some(_), TextEdit::Cancel) => state.dialogs.close(),
        (Some(_), TextEdit::Complete | TextEdit::Next | TextEdit::Previous) => {
            state.notify(Severity::Info, "No suggestions here");
        }
        (Some(_), _) => typing::edit_input(state, effects, |field| field.edit(edit)),
        (None, _) if editor::update::is_typing(state) => {
            editor::update::fill::edit(state, edit, effects);
        }
        // The steps of the save flow take no text.
        (None, _) if state.editor.is_some() => {}
        (None, _) if state.is_filtering_inbox() => inbox::update::edit_filter(state, edit),
        (None, _) => filter::update::edit(state, edit, effects),
    }
}

/// Loads everything again; the current data stays until then.
pub(crate) fn refresh(state: &mut State, effects: &mut Vec<Effect>) {
    use crate::tui::app::state::WorkspaceStatus;
    if let Some(why) = state.connection.locked.clone() {
        return crate::tui::app::connection::show_key_prompt(state, why);
    }
    if matches!(state.workspace, WorkspaceStatus::Failed(_)) {
        state.workspace = WorkspaceStatus::Opening(String::new());
        effects.push(Effect::Http(HttpEffect::Reopen));
        return;
    }
    if let Some(why) = state.connection.offline_reason() {
        let message = format!("Not refreshed: {why}");
        return state.notify(Severity::Info, message);
    }
    if let Some(offline) = &mut state.connection.offline {
        offline.probe_at = Some(state.clock.moment);
    }
    if state.connection.paused_until.take().is_some() {
        effects.push(Effect::Http(HttpEffect::EndPause));
    }
    state.fetching.backoff.reset_all();
    refresh_report::begin(state);
    // Responses in flight predate the refresh.
    cancel(state, effects, |_| true);
    state.jobs.pages.refresh();
    for record in state.candidates.values_mut() {
        record.expire();
    }
    for record in state.people.values_mut() {
        record.expire();
    }
    let queued = state.inbox.iter().flat_map(|inbox| &inbox.jobs).map(|group| &group.id);
    for id in queued.chain(&state.job).collect::<BTreeSet<_>>() {
        if let Some(open) = state.open.get_mut(id) {
            open.job.expire();
            open.list.pages.refresh();
        }
    }
    state.fetching.cursor_rests_at = None;
    if state.is_all_selected() && state.inbox.is_none() {
        return features_all::update::read_jobs(state);
    }
    state.notify(Severity::Info, refresh_report::STARTED);
}
