//! Grapheme and word boundaries, for moving a cursor.
//!
//! Positions are byte offsets into the whole text, because the characters
//! before a grapheme decide where it starts.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// The end of the grapheme that starts at or contains this position.
pub(crate) fn next_grapheme(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let next = GraphemeCursor::new(at, text.len(), true).next_boundary(text, 0);
    next.ok().flatten().unwrap_or(text.len())
}

/// The start of the grapheme that ends at or contains this position.
pub(crate) fn prev_grapheme(text: &str, at: usize) -> usize {
    let at = text.ceil_char_boundary(at);
    let before = GraphemeCursor::new(at, text.len(), true).prev_boundary(text, 0);
    before.ok().flatten().unwrap_or(0)
}

/// Moves a position inside a grapheme to the start of the grapheme.
pub(crate) fn grapheme_start(text: &str, at: usize) -> usize {
    if is_boundary_at(text, at) { at.min(text.len()) } else { prev_grapheme(text, at) }
}

/// Moves a position inside a grapheme to the end of the grapheme.
pub(crate) fn grapheme_end(text: &str, at: usize) -> usize {
    if is_boundary_at(text, at) { at.min(text.len()) } else { next_grapheme(text, at) }
}

/// The start of the word before or at this position.
pub(crate) fn prev_word(text: &str, at: usize) -> usize {
    let words = text.split_word_bound_indices().take_while(|(begin, _)| *begin < at);
    let word = words.filter(|(_, word)| is_word(word)).last();
    word.map_or(0, |(begin, _)| grapheme_start(text, begin))
}

/// The start of the next word, or the end of the text.
pub(crate) fn next_word(text: &str, at: usize) -> usize {
    let mut words = text.split_word_bound_indices().skip_while(|(begin, _)| *begin <= at);
    let word = words.find(|(_, word)| is_word(word));
    word.map_or(text.len(), |(begin, _)| grapheme_end(text, begin))
}

fn is_word(word: &str) -> bool {
    word.chars().any(char::is_alphanumeric)
}

fn is_boundary_at(text: &str, at: usize) -> bool {
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
    fn words_are_delimited_as_readers_expect() {
        let text = "Guðrún  o’Brien, 佐藤@kestrel.example";
        let positions = |step: fn(&str, usize) -> usize, from: usize| {
            let mut visited = vec![from];
            while let Some(last) = visited.last().copied()
                && step(text, last) != last
            {
                visited.push(step(text, last));
            }
            visited
        };
        let words = |positions: Vec<usize>| -> Vec<&str> {
            positions.iter().map(|at| text.split_at(*at).1).collect()
        };
        let forward = words(positions(next_word, 0));
        assert_eq!(
            forward,
            [
                text,
                "o’Brien, 佐藤@kestrel.example",
                "佐藤@kestrel.example",
                "藤@kestrel.example",
                "kestrel.example",
                ""
            ]
        );
        let mut back = words(positions(prev_word, text.len()));
        back.reverse();
        assert_eq!(back, forward);
    }

    #[test]
    fn a_position_inside_a_grapheme_is_moved_to_its_edge() {
        let flags = "🇮🇸🇩🇰";
        assert_eq!((grapheme_start(flags, 12), grapheme_end(flags, 12)), (8, 16));
        assert_eq!((grapheme_start(flags, 8), grapheme_end(flags, 8)), (8, 8));
        assert_eq!((prev_grapheme(flags, 2), next_grapheme(flags, 2)), (0, 8));
        assert_eq!((grapheme_start(flags, 99), grapheme_end(flags, 99)), (16, 16));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn stepping_visits_every_grapheme_in_both_directions(text in hostile::text()) {
            let starts: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
            let mut back = Vec::new();
            let mut at = text.len();
            while at > 0 {
                at = prev_grapheme(&text, at);
                back.push(at);
            }
            back.reverse();
            prop_assert_eq!(&back, &starts);
            let mut forward = Vec::new();
            let mut at = 0;
            while at < text.len() {
                forward.push(at);
                at = next_grapheme(&text, at);
            }
            prop_assert_eq!(&forward, &starts);
        }

        #[test]
        fn every_step_ends_at_the_edge_of_a_grapheme(text in hostile::text(), at in 0_usize..80) {
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
