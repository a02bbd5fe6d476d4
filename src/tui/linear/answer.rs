//! Carries out a line as the text that the application asks for: in a dialog, a filter or a form.

use std::io::Write;

use super::command::OwnCommand;
use super::describe::dialog;
use super::entry::{Entry, TextEntry, TextLine, text_line};
use super::help;
use super::session::Session;
use crate::keymap::action::{Action, FormAction, TextEdit};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::message::Message;

impl<W: Write> Session<W> {
    pub(super) async fn take_text(&mut self, entry: &TextEntry, line: &str) {
        match text_line(line) {
            TextLine::Cancel => return self.cancel_text(entry).await,
            TextLine::Help | TextLine::Where | TextLine::List | TextLine::Quit => {
                return self.take_dot_command(text_line(line));
            }
            TextLine::Keep if entry.is_field && self.is_untouched() && !self.is_field_open => {
                // The only line of a form, unchanged.
                return self.cancel_text(entry).await;
            }
            TextLine::Keep => {}
            TextLine::Clear if entry.is_field => self.act(Action::Form(FormAction::Clear)),
            TextLine::Clear => {
                self.act(Action::Edit(TextEdit::End));
                self.act(Action::Edit(TextEdit::EraseAll));
            }
            TextLine::Text(text) => self.replace_text(entry, text),
        }
        if std::mem::take(&mut self.is_field_open) {
            return self.settle().await;
        }
        // A number may have answered the prompt already.
        if matches!(self.entry(), Entry::Text(_)) {
            self.act(Action::Edit(TextEdit::Accept));
        }
        self.settle().await;
    }

    /// A command that leaves the text as it is.
    fn take_dot_command(&mut self, command: TextLine<'_>) {
        self.say_messages();
        match command {
            TextLine::Help => {
                let lines = help::text_lines();
                self.out.lines(lines);
            }
            TextLine::Where => self.say_where(),
            TextLine::List => self.list(""),
            _ => self.quit(),
        }
    }

    fn is_untouched(&self) -> bool {
        let editor = self.controller.state.editor.as_deref();
        editor.is_some_and(|editor| editor.form.is_untouched())
    }

    async fn cancel_text(&mut self, entry: &TextEntry) {
        if !(entry.is_field && std::mem::take(&mut self.is_field_open)) {
            self.act(Action::Edit(TextEdit::Cancel));
        }
        self.settle().await;
    }

    /// Types a text in place of the current one.
    fn replace_text(&mut self, entry: &TextEntry, text: &str) {
        if entry.is_field {
            self.act(Action::Form(FormAction::SelectAll));
        } else {
            self.act(Action::Edit(TextEdit::End));
            self.act(Action::Edit(TextEdit::EraseAll));
        }
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            // Some prompts take a digit as the number of a suggestion.
            (Some(letter), None) if !entry.is_field => self.feed(Message::Typed(letter)),
            _ => self.feed(Message::Pasted(text.to_owned())),
        }
    }

    pub(super) async fn take_pick(&mut self, line: &str) {
        let rows = dialog::numbered_rows(&self.controller.state).map_or(0, |(_, count)| count);
        match text_line(line) {
            TextLine::Cancel | TextLine::Text("cancel") => {
                self.act(Action::Edit(TextEdit::Cancel));
            }
            TextLine::Help | TextLine::Where | TextLine::List | TextLine::Quit => {
                return self.take_dot_command(text_line(line));
            }
            TextLine::Keep => {
                self.say_messages();
                return self.perform_own(OwnCommand::Read, "");
            }
            TextLine::Clear => self.search(""),
            TextLine::Text(text) => match text.parse::<usize>() {
                Ok(number) if self.refuse_row(number, rows) => return,
                Ok(number) => self.pick(number - 1),
                Err(_) => {
                    self.search(text);
                    self.settle().await;
                    self.say_messages();
                    return self.perform_own(OwnCommand::Read, "");
                }
            },
        }
        self.settle().await;
    }

    fn search(&mut self, text: &str) {
        self.act(Action::Edit(TextEdit::End));
        self.act(Action::Edit(TextEdit::EraseAll));
        self.feed(Message::Pasted(text.to_owned()));
    }

    /// Moves to a row of the list below the input, and takes it.
    fn pick(&mut self, row: usize) {
        let at = match self.controller.state.dialogs.top() {
            Some(Dialog::Palette(palette)) => palette.at,
            Some(Dialog::PickJob(picker)) => picker.at,
            Some(Dialog::PickStage(picker)) => picker.at,
            _ => 0,
        };
        self.repeat(at..row, Action::Edit(TextEdit::Next));
        self.repeat(row..at, Action::Edit(TextEdit::Previous));
        self.act(Action::Edit(TextEdit::Accept));
    }

    pub(super) async fn take_answer(&mut self, line: &str) {
        let edit = match line.trim().to_lowercase().as_str() {
            "yes" | "y" => TextEdit::Accept,
            "no" | "n" | ".cancel" => TextEdit::Cancel,
            _ => return self.out.line("Type yes or no"),
        };
        self.act(Action::Edit(edit));
        self.settle().await;
    }

    pub(super) async fn take_key(&mut self, line: &str) {
        match line.trim() {
            "" => return self.out.line("Type the key, or .cancel"),
            "cancel" | ".cancel" => self.act(Action::Edit(TextEdit::Cancel)),
            "quit" | ".quit" => return self.quit(),
            key => {
                self.feed(Message::Pasted(key.to_owned()));
                self.act(Action::Edit(TextEdit::Accept));
            }
        }
        self.settle().await;
    }
}
