//! Verdict, star, snooze, tags and notes of a candidate, worded so that they are not mistaken for
//! data of the server.

use crate::recruiting::triage::{CandidateTriage, GivenVerdict, SyncStatus, Verdict};
use crate::text::{MAX_SHOWN, excerpt};
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, part, space, text_span,
};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};

pub(crate) const fn verdict_mark(verdict: Verdict, is_pending: bool) -> Mark {
    match verdict {
        _ if is_pending => Mark::Pending,
        Verdict::Advance => Mark::Advance,
        Verdict::Wait => Mark::Wait,
        Verdict::Decline => Mark::Decline,
    }
}

/// The section of the card, without what its rows at the top say.
pub(crate) fn triage_section(triage: Option<&CandidateTriage>, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    page.heading("Your notes");
    let Some(triage) = triage.filter(|triage| has_content(triage)) else {
        page.facts(2, [part(TextRole::Dim, "No notes or tags")]);
        return page.into_lines();
    };
    if let Some(verdict) = &triage.verdict {
        let at = format!("{} on {}", verdict.verdict.as_str(), format::day(verdict.at));
        let stage = labelled(TextRole::Dim, "in", &verdict.seen.stage_name);
        page.facts(2, [part(TextRole::Dim, &at), pending_spans(triage), stage]);
    } else {
        page.facts(2, [pending_spans(triage)]);
    }
    if let Some(note) = triage.snooze.as_ref().and_then(|snooze| snooze.note.as_deref()) {
        let spans = vec![
            Span::Mark(TextRole::Plain, Mark::Snoozed),
            space(1),
            text_span(TextRole::Plain, note),
        ];
        page.facts(2, [spans]);
    }
    tags(triage, &mut page);
    notes(triage, &mut page);
    if page.len() == 1 {
        page.facts(2, [part(TextRole::Dim, "No notes or tags")]);
    }
    page.into_lines()
}

fn tags(triage: &CandidateTriage, page: &mut RichTextBuilder) {
    if !triage.tags.is_empty() {
        let tags: Vec<String> = triage.tags.iter().map(|tag| format!("#{tag}")).collect();
        page.facts(2, [part(TextRole::Value, &tags.join(" "))]);
    }
}

/// Newest first.
fn notes(triage: &CandidateTriage, page: &mut RichTextBuilder) {
    for note in triage.notes.iter().rev() {
        let text = excerpt(&note.text, MAX_SHOWN);
        page.prose(2, &format!("{}, {}: {text}", format::day(note.at), note.snapshot.job_name));
    }
}

fn has_content(triage: &CandidateTriage) -> bool {
    triage.is_pending
        || triage.verdict.is_some()
        || triage.starred
        || triage.snooze.is_some()
        || !triage.tags.is_empty()
        || !triage.notes.is_empty()
}

/// Says that the last change is not on disk yet.
pub(crate) fn pending_spans(triage: &CandidateTriage) -> Spans {
    part(TextRole::Warning, if triage.is_pending { "not saved yet" } else { "" })
}

/// A verdict with its symbol and its reason.
pub(crate) fn verdict_spans(verdict: &GivenVerdict, is_pending: bool) -> Spans {
    let mark = Span::Mark(TextRole::Plain, verdict_mark(verdict.verdict, is_pending));
    let mut spans = vec![mark, space(1), text_span(TextRole::Strong, verdict.verdict.as_str())];
    if let Some(reason) = verdict.reason.as_deref().filter(|reason| !reason.trim().is_empty()) {
        spans.push(text_span(TextRole::Plain, &format!(" ({reason})")));
    }
    spans
}

/// Whether the server reflects the verdict.
pub(crate) fn sync_status_spans(sync_status: Option<&SyncStatus>) -> Spans {
    match sync_status {
        Some(SyncStatus::Synced) => part(TextRole::Good, "done in the ATS"),
        Some(SyncStatus::ToDo) => part(TextRole::Plain, "to do in the ATS"),
        Some(SyncStatus::Diverged(change)) => {
            part(TextRole::Warning, &format!("changed in the ATS: {change}"))
        }
        Some(SyncStatus::Waiting) => part(TextRole::Plain, "waiting"),
        Some(SyncStatus::Unknown) => part(TextRole::Dim, "not checked yet"),
        None => Vec::new(),
    }
}
