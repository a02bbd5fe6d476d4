//! The key hints of the current place: which keys are worth a word here, and in what order.
//!
//! The footer shows those of the panes and of the inbox, the frame of a dialog its own. All of them
//! come from the keymap, so they are right for any key configuration.

use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::recruiting::triage::Verdict;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::features::funnel::selectors::has_rows;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::notes::selectors::notes_of;
use crate::tui::features::{attach, changes, compare, job_editor, prompt, today, todo};
use crate::tui::widgets::hints::{self, Hint};
use crate::tui::widgets::render_context::RenderContext;

/// These come first, the others after them in the order of the table.
const ON_JOBS: &[Action] = &[
    Action::Open,
    Action::Triage(TriageAction::Inbox),
    Action::CreatePerson,
    Action::Filter,
    Action::Help,
    Action::Palette,
    Action::Quit,
    Action::Back,
    Action::Triage(TriageAction::Funnel),
];

/// Where a person is selected.
const ON_PEOPLE: &[Action] = &[
    Action::Triage(TriageAction::Give(Verdict::Advance)),
    Action::Triage(TriageAction::Give(Verdict::Wait)),
    Action::Triage(TriageAction::Give(Verdict::Decline)),
    Action::EditPerson,
    Action::Triage(TriageAction::Inbox),
    Action::CreatePerson,
    Action::Filter,
    Action::Help,
    Action::Triage(TriageAction::Note),
    Action::Triage(TriageAction::MoveStage),
    Action::Palette,
    Action::Open,
    Action::Back,
];

const IN_INBOX: &[Action] = &[
    Action::Triage(TriageAction::Give(Verdict::Advance)),
    Action::Triage(TriageAction::Give(Verdict::Wait)),
    Action::Triage(TriageAction::Give(Verdict::Decline)),
    Action::Open,
    Action::Help,
    Action::Undo,
    Action::Back,
    Action::Triage(TriageAction::Note),
    Action::EditPerson,
    Action::Filter,
    Action::Triage(TriageAction::Blind),
    Action::Triage(TriageAction::CycleOrder),
];

/// The most useful key first. Empty while the editor is open: its frame has its own.
pub(crate) fn hints(state: &State, context: &RenderContext<'_>) -> Vec<Hint> {
    if state.dialogs.is_empty() && state.editor.is_some() {
        return Vec::new();
    }
    let mut hints =
        hints::hints(context, state.contexts(), |action, word| match state.dialogs.top() {
            _ if state.refusal(action).is_some() => "",
            Some(dialog) => dialog_label(dialog, state, action).unwrap_or(word),
            None if !state.can(action) => "",
            None if state.inbox.is_some() => inbox_label(state, action, word),
            None => pane_label(state, action, word),
        });
    if state.dialogs.is_empty() {
        let first = match state.focus {
            _ if state.inbox.is_some() => IN_INBOX,
            Pane::Jobs | Pane::Job => ON_JOBS,
            Pane::Candidates | Pane::Candidate => ON_PEOPLE,
        };
        let rank = |action| first.iter().position(|other| *other == action);
        hints.sort_by_key(|hint| rank(hint.action).unwrap_or(first.len()));
    } else {
        hints.sort_by_key(|hint| match hint.action {
            Action::Open | Action::Edit(TextEdit::Accept) => 0,
            Action::Quit | Action::Edit(TextEdit::Cancel) => 1,
            _ => 2,
        });
    }
    hints
}

fn pane_label(state: &State, action: Action, word: &'static str) -> &'static str {
    let is_top = state.focus == Pane::Jobs && !(state.zoom && state.can_zoom());
    match action {
        Action::Edit(TextEdit::Complete) if state.filter_prompt.completions.is_empty() => "",
        Action::Quit if !is_top => "",
        Action::Back if is_top && !state.shows_filter(Pane::Jobs) && !state.has_marks() => "",
        Action::Board if state.layout.board => "list",
        Action::Open if state.focus == Pane::Candidate && state.is_all_selected() => "job",
        _ => word,
    }
}

fn inbox_label(state: &State, action: Action, word: &'static str) -> &'static str {
    let is_card = state.inbox.as_ref().is_some_and(|inbox| inbox.side == InboxSide::Card);
    match action {
        Action::Open if is_card => "queue",
        Action::Edit(TextEdit::Complete) => "",
        _ => word,
    }
}

/// The word of a key where it differs from the one in the table.
fn dialog_label(dialog: &Dialog, state: &State, action: Action) -> Option<&'static str> {
    let word = match (dialog, action) {
        (Dialog::Palette(_) | Dialog::PickJob(_), Action::Edit(TextEdit::Accept)) => "select",
        (Dialog::PickStage(_), Action::Edit(TextEdit::Accept)) => "move",
        (Dialog::Prompt(prompt), Action::Edit(TextEdit::Accept)) => {
            prompt::view::accept_label(prompt)
        }
        (Dialog::EditJob(dialog), action) => {
            return job_editor::view::key_hint(state, dialog, action);
        }
        (Dialog::SaveView { .. }, Action::Edit(TextEdit::Accept)) => "save",
        (Dialog::Key { .. }, Action::Edit(TextEdit::Accept)) => "use",
        (Dialog::Export(_), Action::Edit(TextEdit::Accept)) => "export",
        (Dialog::Export(_), Action::Edit(TextEdit::Complete)) => "change format",
        // Only filters complete.
        (_, Action::Edit(TextEdit::Complete)) => return Some(""),
        (Dialog::Funnel(funnel), Action::Open) if !has_rows(state, funnel) => return Some(""),
        (Dialog::History { .. } | Dialog::Duplicates(_) | Dialog::Funnel(_), Action::Open) => {
            "go there"
        }
        (Dialog::Notes(notes), Action::Triage(_)) if notes_of(state, notes).is_empty() => {
            return Some("");
        }
        (Dialog::Drafts { .. }, Action::Open) => "open",
        (Dialog::Changes(changes), action) => return changes::view::key_hint(changes, action),
        (Dialog::Today(today), action) => return today::view::key_hint(state, today, action),
        (Dialog::Duplicates(_), Action::Right) => "other person",
        (Dialog::Mail(_), Action::Open) => "open in mail program",
        (Dialog::EditLog { .. }, Action::Open) => "show result",
        (Dialog::Compare(compare), Action::Right) => {
            compare::view::key_hint(compare, state.dialog_inner(dialog).width)
        }
        (Dialog::Todo(todo), action) => todo::view::key_hint(state, todo, action),
        (Dialog::Apply(apply), action) => todo::view::apply_key_hint(apply, action),
        (Dialog::Attach { at }, action) => {
            attach::view::action_label(state.attach_batch.as_ref(), *at, action)
        }
        _ => "",
    };
    (!word.is_empty()).then_some(word)
}
