//! The answers to what the editor sent.

use std::collections::BTreeMap;

use super::{drafts, save_flow};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit, can_take_back};
use crate::recruiting::person::{
    CreateOutcome, CreatedPerson, FieldOutcome, FieldValue, Form, PersonField, Report, SaveOutcome,
    SaveStep, ServerQuirks, WriteFailure,
};
use crate::text;
use crate::tui::app::effect::Effect;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{Editor, EditorOrigin, EditorStep};
use crate::tui::features::messages::state::Severity;
use crate::wire::{CandidateId, JobId, Person};

/// A change is so far.
pub(crate) fn step(state: &mut State, ticket: Ticket, now: SaveStep) {
    if let Some(editor) = state.editor.as_deref_mut()
        && let EditorStep::Sending { ticket: sent, step, .. } = &mut editor.stage
        && *sent == ticket
    {
        *step = now;
    }
}

/// Whether the editor waits for it.
fn is_awaited(state: &State, ticket: Ticket) -> bool {
    let far = state.editor.as_deref().map(|editor| &editor.stage);
    matches!(far, Some(EditorStep::Sending { ticket: sent, .. }) if *sent == ticket)
}

/// A change came to its end.
pub(crate) fn saved(
    state: &mut State,
    ticket: Ticket,
    outcome: SaveOutcome,
    effects: &mut Vec<Effect>,
) {
    if !is_awaited(state, ticket) {
        return;
    }
    match outcome {
        SaveOutcome::Done(report) => done(state, report, effects),
        SaveOutcome::Already(now) => {
            take_record(state, &now, effects);
            note_already(state, &now);
            drafts::forget(state, effects);
            super::with(state, |editor| editor.stage = EditorStep::Already);
        }
        SaveOutcome::Clash { now, clashes } => {
            take_record(state, &now, effects);
            super::with(state, |editor| {
                let sides = vec![None; clashes.len()];
                editor.stage = EditorStep::Clash { clashes, sides, at: 0, now };
            });
        }
        SaveOutcome::Failed(failed) => fails(state, failed),
    }
}

fn done(state: &mut State, report: Box<Report>, effects: &mut Vec<Effect>) {
    crate::tui::app::connection::mark_online(state);
    take_record(state, &report.now, effects);
    learn(state, report.learned, effects);
    note(state, &report);
    for line in report.lines.iter().filter(|line| line.verdict == FieldOutcome::Seen) {
        if let FieldValue::Job(Some(job)) = &line.wanted {
            recount(state, &job.id);
        }
    }
    // What was not saved stays in the form, and on disk.
    let mut unsaved: Vec<PersonField> = report.unsaved().collect();
    if state.memory.habits.extends_lists && report.replaced().next().is_some() {
        unsaved.extend(report.replaced());
        unlearn(state, effects);
    }
    super::with(state, |editor| {
        editor.form.typed.retain(|field, _| unsaved.contains(field));
        editor.form.rebase(&report.now);
    });
    if unsaved.is_empty() {
        drafts::forget(state, effects);
    } else {
        drafts::keep_soon(state);
    }
    super::with(state, |editor| editor.stage = EditorStep::Told { scroll: 0, report });
}

/// Tells what the server did with a change that was not made in the form.
pub(crate) fn tell(state: &mut State, report: Box<Report>) {
    let draft = drafts::next_id(state);
    let mut editor = Editor::new(draft, Form::update(&report.now));
    editor.stage = EditorStep::Told { scroll: 0, report };
    state.over = None;
    state.editor = Some(Box::new(editor));
}

/// What was learned of the server is told and remembered.
pub(crate) fn learn(state: &mut State, learned: ServerQuirks, effects: &mut Vec<Effect>) {
    let known = state.memory.habits;
    let all = known.and(learned);
    if all == known {
        return;
    }
    state.memory.habits = all;
    effects.push(Effect::Learn(all));
    if all.extends_lists && !known.extends_lists {
        let told = "this server adds to lists instead of replacing them; that is remembered";
        state.tell(Severity::Warning, told);
    }
    if all.clears_omitted && !known.clears_omitted {
        let told = "this server clears what an update leaves out; that is remembered";
        state.tell(Severity::Warning, told);
    }
}

/// The server was thought to add to lists, was sent the new entries alone, and
/// replaced the list by them.
fn unlearn(state: &mut State, effects: &mut Vec<Effect>) {
    let wrong = ServerQuirks { extends_lists: true, ..ServerQuirks::default() };
    state.memory.habits = state.memory.habits.but(wrong);
    effects.push(Effect::Unlearn(wrong));
    let told = "this server replaces lists now, which it did not before: send the whole list again";
    state.tell(Severity::Error, told);
}

/// The journal of the session.
fn note(state: &mut State, report: &Report) {
    let unsaved: Vec<PersonField> = report.unsaved().collect();
    let origin = state.editor.as_deref().map_or(EditorOrigin::Typing, |editor| editor.origin);
    if let EditorOrigin::Undo(_) | EditorOrigin::Redo(_) = origin {
        // Half of it taken back is neither.
        if unsaved.is_empty() {
            settle_journal(state);
        }
        return;
    }
    let saved = report.lines.iter().filter(|line| !unsaved.contains(&line.field));
    let before: BTreeMap<PersonField, _> =
        saved.clone().map(|line| (line.field, line.before.clone())).collect();
    // What the server made of it is what is there to be taken back.
    let after =
        saved.map(|line| (line.field, line.now.clone().unwrap_or_else(|| line.wanted.clone())));
    let standing = match &before {
        before if before.is_empty() => EditStatus::Unsaved,
        before if before.iter().any(|(field, was)| can_take_back(*field, was.as_ref())) => {
            EditStatus::Made
        }
        _ => EditStatus::Final,
    };
    let done = SavedEdit {
        person: report.now.id.clone(),
        name: text::sanitize(&report.now.name).into_owned(),
        at: state.clock.date,
        after: after.collect(),
        before,
        told: told(report),
        is_fine: report.is_as_meant() && unsaved.is_empty(),
        state: standing,
        report: Some(Box::new(report.clone())),
    };
    write_down(state, done);
}

/// The server had it already: where nobody knew whether it was saved, it was.
fn note_already(state: &mut State, now: &Person) {
    let Some(editor) = state.editor.as_deref() else { return };
    if let EditorOrigin::Undo(_) | EditorOrigin::Redo(_) = editor.origin {
        return settle_journal(state);
    }
    let before =
        editor.form.typed.keys().map(|field| (*field, editor.form.base.get(field).cloned()));
    let done = SavedEdit {
        person: now.id.clone(),
        name: text::sanitize(&now.name).into_owned(),
        at: state.clock.date,
        before: before.collect(),
        after: editor.form.typed.clone(),
        told: "the server has it so already; nothing was sent now".to_owned(),
        is_fine: true,
        // Whether it was this window or somebody else, nobody knows.
        state: EditStatus::Final,
        report: None,
    };
    write_down(state, done);
}

/// A change of which nobody knows whether it was carried out.
fn note_unknown(state: &mut State, failed: &WriteFailure) {
    let Some(editor) = state.editor.as_deref().filter(|_| failed.maybe) else { return };
    let done = SavedEdit {
        person: editor.form.person.clone().unwrap_or_default(),
        name: text::sanitize(&editor.form.name).into_owned(),
        at: state.clock.date,
        before: BTreeMap::new(),
        after: editor.form.typed.clone(),
        told: format!("it may have been carried out: {}", failed.failure.told),
        is_fine: false,
        state: EditStatus::Unsaved,
        report: None,
    };
    write_down(state, done);
}

fn write_down(state: &mut State, done: SavedEdit) {
    // `u` takes back what was done last; what was taken back before is past.
    state.drafting.discarded = None;
    state.drafting.undone.clear();
    state.edits.push(done);
}

/// An edit that was taken back, or made again, stands so now.
fn settle_journal(state: &mut State) {
    let origin = state.editor.as_deref().map_or(EditorOrigin::Typing, |editor| editor.origin);
    let (at, standing) = match origin {
        EditorOrigin::Undo(at) => (at, EditStatus::TakenBack),
        EditorOrigin::Redo(at) => (at, EditStatus::Made),
        EditorOrigin::Typing | EditorOrigin::Restore => return,
    };
    if let Some(done) = state.edits.get_mut(at) {
        done.state = standing;
    }
    state.drafting.undone.retain(|undone| *undone != at);
    if standing == EditStatus::TakenBack {
        state.drafting.undone.push(at);
    }
}

/// In a few words.
fn told(report: &Report) -> String {
    let labels = |verdict| {
        let lines = report.lines.iter().filter(move |line| line.verdict == verdict);
        lines.map(|line| line.field.spec().label).collect::<Vec<_>>().join(", ")
    };
    let parts = [
        (FieldOutcome::Seen, "saved and seen"),
        (FieldOutcome::Unseen, "sent, never shown"),
        (FieldOutcome::Kept, "kept as it was"),
        (FieldOutcome::Other, "kept as something else"),
    ];
    let parts = parts.map(|(verdict, words)| (labels(verdict), words));
    let parts = parts.into_iter().filter(|(labels, _)| !labels.is_empty());
    let mut parts: Vec<String> =
        parts.map(|(labels, words)| format!("{labels}: {words}")).collect();
    let unasked = report.unasked.iter().map(|one| one.field.spec().label);
    let unasked = unasked.chain(report.lost_jobs.first().map(|_| "jobs")).collect::<Vec<_>>();
    if !unasked.is_empty() {
        parts.push(format!("changed without being asked: {}", unasked.join(", ")));
    }
    parts.join("; ")
}

/// The record as it is now, wherever it is shown.
pub(crate) fn take_record(state: &mut State, person: &Person, effects: &mut Vec<Effect>) {
    let now = state.clock.date;
    // What is out was asked before: it would bring back what was.
    let slot = Slot::Person(person.id.clone());
    if state.asked.remove(&slot).is_some() {
        effects.push(Effect::Cancel(slot));
    }
    state.people.place(&person.id).take(Ok(person.clone()), now);
    for job in &person.jobs {
        let id: &CandidateId = &job.candidate_id;
        if state.candidates.get(id).is_some() {
            state.candidates.place(id).expire();
        }
        let Some(open) = state.open.get_mut(&job.job_id) else { continue };
        let Some(row) = open.list.roll.rows.find(id.as_str()) else { continue };
        let mut item = open.list.roll.rows.item(row);
        item.name.clone_from(&person.name);
        item.current_job_title.clone_from(&person.current_job_title);
        item.current_company_name.clone_from(&person.current_company_name);
        if item != open.list.roll.rows.item(row) {
            open.list.roll.rows.put(&item);
            open.list.restir(row);
        }
    }
}

/// A job has somebody more: its list and its count are read again.
pub(crate) fn recount(state: &mut State, job: &JobId) {
    state.jobs.roll.refresh();
    if let Some(open) = state.open.get_mut(job) {
        open.list.roll.refresh();
        open.job.expire();
    }
}

/// It did not come about: the form is there again with everything in it.
fn fails(state: &mut State, failed: WriteFailure) {
    if failed.failure.kind == FailureKind::Cancelled && !failed.maybe {
        super::with(state, |editor| {
            editor.stage = EditorStep::Filling;
            editor.go(editor.line, editor.cell);
        });
        return state.tell(Severity::Info, failed.failure.told);
    }
    note_unknown(state, &failed);
    let is_key = failed.failure.kind == FailureKind::Key;
    crate::tui::app::connection::record_failure(state, &failed.failure);
    super::with(state, |editor| {
        let has_looked = matches!(editor.stage, EditorStep::Sending { looks: true, .. });
        editor.stage = EditorStep::Filling;
        editor.troubles.clone_from(&failed.fields);
        if let Some(first) = failed.fields.first() {
            save_flow::to_entry(editor, first.field, first.entry);
        } else {
            editor.go(editor.line, editor.cell);
        }
        if editor.form.kind.is_create() {
            // Where there is a list to look in, that is done before anybody is asked.
            editor.unsettled = failed.maybe && (has_looked || editor.form.job().is_none());
            // Where no answer came they are looked for before they are sent again.
            let is_lost = matches!(
                failed.failure.kind,
                FailureKind::Network | FailureKind::Silence | FailureKind::Server
            );
            editor.sent &= failed.maybe || is_lost && editor.form.job().is_some();
        }
        editor.failed = Some(failed);
    });
    drafts::keep_soon(state);
    if is_key && let Some(why) = state.locked.clone() {
        crate::tui::app::connection::show_key_prompt(state, why);
    }
}

/// The making of somebody new came to its end.
pub(crate) fn born(
    state: &mut State,
    ticket: Ticket,
    born: CreateOutcome,
    effects: &mut Vec<Effect>,
) {
    if !is_awaited(state, ticket) {
        return;
    }
    match born {
        CreateOutcome::Failed(failed) => fails(state, failed),
        CreateOutcome::Made(birth) => {
            crate::tui::app::connection::mark_online(state);
            drafts::forget(state, effects);
            if let Some(person) = &birth.person {
                take_record(state, person, effects);
            }
            note_birth(state, &birth);
            if let Some(job) = &birth.job {
                recount(state, &job.id);
            }
            super::with(state, |editor| {
                editor.first = 0;
                editor.stage = EditorStep::Born(birth);
            });
        }
    }
}

fn note_birth(state: &mut State, birth: &CreatedPerson) {
    let after = state.editor.as_deref().map(|editor| editor.form.typed.clone());
    let told = if birth.found { "created; the answer was lost" } else { "created" };
    let done = SavedEdit {
        person: birth.id.clone(),
        name: text::sanitize(&birth.name).into_owned(),
        at: state.clock.date,
        before: BTreeMap::new(),
        after: after.unwrap_or_default(),
        told: told.to_owned(),
        is_fine: birth.warnings.is_empty(),
        state: EditStatus::Final,
        report: None,
    };
    write_down(state, done);
}
