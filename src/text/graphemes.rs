//! Where letters and words begin and end, for whoever moves a cursor.
//!
//! A letter is a grapheme cluster: what a reader sees as one. Places are bytes
//! of the whole text, since what stands before a letter decides where it begins.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// The end of the letter that begins at a place, or that the place lies in.
#[must_use]
pub fn next_grapheme(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let next = GraphemeCursor::new(at, text.len(), true).next_boundary(text, 0);
    next.ok().flatten().unwrap_or(text.len())
}

/// The beginning of the letter that ends at a place, or that the place lies in.
#[must_use]
pub fn prev_grapheme(text: &str, at: usize) -> usize {
    let at = text.ceil_char_boundary(at);
    let before = GraphemeCursor::new(at, text.len(), true).prev_boundary(text, 0);
    before.ok().flatten().unwrap_or(0)
}

/// A place that is in no letter: this one, or the beginning of its letter.
#[must_use]
pub fn grapheme_start(text: &str, at: usize) -> usize {
    if is_between(text, at) { at.min(text.len()) } else { prev_grapheme(text, at) }
}

/// The same, or the end of its letter.
#[must_use]
pub fn grapheme_end(text: &str, at: usize) -> usize {
    if is_between(text, at) { at.min(text.len()) } else { next_grapheme(text, at) }
}

/// The beginning of the word that a place lies behind or in.
#[must_use]
pub fn prev_word(text: &str, at: usize) -> usize {
    let words = text.split_word_bound_indices().take_while(|(begin, _)| *begin < at);
    let word = words.filter(|(_, word)| is_word(word)).last();
    word.map_or(0, |(begin, _)| grapheme_start(text, begin))
}

/// The beginning of the next word, or the end of the text.
#[must_use]
pub fn next_word(text: &str, at: usize) -> usize {
    let mut words = text.split_word_bound_indices().skip_while(|(begin, _)| *begin <= at);
    let word = words.find(|(_, word)| is_word(word));
    word.map_or(text.len(), |(begin, _)| grapheme_end(text, begin))
}

fn is_word(word: &str) -> bool {
    word.chars().any(char::is_alphanumeric)
}

fn is_between(text: &str, at: usize) -> bool {
    at >= text.len()
        || text.is_char_boundary(at)
            && GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::hostile;

    #[test]
    fn words_are_what_a_reader_calls_so() {
        let text = "Guðrún  o’Brien, 佐藤@kestrel.example";
        let starts = |step: fn(&str, usize) -> usize, from: usize| {
            let mut places = vec![from];
            while let Some(last) = places.last().copied()
                && step(text, last) != last
            {
                places.push(step(text, last));
            }
            places
        };
        let words = |places: Vec<usize>| -> Vec<&str> {
            places.iter().map(|at| text.split_at(*at).1).collect()
        };
        let onward = words(starts(next_word, 0));
        assert_eq!(
            onward,
            [
                text,
                "o’Brien, 佐藤@kestrel.example",
                "佐藤@kestrel.example",
                "藤@kestrel.example",
                "kestrel.example",
                ""
            ]
        );
        let mut back = words(starts(prev_word, text.len()));
        back.reverse();
        assert_eq!(back, onward);
    }

    #[test]
    fn a_place_in_a_letter_is_moved_out_of_it() {
        let flags = "🇮🇸🇩🇰";
        assert_eq!((grapheme_start(flags, 12), grapheme_end(flags, 12)), (8, 16));
        assert_eq!((grapheme_start(flags, 8), grapheme_end(flags, 8)), (8, 8));
        assert_eq!((prev_grapheme(flags, 2), next_grapheme(flags, 2)), (0, 8));
        assert_eq!((grapheme_start(flags, 99), grapheme_end(flags, 99)), (16, 16));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn steps_meet_every_letter_both_ways(text in hostile::text()) {
            let begins: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
            let mut back = Vec::new();
            let mut at = text.len();
            while at > 0 {
                at = prev_grapheme(&text, at);
                back.push(at);
            }
            back.reverse();
            prop_assert_eq!(&back, &begins);
            let mut on = Vec::new();
            let mut at = 0;
            while at < text.len() {
                on.push(at);
                at = next_grapheme(&text, at);
            }
            prop_assert_eq!(&on, &begins);
        }

        #[test]
        fn every_place_leads_to_the_edge_of_a_letter(text in hostile::text(), at in 0_usize..80) {
            let edges: Vec<usize> =
                text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
            for step in [next_grapheme, prev_grapheme, grapheme_start, grapheme_end, prev_word, next_word] {
                prop_assert!(edges.contains(&step(&text, at)));
            }
            prop_assert!(prev_word(&text, at) <= at.min(text.len()));
            prop_assert!(next_word(&text, at) >= at.min(text.len()));
        }
    }
}
