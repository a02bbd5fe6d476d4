//! Editing the form as TOML in `$EDITOR`.

use super::current::{refuse, with_editor};
use super::{drafts, save_flow};
use crate::recruiting::person::{
    FieldValue, Form, JobChoice, PersonField, first_mistake, from_toml, to_toml,
};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{EditorQuestion, EditorStep};
use crate::tui::features::messages::state::Severity;

/// A text that did not parse before is opened unchanged.
pub(crate) fn open(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(editor) = state.editor.as_deref().filter(|editor| !editor.is_sending()) else {
        return;
    };
    if editor.reading && editor.unread.is_none() {
        return refuse(state, "the record is still being read; then it can be opened outside");
    }
    let text = match &editor.unread {
        Some((text, _)) => text.clone(),
        None => to_toml(&editor.form),
    };
    drafts::keep(state, effects);
    effects.push(Effect::EditOutside(text));
}

pub(crate) fn edited(
    state: &mut State,
    outcome: Result<String, String>,
    effects: &mut Vec<Effect>,
) {
    let text = match outcome {
        Ok(text) => text,
        Err(message) => return state.tell(Severity::Error, message),
    };
    let Some(editor) = state.editor.as_deref() else { return };
    let read = from_toml(&text, &editor.form).map_err(|mistakes| first_mistake(&mistakes));
    let read = read.and_then(|form| form.map(|form| with_job(state, form)).transpose());
    match read {
        Ok(None) => {
            with_editor(state, |editor| editor.unread = None);
            state.tell(Severity::Info, "the text was emptied: the form is as it was");
        }
        Ok(Some(form)) => taken(state, form),
        Err(why) => {
            with_editor(state, |editor| {
                editor.step = EditorStep::Filling;
                editor.unread = Some((text, why));
            });
        }
    }
    // At once: the executor deletes its file after this write.
    drafts::keep(state, effects);
}

/// Turning enrichment on needs the same confirmation as in the form.
fn taken(state: &mut State, mut form: Form) {
    let is_on = |form: &Form| *form.value(PersonField::EnrichRecord) == FieldValue::Switch(true);
    let asks = with_editor(state, |editor| {
        let asks = is_on(&form) && !is_on(&editor.form);
        if asks {
            form.set(PersonField::EnrichRecord, FieldValue::Switch(false));
        }
        editor.remember();
        editor.unread = None;
        editor.only = None;
        editor.form = form;
        editor.step =
            if asks { EditorStep::Asking(EditorQuestion::Enrich) } else { EditorStep::Filling };
        editor.go(editor.line, editor.cell);
        asks
    });
    let is_untouched = state.editor.as_deref().is_some_and(|editor| editor.form.is_untouched());
    if asks == Some(false) && !is_untouched {
        save_flow::review(state);
    }
}

/// Resolves a job typed as an ID; an unknown ID is an error.
fn with_job(state: &State, mut form: Form) -> Result<Form, String> {
    let Some(job) = form.job().cloned() else { return Ok(form) };
    let rows = &state.jobs.roll.rows;
    match rows.find(&job.id) {
        Some(row) => {
            let name = rows.name(row).to_owned();
            form.set(PersonField::JobId, FieldValue::Job(Some(JobChoice { name, ..job })));
            Ok(form)
        }
        None if job.name != job.id.as_str() => Ok(form),
        None => {
            let id = crate::text::sanitize(job.id.as_str()).into_owned();
            Err(format!("job_id: none of the jobs that were read is {id}"))
        }
    }
}
