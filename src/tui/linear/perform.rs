//! Carries out a line: as a command here, as a text in `answer`.

use std::io::Write;

use super::changes::{Description, page};
use super::command::{Command, OwnCommand, Vocabulary, is_for_screens, takes_text};
use super::describe::{self, Place, dialog, inbox};
use super::entry::Entry;
use super::help;
use super::session::{Ending, Session};
use crate::keymap::action::{Action, TextEdit};
use crate::text::pluralize;
use crate::tui::app::message::Message;
use crate::tui::app::state::WorkspaceStatus;
use crate::tui::app::view::hints;
use crate::tui::features::attach::state::AttachBatch;
use crate::tui::features::editor::state::Editor;
use crate::tui::features::editor::view::hints::hints as editor_hints;
use crate::tui::linear::spoken_symbols::SPOKEN;

/// Rows that `list` reads at once.
const ROWS: usize = 10;

impl<W: Write> Session<W> {
    /// Carries out a line and says what changed.
    pub(super) async fn perform(&mut self, line: &str) {
        if self.ending == Ending::Confirming {
            return self.answer_quit(line);
        }
        if self.is_stale() {
            self.say_changes();
            return self.out.line("This changed before your line came: type it again");
        }
        match self.entry() {
            Entry::Command => self.perform_command(line).await,
            Entry::Text(text) => self.take_text(&text, line).await,
            Entry::Pick { .. } => self.take_pick(line).await,
            Entry::Confirm => self.take_answer(line).await,
            Entry::Secret => self.take_key(line).await,
        }
        if self.exit.is_none() {
            self.say_changes();
        }
    }

    async fn perform_command(&mut self, line: &str) {
        match self.vocabulary().parse(line) {
            Err(why) => self.out.line(&why),
            Ok(Command::Empty) => {
                self.settle().await;
                if !self.say_changes() {
                    self.read_again();
                }
            }
            Ok(Command::Row(number)) => self.go_to_row(number).await,
            Ok(Command::Own(OwnCommand::Cancel, _)) => {
                self.cancel();
                self.settle().await;
            }
            Ok(Command::Own(own, rest)) => {
                self.say_messages();
                self.perform_own(own, rest);
                self.say_messages();
            }
            Ok(Command::Act(action, rest)) => self.perform_action(action, rest).await,
        }
    }

    fn vocabulary(&self) -> Vocabulary<'_> {
        let state = &self.controller.state;
        let hints = self.controller.with_context(SPOKEN, |state, context| {
            match state.editor.as_deref().filter(|_| state.dialogs.is_empty()) {
                Some(editor) => editor_hints(state, editor, context),
                None if state.dialogs.is_empty() => Vec::new(),
                None => hints::hints(state, context),
            }
        });
        let words = hints.iter().map(|hint| (hint.word, hint.action)).collect();
        Vocabulary { keymap: self.controller.keymap(), contexts: state.contexts(), words }
    }

    pub(super) fn perform_own(&mut self, own: OwnCommand, rest: &str) {
        match own {
            OwnCommand::Help => {
                let lines = help::lines(&self.controller, rest);
                self.out.lines(lines);
            }
            OwnCommand::List => self.list(rest),
            OwnCommand::Read => {
                let lines = describe::details(&self.controller);
                let (lines, read) = page(&lines, 0);
                self.out.lines(lines);
                if !Place::of(&self.controller.state).is_list() {
                    self.read_to = Some(read);
                }
            }
            OwnCommand::Where => self.say_where(),
            OwnCommand::Cancel => self.cancel(),
            OwnCommand::Quit => self.quit(),
        }
    }

    /// An empty line: the row of a list, the whole card in the inbox, a text from its beginning.
    fn read_again(&mut self) {
        let place = Place::of(&self.controller.state);
        if place.is_list() && place != Place::Inbox {
            let row = describe::current_row(&self.controller.state);
            return self.out.line(row.as_deref().unwrap_or("No rows here"));
        }
        self.perform_own(OwnCommand::Read, "");
    }

    pub(super) fn list(&mut self, rest: &str) {
        let state = &self.controller.state;
        let Some(count) = describe::row_count(state) else {
            let text = describe::text(&self.controller);
            let from = self.read_to.unwrap_or(0);
            if from >= text.len() {
                return self.out.line("End of the text. Type read to hear it again");
            }
            let (lines, read) = page(&text, from);
            self.out.lines(lines);
            self.read_to = Some(read);
            return;
        };
        let from = match rest.parse::<usize>() {
            Ok(number) => number.saturating_sub(1),
            Err(_) => self.read_to.unwrap_or_else(|| describe::row_index(state)),
        };
        if from >= count {
            let rows = pluralize(count, "row", "rows");
            return self.out.line(&format!("End of the list: {rows}. Type list 1 to start over"));
        }
        let to = count.min(from + ROWS);
        let rows: Vec<String> = (from..to).filter_map(|at| describe::row(state, at)).collect();
        self.out.lines(rows);
        self.read_to = Some(to);
    }

    pub(super) fn say_where(&mut self) {
        let state = &self.controller.state;
        let title = match &state.workspace {
            WorkspaceStatus::Open(title) => title.clone(),
            WorkspaceStatus::Opening(_) => "Opening the workspace".to_owned(),
            WorkspaceStatus::Failed(failure) => failure.message.clone(),
        };
        let mut lines = vec![title];
        lines.extend(state.connection.read_only.map(|reason| reason.describe().to_owned()));
        lines.extend(describe::connection(state));
        lines.extend(describe::heading(&self.controller));
        lines.extend(inbox::progress(state));
        lines.extend(describe::current_row(state));
        self.out.lines(lines);
    }

    async fn perform_action(&mut self, action: Action, rest: &str) {
        if is_for_screens(action) {
            return self.out.line("That changes how a screen looks: nothing to do here");
        }
        if action == Action::Help {
            return self.perform_own(OwnCommand::Help, "");
        }
        let has_rows = describe::row_count(&self.controller.state).is_some();
        if let Ok(number) = rest.parse::<usize>()
            && has_rows
            && !takes_text(action)
        {
            if !self.select_row(number).await {
                return;
            }
        } else if !rest.is_empty() && !takes_text(action) {
            return self.out.line(&format!("That command takes no text: {rest}"));
        }
        if action == Action::Open && Place::of(&self.controller.state) == Place::Inbox {
            // The card is beside the queue on a screen.
            self.say_changes();
            return self.perform_own(OwnCommand::Read, "");
        }
        let before = Description::of(&self.controller);
        self.act(action);
        self.settle().await;
        if !rest.is_empty() && takes_text(action) {
            self.say_prompt_changes(&before);
            return self.take_rest(rest).await;
        }
        if self.exit.is_none() && !self.say_changes() && self.entry() == Entry::Command {
            self.out.line("Nothing changed");
        }
    }

    /// The text that came with the command answers the prompt, which need not be read.
    fn say_prompt_changes(&mut self, before: &Description) {
        let is_asking = !matches!(self.entry(), Entry::Command);
        if !is_asking && Description::of(&self.controller) == *before {
            self.out.line("Nothing changed");
        }
    }

    async fn take_rest(&mut self, rest: &str) {
        match self.entry() {
            Entry::Text(text) => self.take_text(&text, rest).await,
            Entry::Pick { .. } => self.take_pick(rest).await,
            Entry::Command | Entry::Confirm | Entry::Secret => {}
        }
    }

    /// A number: a row of a list, a line of a form or of a dialog.
    async fn go_to_row(&mut self, number: usize) {
        let state = &self.controller.state;
        if describe::row_count(state).is_some() {
            if self.select_row(number).await && !self.say_changes() {
                self.read_again();
            }
        } else if let Some((_, count)) = dialog::numbered_rows(state) {
            if self.refuse_row(number, count) {
                return;
            }
            self.act(Action::Top);
            self.repeat(1..number, Action::Down);
        } else if let Some(editor) = state.editor.as_deref().filter(|editor| editor.is_typing()) {
            let (at, count) = (editor.line + 1, editor.lines().len());
            if self.refuse_row(number, count) {
                return;
            }
            self.repeat(at..number, Action::Edit(TextEdit::Next));
            self.repeat(number..at, Action::Edit(TextEdit::Previous));
            self.open_field();
        } else {
            self.out.line("Rows have no numbers here: down and up move");
        }
        self.settle().await;
    }

    /// Fills in the line under the cursor: a text, or what enter does there.
    fn open_field(&mut self) {
        let is_text = |editor: &Editor| editor.current_line().is_some_and(Editor::accepts_text);
        let accepts =
            |session: &Self| session.controller.state.editor.as_deref().is_some_and(is_text);
        if !accepts(self) {
            // Adds an entry, which is then filled in; or picks, or switches.
            let lines = |session: &Self| {
                session.controller.state.editor.as_deref().map(|editor| editor.lines().len())
            };
            let before = lines(self);
            self.act(Action::Edit(TextEdit::Accept));
            self.is_field_open = accepts(self) && lines(self) > before;
            return;
        }
        self.is_field_open = true;
    }

    /// Moves the cursor of a list. Returns whether there is such a row.
    async fn select_row(&mut self, number: usize) -> bool {
        let count = describe::row_count(&self.controller.state).unwrap_or(0);
        if self.refuse_row(number, count) {
            return false;
        }
        self.feed(Message::GoToRow(number - 1));
        self.settle().await;
        true
    }

    pub(super) fn refuse_row(&mut self, number: usize, count: usize) -> bool {
        let is_there = (1..=count).contains(&number);
        if !is_there {
            let rows = pluralize(count, "row", "rows");
            self.out.line(&format!("There is no row {number}: {rows}"));
        }
        !is_there
    }

    /// Leaves at once, unless something is unsaved or under way.
    pub(super) fn quit(&mut self) {
        let state = &self.controller.state;
        if state.editor.as_deref().is_some_and(Editor::has_input) {
            self.out.line(
                "The form has unsaved changes. Quitting keeps them, and drafts opens them again",
            );
        } else if state.attach_batch.as_ref().is_some_and(AttachBatch::is_under_way) {
            self.out.line("People are still being added to a job. Quitting leaves out the rest");
        } else {
            self.exit = Some(self.end_code());
            return;
        }
        self.ending = Ending::Confirming;
    }

    fn answer_quit(&mut self, line: &str) {
        match line.trim().to_lowercase().as_str() {
            "yes" | "y" | "quit" => self.exit = Some(self.end_code()),
            "no" | "n" | ".cancel" => self.ending = Ending::None,
            _ => self.out.line("Type yes or no"),
        }
    }
}
