//! What the keys do at a stage of the editor: the keys are the table's, and the
//! words too, but where a stage has better ones.

use crate::app::State;
use crate::app::action::{Action, Decide, Edit, Fill};
use crate::app::edit::{Kind, Step};
use crate::app::editor::{Editor, Origin, Place, Question, Stage};
use crate::view::Look;

/// The keys that hold here, each with its word; what leads on comes first.
pub(super) fn hints(
    state: &State,
    editor: &Editor,
    look: &Look<'_>,
) -> Vec<(String, &'static str)> {
    let hints = look.hints(state.contexts());
    let hints = hints.map(|(action, key, word)| (action, key, word_of(editor, action, word)));
    let mut hints: Vec<_> = hints.filter(|(_, _, word)| !word.is_empty()).collect();
    hints.sort_by_key(|(action, ..)| rank(*action));
    hints.into_iter().map(|(_, key, word)| (key, word)).collect()
}

const fn rank(action: Action) -> usize {
    match action {
        Action::Fill(Fill::Review) => 0,
        Action::Decide(Decide::Theirs | Decide::Mine | Decide::Restore) => 1,
        Action::Open | Action::Edit(Edit::Accept) => 2,
        Action::Decide(Decide::Discard) => 3,
        Action::Back | Action::Edit(Edit::Leave) => 4,
        Action::Help => 5,
        _ => 6,
    }
}

/// The word for an action at this stage; empty where it is of no use, or where
/// another key says the same.
fn word_of(editor: &Editor, action: Action, word: &'static str) -> &'static str {
    match (&editor.stage, action) {
        (Stage::Filling, Action::Edit(Edit::Complete)) => "",
        (Stage::Filling, Action::Edit(Edit::Accept)) => accept(editor),
        (Stage::Filling, Action::Fill(fill)) => fills(editor, fill, word),
        (Stage::Filling, _) => word,
        (_, Action::Open) => goes(editor),
        (_, Action::Back) => leaves(editor),
        (Stage::Clash { .. }, Action::Decide(Decide::Theirs)) => "theirs",
        (Stage::Clash { .. }, Action::Decide(Decide::Mine)) => "mine",
        (Stage::Told { report, .. }, Action::Decide(Decide::Restore)) => {
            if report.can_put_back() {
                "put back"
            } else {
                ""
            }
        }
        (Stage::Asking(Question::Leave), Action::Decide(Decide::Discard)) => "discard",
        (_, Action::Decide(_) | Action::Quit) => "",
        _ => word,
    }
}

/// What the key does that takes what is typed.
fn accept(editor: &Editor) -> &'static str {
    let Some(here) = editor.here() else { return "" };
    let is_last = editor.line + 1 == editor.lines().len();
    match (here.place, here.field.spec().kind) {
        (Place::Add, _) => "add",
        (_, Kind::Job) => "pick",
        (_, Kind::Switch) => "change",
        _ if editor.only.is_some() || is_last => "review",
        _ => "next",
    }
}

/// What is of use on this line.
fn fills(editor: &Editor, fill: Fill, word: &'static str) -> &'static str {
    let is_entry = editor.here().is_some_and(|here| matches!(here.place, Place::Entry(_)));
    let is_prose = editor.here().is_some_and(|here| here.field.spec().kind == Kind::Prose);
    match fill {
        Fill::AddEntry | Fill::RemoveEntry | Fill::EntryUp | Fill::Kind if !is_entry => "",
        Fill::Kind if editor.here().is_some_and(|here| !editor.has_kind(here)) => "",
        Fill::NewLine if !is_prose => "",
        _ => word,
    }
}

/// What the key does that goes on.
fn goes(editor: &Editor) -> &'static str {
    match &editor.stage {
        Stage::Filling | Stage::Sending { .. } => "",
        Stage::Asking(Question::Enrich) => "yes",
        Stage::Asking(Question::Leave) => "keep",
        Stage::Asking(Question::SendAgain) => "send again",
        Stage::Review { .. } => "send",
        Stage::Clash { sides, .. } if sides.contains(&None) => "",
        Stage::Clash { .. } => "go on",
        Stage::Told { .. } if !editor.form.is_untouched() => "to the form",
        Stage::Born(birth) if birth.job.is_some() && birth.candidate.is_some() => "open",
        Stage::Told { .. } | Stage::Already | Stage::Born(_) => "done",
    }
}

/// What the key does that goes back.
fn leaves(editor: &Editor) -> &'static str {
    match &editor.stage {
        Stage::Asking(Question::Enrich) => "no",
        Stage::Asking(Question::Leave) => "go on",
        Stage::Asking(Question::SendAgain) => "do not",
        Stage::Review { .. } if editor.origin == Origin::Restore => "leave it",
        Stage::Review { .. } | Stage::Clash { .. } => "to the form",
        Stage::Sending { step: Step::Reading, .. } if editor.form.person.is_some() => "stop",
        Stage::Born(birth) if birth.job.is_some() && birth.candidate.is_some() => "close",
        _ => "",
    }
}
