//! Verdict, star, snooze, tags and notes of a candidate, worded so that they are not mistaken for data of
//! the server.

use crate::recruiting::triage::{CandidateTriage, GivenVerdict, SyncStatus, Verdict};
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, part, said, space,
};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};

#[must_use]
pub const fn verdict_mark(verdict: Verdict) -> Mark {
    match verdict {
        Verdict::Advance => Mark::Advance,
        Verdict::Wait => Mark::Wait,
        Verdict::Decline => Mark::Decline,
    }
}

/// The section of the candidate pane; empty if there is nothing.
#[must_use]
pub fn yours(
    own: Option<&CandidateTriage>,
    fate: Option<&SyncStatus>,
    width: usize,
) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let Some(own) = own.filter(|own| is_any(own)) else { return page.into_lines() };
    page.heading("yours, on this machine");
    if let Some(given) = &own.verdict {
        let stage = labelled(TextRole::Dim, "in", &given.seen.stage_name);
        let at = labelled(TextRole::Dim, "given", &format::day(given.at));
        page.facts(2, [verdict(given), at, stage]);
        page.facts(2, [sync_status(fate)]);
    }
    if own.starred {
        page.facts(
            2,
            [vec![Span::Mark(TextRole::Plain, Mark::Star), said(TextRole::Plain, " star")]],
        );
    }
    if let Some(snooze) = &own.snooze {
        let until = format!(" until {}", format::calendar(snooze.until));
        let day = vec![Span::Mark(TextRole::Plain, Mark::Snoozed), said(TextRole::Plain, &until)];
        page.facts(2, [day, part(TextRole::Plain, snooze.note.as_deref().unwrap_or(""))]);
    }
    tags(own, &mut page);
    notes(own, &mut page);
    page.into_lines()
}

/// The section of the card, without what its rows at the top say.
pub(crate) fn card_section(own: Option<&CandidateTriage>, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    page.heading("yours, on this machine");
    let Some(own) = own.filter(|own| is_any(own)) else {
        page.facts(2, [part(TextRole::Dim, "no verdict, no notes, no tags")]);
        return page.into_lines();
    };
    if let Some(given) = &own.verdict {
        let at = format!("{} on {}", given.verdict.as_str(), format::day(given.at));
        let stage = labelled(TextRole::Dim, "in", &given.seen.stage_name);
        page.facts(2, [part(TextRole::Dim, &at), stage]);
    }
    if let Some(note) = own.snooze.as_ref().and_then(|snooze| snooze.note.as_deref()) {
        let sign =
            vec![Span::Mark(TextRole::Plain, Mark::Snoozed), space(1), said(TextRole::Plain, note)];
        page.facts(2, [sign]);
    }
    tags(own, &mut page);
    notes(own, &mut page);
    if page.len() == 1 {
        page.facts(2, [part(TextRole::Dim, "no notes, no tags")]);
    }
    page.into_lines()
}

fn tags(own: &CandidateTriage, page: &mut RichTextBuilder) {
    if !own.tags.is_empty() {
        let tags: Vec<String> = own.tags.iter().map(|tag| format!("#{tag}")).collect();
        page.facts(2, [part(TextRole::Value, &tags.join(" "))]);
    }
}

/// Newest first.
fn notes(own: &CandidateTriage, page: &mut RichTextBuilder) {
    for note in own.notes.iter().rev() {
        page.prose(2, &format!("{}: {}", format::day(note.at), note.text));
    }
}

fn is_any(own: &CandidateTriage) -> bool {
    own.verdict.is_some()
        || own.starred
        || own.snooze.is_some()
        || !own.tags.is_empty()
        || !own.notes.is_empty()
}

/// A verdict with its symbol and its reason.
pub(crate) fn verdict(given: &GivenVerdict) -> Spans {
    let mark = Span::Mark(TextRole::Plain, verdict_mark(given.verdict));
    let mut spans = vec![mark, space(1), said(TextRole::Strong, given.verdict.as_str())];
    if let Some(reason) = given.reason.as_deref().filter(|reason| !reason.trim().is_empty()) {
        spans.push(said(TextRole::Plain, &format!(" ({reason})")));
    }
    spans
}

/// Whether the server reflects the verdict.
pub(crate) fn sync_status(fate: Option<&SyncStatus>) -> Spans {
    match fate {
        Some(SyncStatus::Done) => part(TextRole::Good, "done on the server"),
        Some(SyncStatus::ToDo) => part(TextRole::Plain, "to do in the recruiting system"),
        Some(SyncStatus::Disagrees(what)) => {
            part(TextRole::Warning, &format!("the server disagrees: {what}"))
        }
        Some(SyncStatus::Waits) => part(TextRole::Plain, "they wait"),
        Some(SyncStatus::Unknown) => part(TextRole::Dim, "not known yet whether it was done"),
        None => Vec::new(),
    }
}
