//! Messages above the form: errors first, then warnings.

use super::{Editor, EditorOrigin};
use crate::recruiting::person::{FormKind, PersonField, ValidationIssue, check};
use crate::text::capitalize;
use crate::tui::app::clock::Clock;
use crate::tui::features::editor::rich_text;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::remark_lines;
use crate::tui::widgets::rich_text::{Mark, RichLine, TextRole};

type HeadMessage = (TextRole, Option<Mark>, String);

impl Editor {
    pub(crate) fn head(&self, clock: &Clock, width: usize) -> Vec<RichLine> {
        let failure = self.failure.iter().flat_map(|failure| {
            let kind = self.form.kind.into();
            rich_text::save_flow::failure_details(failure, kind, self.is_outcome_unknown, width)
        });
        let messages = self.errors().into_iter().chain(self.warnings(clock));
        let messages = messages.flat_map(|(role, mark, words)| {
            remark_lines(0, (role, mark), &capitalize(&words), width)
        });
        failure.chain(messages).collect()
    }

    /// Errors of fields that have no line of their own.
    fn errors(&self) -> Vec<HeadMessage> {
        let error = |words: String| (TextRole::Error, Some(Mark::Failed), words);
        let visible = self.lines();
        let is_hidden = |field: PersonField| visible.iter().all(|line| line.field != field);
        let field_errors =
            self.field_errors.iter().filter(|field_error| is_hidden(field_error.field));
        let field_errors = field_errors.map(|field_error| {
            error(format!("{}: {}", field_error.field.spec().label, field_error.message))
        });
        // An untouched form is not wrong yet.
        let is_begun = self.has_tried_to_save || !self.form.is_untouched();
        let blocks =
            |finding: &ValidationIssue| is_begun && finding.is_blocking && is_hidden(finding.field);
        let findings = check(&self.form).into_iter().filter(blocks);
        let mut messages: Vec<HeadMessage> =
            field_errors.chain(findings.map(|finding| error(finding.message))).collect();
        if let Some((_, why)) = &self.unparsed {
            messages
                .push(error(format!("cannot read the text from your editor: {why}; it is kept")));
        }
        match (&self.load_error, self.needs_record()) {
            (Some(why), needs_record) => {
                let consequence = if needs_record { "; you cannot save yet" } else { "" };
                messages.push(error(format!("the record could not be read: {why}{consequence}")));
            }
            (None, true) => {
                let words = "the record is still loading; you can type already";
                messages.push((TextRole::Warning, Some(Mark::Now), words.to_owned()));
            }
            (None, false) if self.is_loading() => {
                let words = "stored on this machine; reading the current record";
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
        if let Some(why) = &self.draft_error {
            warn(format!("your changes are not on disk: {why}"));
        }
        if let Some(written_at) = self.draft_written_at {
            let day = format::day(written_at);
            let day = if day == format::day(clock.date) { String::new() } else { day + ", " };
            warn(format!("unsaved edit from {day}{}", clock.time_of(written_at)));
        }
        if !self.changed_on_server.is_empty() {
            let names = self.changed_on_server.iter().map(|conflict| conflict.field.spec().label);
            let names = names.collect::<Vec<_>>().join(", ");
            warn(format!("changed by another user since you started: {names}"));
        }
        if !self.already_saved.is_empty() {
            let names = self.already_saved.iter().map(|field| field.spec().label);
            let names = names.collect::<Vec<_>>().join(", ");
            warn(format!("already saved: {names}"));
        }
        match (self.failure.is_some(), self.is_outcome_unknown, self.maybe_sent) {
            (false, true, _) => {
                warn("sent, but it is not known whether the server applied it".to_owned());
            }
            (false, false, true) if self.form.kind == FormKind::Update => {
                warn("the server accepted it but does not show it yet".to_owned());
            }
            (false, false, true) => {
                warn("may have been sent before: saving looks for the person first".to_owned());
            }
            _ => {}
        }
        let why = match self.origin {
            EditorOrigin::Typing => return messages,
            EditorOrigin::Undo(_) => "undoes a saved edit",
            EditorOrigin::Redo(_) => "redoes an edit",
            EditorOrigin::Restore => "restores what the server changed on its own",
        };
        messages.push((TextRole::Plain, None, why.to_owned()));
        messages
    }
}
