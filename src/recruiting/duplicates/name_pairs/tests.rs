//! Pairs of similar names: tables, and a comparison of all names with each other.

use proptest::prelude::*;

use super::*;
use crate::recruiting::duplicates::names::{MIN_KEY, NamePattern};
use crate::recruiting::query::edit_distance::{EditDistance, words};
use crate::recruiting::table::fold;

fn pairs(names: &[&str]) -> Vec<(usize, usize, NameSimilarity)> {
    let folded: Vec<Vec<u8>> = names.iter().map(|name| fold(name)).collect();
    find_similar_pairs(&folded.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

#[test]
fn names_are_similar_whatever_their_order_and_accents() {
    use NameSimilarity::{OneLetterOff, Reordered, Same};
    for (name, other, similarity) in [
        ("Jan Kowalski", "jan  kowalski", Some(Same)),
        ("Zoë Müller", "Zoe Muller", Some(Same)),
        ("Jan Kowalski", "Kowalski, Jan", Some(Reordered)),
        ("Jan Kowalski", "Jan Kowalsky", Some(OneLetterOff)),
        ("Jan Kowalski", "Kowalsky, Jan", Some(OneLetterOff)),
        ("Jan Kowalski", "Jan Kowlaski", Some(OneLetterOff)),
        ("Jan Kowalski", "Jan Kowalskii", Some(OneLetterOff)),
        ("Anna Lee", "Ana Lee", Some(OneLetterOff)),
        ("Chloe O’Brien", "OBrien, Chloe", Some(Reordered)),
        ("Jan Kowalski", "Jon Kowalsky", None),
        ("Li Na", "Li Ma", None),
        ("Anna", "Anna Maria", None),
        ("", "", None),
        ("佐藤 健太郎", "健太郎 佐藤", Some(Reordered)),
    ] {
        let expected: Vec<_> =
            similarity.map(|similarity| (0, 1, similarity)).into_iter().collect();
        let pattern = NamePattern::new(&fold(name));
        assert_eq!(pattern.similarity(&fold(other)), similarity, "{name} {other}");
        assert_eq!(pairs(&[name, other]), expected, "{name} {other}");
    }
}

#[test]
fn of_many_equal_names_each_is_paired_with_the_first() {
    assert_eq!(pairs(&["Jan Kowalski"; 40]).len(), 39);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_hashes_find_the_same_pairs_as_a_comparison_of_all_names(
        names in prop::collection::vec("[ab]{2,4} [ab]{2,4}", 2..14)
    ) {
        let texts: Vec<&str> = names.iter().map(String::as_str).collect();
        let key = |name: &str| -> Vec<u8> {
            let mut sorted: Vec<&[u8]> = words(name.as_bytes()).collect();
            sorted.sort_unstable();
            sorted.join(&b' ')
        };
        let mut near = Vec::new();
        for first in 0..names.len() {
            for second in first + 1..names.len() {
                let (a, b) = (key(&names[first]), key(&names[second]));
                let is_first = |at: usize| (0..at).all(|before| key(&names[before]) != key(&names[at]));
                let edits = EditDistance::for_name(&a).unwrap();
                let is_close = a != b && a.len().min(b.len()) >= MIN_KEY && edits.is_within(1, &b);
                if is_close && is_first(first) && is_first(second) {
                    near.push((first, second));
                }
            }
        }
        let hashed: Vec<(usize, usize)> = pairs(&texts)
            .into_iter()
            .filter(|(.., similarity)| *similarity == NameSimilarity::OneLetterOff)
            .map(|(first, second, _)| (first, second))
            .collect();
        prop_assert_eq!(hashed, near);
    }
}
