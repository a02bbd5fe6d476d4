//! How to reach a person: email addresses, phone numbers and the profile link, safe to copy, to
//! open and to put into a mail.
//!
//! Used by the card, by copying and by mails. Records come from outside: an address that could hold
//! a second one, or a link that is not plain http, is left out.

use crate::text::sanitize;
use crate::wire::{Contact, Person};

/// The network of profiles, unless the record links to another one.
const NETWORK: &str = "https://www.linkedin.com";
/// Longer values are not addresses.
const MAX_LEN: usize = 300;

/// Without repetitions, in the order of the record.
pub(crate) fn emails(person: &Person) -> Vec<String> {
    values(&person.emails, is_email)
}

pub(crate) fn phones(person: &Person) -> Vec<String> {
    values(&person.phones, |phone| phone.chars().any(|letter| letter.is_ascii_digit()))
}

fn values(contacts: &[Contact], is_usable: impl Fn(&str) -> bool) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for contact in contacts.iter().filter(|contact| contact.value.len() <= MAX_LEN) {
        let value = sanitize(contact.value.trim()).into_owned();
        if is_usable(&value) && !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Whether a mail program takes the text for exactly one address.
fn is_email(text: &str) -> bool {
    let is_separator = |letter: char| {
        letter.is_whitespace() || matches!(letter, ',' | ';' | '<' | '>' | '"' | '\\')
    };
    let is_address = text
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'));
    is_address && !text.contains(is_separator)
}

/// The address of the person's profile. Servers return only the handle; the network is that of the
/// companies in the record.
pub(crate) fn profile_url(person: &Person) -> Option<String> {
    let handle = person.social_public_id.trim().trim_matches('/').trim_start_matches('@');
    if handle.is_empty() || handle.len() > MAX_LEN {
        return None;
    }
    if let Some(url) = web_url(handle) {
        return Some(url);
    }
    let mut works = person.work_experience.iter();
    let network = works.find_map(|work| origin(&work.company_social_url));
    Some(format!("{}/in/{}", network.unwrap_or(NETWORK), percent_encode(handle)))
}

/// An http address, encoded so that it holds only characters that are safe in a terminal and in a
/// command line.
pub(crate) fn web_url(text: &str) -> Option<String> {
    let text = text.trim();
    let origin = origin(text)?;
    let path = text.get(origin.len()..)?;
    (text.len() <= MAX_LEN).then(|| format!("{origin}{}", encode_path(path)))
}

/// Scheme and host: `https://www.example.com`.
fn origin(url: &str) -> Option<&str> {
    let host_at = ["https://", "http://"].iter().find_map(|scheme| {
        let start = url.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(scheme.len())
    })?;
    let rest = url.get(host_at..)?;
    let host = rest.split(['/', '?', '#']).next()?;
    let is_plain = host.contains('.')
        && host.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | ':'));
    is_plain.then(|| url.get(..host_at + host.len())).flatten()
}

/// The address that opens a new mail.
pub(crate) fn mail_url(email: &str) -> String {
    let (name, host) = email.split_once('@').unwrap_or((email, ""));
    format!("mailto:{}@{}", percent_encode(name), percent_encode(host))
}

/// Keeps what an address consists of, and encodes everything else.
fn encode_path(path: &str) -> String {
    encode(path, |byte| byte.is_ascii_alphanumeric() || b"/?#&=%-._~:@!$'()*+,;".contains(&byte))
}

/// Encodes all but letters, digits and `-._~`.
pub(crate) fn percent_encode(text: &str) -> String {
    encode(text, |byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

fn encode(text: &str, is_kept: impl Fn(u8) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_kept(byte) {
            out.push(char::from(byte));
        } else {
            out.extend(['%', hex_digit(byte >> 4), hex_digit(byte & 15)]);
        }
    }
    out
}

const fn hex_digit(value: u8) -> char {
    (match value {
        0..=9 => b'0' + value,
        _ => b'A' + value - 10,
    }) as char
}

/// An address as a reader needs it: `linkedin.com/in/anna`.
pub(crate) fn short_url(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/')
}

/// What a phone dials: digits, with a leading plus.
pub(crate) fn phone_url(phone: &str) -> Option<String> {
    let plus = if phone.trim_start().starts_with('+') { "+" } else { "" };
    let number = phone.replace("(0)", "");
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    (!digits.is_empty()).then(|| format!("tel:{plus}{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(handle: &str, company: &str) -> Person {
        serde_json::from_value(serde_json::json!({
            "id": "p", "name": "Anna", "social_public_id": handle,
            "work_experience": [{"company_name": "K", "company_social_url": company}],
        }))
        .unwrap()
    }

    #[test]
    fn only_a_single_address_is_an_email() {
        for (text, expected) in [
            ("anna@mail.example", true),
            ("anna@a@b.example", false),
            ("anna@mail.example, eve@mail.example", false),
            ("Anna <anna@mail.example>", false),
            ("anna", false),
            ("@mail.example", false),
            ("anna@", false),
            ("jörg@müller.example", true),
        ] {
            assert_eq!(is_email(text), expected, "{text}");
        }
    }

    #[test]
    fn a_profile_link_uses_the_network_of_the_record() {
        for (handle, company, expected) in [
            ("anna-b", "", Some("https://www.linkedin.com/in/anna-b")),
            (
                "anna-b",
                "https://social.example/company/k",
                Some("https://social.example/in/anna-b"),
            ),
            ("@anna/", "javascript:alert(1)", Some("https://www.linkedin.com/in/anna")),
            ("zoë m", "", Some("https://www.linkedin.com/in/zo%C3%AB%20m")),
            ("https://x.example/in/a b", "", Some("https://x.example/in/a%20b")),
            ("", "https://social.example/company/k", None),
        ] {
            assert_eq!(profile_url(&person(handle, company)).as_deref(), expected, "{handle}");
        }
    }

    #[test]
    fn a_web_address_holds_only_safe_characters() {
        assert_eq!(
            web_url("https://a.example/\u{1b}]8;;x\u{7}").as_deref(),
            Some("https://a.example/%1B]8;;x%07".replace(']', "%5D").as_str())
        );
        for wrong in ["file:///etc", "javascript:x", "https://a b.example", "https://local", ""] {
            assert_eq!(web_url(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_phone_link_has_digits_only() {
        assert_eq!(phone_url("+49 (0)171 555").as_deref(), Some("tel:+49171555"));
        assert_eq!(phone_url("call me"), None);
    }

    #[test]
    fn a_link_is_shown_without_scheme_and_www() {
        assert_eq!(short_url("https://www.linkedin.com/in/anna/"), "linkedin.com/in/anna");
    }
}
