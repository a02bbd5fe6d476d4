//! Folds text: removes accents and capitals, letter by letter.
//!
//! Every letter folds on its own, so a substring of a text folds to a substring of its fold.
//! Letters without an ASCII spelling fold to nothing; a text with such letters has its original
//! script appended.

use any_ascii::any_ascii_char;

use crate::text::is_plain;

/// Separates the fold from the original script.
const OWN_SCRIPT: u8 = b'\x1e';

pub(crate) fn fold(text: &str) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

pub(crate) fn fold_into(text: &str, folded: &mut Vec<u8>) {
    push_ascii(text, folded);
    if !text.is_ascii() && text.chars().any(has_no_ascii_form) {
        folded.push(OWN_SCRIPT);
        push_native(text, folded);
    }
}

/// The bytes to search for in folded text; may be empty.
pub(crate) fn needle(text: &str) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    if text.chars().any(has_no_ascii_form) {
        push_native(text, &mut folded);
    } else {
        push_ascii(text, &mut folded);
    }
    folded
}

/// Each letter with its byte offset and its fold.
pub(crate) fn letters(
    text: &str,
    own_script: bool,
) -> impl Iterator<Item = (usize, char, Vec<u8>)> {
    text.char_indices().map(move |(at, letter)| {
        let mut folded = Vec::new();
        let mut buffer = [0; 4];
        let utf8: &str = letter.encode_utf8(&mut buffer);
        if own_script {
            push_native(utf8, &mut folded);
        } else {
            push_ascii(utf8, &mut folded);
        }
        (at, letter, folded)
    })
}

fn push_ascii(text: &str, folded: &mut Vec<u8>) {
    let is_printable = |byte: &u8| !byte.is_ascii_control();
    let from = folded.len();
    if is_plain(text) {
        folded.extend_from_slice(text.as_bytes());
    } else {
        for letter in text.chars() {
            match u8::try_from(letter) {
                Ok(byte) if byte.is_ascii() => folded.extend(Some(byte).filter(is_printable)),
                _ => folded.extend(any_ascii_char(letter).bytes().filter(is_printable)),
            }
        }
    }
    folded.iter_mut().skip(from).for_each(u8::make_ascii_lowercase);
}

fn push_native(text: &str, folded: &mut Vec<u8>) {
    let mut buffer = [0; 4];
    for letter in text.chars().filter(|letter| !letter.is_control()).flat_map(char::to_lowercase) {
        folded.extend_from_slice(letter.encode_utf8(&mut buffer).as_bytes());
    }
}

fn has_no_ascii_form(letter: char) -> bool {
    !letter.is_ascii() && letter.is_alphanumeric() && any_ascii_char(letter).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold_to_ascii() {
        for (text, folded) in [
            ("Łukasz", "lukasz"),
            ("Straße", "strasse"),
            ("Guðrún Þórðardóttir", "gudrun thordardottir"),
            ("O’Brien", "o'brien"),
            ("Nguye\u{302}\u{303}n", "nguyen"),
            ("Борис", "boris"),
        ] {
            assert_eq!(fold(text), folded.as_bytes(), "{text}");
        }
    }

    #[test]
    fn a_script_without_ascii_form_is_kept_beside_the_fold() {
        let letter = ('\u{a0}'..=char::MAX)
            .find(|letter| has_no_ascii_form(*letter))
            .expect("a letter without an ASCII form");
        assert_eq!(fold(&format!("Ab {letter}")), format!("ab \x1eab {letter}").as_bytes());
        assert_eq!(needle(&letter.to_string()), letter.to_string().as_bytes());
    }

    #[test]
    fn control_characters_are_never_searched() {
        assert_eq!(needle("a\x1fb\nc"), b"abc");
        assert_eq!(needle("\u{301}"), b"");
    }
}
