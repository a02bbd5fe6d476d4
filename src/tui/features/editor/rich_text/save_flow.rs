//! Progress of a save, its failure, a created person, and the editor's questions.

use super::ENRICHES;
use super::layout::remark;
use crate::recruiting::failure::FailureKind;
use crate::recruiting::person::{CreatedPerson, SaveStep, WriteFailure};
use crate::tui::app::clock::Moment;
use crate::tui::features::candidate::person::person_sheet;
use crate::tui::features::editor::state::{Editor, EditorQuestion, EditorStep};
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};
use crate::wire::Timestamp;

#[must_use]
pub fn sending(editor: &Editor, now: Moment, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let EditorStep::Sending { step, since, looks, .. } = &editor.stage else {
        return page.into_lines();
    };
    let is_new = editor.form.kind.is_create();
    let at = match step {
        SaveStep::Reading | SaveStep::Looking => 0,
        SaveStep::Sending => 1,
        SaveStep::Proving | SaveStep::Settling => 2,
    };
    let steps: [(&str, &str); 3] = if is_new {
        [
            ("looked for", "looking whether they are there already"),
            ("sent", "sending it"),
            made(*step),
        ]
    } else {
        [
            (
                "read again: nobody else changed these fields",
                "reading the record again, in case somebody else changed it",
            ),
            ("sent", "sending it"),
            proven(*step),
        ]
    };
    let first = usize::from(is_new && !looks);
    for (place, (done, doing)) in steps.into_iter().enumerate().skip(first) {
        match place.cmp(&at) {
            std::cmp::Ordering::Less => {
                remark(&mut page, Vec::new(), (TextRole::Good, Mark::Done), done);
            }
            std::cmp::Ordering::Equal => {
                let seconds = now.since(*since).as_secs();
                let long = if seconds > 0 { format!(", for {seconds} s") } else { String::new() };
                let told = format!("{doing}{long}");
                remark(&mut page, Vec::new(), (TextRole::Strong, Mark::Now), &told);
            }
            std::cmp::Ordering::Greater => {
                let told = if place == 1 { "send it" } else { "see what the server did" };
                remark(&mut page, Vec::new(), (TextRole::Dim, Mark::Ahead), told);
            }
        }
    }
    page.row(Vec::new());
    page.paragraph(Vec::new(), TextRole::Dim, "What you typed is kept, whatever happens.");
    page.into_lines()
}

const fn proven(step: SaveStep) -> (&'static str, &'static str) {
    match step {
        SaveStep::Settling => {
            ("", "no clear answer came: reading the record again, to see which of the two happened")
        }
        _ => ("", "reading the record again, to see what the server did"),
    }
}

const fn made(step: SaveStep) -> (&'static str, &'static str) {
    match step {
        SaveStep::Settling => {
            ("", "no clear answer came: looking for them, so that nobody is made twice")
        }
        _ => ("", "reading the record, to see what the server did"),
    }
}

/// `asks`: saving again asks for confirmation first.
#[must_use]
pub fn failed(failed: &WriteFailure, asks: bool, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let WriteFailure { failure, fields, maybe } = failed;
    remark(&mut page, Vec::new(), (TextRole::Error, Mark::Failed), &failure.told);
    let means = if *maybe { "It may have been carried out." } else { "Nothing was changed." };
    let lead = vec![space(2)];
    page.paragraph(lead.clone(), if *maybe { TextRole::Warning } else { TextRole::Plain }, means);
    let todo = match failure.kind {
        _ if !fields.is_empty() => "What is wrong is told at its field.",
        _ if *maybe && asks => "Saving again asks first: the same person may be there twice then.",
        _ if *maybe => "Saving again looks first whether it is there already.",
        FailureKind::Network | FailureKind::Silence => {
            "What you typed is kept; send it when the server is back."
        }
        FailureKind::Server => "What you typed is kept; try again in a while.",
        FailureKind::Key => "What you typed is kept; saving it again asks for the key.",
        FailureKind::Forbidden => {
            "What you typed is kept; somebody with a key that may do this can help."
        }
        FailureKind::Missing => "What you typed is kept; somebody may have deleted the record.",
        FailureKind::Conflict => {
            "What you typed is kept; somebody else was at it, saving again looks at it anew."
        }
        FailureKind::Waiting | FailureKind::Busy => {
            "What you typed is kept; send it again after the pause."
        }
        FailureKind::Cancelled => "What you typed is kept.",
        FailureKind::Input => "What you typed is kept; change it, and send it again.",
    };
    page.paragraph(lead, TextRole::Dim, todo);
    page.into_lines()
}

#[must_use]
pub fn already(width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let told = "The server has it so already: nothing was sent.";
    remark(&mut page, Vec::new(), (TextRole::Good, Mark::Done), told);
    page.into_lines()
}

#[must_use]
pub fn born(birth: &CreatedPerson, now: Timestamp, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let name = if birth.name.trim().is_empty() { "(nameless)" } else { &birth.name };
    remark(&mut page, Vec::new(), (TextRole::Good, Mark::Done), &format!("{name} is there"));
    page.facts(2, [part(TextRole::Dim, birth.id.as_str())]);
    if birth.found {
        let told =
            "the answer was lost, but they were found by their outside id: they were made, once";
        remark(&mut page, Vec::new(), (TextRole::Warning, Mark::Warning), told);
    }
    match (&birth.job, &birth.candidate) {
        (Some(job), Some(candidate)) => {
            let told = format!("put forward for {}", job.name);
            page.facts(2, [part(TextRole::Plain, &told), part(TextRole::Dim, candidate.as_str())]);
        }
        (Some(job), None) if birth.warnings.is_empty() => {
            let told =
                format!("the server does not say that they are put forward for {}", job.name);
            remark(&mut page, Vec::new(), (TextRole::Warning, Mark::Warning), &told);
        }
        _ => {}
    }
    for told in &birth.warnings {
        remark(&mut page, Vec::new(), (TextRole::Warning, Mark::Warning), told);
    }
    if birth.person.is_none() {
        let told = "their record could not be read yet";
        remark(&mut page, Vec::new(), (TextRole::Warning, Mark::Warning), told);
    }
    let mut lines = page.into_lines();
    if let Some(person) = &birth.person {
        lines.push(RichLine::default());
        lines.extend(person_sheet(person, None, None, now, width));
    }
    lines
}

#[must_use]
pub fn question(editor: &Editor, question: EditorQuestion, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let who = match editor.form.name.trim() {
        "" => "them",
        name => name,
    };
    let (asked, means): (String, &[&str]) = match question {
        EditorQuestion::Enrich => (
            format!("Let the server look {who} up elsewhere?"),
            &[ENRICHES, "what it changes cannot be taken back here"],
        ),
        EditorQuestion::Leave => (
            "What becomes of what you typed?".to_owned(),
            &["it can be kept for later, or discarded; a discarded one can be had back"],
        ),
        EditorQuestion::SendAgain => (
            format!("Send {who} again?"),
            &[
                "it may have been sent before, and nobody can say whether it was carried out",
                "sent again, the same person may be there twice",
            ],
        ),
    };
    page.paragraph(Vec::new(), TextRole::Strong, &asked);
    for told in means {
        let dot = vec![Span::Mark(TextRole::Dim, Mark::Bullet), space(1)];
        page.paragraph(dot, TextRole::Plain, told);
    }
    page.into_lines()
}
