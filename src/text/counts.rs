//! Counts and bytes as text: `3 entries`, `90d`, hexadecimal digits. The commands and the parsers
//! of filters and snoozes use it.

use std::fmt::{Display, Write as _};

/// The count with its noun: `1 entry`, `2 entries`.
pub(crate) fn pluralize<N>(count: N, singular: &str, plural: &str) -> String
where
    N: Copy + Display + PartialEq + From<u8>,
{
    let noun = if count == N::from(1) { singular } else { plural };
    format!("{count} {noun}")
}

/// `1,000,000`.
pub(crate) fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The leading digits, and the unit after them; either may be empty.
pub(crate) fn split_count(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()))
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
