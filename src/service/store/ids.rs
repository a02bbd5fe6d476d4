//! Identifiers that the service assigns.

use caseless::Caseless;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// Crockford's base 32 in lower case: no letter looks like a digit.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// 80 random bits make the id unique without a query; the prefix tells a
/// reader which kind of record it names.
pub(crate) fn random_id(prefix: &str) -> Result<String, getrandom::Error> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{prefix}_{}", base32(&bytes)))
}

/// Derives a company's id from its name, so that the same name in any case is
/// the same company in every record. An empty name has an empty id.
pub(crate) fn company_id(name: &str) -> String {
    id_from_name("com", name)
}

/// Derives the id of a client that a request names without an id.
pub(crate) fn client_id(name: &str) -> String {
    id_from_name("cli", name)
}

/// Derives the id of a job status that no other job has.
pub(crate) fn status_id(name: &str) -> String {
    id_from_name("sta", name)
}

fn id_from_name(prefix: &str, name: &str) -> String {
    let key = name_key(name);
    if key.is_empty() {
        return String::new();
    }
    let digest = Sha256::digest(key.as_bytes());
    format!("{prefix}_{}", base32(digest.get(..10).unwrap_or_default()))
}

/// Two names are the same when their keys are equal: case, surrounding spaces
/// and the way an accent is encoded do not count.
pub(crate) fn name_key(name: &str) -> String {
    let name = name.trim();
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    name.nfd().default_case_fold().nfc().collect()
}

/// Encodes five bytes as eight letters; the length must be a multiple of five.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 8 / 5);
    for group in bytes.chunks(5) {
        let bits = group.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        for shift in (0..8).rev() {
            let index = usize::try_from(bits >> (shift * 5) & 31).unwrap_or_default();
            text.push(char::from(ALPHABET[index]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_ids_differ_and_carry_their_prefix() {
        let (first, second) = (random_id("per").unwrap(), random_id("per").unwrap());
        assert_ne!(first, second);
        assert!(first.starts_with("per_") && first.len() == 20, "{first}");
    }

    #[test]
    fn a_company_id_ignores_case_and_surrounding_spaces() {
        assert_eq!(company_id("Northwind"), company_id(" NORTHWIND "));
        assert_ne!(company_id("Northwind"), company_id("Northwind Ltd"));
        assert_eq!(company_id("  "), "");
    }

    #[test]
    fn names_match_however_their_letters_are_encoded() {
        let (composed, decomposed) = ("Café Zürich", "Cafe\u{301} Zu\u{308}rich");
        assert_eq!(name_key(composed), name_key(decomposed));
        for (one, other) in [("STRASSE", "straße"), ("ΌΔΟΣ", "όδος"), ("ǅ", "ǆ"), (" A ", "a")]
        {
            assert_eq!(name_key(one), name_key(other), "{one} {other}");
        }
        assert_ne!(name_key("Café"), name_key("Cafe"));
    }

    #[test]
    fn base32_uses_every_bit() {
        assert_eq!(base32(&[0; 5]), "00000000");
        assert_eq!(base32(&[255; 5]), "zzzzzzzz");
        assert_eq!(base32(&[0, 0, 0, 0, 1]), "00000001");
    }
}
