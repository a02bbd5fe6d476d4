//! Carries out the effects that are for a terminal.

use std::io::Write;

use super::session::{SIZE, Session};
use crate::platform::processes::stop_self;
use crate::recruiting::person::Draft;
use crate::tui::app::effect::TerminalEffect;
use crate::tui::runtime::external_editor::{self, Edited};
use crate::tui::runtime::switch;

impl<W: Write> Session<W> {
    pub(super) async fn carry_out_effects(&mut self) {
        while let Some(effect) = self.controller.terminal_effect() {
            match effect {
                TerminalEffect::Quit => self.exit = Some(self.end_code()),
                TerminalEffect::Suspend => {
                    let _ = stop_self();
                }
                TerminalEffect::OpenExternalEditor { text, draft } => {
                    self.edit_externally(&text, &draft).await;
                }
                TerminalEffect::Copy(text) => {
                    self.out.line("The clipboard needs a screen. This is the text:");
                    self.out.lines(text.lines());
                }
                TerminalEffect::OpenLink(url) => self.controller.open_link(url),
                TerminalEffect::SwitchWorkspace(choice) => self.switch_workspace(choice).await,
                TerminalEffect::Mouse(_) => {}
            }
        }
    }

    /// The command that asked for it waits until the other workspace is open.
    async fn switch_workspace(&mut self, choice: usize) {
        let next = match switch::prepare(choice, &self.controller) {
            Ok(next) => next,
            Err(reason) => return self.out.line(&reason),
        };
        self.controller.end();
        let opened =
            switch::open_next(next, &mut self.controller, &mut self.signals, || Ok(SIZE)).await;
        // The size is known, so that nothing can fail.
        self.exit = opened.unwrap_or_default();
        // What failed in the previous workspace, and mistakes in the config, which was read again.
        self.say_notices();
        self.start_over();
    }

    /// Runs the user's own editor, which takes the terminal.
    async fn edit_externally(&mut self, text: &str, draft: &Draft) {
        if !self.input.is_terminal {
            let why = "Your editor needs a terminal. Edit the fields here".to_owned();
            return self.controller.finish_external_edit(Err(why), None);
        }
        self.out.flush();
        let Edited { outcome, file } =
            external_editor::edit(text, draft, &self.controller.edit_folder());
        self.controller.finish_external_edit(outcome, file);
        self.signals.forget_keys().await;
    }
}
