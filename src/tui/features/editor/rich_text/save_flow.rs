//! Progress of a save, its failure, a created person, and the editor's questions.

use super::ENRICHES;
use super::layout::{capitalize, push_remark};
use crate::recruiting::failure::FailureKind;
use crate::recruiting::person::wording::WriteKind;
use crate::recruiting::person::wording::{ALREADY_SAVED, RECOVERED};
use crate::recruiting::person::{CreatedPerson, SaveStep, WriteFailure};
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
            ("looked for", "looking whether they are there already"),
            ("sent", "sending it"),
            verify_created(*step),
        ]
    } else {
        [
            (
                "read again: nobody else changed these fields",
                "reading the record again, in case somebody else changed it",
            ),
            ("sent", "sending it"),
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
                let message = if index == 1 { "send it" } else { "see what the server did" };
                push_remark(&mut builder, Vec::new(), (TextRole::Dim, Mark::Ahead), message);
            }
        }
    }
    builder.row(Vec::new());
    builder.paragraph(Vec::new(), TextRole::Dim, "What you typed is kept, whatever happens.");
    builder.into_lines()
}

const fn verify_saved(step: SaveStep) -> (&'static str, &'static str) {
    match step {
        SaveStep::Settling => ("", "checking whether the server applied the change"),
        SaveStep::Awaiting => {
            ("", "the server accepted the change but does not show it yet: reading it again")
        }
        _ => ("", "reading the record again, to see what the server did"),
    }
}

const fn verify_created(step: SaveStep) -> (&'static str, &'static str) {
    match step {
        SaveStep::Settling => {
            ("", "looking for the person, to see whether the server created them")
        }
        SaveStep::Awaiting => {
            ("", "the server accepted the new person but does not show the record yet")
        }
        _ => ("", "reading the record, to see what the server did"),
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
        _ if !fields.is_empty() => "What is wrong is told at its field.",
        _ if *maybe && needs_confirmation => {
            "Saving again asks first: the same person may be there twice then."
        }
        _ if *maybe => "Saving again looks first whether it is there already.",
        FailureKind::Network | FailureKind::Timeout => {
            "What you typed is kept; send it when the server is back."
        }
        FailureKind::Server => "What you typed is kept; try again in a while.",
        FailureKind::Unusable => {
            "What you typed is kept; the server's answer cannot be used. Contact its administrator."
        }
        FailureKind::InvalidKey => "What you typed is kept; saving it again asks for the key.",
        FailureKind::Forbidden => {
            "What you typed is kept; somebody with a key that may do this can help."
        }
        FailureKind::NotFound => "What you typed is kept; somebody may have deleted the record.",
        FailureKind::Conflict => {
            "What you typed is kept; somebody else was at it, saving again looks at it anew."
        }
        FailureKind::RateLimited | FailureKind::Busy => {
            "What you typed is kept; send it again after the pause."
        }
        FailureKind::Cancelled => "What you typed is kept.",
        FailureKind::Invalid => "What you typed is kept; change it, and send it again.",
    };
    builder.paragraph(vec![space(2)], TextRole::Dim, hint);
    builder.into_lines()
}

pub(crate) fn unchanged_details(width: usize) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let message = capitalize(ALREADY_SAVED);
    push_remark(&mut builder, Vec::new(), (TextRole::Good, Mark::Done), &message);
    builder.into_lines()
}

pub(crate) fn created_details(
    created: &CreatedPerson,
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let name = if created.name.trim().is_empty() { "(nameless)" } else { &created.name };
    let message = format!("Created {name}");
    push_remark(&mut builder, Vec::new(), (TextRole::Good, Mark::Done), &message);
    builder.facts(2, [part(TextRole::Dim, created.id.as_str())]);
    if created.was_recovered {
        push_remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), RECOVERED);
    }
    match (&created.job, &created.candidate) {
        (Some(job), Some(candidate)) => {
            let message = format!("put forward for {}", job.name);
            builder.facts(
                2,
                [part(TextRole::Plain, &message), part(TextRole::Dim, candidate.as_str())],
            );
        }
        (Some(job), None) if created.warnings.is_empty() => {
            let message =
                format!("the server does not say that they are put forward for {}", job.name);
            push_remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), &message);
        }
        _ => {}
    }
    for message in &created.warnings {
        push_remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), message);
    }
    if created.person.is_none() {
        let message = "their record could not be read yet";
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
        "" => "them",
        name => name,
    };
    let (prompt, consequences): (String, &[&str]) = match question {
        EditorQuestion::Enrich => (
            format!("Let the server look {subject} up elsewhere?"),
            &[ENRICHES, "what it changes cannot be taken back here"],
        ),
        EditorQuestion::Leave => (
            "What becomes of what you typed?".to_owned(),
            &["it can be kept for later, or discarded; a discarded one can be had back"],
        ),
        EditorQuestion::SendAgain => (
            format!("Send {subject} again?"),
            &[
                "it may have been sent before, and nobody can say whether it was carried out",
                "sent again, the same person may be there twice",
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
