//! Editing the form as TOML in `$EDITOR`.

use super::current::{refuse, with_editor};
use super::{drafts, save};
use crate::recruiting::person::{
    FieldValue, Form, JobChoice, PersonField, first_mistake, from_toml, to_toml,
};
use crate::tui::app::effect::{Effect, TerminalEffect};
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{EditorQuestion, EditorStep};
use crate::tui::features::messages::state::Severity;

/// A text that did not parse before is opened unchanged.
pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(editor) = state.editor.as_deref().filter(|editor| !editor.is_sending()) else {
        return;
    };
    if editor.is_loading() && editor.unparsed.is_none() {
        let message = match &editor.load_error {
            Some(_) => return save::read_again(state),
            None => "the record is still loading; try again in a moment".to_owned(),
        };
        return refuse(state, &message);
    }
    let text = match &editor.unparsed {
        Some((text, _)) => text.clone(),
        None => to_toml(&editor.form),
    };
    drafts::write(state, effects);
    let Some(draft) = drafts::current_draft(state).map(Box::new) else { return };
    effects.push(Effect::Terminal(TerminalEffect::OpenExternalEditor { text, draft }));
}

pub(crate) fn apply_external_edit(
    state: &mut State,
    outcome: Result<String, String>,
    effects: &mut Vec<Effect>,
) {
    let text = match outcome {
        Ok(text) => text,
        Err(message) => return state.notify(Severity::Error, message),
    };
    let Some(editor) = state.editor.as_deref() else { return };
    let parsed = from_toml(&text, &editor.form).map_err(|mistakes| first_mistake(&mistakes));
    let parsed = parsed.and_then(|form| form.map(|form| resolve_job(state, form)).transpose());
    match parsed {
        Ok(None) => {
            with_editor(state, |editor| editor.unparsed = None);
            state.notify(Severity::Info, "The text was empty: the form is unchanged");
        }
        Ok(Some(form)) => apply_form(state, form),
        Err(why) => {
            with_editor(state, |editor| {
                editor.step = EditorStep::Filling;
                editor.mark_edited();
                editor.unparsed = Some((text, why));
            });
        }
    }
    // At once: the executor deletes its file after this write.
    drafts::write(state, effects);
}

/// Turning enrichment on needs the same confirmation as in the form.
fn apply_form(state: &mut State, mut form: Form) {
    let is_on = |form: &Form| *form.value(PersonField::EnrichRecord) == FieldValue::Switch(true);
    let needs_confirmation = with_editor(state, |editor| {
        let needs_confirmation = is_on(&form) && !is_on(&editor.form);
        if needs_confirmation {
            form.set(PersonField::EnrichRecord, FieldValue::Switch(false));
        }
        editor.push_snapshot();
        if form.typed != editor.form.typed {
            editor.mark_edited();
        }
        editor.unparsed = None;
        editor.only_field = None;
        editor.form = form;
        editor.step = if needs_confirmation {
            EditorStep::Question(EditorQuestion::Enrich)
        } else {
            EditorStep::Filling
        };
        editor.go(editor.line, editor.cell);
        needs_confirmation
    });
    let is_untouched = state.editor.as_deref().is_some_and(|editor| editor.form.is_untouched());
    if needs_confirmation == Some(false) && !is_untouched {
        save::review(state);
    }
}

/// Resolves a job typed as an ID; an unknown ID is an error.
fn resolve_job(state: &State, mut form: Form) -> Result<Form, String> {
    let Some(job) = form.job().cloned() else { return Ok(form) };
    let rows = &state.jobs.pages.rows;
    match rows.find(&job.id) {
        Some(row) => {
            let name = rows.name(row).to_owned();
            form.set(PersonField::JobId, FieldValue::Job(Some(JobChoice { name, ..job })));
            Ok(form)
        }
        None if job.name != job.id.as_str() => Ok(form),
        None => {
            let id = crate::text::sanitize(job.id.as_str()).into_owned();
            Err(format!("job_id: no loaded job has the ID {id}"))
        }
    }
}
