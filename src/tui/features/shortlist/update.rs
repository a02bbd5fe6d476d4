//! Requests a shortlist, waits for the records, then copies or exports it.

use super::state::Shortlist;
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::triage::Subject;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// The record cache could not hold many more.
const MOST: usize = 100;

/// Makes the shortlist of the job once all records are loaded. The same key again cancels it.
pub(crate) fn shortlist(state: &mut State, wish: TriageAction, effects: &mut Vec<Effect>) {
    let file = wish == TriageAction::ShortlistFile;
    let before = state.deciding.shortlist.as_ref().map(|list| list.file);
    if call_off(state) && before == Some(file) {
        return;
    }
    let shown = state.inbox.as_deref().map(|inbox| inbox.job().map(|group| &group.id));
    let job = shown.unwrap_or(state.job.as_ref());
    let Some(open) = job.and_then(|job| state.open.get(job)) else {
        return state.tell(Severity::Info, "no job is selected yet");
    };
    let whom: Vec<Subject> = state.starred(open).into_iter().map(|row| open.subject(row)).collect();
    let job = open.id.clone();
    if whom.is_empty() {
        let star = state.key_of(Action::Triage(TriageAction::Star)).into_owned();
        let told = format!("nobody in this job has a star; {star} gives one to a candidate");
        return state.tell(Severity::Info, told);
    }
    if whom.len() > MOST {
        let told = format!("{} have a star: a shortlist holds up to {MOST}", whom.len());
        return state.tell(Severity::Warning, told);
    }
    // Retry failed records.
    for subject in &whom {
        if state.people.get(&subject.person).is_some_and(|it| it.record.is_none()) {
            state.people.place(&subject.person).expire();
        }
    }
    let all = whom.len();
    state.deciding.shortlist = Some(Shortlist { job, whom, file });
    let unread = unread(state).len();
    if unread > 0 && state.offline.is_none() {
        state.tell(Severity::Info, format!("reading {unread} of {all} for the shortlist"));
    }
    follow(state, effects);
}

/// Cancels the waiting shortlist. Returns whether there was one.
pub(crate) fn call_off(state: &mut State) -> bool {
    let waits = state.deciding.shortlist.take().is_some();
    if waits {
        state.tell(Severity::Info, "the shortlist that was being read for is not made");
    }
    waits
}

/// The candidates whose record may still arrive.
fn unread(state: &State) -> Vec<&Subject> {
    let whom = state.deciding.shortlist.iter().flat_map(|list| &list.whom);
    let waits = |subject: &&Subject| {
        !subject.person.is_empty()
            && state
                .people
                .get(&subject.person)
                .is_none_or(|it| (it.record.is_none() || it.is_recalled) && it.failure.is_none())
    };
    whom.filter(waits).collect()
}

/// Runs after every message: delivers the shortlist once no more records can arrive.
pub(crate) fn follow(state: &mut State, effects: &mut Vec<Effect>) {
    if state.deciding.shortlist.is_none() {
        return;
    }
    let cut_off = state.offline.is_some() || state.locked.is_some();
    if !cut_off && !unread(state).is_empty() {
        return;
    }
    let is_busy = state.over.is_some() || state.is_typing();
    // The export dialog does not interrupt another dialog or typing.
    let Some(list) = state.deciding.shortlist.take_if(|list| !(list.file && is_busy)) else {
        return;
    };
    let is_read =
        |subject: &Subject| state.people.get(&subject.person).is_some_and(|it| it.record.is_some());
    let missing: Vec<String> = list
        .whom
        .iter()
        .filter(|subject| !is_read(subject))
        .map(|subject| state.name_of(subject))
        .collect();
    let paper = state.shortlist_paper(&list);
    let count = match list.whom.len() {
        1 => "1 candidate".to_owned(),
        count => format!("{count} candidates"),
    };
    if list.file {
        crate::tui::features::export::update::ask(
            state,
            paper,
            &format!("shortlist {}", state.named_job(&list.job)),
        );
    } else {
        effects.push(Effect::Copy(paper.render(DocumentFormat::Markdown)));
        state.tell(Severity::Info, format!("copied the shortlist: {count}, without contact data"));
    }
    if !missing.is_empty() {
        let told = format!(
            "the shortlist has no career of {}: their records could not be read",
            missing.join(", ")
        );
        state.tell(Severity::Warning, told);
    }
}
