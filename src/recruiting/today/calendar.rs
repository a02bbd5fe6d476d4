//! Snoozes as a calendar file (iCalendar, RFC 5545): one all-day event for each person.
//!
//! The API has no interview times, so there is nothing else to export.

use chrono::{Days, NaiveDate};

use super::{person_key, snoozes};
use crate::recruiting::triage::TriageState;
use crate::text::to_hex;
use crate::wire::Timestamp;

/// In octets, without the line break.
const MAX_LINE: usize = 75;

/// The whole file. Empty if no candidate is snoozed.
pub(crate) fn reminders(triage: &TriageState, now: Timestamp) -> String {
    let snoozes = snoozes(triage);
    if snoozes.is_empty() {
        return String::new();
    }
    let mut lines = Lines::default();
    lines.push("BEGIN:VCALENDAR");
    lines.push("VERSION:2.0");
    lines.push("PRODID:-//shortlist//reminders//EN");
    for candidate in snoozes {
        let Some(snooze) = &candidate.snooze else { continue };
        let next = snooze.until.checked_add_days(Days::new(1)).unwrap_or(snooze.until);
        let snapshot = &candidate.snapshot;
        lines.push("BEGIN:VEVENT");
        // The same person keeps the event when the date changes.
        lines.push(&format!("UID:snooze-{}@shortlist", to_uid(person_key(&candidate.subject))));
        lines.push(&format!("DTSTAMP:{}", now.to_utc().format("%Y%m%dT%H%M%SZ")));
        lines.push(&format!("DTSTART;VALUE=DATE:{}", day(snooze.until)));
        lines.push(&format!("DTEND;VALUE=DATE:{}", day(next)));
        lines.push(&format!("SUMMARY:{}", escape(&format!("Review {}", snapshot.name))));
        let note = snooze.note.as_deref().unwrap_or_default();
        let text = [snapshot.job_name.as_str(), &snapshot.stage_name, note]
            .into_iter()
            .filter(|text| !text.is_empty());
        lines.push(&format!("DESCRIPTION:{}", escape(&text.collect::<Vec<_>>().join("\n"))));
        lines.push("TRANSP:TRANSPARENT");
        lines.push("END:VEVENT");
    }
    lines.push("END:VCALENDAR");
    lines.text
}

fn day(day: NaiveDate) -> String {
    day.format("%Y%m%d").to_string()
}

/// Ids are opaque and may contain anything.
fn to_uid(id: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if id.bytes().all(is_plain) { id.to_owned() } else { format!("x{}", to_hex(id.as_bytes())) }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    /// Folds a line that is too long, never inside a character.
    fn push(&mut self, line: &str) {
        let mut octets = 0;
        for letter in line.chars() {
            if octets + letter.len_utf8() > MAX_LINE {
                // The space at the start of a continuation counts.
                self.text.push_str("\r\n ");
                octets = 1;
            }
            octets += letter.len_utf8();
            self.text.push(letter);
        }
        self.text.push_str("\r\n");
    }
}
