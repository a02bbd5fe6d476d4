//! Folds text: removes accents and capitals, letter by letter.
//!
//! Every letter folds on its own, so a substring of a text folds to a substring of its fold. Letters
//! without an ASCII spelling fold to nothing; a text with such letters has its original script
//! appended.

use any_ascii::any_ascii_char;

/// Separates the fold from the original script.
const OWN_SCRIPT: u8 = b'\x1e';

pub(crate) fn fold(text: &str) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

pub(crate) fn fold_into(text: &str, folded: &mut Vec<u8>) {
    plain(text, folded);
    if text.chars().any(is_lost) {
        folded.push(OWN_SCRIPT);
        own(text, folded);
    }
}

/// The bytes to search for in folded text; may be empty.
pub(crate) fn needle(text: &str) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    if text.chars().any(is_lost) {
        own(text, &mut folded);
    } else {
        plain(text, &mut folded);
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
        let mut spelled = [0; 4];
        let spelled: &str = letter.encode_utf8(&mut spelled);
        if own_script {
            own(spelled, &mut folded);
        } else {
            plain(spelled, &mut folded);
        }
        (at, letter, folded)
    })
}

fn plain(text: &str, folded: &mut Vec<u8>) {
    let sign = |byte: &u8| !byte.is_ascii_control();
    let from = folded.len();
    if text.is_ascii() {
        folded.extend(text.bytes().filter(sign));
    } else {
        for letter in text.chars() {
            match u8::try_from(letter) {
                Ok(byte) if byte.is_ascii() => folded.extend(Some(byte).filter(sign)),
                _ => folded.extend(any_ascii_char(letter).bytes().filter(sign)),
            }
        }
    }
    folded.iter_mut().skip(from).for_each(u8::make_ascii_lowercase);
}

fn own(text: &str, folded: &mut Vec<u8>) {
    let mut spelled = [0; 4];
    for letter in text.chars().filter(|letter| !letter.is_control()).flat_map(char::to_lowercase) {
        folded.extend_from_slice(letter.encode_utf8(&mut spelled).as_bytes());
    }
}

fn is_lost(letter: char) -> bool {
    !letter.is_ascii() && letter.is_alphanumeric() && any_ascii_char(letter).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold_to_what_one_types() {
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
    fn a_script_without_plain_spelling_is_kept_beside_the_fold() {
        let lost = ('\u{a0}'..=char::MAX).find(|letter| is_lost(*letter)).expect("such a letter");
        assert_eq!(fold(&format!("Ab {lost}")), format!("ab \x1eab {lost}").as_bytes());
        assert_eq!(needle(&lost.to_string()), lost.to_string().as_bytes());
    }

    #[test]
    fn what_steers_is_never_looked_for() {
        assert_eq!(needle("a\x1fb\nc"), b"abc");
        assert_eq!(needle("\u{301}"), b"");
    }
}
