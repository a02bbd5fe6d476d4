//! Identifiers that the service gives out.

use sha2::{Digest, Sha256};

/// Crockford's base 32 in lower case: no letter that reads as a digit.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A fresh identifier: the prefix tells people what it names, 80 random bits
/// keep it unique without asking the database.
pub fn fresh(prefix: &str) -> Result<String, getrandom::Error> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{prefix}_{}", base32(&bytes)))
}

/// The identifier of a company follows from its name: the same name, however
/// it is capitalised, is the same company everywhere. No name, no identifier.
#[must_use]
pub fn of_company(name: &str) -> String {
    of_name("com", name)
}

/// The identifier of a client that was first met by its name.
#[must_use]
pub fn of_client(name: &str) -> String {
    of_name("cli", name)
}

fn of_name(prefix: &str, name: &str) -> String {
    let key = key(name);
    if key.is_empty() {
        return String::new();
    }
    let digest = Sha256::digest(key.as_bytes());
    format!("{prefix}_{}", base32(digest.get(..10).unwrap_or_default()))
}

/// What two names have in common that are the same but for case and margins.
#[must_use]
pub fn key(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Five bytes make eight letters; the callers give a multiple of five.
#[must_use]
pub fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 8 / 5);
    for group in bytes.chunks(5) {
        let bits = group.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        for shift in (0..8).rev() {
            let letter = usize::try_from(bits >> (shift * 5) & 31).unwrap_or_default();
            text.push(char::from(LETTERS[letter]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_ids_differ_and_tell_their_kind() {
        let (one, two) = (fresh("per").unwrap(), fresh("per").unwrap());
        assert_ne!(one, two);
        assert!(one.starts_with("per_") && one.len() == 20, "{one}");
    }

    #[test]
    fn a_company_is_known_by_its_name_in_any_case() {
        assert_eq!(of_company("Northwind"), of_company(" NORTHWIND "));
        assert_ne!(of_company("Northwind"), of_company("Northwind Ltd"));
        assert_eq!(of_company("  "), "");
    }

    #[test]
    fn base32_uses_every_bit() {
        assert_eq!(base32(&[0; 5]), "00000000");
        assert_eq!(base32(&[255; 5]), "zzzzzzzz");
        assert_eq!(base32(&[0, 0, 0, 0, 1]), "00000001");
    }
}
