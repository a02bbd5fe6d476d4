//! Reads `[mail]`: the user's name, and a template for each `[mail.NAME]`.

use super::read::{ConfigReader, Value, in_order};
use crate::recruiting::mail::{MailSettings, MailTemplate, field_names, is_field};
use crate::recruiting::query::suggest;

const FIELDS: [&str; 2] = ["subject", "body"];

impl ConfigReader<'_> {
    /// A template replaces the default one of the same name; others are added.
    pub(super) fn mail(&mut self, value: &Value<'_>) -> MailSettings {
        let mut settings = MailSettings::default();
        let Some(table) = value.get_ref().as_table() else {
            self.add_type_mistake("mail", "a table of templates", value);
            return settings;
        };
        for (key, value) in in_order(table) {
            let name = key.get_ref().to_string();
            if name == "me" {
                match value.get_ref().as_str() {
                    Some(me) => me.trim().clone_into(&mut settings.me),
                    None => self.add_type_mistake("mail.me", "a string", value),
                }
                continue;
            }
            let mistakes = self.mistakes.len();
            let template = self.mail_template(name, value);
            // Half a template is worse than none.
            if self.mistakes.len() > mistakes {
                continue;
            }
            let templates = &mut settings.templates;
            match templates.iter().position(|other| other.name == template.name) {
                Some(at) => templates[at] = template,
                None => templates.push(template),
            }
        }
        settings
    }

    fn mail_template(&mut self, name: String, value: &Value<'_>) -> MailTemplate {
        let field = format!("mail.{}", name.escape_debug());
        let mut template = MailTemplate { name, subject: String::new(), body: String::new() };
        let Some(table) = value.get_ref().as_table() else {
            self.add_type_mistake(&field, "a table with subject and body", value);
            return template;
        };
        for (key, value) in in_order(table) {
            let name = key.get_ref().as_ref();
            let path = format!("{field}.{}", name.escape_debug());
            let setting = match name {
                "subject" => &mut template.subject,
                "body" => &mut template.body,
                _ => {
                    self.add_unknown_field(&format!("{field}: "), key, &FIELDS);
                    continue;
                }
            };
            let Some(text) = value.get_ref().as_str() else {
                self.add_type_mistake(&path, "a string", value);
                continue;
            };
            text.clone_into(setting);
            if let Some(unknown) = unknown_field(setting) {
                let guess = suggest(unknown, &field_names());
                let message = format!("{path}: unknown field `{}`{guess}", unknown.escape_debug());
                self.add_mistake(value, message);
            }
        }
        template
    }
}

/// The first word in braces that is not a field.
fn unknown_field(text: &str) -> Option<&str> {
    let mut braces = text.split('{').skip(1).filter_map(|after| Some(after.split_once('}')?.0));
    let is_name = |name: &&str| name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    braces.find(|name| is_name(name) && !is_field(name))
}
