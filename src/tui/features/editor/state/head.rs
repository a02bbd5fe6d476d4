//! Messages above the form: errors first, then warnings.

use super::{Editor, EditorOrigin};
use crate::recruiting::person::{PersonField, ValidationIssue, check};
use crate::tui::app::clock::Clock;
use crate::tui::features::editor;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::remark;
use crate::tui::widgets::rich_text::{Mark, RichLine, TextRole};

type HeadMessage = (TextRole, Option<Mark>, String);

impl Editor {
    pub(crate) fn head(&self, clock: &Clock, width: usize) -> Vec<RichLine> {
        let failed = self
            .failed
            .iter()
            .flat_map(|failed| editor::rich_text::failed(failed, self.unsettled, width));
        let messages = self.errors().into_iter().chain(self.warnings(clock));
        let messages =
            messages.flat_map(|(tone, mark, words)| remark(0, (tone, mark), &words, width));
        failed.chain(messages).collect()
    }

    /// Errors of fields that have no line of their own.
    fn errors(&self) -> Vec<HeadMessage> {
        let error = |words: String| (TextRole::Error, Some(Mark::Failed), words);
        let shown = self.lines();
        let is_hidden = |field: PersonField| shown.iter().all(|line| line.field != field);
        let troubles = self.troubles.iter().filter(|trouble| is_hidden(trouble.field));
        let troubles = troubles
            .map(|trouble| error(format!("{}: {}", trouble.field.spec().label, trouble.told)));
        // An untouched form is not wrong yet.
        let is_begun = !self.form.is_untouched();
        let blocks =
            |finding: &ValidationIssue| is_begun && finding.blocks && is_hidden(finding.field);
        let findings = check(&self.form).into_iter().filter(blocks);
        let mut messages: Vec<HeadMessage> =
            troubles.chain(findings.map(|finding| error(finding.told))).collect();
        if let Some((_, why)) = &self.unread {
            messages.push(error(format!(
                "what came back from your editor cannot be read: {why}; it is kept"
            )));
        }
        match (&self.unreadable, self.reading) {
            (Some(why), _) => messages
                .push(error(format!("the record could not be read: {why}; it cannot be sent yet"))),
            (None, true) => {
                let words = "the record is still being read; what you type now is kept";
                messages.push((TextRole::Warning, Some(Mark::Now), words.to_owned()));
            }
            (None, false) => {}
        }
        messages
    }

    fn warnings(&self, clock: &Clock) -> Vec<HeadMessage> {
        let mut messages = Vec::new();
        let mut warn =
            |words: String| messages.push((TextRole::Warning, Some(Mark::Warning), words));
        if let Some(why) = &self.unkept {
            warn(format!("what you type is not on disk: {why}"));
        }
        if let Some(from) = self.from {
            let day = format::day(from);
            let day = if day == format::day(clock.date) { String::new() } else { day + ", " };
            warn(format!("unsaved edit from {day}{}", clock.time_of(from)));
        }
        if !self.moved.is_empty() {
            let names = self.moved.iter().map(|moved| moved.field.spec().label);
            let names = names.collect::<Vec<_>>().join(", ");
            warn(format!("somebody else changed since it was begun: {names}"));
        }
        if !self.settled.is_empty() {
            let names = self.settled.iter().map(|field| field.spec().label);
            let names = names.collect::<Vec<_>>().join(", ");
            warn(format!("the server has it so already: {names}"));
        }
        match (self.failed.is_some(), self.unsettled, self.sent) {
            (false, true, _) => {
                warn("it was sent, and nobody knows whether it was carried out".to_owned());
            }
            (false, false, true) => {
                warn("it may have been sent before: it is looked for first".to_owned());
            }
            _ => {}
        }
        let why = match self.origin {
            EditorOrigin::Typing => return messages,
            EditorOrigin::Undo(_) => "a saved edit is taken back",
            EditorOrigin::Redo(_) => "an edit is made again",
            EditorOrigin::Restore => "what changed without being asked for is put back",
        };
        messages.push((TextRole::Plain, None, why.to_owned()));
        messages
    }
}
