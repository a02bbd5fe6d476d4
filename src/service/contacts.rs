//! E-mail addresses, phone numbers and social pages: what passes for one.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url::Url;

use crate::wire::Contact;
use crate::wire::record::Extra;

/// The kinds that have one name on the way out, and all their names on the way
/// in, in small letters.
const KINDS: [(&str, &str); 9] = [
    ("work", "work"),
    ("personal", "personal"),
    ("mobile", "mobile"),
    ("home", "home"),
    ("other", "other"),
    ("work_email", "work"),
    ("personal_email", "personal"),
    ("mobile_phone", "mobile"),
    ("work_phone", "work"),
];

/// The kind of an address that was given without one.
pub const PLAIN_EMAIL: &str = "work";
/// The kind of a number that was given without one.
pub const PLAIN_PHONE: &str = "mobile";
const UNKNOWN: &str = "other";

/// Mild on purpose: one @ with something on both sides, and no spaces.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let spaced = text.chars().any(|letter| letter.is_whitespace() || letter.is_control());
    text.split_once('@').is_some_and(|(local, domain)| {
        !spaced && !local.is_empty() && !domain.is_empty() && !domain.contains('@')
    })
}

/// Mild on purpose: three digits of any script, whatever stands between them.
#[must_use]
pub fn is_phone(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_numeric()).count() >= 3
}

/// A contact entry under the kind's canonical name; free text stays as it is.
#[must_use]
pub fn contact(kind: &str, value: String) -> Contact {
    let folded = kind.trim().to_lowercase();
    let known = KINDS.iter().find(|(name, _)| *name == folded).map(|(_, kind)| *kind);
    let kind = match known {
        Some(name) => name.to_owned(),
        None if folded.is_empty() => UNKNOWN.to_owned(),
        None => kind.to_owned(),
    };
    Contact { contact_data_type: kind, value, extra: Extra::new() }
}

/// Adds an entry unless the very same is there.
pub fn add(entries: &mut Vec<Contact>, entry: Contact) {
    if !entries.contains(&entry) {
        entries.push(entry);
    }
}

/// Makes the one entry of a kind this value: the first of the kind is replaced,
/// a missing one added.
pub fn upsert(entries: &mut Vec<Contact>, kind: &str, value: String) {
    let entry = contact(kind, value);
    let same_kind = |other: &&mut Contact| other.contact_data_type == entry.contact_data_type;
    match entries.iter_mut().find(same_kind) {
        Some(first) => *first = entry,
        None => entries.push(entry),
    }
}

/// Removes the one entry of a kind: the first.
pub fn remove(entries: &mut Vec<Contact>, kind: &str) {
    let kind = contact(kind, String::new()).contact_data_type;
    if let Some(index) = entries.iter().position(|entry| entry.contact_data_type == kind) {
        entries.remove(index);
    }
}

/// The handle in the address of a social page: its last segment, as people
/// write it. None where the text is no address. The scheme may be left out.
#[must_use]
pub fn handle(address: &str) -> Option<String> {
    let address = address.trim();
    let whole =
        if address.contains("://") { address.to_owned() } else { format!("https://{address}") };
    let url = Url::parse(&whole).ok()?;
    let host = url.host_str()?;
    if !matches!(url.scheme(), "http" | "https") || !host.contains('.') {
        return None;
    }
    let segment = url.path_segments()?.rfind(|segment| !segment.is_empty()).unwrap_or(host);
    // `url` keeps letters beyond ASCII encoded; people do not write them so.
    let written = percent_decode_str(segment).decode_utf8().ok();
    let plain = written.filter(|text| !text.chars().any(char::is_control));
    Some(plain.map_or_else(|| segment.to_owned(), Cow::into_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_judged_mildly() {
        for good in ["a@b", "guðrún@dæmi.example", "a+b@c.example"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\n"] {
            assert!(!is_email(bad), "{bad:?}");
        }
        assert!(is_phone("+354 555 01 23") && is_phone("١٢٣") && !is_phone("12"));
    }

    #[test]
    fn kinds_have_one_name_on_the_way_out() {
        let kind = |kind: &str| contact(kind, "x".into()).contact_data_type;
        assert_eq!(kind("work_email"), "work");
        assert_eq!(kind("Mobile_Phone"), "mobile");
        assert_eq!(kind(" Work "), "work");
        assert_eq!(kind("Assistant's desk"), "Assistant's desk");
        assert_eq!(kind(" "), "other");
    }

    #[test]
    fn a_convenience_field_touches_the_first_entry_of_its_kind_only() {
        let mut entries = vec![contact("work", "1".into()), contact("work", "2".into())];
        upsert(&mut entries, "work_email", "3".into());
        upsert(&mut entries, "personal_email", "4".into());
        let values = |entries: &[Contact]| {
            entries.iter().map(|entry| entry.value.clone()).collect::<Vec<_>>()
        };
        assert_eq!(values(&entries), ["3", "2", "4"]);
        remove(&mut entries, "personal_email");
        remove(&mut entries, "mobile_phone");
        assert_eq!(values(&entries), ["3", "2"]);
    }
}
