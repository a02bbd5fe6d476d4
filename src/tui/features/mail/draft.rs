//! The mail that a template yields for the recipients.

use super::state::MailDialog;
use crate::recruiting::mail::{MailPart, MailTemplate, fill, join, mailto, personal_fields};
use crate::recruiting::person::contact::emails;
use crate::recruiting::triage::Subject;
use crate::text::sanitize;
use crate::tui::app::state::State;
use crate::wire::Person;

/// Sanitized, as it is shown, copied and opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MailDraft {
    pub(crate) addresses: Vec<String>,
    /// The recipients without an address.
    pub(crate) without: Vec<String>,
    /// The recipients whose record could not be read.
    pub(crate) unread: Vec<String>,
    pub(crate) subject: Vec<MailPart>,
    /// One for each line.
    pub(crate) body: Vec<Vec<MailPart>>,
    /// Fields of one person in a mail to several.
    pub(crate) personal_fields: Vec<String>,
}

/// The templates, and an empty one.
pub(crate) fn templates(state: &State) -> Vec<MailTemplate> {
    let blank =
        MailTemplate { name: "blank".to_owned(), subject: String::new(), body: String::new() };
    state.mail.templates.iter().cloned().chain([blank]).collect()
}

pub(crate) fn draft(state: &State, dialog: &MailDialog) -> Option<MailDraft> {
    let template = templates(state).into_iter().nth(dialog.at)?;
    let (mut addresses, mut without) = (Vec::new(), Vec::new());
    for subject in &dialog.subjects {
        let Some(person) = person(state, subject) else { continue };
        match emails(person).into_iter().next() {
            Some(email) if addresses.contains(&email) => {}
            Some(email) => addresses.push(email),
            None => without.push(sanitize(&state.name_of(subject)).into_owned()),
        }
    }
    let is_single = dialog.subjects.len() == 1;
    let values = |field: &str| value_of(state, dialog, field);
    let fill = |text: &str| fill(&sanitize(text), &values);
    Some(MailDraft {
        addresses,
        without,
        unread: state.unread_names(&dialog.subjects),
        subject: fill(&template.subject),
        body: template.body.lines().map(fill).collect(),
        personal_fields: if is_single { Vec::new() } else { personal_fields(&template) },
    })
}

fn person<'a>(state: &'a State, subject: &Subject) -> Option<&'a Person> {
    state.people.get(&subject.person)?.display()
}

/// The value of a field. Fields of one person are unknown for several people, and their names are
/// left out, as is a sender without a name.
fn value_of(state: &State, dialog: &MailDialog, field: &str) -> Option<String> {
    let first = dialog.subjects.first()?;
    let jobs = &state.jobs.pages.rows;
    let value = match field {
        "me" => return Some(sanitize(state.mail.me.trim()).into_owned()),
        // Candidates of several jobs are marked.
        "job" | "client" if dialog.subjects.iter().any(|it| it.job != first.job) => return None,
        "job" => state.job_display_name(&first.job),
        "client" => jobs.client(jobs.find(&first.job)?).to_owned(),
        "name" | "first_name" if dialog.subjects.len() > 1 => return Some(String::new()),
        _ if dialog.subjects.len() > 1 => return None,
        "name" => state.name_of(first),
        "first_name" => {
            let given = person(state, first).map(|person| person.first_name.clone());
            given
                .filter(|name| !name.trim().is_empty())
                .or_else(|| state.name_of(first).split_whitespace().next().map(str::to_owned))?
        }
        _ => {
            let (open, row) = state.row_of(first)?;
            let rows = &open.list.pages.rows;
            match field {
                "title" => rows.title(row),
                "company" => rows.company(row),
                "stage" => rows.stage_name(row),
                _ => return None,
            }
            .to_owned()
        }
    };
    Some(sanitize(value.trim()).into_owned()).filter(|value| !value.is_empty())
}

impl MailDraft {
    pub(crate) fn text(&self) -> String {
        let lines: Vec<String> = self.body.iter().map(|parts| join(parts)).collect();
        lines.join("\n")
    }

    /// The fields that stay empty.
    pub(crate) fn unfilled(&self) -> Vec<&str> {
        let mut fields = Vec::new();
        for part in self.subject.iter().chain(self.body.iter().flatten()) {
            if let MailPart::Unfilled(field) = part
                && !fields.contains(&field.as_str())
            {
                fields.push(field.as_str());
            }
        }
        fields
    }

    /// The address that opens the mail, or why there is none.
    pub(crate) fn url(&self) -> Result<String, String> {
        if !self.personal_fields.is_empty() {
            return Err(format!(
                "{} differs from person to person: choose a template without it, or write to one person at a time",
                self.personal_fields.join(", ")
            ));
        }
        let unfilled = self.unfilled();
        if !unfilled.is_empty() {
            return Err(format!("Not filled in: {}. Choose another template", unfilled.join(", ")));
        }
        if self.addresses.is_empty() {
            let names: Vec<&str> =
                self.without.iter().chain(&self.unread).map(String::as_str).collect();
            return Err(format!("No email address: {}", names.join(", ")));
        }
        mailto(&self.addresses, &join(&self.subject), &self.text())
    }
}
