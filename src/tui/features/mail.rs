//! Writes a mail from a template: the dialog lists the templates and shows the filled text, enter
//! opens it in the mail program.
//!
//! One person is the recipient. Several marked people get a mail by bcc, which excludes templates
//! with fields of one person.

pub(crate) mod draft;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
