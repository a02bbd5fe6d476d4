//! Mails from templates: which fields a template has, how they are filled in, and the address that
//! opens the mail in a mail program.
//!
//! The config provides the templates; `tui::features::mail` shows the filled text and opens it.

use crate::recruiting::person::contact::{mail_url, percent_encode};

/// The fields of a template. Those of one person cannot be filled in for several; names are left
/// out then.
const FIELDS: [(&str, bool); 8] = [
    ("first_name", false),
    ("name", false),
    ("title", true),
    ("company", true),
    ("stage", true),
    ("job", false),
    ("client", false),
    ("me", false),
];

/// In bytes. Mail programs cut longer addresses.
const MAX_URL: usize = 30_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MailTemplate {
    pub(crate) name: String,
    pub(crate) subject: String,
    pub(crate) body: String,
}

/// From the config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MailSettings {
    /// The user's name, for `{me}`.
    pub(crate) me: String,
    pub(crate) templates: Vec<MailTemplate>,
}

impl Default for MailSettings {
    fn default() -> Self {
        let template = |name: &str, subject: &str, body: &str| MailTemplate {
            name: name.to_owned(),
            subject: subject.to_owned(),
            body: body.to_owned(),
        };
        let templates = vec![
            template(
                "invite",
                "{job} at {client}",
                "Hi {first_name},\n\nThank you for your interest in {job} at {client}. I would like to talk to you \
                 about the role.\n\nWhen do you have 30 minutes for a call this week?\n\nBest regards\n{me}\n",
            ),
            template(
                "decline",
                "Your application for {job}",
                "Hi {first_name},\n\nThank you for your time and your interest in {job} at {client}. We have decided \
                 not to move forward with your application for this role.\n\nI wish you all the best.\n\n{me}\n",
            ),
            template(
                "nudge",
                "Following up on {job}",
                "Hi {first_name},\n\nI am following up on {job} at {client}. Are you still interested? A short reply \
                 is enough.\n\nBest regards\n{me}\n",
            ),
        ];
        Self { me: String::new(), templates }
    }
}

/// A part of a text after its fields were filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MailPart {
    Text(String),
    /// A field without a value, with its braces.
    Unfilled(String),
}

/// The value of each field: `None` where it is unknown, empty where it is left out.
pub(crate) type FieldValues<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Fills in the fields. Braces around anything else stay text.
pub(crate) fn fill(template: &str, value_of: FieldValues<'_>) -> Vec<MailPart> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let field = after.split_once('}').filter(|(name, _)| is_field(name));
        let Some((name, after)) = field else {
            text.push('{');
            rest = after;
            continue;
        };
        if let Some(value) = value_of(name) {
            if value.is_empty() {
                text.truncate(text.trim_end_matches(' ').len());
            }
            text.push_str(value.trim());
        } else {
            parts.push(MailPart::Text(std::mem::take(&mut text)));
            parts.push(MailPart::Unfilled(format!("{{{name}}}")));
        }
        rest = after;
    }
    text.push_str(rest);
    parts.push(MailPart::Text(text));
    parts.retain(|part| *part != MailPart::Text(String::new()));
    parts
}

pub(crate) fn is_field(name: &str) -> bool {
    FIELDS.iter().any(|(field, _)| *field == name)
}

/// The names of the fields, for messages.
pub(crate) fn field_names() -> Vec<&'static str> {
    FIELDS.iter().map(|(field, _)| *field).collect()
}

/// The fields of a template that differ from person to person.
pub(crate) fn personal_fields(template: &MailTemplate) -> Vec<String> {
    let has = |name: &str| {
        let field = format!("{{{name}}}");
        (template.subject.contains(&field) || template.body.contains(&field)).then_some(field)
    };
    FIELDS
        .iter()
        .filter(|(_, is_personal)| *is_personal)
        .filter_map(|(name, _)| has(name))
        .collect()
}

pub(crate) fn join(parts: &[MailPart]) -> String {
    let text = parts.iter().map(|part| match part {
        MailPart::Text(text) | MailPart::Unfilled(text) => text.as_str(),
    });
    text.collect()
}

/// The address that opens a mail. Several people get it without seeing each other's addresses.
pub(crate) fn mailto(addresses: &[String], subject: &str, body: &str) -> Result<String, String> {
    let hidden: Vec<String> = addresses.iter().map(|email| email_part(email)).collect();
    let mut url = match addresses {
        [email] => format!("{}?", mail_url(email)),
        _ => format!("mailto:?bcc={}&", hidden.join(",")),
    };
    // Mail programs expect CRLF.
    let body = body.replace("\r\n", "\n").replace('\n', "\r\n");
    let rest = ["subject=", &percent_encode(subject), "&body=", &percent_encode(&body)];
    url.push_str(&rest.concat());
    if url.len() > MAX_URL {
        return Err("The email is too long for a mail program; copy the text instead".to_owned());
    }
    Ok(url)
}

fn email_part(email: &str) -> String {
    let url = mail_url(email);
    url.strip_prefix("mailto:").unwrap_or(&url).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: &str) -> MailPart {
        MailPart::Text(words.to_owned())
    }

    #[test]
    fn fields_are_filled_in_and_missing_ones_stay() {
        let value_of = |field: &str| match field {
            "name" => Some("Anna {job} Berg".to_owned()),
            "job" => Some(" Rust ".to_owned()),
            "me" => Some(String::new()),
            _ => None,
        };
        let unfilled = |words: &str| MailPart::Unfilled(words.to_owned());
        for (template, expected) in [
            ("Hi {name}: {job}", vec![text("Hi Anna {job} Berg: Rust")]),
            ("{client} {stage}", vec![unfilled("{client}"), text(" "), unfilled("{stage}")]),
            ("Hi {me}, you", vec![text("Hi, you")]),
            ("{unknown} {", vec![text("{unknown} {")]),
            ("{{name}}", vec![text("{Anna {job} Berg}")]),
            ("", vec![]),
        ] {
            assert_eq!(fill(template, &value_of), expected, "{template}");
        }
    }

    #[test]
    fn one_person_is_the_recipient_and_several_are_hidden_from_each_other() {
        let url = |addresses: &[&str]| {
            let addresses: Vec<String> = addresses.iter().map(|it| (*it).to_owned()).collect();
            mailto(&addresses, "a & b", "x\ny?bcc=eve@e.example").unwrap()
        };
        let rest = "subject=a%20%26%20b&body=x%0D%0Ay%3Fbcc%3Deve%40e.example";
        assert_eq!(url(&["a@b.example"]), format!("mailto:a@b.example?{rest}"));
        assert_eq!(
            url(&["a@b.example", "c&d@e.example"]),
            format!("mailto:?bcc=a@b.example,c%26d@e.example&{rest}")
        );
        assert!(mailto(&[], "", &"x".repeat(40_000)).is_err());
    }

    #[test]
    fn the_default_templates_use_only_known_fields() {
        for template in MailSettings::default().templates {
            let filled = fill(&template.body, &|_| Some("x".to_owned()));
            assert!(!join(&filled).contains(['{', '}']), "{}", template.name);
            assert!(personal_fields(&template).is_empty(), "all can go to several people");
        }
    }
}
