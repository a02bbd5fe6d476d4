//! Identifiers that the service assigns.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use caseless::Caseless;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// Crockford's base 32 in lower case: no letter looks like a digit.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Low bits of the time in milliseconds that an id omits.
const UNUSED_TIME_BITS: u32 = 5;
/// Random bits after the time.
const RANDOM_BITS: u32 = 40;

/// The last id of this process, without its prefix.
static LAST_ID: Mutex<u128> = Mutex::new(0);

/// Generates the id of a new record. Ids begin with the time and ascend, so records that are created
/// together are neighbors in the indexes and a group of writes changes few pages. Ids of one process
/// never repeat; 40 random bits per 32 ms keep those of different processes apart. The prefix tells a
/// reader which kind of record the id names.
pub(crate) fn new_id(prefix: &str) -> Result<String, getrandom::Error> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let random = getrandom::u64()?;
    let mut last = LAST_ID.lock().unwrap_or_else(PoisonError::into_inner);
    *last = next_id(*last, now.as_millis(), random);
    // 80 bits.
    Ok(format!("{prefix}_{}", base32(&last.to_be_bytes()[6..])))
}

/// Returns an id above `last`. Within 32 ms it exceeds `last` by a random step, so that consecutive ids
/// rarely look alike.
fn next_id(last: u128, millis: u128, random: u64) -> u128 {
    let time = millis >> UNUSED_TIME_BITS << RANDOM_BITS;
    let step = 1 + u128::from(random >> (RANDOM_BITS + 4));
    (time | u128::from(random) & ((1 << RANDOM_BITS) - 1)).max(last + step)
}

/// An id of 80 random bits.
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
    fn new_ids_have_a_prefix_and_ascend() {
        let ids: Vec<String> = (0..1000).map(|_| new_id("per").unwrap()).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
        assert!(ids.iter().all(|id| id.starts_with("per_") && id.len() == 20), "{ids:?}");
    }

    #[test]
    fn ids_follow_the_clock_and_ascend_when_it_is_set_back() {
        let (now, time) = (1_795_000_000_000, 1_795_000_000_000 >> 5 << 40);
        assert_eq!(next_id(0, now, 7), time + 7);
        assert_eq!(next_id(0, now + 31, 7), time + 7);
        assert_eq!(next_id(0, now + 32, 7), time + (1 << 40) + 7);
        assert_eq!(next_id(time + 7, now, 7), time + 8);
        assert_eq!(next_id(time + 7, now - 1_000_000, 7), time + 8);
        assert_eq!(next_id(time + 7, now, u64::MAX), time + (1 << 40) - 1);
        assert_eq!(next_id(time + (1 << 40) - 1, now, u64::MAX), time + (1 << 40) + (1 << 20) - 1);
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
