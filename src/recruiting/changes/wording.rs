//! A change in words, and when it happened. All texts are safe to show.

use chrono::{DateTime, Datelike, FixedOffset};

use super::{Change, ChangeKind};
use crate::recruiting::table::to_display;
use crate::wire::Timestamp;

/// The fields of a person with their names on screen.
const FIELD_LABELS: [(&str, &str); 12] = [
    ("name", "name"),
    ("first_name", "first name"),
    ("last_name", "last name"),
    ("current_job_title", "title"),
    ("current_company_name", "company"),
    ("external_source_id", "external ID"),
    ("social_public_id", "profile handle"),
    ("emails", "email"),
    ("phones", "phone"),
    ("work_experience", "career"),
    ("education_experience", "education"),
    ("certifications", "certificates"),
];

impl Change {
    /// `Ada Lovelace moved from Applied to Screen`, `Ada Lovelace: title added: CTO`.
    pub(crate) fn describe(&self) -> String {
        let is_field = matches!(self.kind, ChangeKind::PersonChanged | ChangeKind::PipelineChanged);
        let colon = if is_field { ":" } else { "" };
        format!("{}{colon} {}", self.subject_name(), self.predicate())
    }

    /// The name of the person, or of the job if it is about one.
    pub(crate) fn subject_name(&self) -> String {
        let name = if self.is_about_job() { &self.job_name } else { &self.name };
        let name = to_display(name.trim());
        if name.is_empty() { "(no name)".to_owned() } else { name.into_owned() }
    }

    pub(crate) const fn is_about_job(&self) -> bool {
        matches!(
            self.kind,
            ChangeKind::JobOpened
                | ChangeKind::JobOnHold
                | ChangeKind::JobClosed
                | ChangeKind::JobRenamed
                | ChangeKind::JobArchived
                | ChangeKind::JobGone
                | ChangeKind::PipelineChanged
        )
    }

    /// What happened: `moved from Applied to Screen`, `title changed from Engineer to CTO`.
    pub(crate) fn predicate(&self) -> String {
        let [before, after] = [&self.before, &self.after].map(|text| to_display(text.trim()));
        let was_in = if before.is_empty() { String::new() } else { format!(", was in {before}") };
        match self.kind {
            ChangeKind::CandidateNew if after.is_empty() => "added".to_owned(),
            ChangeKind::CandidateNew => format!("added in {after}"),
            ChangeKind::Moved if before.is_empty() => format!("moved to {after}"),
            ChangeKind::Moved if after.is_empty() => format!("moved out of {before}"),
            ChangeKind::Moved => format!("moved from {before} to {after}"),
            ChangeKind::Rejected => format!("rejected{was_in}"),
            ChangeKind::Withdrawn => format!("withdrew{was_in}"),
            ChangeKind::Back => format!("back in {after}{was_in}"),
            ChangeKind::CandidateGone => format!("no longer in the job{was_in}"),
            ChangeKind::JobOpened if before.is_empty() => "opened".to_owned(),
            ChangeKind::JobOpened => format!("open again, was {before}"),
            ChangeKind::JobOnHold => "put on hold".to_owned(),
            ChangeKind::JobClosed => "closed".to_owned(),
            ChangeKind::JobRenamed => format!("renamed, was {before}"),
            ChangeKind::JobArchived => "archived".to_owned(),
            ChangeKind::JobGone => "no longer on the server".to_owned(),
            ChangeKind::PipelineChanged => replaced("pipeline", &before, &after),
            ChangeKind::PersonChanged => {
                let label = FIELD_LABELS.iter().find(|(field, _)| *field == self.field);
                let field = to_display(&self.field);
                replaced(label.map_or(&*field, |(_, label)| label), &before, &after)
            }
        }
    }

    /// `between 18:04 and 09:12`: two readings do not show the exact time of a change.
    pub(crate) fn describe_time(&self, now: DateTime<FixedOffset>) -> String {
        let local = |at: Timestamp| at.to_utc().with_timezone(&now.timezone());
        let until = local(self.read_at);
        // A clock that was set back says nothing about the time before.
        match self.last_read_at.map(local).filter(|from| *from <= until) {
            None => format!("before {}", stamp(until, now)),
            Some(from) if from.date_naive() == until.date_naive() => {
                let date =
                    date_prefix(until, now).map_or(String::new(), |date| format!("{date}, "));
                let [from, until] = [from, until].map(|at| at.format("%H:%M").to_string());
                if from == until {
                    return format!("{date}at {until}");
                }
                format!("{date}between {from} and {until}")
            }
            Some(from) => format!("between {} and {}", stamp(from, now), stamp(until, now)),
        }
    }
}

fn replaced(label: &str, before: &str, after: &str) -> String {
    match (before, after) {
        ("", after) => format!("{label} added: {after}"),
        (before, "") => format!("{label} removed: {before}"),
        (before, after) => format!("{label} changed from {before} to {after}"),
    }
}

/// `09:12`, with the date if it is not today: `9 Nov 18:04`.
pub(crate) fn stamp(at: DateTime<FixedOffset>, now: DateTime<FixedOffset>) -> String {
    let time = at.format("%H:%M");
    date_prefix(at, now).map_or_else(|| time.to_string(), |date| format!("{date} {time}"))
}

fn date_prefix(at: DateTime<FixedOffset>, now: DateTime<FixedOffset>) -> Option<String> {
    let is_today = at.date_naive() == now.date_naive();
    let format = if at.year() == now.year() { "%-d %b" } else { "%-d %b %Y" };
    (!is_today).then(|| at.format(format).to_string())
}
