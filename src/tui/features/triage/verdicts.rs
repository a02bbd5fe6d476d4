//! Verdicts, stars, and the questions about notes, tags and snoozes: whom they
//! are about, and what follows in queue and list.

use super::transaction;
use super::update::refuse_unopened;
use crate::keymap::action::Pane;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{EntryKind, Snapshot, Subject, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::list::CursorStep;
use crate::tui::app::state::State;
use crate::tui::app::update::lists::{moved, stepped};
use crate::tui::features::board;
use crate::tui::features::inbox::queue;
use crate::tui::features::inbox::state::LastVerdict;
use crate::tui::features::inbox::why::ReasonFinder;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubject};
use crate::wire::CandidateId;

/// Gives a verdict, with the reason that goes with it, and goes on.
pub(crate) fn give(state: &mut State, verdict: Verdict, effects: &mut Vec<Effect>) {
    if refuse_unopened(state) {
        return;
    }
    if let Some(whom) = marked(state) {
        return ask_all(state, verdict, whom);
    }
    let Some(one) = shown(state) else { return };
    decide(state, verdict, PromptSubject { all: vec![one], ..PromptSubject::default() }, effects);
    if state.inbox.is_none() {
        next_row(state);
    }
}

/// Asks whether all that are marked are given a verdict. Nobody can be advanced
/// out of a stage after which none comes: those are left out.
fn ask_all(state: &mut State, verdict: Verdict, mut whom: PromptSubject) {
    let Some(open) = state.opened() else { return };
    let judge = ReasonFinder::new(state, open);
    let stuck = |subject: &Subject| {
        let row = open.list.roll.rows.find(subject.candidate.as_str());
        row.is_some_and(|row| judge.is_over(row))
    };
    let has_other = |subject: &Subject| {
        let own = state.book.own(subject.candidate.as_str());
        let given = own.and_then(|own| own.verdict.as_ref());
        given.is_some_and(|given| given.verdict != verdict)
    };
    if verdict == Verdict::Advance {
        let (out, all) = whom.all.into_iter().partition(|(subject, _)| stuck(subject));
        (whom.out, whom.all) = (out, all);
    } else {
        whom.ended = whom.all.iter().filter(|(subject, _)| stuck(subject)).count();
    }
    let counts = |row: &Row| verdict != Verdict::Advance || !judge.is_over(*row);
    whom.hidden = open.list.hidden().iter().filter(|row| counts(row)).count();
    whom.others = whom.all.iter().filter(|(subject, _)| has_other(subject)).count();
    if whom.all.is_empty() {
        let mut stages: Vec<&str> =
            whom.out.iter().map(|(_, seen)| seen.stage_name.as_str()).collect();
        stages.sort_unstable();
        stages.dedup();
        let told = format!("nobody can be advanced: no stage comes after {}", stages.join(", "));
        return state.tell(Severity::Info, told);
    }
    ask(state, PromptKind::Verdict(verdict), whom);
}

/// Gives all that are marked a verdict, as one step.
pub(crate) fn verdict_on(
    state: &mut State,
    verdict: Verdict,
    whom: PromptSubject,
    effects: &mut Vec<Effect>,
) {
    decide(state, verdict, whom, effects);
    if let Some(open) = state.opened_mut() {
        open.list.marks.clear();
    }
}

fn decide(state: &mut State, verdict: Verdict, whom: PromptSubject, effects: &mut Vec<Effect>) {
    let reason = state.deciding.sticky[verdict as usize].clone();
    if state.inbox.is_none() {
        let told = match whom.all.as_slice() {
            [(_, seen)] => format!("{}, kept here: {}", verdict.as_str(), seen.name),
            all => format!("{}, kept here: {} candidates", verdict.as_str(), all.len()),
        };
        state.tell(Severity::Info, told);
    }
    let act = |_: &Subject| vec![EntryKind::Verdict { verdict, reason: reason.clone() }];
    settle(state, whom, &act, effects);
}

/// Takes a step that decides: those are done with for now, and the next one comes.
pub(crate) fn settle(
    state: &mut State,
    whom: PromptSubject,
    act: &dyn Fn(&Subject) -> Vec<EntryKind>,
    effects: &mut Vec<Effect>,
) {
    let ids = whom.candidates();
    let now = state.clock.moment;
    let just = whom.all.last().cloned().map(|(subject, seen)| {
        let verdict = act(&subject).iter().find_map(|act| match act {
            EntryKind::Verdict { verdict, .. } => Some(*verdict),
            _ => None,
        });
        LastVerdict { verdict, subject, seen }
    });
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.just = just;
        inbox.sitting.extend(ids.iter().map(|id| id.as_str().to_owned()));
        inbox.pace.push(now);
    }
    let looked = whom.all.iter().map(|(subject, _)| subject.clone()).collect();
    super::seen_marks::look(state, looked, effects);
    let entries = transaction::enter(state, acts(whom, act));
    follow(state, &ids);
    if state.inbox.is_some() {
        queue::go_on(state);
        moved(state);
    }
    transaction::send(state, entries, effects);
}

/// Takes a step that leaves them where they are.
pub(crate) fn jot(
    state: &mut State,
    whom: PromptSubject,
    act: &dyn Fn(&Subject) -> Vec<EntryKind>,
    effects: &mut Vec<Effect>,
) {
    let ids = whom.candidates();
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.just = None;
    }
    transaction::take(state, acts(whom, act), effects);
    follow(state, &ids);
}

fn acts(
    whom: PromptSubject,
    act: &dyn Fn(&Subject) -> Vec<EntryKind>,
) -> Vec<(Subject, Snapshot, EntryKind)> {
    let each = whom.all.into_iter().flat_map(|(subject, seen)| {
        let acts = act(&subject);
        acts.into_iter().map(move |act| (subject.clone(), seen.clone(), act))
    });
    each.collect()
}

/// Something was done to them: queue and lists follow.
pub(crate) fn follow(state: &mut State, candidates: &[CandidateId]) {
    let is_open = state.inbox.is_some();
    for candidate in candidates {
        restir(state, candidate.as_str());
        if is_open {
            queue::judge(state, candidate);
        }
    }
}

/// A list whose filter may ask what was done looks at the row again.
pub(crate) fn restir(state: &mut State, candidate: &str) {
    for open in state.open.values_mut().filter(|open| !open.list.filter.is_empty()) {
        if let Some(row) = open.list.roll.rows.find(candidate) {
            open.list.restir(row);
        }
    }
}

/// A star, or none.
pub(crate) fn star(state: &mut State, effects: &mut Vec<Effect>) {
    if refuse_unopened(state) {
        return;
    }
    if let Some(whom) = marked(state) {
        return ask(state, PromptKind::Star, whom);
    }
    let Some(one) = shown(state) else { return };
    star_all(state, PromptSubject { all: vec![one], ..PromptSubject::default() }, effects);
}

/// Gives all of them a star; takes it off where all have one.
pub(crate) fn star_all(state: &mut State, whom: PromptSubject, effects: &mut Vec<Effect>) {
    let has = |subject: &Subject| {
        state.book.own(subject.candidate.as_str()).is_some_and(|own| own.starred)
    };
    let starred: Vec<bool> = whom.all.iter().map(|(subject, _)| has(subject)).collect();
    let act = if starred.iter().all(|has| *has) { EntryKind::Unstar } else { EntryKind::Star };
    let wanted = PromptSubject {
        all: whom
            .all
            .into_iter()
            .zip(starred)
            .filter(|(_, has)| !*has || act == EntryKind::Unstar)
            .map(|(one, _)| one)
            .collect(),
        ..PromptSubject::default()
    };
    jot(state, wanted, &|_| vec![act.clone()], effects);
}

/// Asks about all that are marked, or about whom is shown.
pub(crate) fn question(state: &mut State, about: PromptKind) {
    if refuse_unopened(state) {
        return;
    }
    let whom = match marked(state) {
        Some(whom) => whom,
        None => match shown(state) {
            Some(one) => PromptSubject { all: vec![one], ..PromptSubject::default() },
            None => return,
        },
    };
    ask(state, about, whom);
}

pub(crate) fn ask(state: &mut State, about: PromptKind, whom: PromptSubject) {
    state.over = Some(Dialog::Asking(Box::new(Prompt::new(about, whom))));
}

/// Whom a key is about that is pressed now; tells if that is nobody.
pub(crate) fn shown(state: &mut State) -> Option<(Subject, Snapshot)> {
    if state.inbox.is_none() && board::update::is_on_nobody(state) {
        board::update::tell_of_nobody(state);
        return None;
    }
    let found = state.shown_row().map(|(open, row)| (open.subject(row), state.as_seen(open, row)));
    if found.is_none() {
        state.tell(Severity::Info, "no candidate is selected yet");
    }
    found
}

/// All that are marked in the candidate list, if any are.
fn marked(state: &State) -> Option<PromptSubject> {
    if state.inbox.is_some() || state.focus != Pane::Candidates || !state.has_marks() {
        return None;
    }
    let open = state.opened()?;
    let each = open.list.marks.iter();
    let all = each.map(|row| (open.subject(*row), state.as_seen(open, *row))).collect();
    Some(PromptSubject { all, hidden: state.hidden_marks(), ..PromptSubject::default() })
}

/// To the next row of the list or of the column.
fn next_row(state: &mut State) {
    if state.layout.board {
        return board::update::step_on_board(state, CursorStep::By(1));
    }
    if let Some(open) = state.opened_mut() {
        open.list.step(CursorStep::By(1));
        open.detail_scroll = 0;
    }
    stepped(state);
}
