//! The name that was probably meant.

/// The one of the known names that is nearest to a word, if any is near.
#[must_use]
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word = word.to_lowercase();
    // Half of a short word may be wrong, three letters of a long one.
    let most = word.chars().count().div_ceil(2).min(3);
    known
        .into_iter()
        .map(|name| (distance(&word, name), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// How many letters must be added, taken away or changed, where two that
/// changed places are one.
fn distance(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, against) in other.iter().enumerate() {
            let changed = rows[i][j] + usize::from(letter != against);
            let mut cost = changed.min(row[j] + 1).min(rows[i][j + 1] + 1);
            if i > 0 && j > 0 && one[i - 1] == *against && *letter == other[j - 1] {
                cost = cost.min(rows[i - 1][j - 1] + 1);
            }
            row.push(cost);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_name_that_was_meant_is_found_and_a_strange_one_is_not() {
        let known = ["auto", "dark", "light", "contrast", "sixteen", "plain"];
        let cases = [
            ("drak", Some("dark")),
            ("Dark", Some("dark")),
            ("ligth", Some("light")),
            ("contrst", Some("contrast")),
            ("sixten", Some("sixteen")),
            ("plane", Some("plain")),
            ("solarized", None),
            ("red", None),
            ("x", None),
            ("", None),
        ];
        for (word, found) in cases {
            assert_eq!(nearest(word, known), found, "{word}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_distance_is_the_same_both_ways_and_none_to_itself(one in "[a-d]{0,6}", other in "[a-d]{0,6}") {
            prop_assert_eq!(distance(&one, &other), distance(&other, &one));
            prop_assert_eq!(distance(&one, &other) == 0, one == other);
            prop_assert!(distance(&one, &other) <= one.len().max(other.len()));
        }
    }
}
