//! Checks of a single text, by the kind of its field.

use url::Url;

use super::issue::{TextIssue, error, warning};
use crate::recruiting::person::fields::{FieldKind, FormKind};
use crate::text::{has_hidden_chars, sanitize};

/// Some servers reject longer texts, ours among them.
const MAX_LENGTH: usize = 10_000;
/// A number with fewer digits is incomplete.
const MIN_DIGITS: usize = 7;

pub(crate) fn check_entry(form: FormKind, kind: FieldKind, text: &str) -> Vec<TextIssue> {
    if text.trim().is_empty() {
        return vec![error("this entry is empty: fill it in or remove it")];
    }
    check(form, kind, text)
}

pub(crate) fn check_kind(kind: &str) -> Vec<TextIssue> {
    Vec::from_iter(check_hidden(FieldKind::Text, kind))
}

/// An empty text clears the field and is always valid.
pub(crate) fn check(form: FormKind, kind: FieldKind, text: &str) -> Vec<TextIssue> {
    // It is sent without spaces around it.
    let text = text.trim();
    let mut issues = match kind {
        _ if text.is_empty() => return Vec::new(),
        _ if has_kind(kind, text) => vec![error(describe_kind_error(form, kind))],
        FieldKind::Email | FieldKind::Emails => check_email(text),
        FieldKind::Phone | FieldKind::Phones => check_phone(text),
        FieldKind::Url => check_url(text),
        FieldKind::Text | FieldKind::Prose | FieldKind::Job | FieldKind::Switch => Vec::new(),
    };
    if issues.iter().any(|issue| issue.is_blocking) {
        return issues;
    }
    issues.extend(check_hidden(kind, text));
    if text.chars().nth(MAX_LENGTH).is_some() {
        issues.push(warning(format!(
            "longer than {MAX_LENGTH} characters: the server may refuse it"
        )));
    }
    issues
}

fn check_hidden(kind: FieldKind, text: &str) -> Option<TextIssue> {
    let is_broken = kind != FieldKind::Prose && text.contains(['\n', '\t']);
    (is_broken || has_hidden_chars(text)).then(|| warning("contains invisible characters"))
}

/// Whether a text starts with a kind, as in the arguments of the command line. A colon in quotes or
/// brackets is part of an address.
fn has_kind(kind: FieldKind, text: &str) -> bool {
    match kind {
        FieldKind::Email | FieldKind::Emails => text.contains(':') && !text.contains(['"', '[']),
        FieldKind::Phone | FieldKind::Phones => {
            text.split_once(':').is_some_and(|(before, _)| !before.chars().any(char::is_numeric))
        }
        _ => false,
    }
}

/// The message for a contact that contains its kind.
const fn describe_kind_error(form: FormKind, kind: FieldKind) -> &'static str {
    match (kind, form) {
        (FieldKind::Emails, FormKind::Create) => {
            "an email address has no colon; use work_email or personal_email for its kind"
        }
        (FieldKind::Phones, FormKind::Create) => {
            "a phone number has no colon; use mobile_phone or work_phone for its kind"
        }
        (FieldKind::Emails, FormKind::Update) => {
            "an email address has no colon; enter the kind next to it"
        }
        (FieldKind::Phones, FormKind::Update) => {
            "a phone number has no colon; enter the kind next to it"
        }
        (FieldKind::Email | FieldKind::Emails, _) => {
            "an email address has no colon: remove the text before it"
        }
        _ => "a phone number has no colon: remove the text before it",
    }
}

fn check_email(text: &str) -> Vec<TextIssue> {
    if text.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        return vec![error("an email address has no spaces")];
    }
    let Some((local, domain)) = text.rsplit_once('@') else {
        return vec![error("an email address needs an @")];
    };
    if local.is_empty() || domain.is_empty() {
        return vec![error("an email address needs text on both sides of the @")];
    }
    if local.contains('@') {
        return vec![error("an email address has only one @")];
    }
    let mut issues = Vec::new();
    let is_dotted = domain
        .split_once('.')
        .is_some_and(|(name, rest)| !name.is_empty() && !rest.is_empty() && !rest.ends_with('.'));
    if !is_dotted {
        let domain = sanitize(domain).into_owned();
        issues.push(warning(format!("{domain} is not a complete domain, such as mail.example")));
    }
    if let Some(letter) = find_lookalike(text) {
        let code = u32::from(letter);
        issues.push(warning(format!("{letter} (U+{code:04X}) only looks like a Latin letter")));
    }
    issues
}

/// A letter that imitates a Latin one.
fn find_lookalike(text: &str) -> Option<char> {
    let is_foreign = |letter: &char| matches!(letter, '\u{370}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}' | '\u{ff01}'..='\u{ff5e}');
    let mut parts = text.split(|letter: char| letter.is_ascii() && !letter.is_ascii_alphabetic());
    parts.find_map(|part| {
        let has_plain = part.chars().any(|letter| letter.is_ascii_alphabetic());
        part.chars().find(|letter| is_foreign(letter) && (has_plain || *letter >= '\u{ff01}'))
    })
}

fn check_phone(text: &str) -> Vec<TextIssue> {
    let digits = text.chars().filter(|letter| letter.is_numeric()).count();
    let mut issues = Vec::new();
    if digits == 0 {
        return vec![error("a phone number needs digits")];
    }
    if text.chars().any(char::is_alphabetic) {
        issues.push(warning("this number contains letters"));
    }
    if digits < MIN_DIGITS {
        issues.push(warning(format!("a complete number has at least {MIN_DIGITS} digits")));
    }
    issues
}

fn check_url(text: &str) -> Vec<TextIssue> {
    let is_handle = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '%');
    let handle = text.strip_prefix('@').unwrap_or(text);
    if !handle.is_empty() && handle.chars().all(is_handle) {
        let message =
            "this is only a handle: enter the full link, such as https://social.example/in/name";
        return vec![warning(message)];
    }
    if is_url(text) {
        return Vec::new();
    }
    vec![error("enter a web address, such as https://social.example/in/name")]
}

fn is_url(text: &str) -> bool {
    let is_spaced = text.chars().any(|letter| letter.is_whitespace() || letter.is_control());
    let address = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    // A text of spaces has its own warning.
    text.is_empty()
        || !is_spaced
            && Url::parse(&address).is_ok_and(|url| {
                matches!(url.scheme(), "http" | "https")
                    && url.host_str().is_some_and(|host| host.contains('.'))
            })
}
