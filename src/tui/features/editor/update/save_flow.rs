//! The save flow: review, send, resolve a conflict, read the report.

use super::current::{close, refuse, with_editor};
use super::{background, drafts};
use crate::keymap::action::{Action, FormAction, Pane, SaveFlowAction, TextEdit};
use crate::recruiting::person::saved_edit::own_edits;
use crate::recruiting::person::{Draft, FieldValue, Form, PersonField, SaveStep, check};
use crate::tui::app::effect::{ComputeEffect, Effect, HttpEffect};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::PendingOpen;
use crate::tui::features::editor::known_people;
use crate::tui::features::editor::state::save_flow::{editor_inner, save_flow};
use crate::tui::features::editor::state::{
    ConflictSide, Editor, EditorOrigin, EditorQuestion, EditorStep, FormLine, LinePart,
};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::pick_list;

pub(crate) fn review(state: &mut State) {
    let Some(editor) = &state.editor else { return };
    if let Some((_, why)) = &editor.unparsed {
        let (open, drop) =
            (Action::Form(FormAction::EditExternally), Action::Form(FormAction::Reset));
        let (open, drop) = (state.key_of(open), state.key_of(drop));
        let message = format!("{why}; {open} opens the text from outside again, {drop} drops it");
        return refuse(state, &message);
    }
    if editor.is_loading() {
        return read_again(state);
    }
    if editor.form.is_untouched() {
        let is_new = editor.form.kind.is_create();
        return refuse(
            state,
            if is_new { "nothing was typed yet" } else { "nothing was changed yet" },
        );
    }
    if let Some(issue) = check(&editor.form).into_iter().find(|finding| finding.is_blocking) {
        let message = format!("{}: {}", issue.field.spec().label, issue.message);
        with_editor(state, |editor| go_to_entry(editor, issue.field, issue.entry));
        return refuse(state, &message);
    }
    let duplicates = if editor.form.kind.is_create() {
        known_people::find_duplicates(state, &editor.form)
    } else {
        Vec::new()
    };
    let among = known_people::known_candidate_count(state);
    with_editor(state, |editor| {
        editor.failure = None;
        editor.step = EditorStep::Review { scroll: 0, duplicates, compared_count: among };
    });
}

/// Requests a record again that could not be loaded: a save needs a known base.
fn read_again(state: &mut State) {
    let person = state.editor.as_deref().and_then(|editor| editor.form.person.clone());
    let why = state.editor.as_deref_mut().and_then(|editor| editor.load_error.take());
    let message = match (why, person) {
        (Some(why), Some(person)) => {
            state.reread_person(&person);
            format!("the record could not be read: {why}; it is read again, what you typed is kept")
        }
        _ => "the record is still being read; what you typed is kept".to_owned(),
    };
    refuse(state, &message);
}

/// Moves the cursor to the entry, or to the first line of the field.
pub(crate) fn go_to_entry(editor: &mut Editor, field: PersonField, entry: Option<usize>) {
    let lines = editor.lines();
    let is_match = |line: &FormLine| {
        line.field == field && entry.is_none_or(|entry| line.part == LinePart::Entry(entry))
    };
    let first = lines.iter().position(|line| line.field == field);
    if let Some(line) = lines.iter().position(is_match).or(first) {
        editor.go(line, editor.cell);
    }
}

/// Keys outside the form.
pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(editor) = &state.editor else { return };
    match (&editor.step, action) {
        (EditorStep::Question(question), _) => answer(state, *question, action, effects),
        // Possible duplicates must be scrolled through before a create.
        (EditorStep::Review { duplicates, .. }, Action::Open)
            if !duplicates.is_empty() && is_more_below(state) =>
        {
            scroll(state, Action::PageDown);
        }
        (EditorStep::Review { .. }, Action::Open) => confirm_or_send(state, effects),
        (EditorStep::Review { .. }, Action::Back | Action::Quit) => back_to_form(state, effects),
        (EditorStep::Sending { step, ticket, .. }, Action::Back | Action::Quit) => {
            let (step, ticket) = (*step, *ticket);
            cancel(state, step, ticket, effects);
        }
        (EditorStep::Conflict { .. }, _) => resolve_conflict(state, action, effects),
        (EditorStep::Report { .. }, Action::SaveFlow(SaveFlowAction::Restore)) => {
            restore(state, effects);
        }
        (
            EditorStep::Report { .. } | EditorStep::Unchanged,
            Action::Open | Action::Back | Action::Quit,
        ) => {
            close_report(state, effects);
        }
        (EditorStep::Created(_), Action::Open) => open_created(state),
        (EditorStep::Created(_), Action::Back | Action::Quit) => close(state),
        (EditorStep::Review { .. } | EditorStep::Report { .. } | EditorStep::Created(_), _) => {
            scroll(state, action);
        }
        _ => {}
    }
}

fn answer(state: &mut State, question: EditorQuestion, action: Action, effects: &mut Vec<Effect>) {
    match (question, action) {
        (EditorQuestion::Enrich, Action::Open) => {
            with_editor(state, |editor| {
                editor.step = EditorStep::Filling;
                editor.push_snapshot();
                editor.mark_edited();
                editor.form.set(PersonField::EnrichRecord, FieldValue::Switch(true));
            });
            drafts::schedule_write(state);
        }
        (EditorQuestion::Leave, Action::Open) => {
            drafts::write(state, effects);
            let (list, name) = (state.key_of(Action::Drafts).into_owned(), name(state));
            close(state);
            state.notify(
                Severity::Info,
                format!("the edit of {name} is kept; {list} lists what is unsaved"),
            );
        }
        (EditorQuestion::Leave, Action::SaveFlow(SaveFlowAction::Discard)) => {
            drafts::discard(state, effects);
        }
        (EditorQuestion::SendAgain, Action::Open) => send(state, effects),
        (_, Action::Back | Action::Quit) => {
            _ = with_editor(state, |editor| editor.step = EditorStep::Filling);
        }
        _ => {}
    }
}

fn name(state: &State) -> String {
    let name = state.editor.as_deref().map_or("", |editor| editor.form.name.trim());
    match crate::text::sanitize(name).into_owned() {
        name if name.is_empty() => "somebody new".to_owned(),
        name => name,
    }
}

/// An undo has no form to return to.
fn back_to_form(state: &mut State, effects: &mut Vec<Effect>) {
    let is_restore =
        state.editor.as_deref().is_some_and(|editor| editor.origin == EditorOrigin::Restore);
    if is_restore {
        drafts::forget(state, effects);
        return close(state);
    }
    with_editor(state, Editor::resume);
}

/// Asks before a create that may have been sent already.
fn confirm_or_send(state: &mut State, effects: &mut Vec<Effect>) {
    // An old notice would stand beside the new result.
    let _ = state.notices.dismiss(state.clock.moment);
    // The search for a lost create needs the same job and external ID.
    let is_different = |editor: &Editor| {
        editor
            .sent_key
            .as_ref()
            .is_some_and(|sent| editor.maybe_sent && *sent != editor.form.lookup_key())
    };
    let needs_confirmation = state
        .editor
        .as_deref()
        .is_some_and(|editor| editor.is_outcome_unknown || is_different(editor));
    if needs_confirmation {
        with_editor(state, |editor| editor.step = EditorStep::Question(EditorQuestion::SendAgain));
    } else {
        send(state, effects);
    }
}

pub(crate) fn send(state: &mut State, effects: &mut Vec<Effect>) {
    if refuse_second_change(state) {
        return;
    }
    let lacks_id = |editor: &Editor| {
        editor.form.kind.is_create() && editor.form.external_id().trim().is_empty()
    };
    if state.editor.as_deref().is_some_and(lacks_id) {
        // A lost create can be found again only by its external ID.
        state.edit_session.opening = Some(PendingOpen::Send);
        return effects.push(Effect::Compute(ComputeEffect::GenerateId));
    }
    let (ticket, since) = (state.next_ticket(), state.clock.moment);
    if let Some(editor) = state.editor.as_deref_mut() {
        editor.maybe_sent &= editor.form.kind.is_create();
    }
    drafts::write(state, effects);
    let quirks = state.local_data.quirks;
    let Some(editor) = state.editor.as_deref_mut() else { return };
    editor.failure = None;
    editor.field_errors.clear();
    if let Some(mut plan) = editor.form.plan() {
        plan.resends = matches!(editor.origin, EditorOrigin::Undo(_) | EditorOrigin::Redo(_));
        plan.own_edits = own_edits(&state.edit_log.edits, &plan.person);
        editor.step =
            EditorStep::Sending { ticket, step: SaveStep::Reading, searches_first: false, since };
        let draft = Some(editor.draft.clone());
        effects.push(Effect::Http(HttpEffect::Save {
            ticket,
            plan: Box::new(plan),
            quirks,
            draft,
        }));
    } else {
        // After a confirmation the possible duplicate is accepted.
        let was_confirmed = matches!(editor.step, EditorStep::Question(EditorQuestion::SendAgain));
        let searches_first = editor.maybe_sent && !was_confirmed;
        let step = if searches_first { SaveStep::Searching } else { SaveStep::Sending };
        editor.step = EditorStep::Sending { ticket, step, searches_first, since };
        if let Some(draft) = drafts::current_draft(state) {
            effects.push(Effect::Http(HttpEffect::Create {
                ticket,
                draft: Box::new(Draft { sent: searches_first, ..draft }),
            }));
        }
        with_editor(state, |editor| {
            editor.sent_key = Some(editor.form.lookup_key());
            (editor.maybe_sent, editor.is_outcome_unknown) = (true, false);
        });
    }
}

/// Two changes of one person could overtake each other: the older one would win, or be taken for
/// another user's.
fn refuse_second_change(state: &mut State) -> bool {
    let person = state.editor.as_deref().and_then(|editor| editor.form.person.as_ref());
    let is_same = |awaited: &Editor| person.is_some() && awaited.form.person.as_ref() == person;
    let is_pending = state.edit_session.awaiting.iter().any(is_same);
    if is_pending {
        let message = "cannot send yet: the result of an earlier change to this person is pending; a message will report it";
        refuse(state, message);
    }
    is_pending
}

/// Only a save that has not been sent can be cancelled. Any other goes on in the background, since a
/// server may take long to answer.
fn cancel(
    state: &mut State,
    step: SaveStep,
    ticket: crate::tui::app::request::Ticket,
    effects: &mut Vec<Effect>,
) {
    let is_change = state.editor.as_deref().is_some_and(|editor| editor.form.person.is_some());
    if step == SaveStep::Reading && is_change {
        // The request may be sent already; the response tells.
        effects.push(Effect::Http(HttpEffect::StopWriting(ticket)));
    } else {
        background::leave(state);
    }
}

fn resolve_conflict(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let leave = state.key_of(Action::Edit(TextEdit::Cancel)).into_owned();
    let Some(editor) = state.editor.as_deref_mut() else { return };
    let EditorStep::Conflict { conflicts, sides, at, now } = &mut editor.step else { return };
    let last = conflicts.len().saturating_sub(1);
    match action {
        Action::Down => *at = (*at + 1).min(last),
        Action::Up => *at = at.saturating_sub(1),
        Action::Top => *at = 0,
        Action::Bottom => *at = last,
        Action::SaveFlow(decide @ (SaveFlowAction::Theirs | SaveFlowAction::Mine)) => {
            let side = if decide == SaveFlowAction::Theirs {
                ConflictSide::Theirs
            } else {
                ConflictSide::Mine
            };
            if let Some(chosen) = sides.get_mut(*at) {
                *chosen = Some(side);
            }
            // On to the next undecided field.
            if let Some(next) = (0..sides.len())
                .map(|by| (*at + by) % sides.len())
                .find(|next| sides[*next].is_none())
            {
                *at = next;
            }
        }
        Action::Open if sides.contains(&None) => {
            let left = sides.iter().filter(|side| side.is_none()).count();
            refuse(state, &format!("{left} to choose yet; {leave} goes back to the form"));
        }
        Action::Open => {
            let theirs = conflicts.iter().zip(&*sides);
            let theirs = theirs.filter(|(_, side)| **side == Some(ConflictSide::Theirs));
            let theirs: Vec<PersonField> = theirs.map(|(conflict, _)| conflict.field).collect();
            let now = now.clone();
            editor.form.typed.retain(|field, _| !theirs.contains(field));
            editor.form.rebase(&now);
            editor.changed_on_server.clear();
            editor.step = EditorStep::Filling;
            editor.go(editor.line, editor.cell);
            drafts::schedule_write(state);
            if state.editor.as_deref().is_some_and(|editor| editor.form.is_untouched()) {
                drafts::forget(state, effects);
                close(state);
                state.notify(Severity::Info, "nothing is left to send: theirs stays");
            } else {
                review(state);
            }
        }
        Action::Back | Action::Quit => back_to_form(state, effects),
        _ => {}
    }
}

/// Closes the report. Values that were not saved stay in the form.
fn close_report(state: &mut State, effects: &mut Vec<Effect>) {
    let is_left = |editor: &Editor| {
        matches!(editor.step, EditorStep::Report { .. }) && !editor.form.is_untouched()
    };
    if state.editor.as_deref().is_some_and(is_left) {
        back_to_form(state, effects);
    } else {
        close(state);
    }
}

/// Reviews an edit that reverts what the server changed on its own.
fn restore(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(editor) = state.editor.as_deref() else { return };
    let (EditorStep::Report { report, .. }, Some(person)) = (&editor.step, &editor.form.person)
    else {
        return;
    };
    let mut form = Form::update(person, &report.now);
    for change in &report.unrequested {
        if change.can_restore() {
            form.set(change.field, change.before.clone());
        }
    }
    if form.is_untouched() {
        return refuse(state, "there is nothing that could be put back through this interface");
    }
    drafts::forget(state, effects);
    let mut editor = Editor::new(drafts::next_id(state), form);
    editor.origin = EditorOrigin::Restore;
    state.editor = Some(Box::new(editor));
    review(state);
}

/// Opens the created candidate.
fn open_created(state: &mut State) {
    let Some(EditorStep::Created(created)) = state.editor.as_deref().map(|editor| &editor.step)
    else {
        return;
    };
    let (job, candidate) =
        (created.job.as_ref().map(|job| job.id.clone()), created.candidate.clone());
    close(state);
    if let (Some(job), Some(candidate)) = (job, candidate) {
        let location = Location::record(Pane::Candidate, job, Some(candidate));
        state.follow_up(FollowUp::GoTo(location));
    }
}

fn is_more_below(state: &State) -> bool {
    let Some(inner) = editor_inner(state) else { return false };
    let height = usize::from(inner.height);
    save_flow(state, inner.width)
        .is_some_and(|flow| flow.first_visible(height) < flow.max_scroll(height))
}

fn scroll(state: &mut State, action: Action) {
    let Some(inner) = editor_inner(state) else { return };
    let Some(flow) = save_flow(state, inner.width) else { return };
    let last = flow.max_scroll(inner.height.into());
    let page = usize::from(state.layout.main.height.saturating_sub(4)).max(1);
    let Some(editor) = state.editor.as_deref_mut() else { return };
    let scroll = match &mut editor.step {
        EditorStep::Review { scroll, .. } | EditorStep::Report { scroll, .. } => scroll,
        _ => &mut editor.first,
    };
    *scroll = pick_list::step(*scroll, last, page, action);
}
