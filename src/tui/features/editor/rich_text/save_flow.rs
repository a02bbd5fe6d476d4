//! Progress of a save, its failure, a created person, and the editor's questions.

use super::ENRICHES;
use super::layout::push_remark;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::person::wording::RECOVERED;
use crate::recruiting::person::wording::WriteKind;
use crate::recruiting::person::{CreatedPerson, SaveStep, WriteFailure};
use crate::text::capitalize;
use crate::tui::app::clock::Moment;
use crate::tui::features::candidate::person::person_details;
use crate::tui::features::editor::state::{Editor, EditorQuestion, EditorStep};
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};
use crate::wire::Timestamp;

pub(crate) fn progress_details(editor: &Editor, now: Moment, width: usize) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let EditorStep::Sending { step, since, searches_first, .. } = &editor.step else {
        return builder.into_lines();
    };
    let is_new = editor.form.kind.is_create();
    let at = match step {
        SaveStep::Reading | SaveStep::Searching => 0,
        SaveStep::Sending => 1,
        SaveStep::Verifying | SaveStep::Awaiting | SaveStep::Settling => 2,
    };
    let steps: [(&str, &str); 3] = if is_new {
        [
            ("Looked for the person", "Looking for the person"),
            ("Sent", "Sending"),
            verify_created(*step),
        ]
    } else {
        [
            ("Checked for changes by other users", "Checking for changes by other users"),
            ("Sent", "Sending"),
            verify_saved(*step),
        ]
    };
    let first = usize::from(is_new && !searches_first);
    for (index, (finished, current)) in steps.into_iter().enumerate().skip(first) {
        match index.cmp(&at) {
            std::cmp::Ordering::Less => {
                push_remark(&mut builder, Vec::new(), (TextRole::Good, Mark::Done), finished);
            }
            std::cmp::Ordering::Equal => {
                let seconds = now.since(*since).as_secs();
                let elapsed = if seconds > 0 { format!(" ({seconds} s)") } else { String::new() };
                let message = format!("{current}{elapsed}");
                push_remark(&mut builder, Vec::new(), (TextRole::Strong, Mark::Now), &message);
            }
            std::cmp::Ordering::Greater => {
                let message = if index == 1 { "Send" } else { "Verify the result" };
                push_remark(&mut builder, Vec::new(), (TextRole::Dim, Mark::Ahead), message);
            }
        }
    }
    builder.row(Vec::new());
    builder.paragraph(Vec::new(), TextRole::Dim, "Your changes are kept.");
    builder.into_lines()
}

const fn verify_saved(step: SaveStep) -> (&'static str, &'static str) {
    match step {
        SaveStep::Settling => ("", "Checking whether the server applied the change"),
        SaveStep::Awaiting => {
            ("", "The server accepted the change but does not show it yet: checking again")
        }
        _ => ("", "Verifying the result"),
    }
}

const fn verify_created(step: SaveStep) -> (&'static str, &'static str) {
    match step {
        SaveStep::Settling => ("", "Checking whether the server created the person"),
        SaveStep::Awaiting => {
            ("", "The server accepted the new person but does not show the record yet")
        }
        _ => ("", "Verifying the result"),
    }
}

/// `needs_confirmation`: saving again asks for confirmation first.
pub(crate) fn failure_details(
    write_failure: &WriteFailure,
    kind: WriteKind,
    needs_confirmation: bool,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let WriteFailure { failure, fields, is_uncertain: maybe, .. } = write_failure;
    let message = capitalize(&write_failure.describe(kind));
    push_remark(&mut builder, Vec::new(), (TextRole::Error, Mark::Failed), &message);
    let hint = match failure.kind {
        _ if !fields.is_empty() => "See the marked fields.",
        _ if *maybe && needs_confirmation => {
            "Your changes are kept. Saving again asks first: it may create a duplicate."
        }
        _ if *maybe => {
            "Your changes are kept. Saving again first checks whether the server has them."
        }
        FailureKind::Offline => "Your changes are kept; save again without --offline.",
        FailureKind::Network | FailureKind::Timeout => {
            "Your changes are kept; save again when the server is back."
        }
        FailureKind::Server => "Your changes are kept; try again later.",
        FailureKind::Unusable => {
            "Your changes are kept. The server's response is unusable: contact its administrator."
        }
        FailureKind::InvalidKey => "Your changes are kept; saving again asks for the key.",
        FailureKind::Forbidden => {
            "Your changes are kept. Your key does not allow this: use another key."
        }
        FailureKind::NotFound => "Your changes are kept. Another user may have deleted the record.",
        FailureKind::Conflict => {
            "Your changes are kept. Another user changed the record: save again to compare."
        }
        FailureKind::RateLimited | FailureKind::Busy => {
            "Your changes are kept; save again in a moment."
        }
        FailureKind::Cancelled => "Your changes are kept.",
        FailureKind::Invalid => "Your changes are kept; correct them and save again.",
    };
    builder.paragraph(vec![space(2)], TextRole::Dim, hint);
    builder.into_lines()
}

pub(crate) fn created_details(
    created: &CreatedPerson,
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let name = if created.name.trim().is_empty() { "(no name)" } else { &created.name };
    let message = format!("Created {name}");
    push_remark(&mut builder, Vec::new(), (TextRole::Good, Mark::Done), &message);
    if created.was_recovered {
        push_remark(
            &mut builder,
            Vec::new(),
            (TextRole::Warning, Mark::Warning),
            &capitalize(RECOVERED),
        );
    }
    match (&created.job, &created.candidate) {
        (Some(job), Some(_)) => {
            let message = format!("Candidate for {}", job.name);
            builder.facts(2, [part(TextRole::Plain, &message)]);
        }
        (Some(job), None) if created.warnings.is_empty() => {
            let message = format!("The server does not confirm a candidacy for {}", job.name);
            push_remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), &message);
        }
        _ => {}
    }
    for message in &created.warnings {
        push_remark(
            &mut builder,
            Vec::new(),
            (TextRole::Warning, Mark::Warning),
            &capitalize(message),
        );
    }
    if created.person.is_none() {
        let message = "The record could not be read yet";
        push_remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), message);
    }
    let mut lines = builder.into_lines();
    if let Some(person) = &created.person {
        lines.push(RichLine::default());
        lines.extend(person_details(person, None, None, now, width));
    }
    lines
}

pub(crate) fn question(editor: &Editor, question: EditorQuestion, width: usize) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let subject = match editor.form.name.trim() {
        "" => "this person",
        name => name,
    };
    let (prompt, consequences): (String, &[&str]) = match question {
        EditorQuestion::Enrich => (
            format!("Let the server look up {subject} in other sources?"),
            &[ENRICHES, "You cannot undo what it changes"],
        ),
        EditorQuestion::Leave => (
            "Keep your unsaved changes?".to_owned(),
            &["Keep them as an unsaved edit, or discard them; undo restores discarded changes"],
        ),
        EditorQuestion::SendAgain => (
            format!("Send {subject} again?"),
            &[
                "It may have been sent before; the result is unknown",
                "Sending again may create a duplicate",
            ],
        ),
    };
    builder.paragraph(Vec::new(), TextRole::Strong, &prompt);
    for message in consequences {
        let dot = vec![Span::Mark(TextRole::Dim, Mark::Bullet), space(1)];
        builder.paragraph(dot, TextRole::Plain, message);
    }
    builder.into_lines()
}
