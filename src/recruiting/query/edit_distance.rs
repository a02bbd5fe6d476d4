//! The edit distance between words, for typos.
//!
//! An edit drops, inserts or replaces a letter, or swaps two neighbours. A column of the matrix is
//! computed at once, one bit per cell (Hyyrö's bit-parallel optimal string alignment).

/// The shortest word that can have a typo. At this length only a swap counts: too many short words
/// differ by one letter.
const MIN_LENGTH: usize = 3;
/// Longer words do not fit a machine word.
const MAX_LENGTH: usize = 64;
/// From this length on, a prefix of a word matches, because the user is still typing.
const MIN_PREFIX_LENGTH: usize = 6;
/// From this length on, two edits are allowed.
const TWO_EDITS_LENGTH: usize = 8;

/// A word prepared for comparison with many others.
#[derive(Debug)]
pub(crate) struct EditDistance {
    /// The positions of each byte in the word, as bits.
    masks: Box<[u64; 256]>,
    /// A bit for each letter in the word.
    letters: u64,
    length: usize,
    /// The most edits that still count as a typo.
    allowed: usize,
}

impl EditDistance {
    /// `None` for a word too short for typos, or too long.
    pub(crate) fn new(word: &[u8]) -> Option<Self> {
        let fits = (MIN_LENGTH..=MAX_LENGTH).contains(&word.len());
        let is_plain = word.iter().all(u8::is_ascii_alphabetic);
        (fits && is_plain)
            .then(|| Self::with_limit(word, if word.len() < TWO_EDITS_LENGTH { 1 } else { 2 }))
    }

    /// For [`Self::is_within`] only. `None` for an empty, long or non-ASCII text.
    pub(crate) fn for_name(name: &[u8]) -> Option<Self> {
        let fits = (1..=MAX_LENGTH).contains(&name.len()) && name.is_ascii();
        fits.then(|| Self::with_limit(name, 0))
    }

    /// Whether the distance to the whole of another text is at most `distance`.
    pub(crate) fn is_within(&self, distance: usize, other: &[u8]) -> bool {
        let seen = other.iter().fold(0, |seen, byte| seen | letter_bit(*byte));
        // An edit removes at most one letter.
        let missing = (self.letters & !seen).count_ones() as usize;
        missing <= distance
            && other.len().abs_diff(self.length) <= distance
            && self.distances(other).0 <= distance
    }

    fn with_limit(word: &[u8], allowed: usize) -> Self {
        let mut masks = Box::new([0; 256]);
        for (at, byte) in word.iter().enumerate() {
            masks[usize::from(*byte)] |= 1 << at;
        }
        let letters = word.iter().fold(0, |letters, byte| letters | letter_bit(*byte));
        Self { masks, letters, length: word.len(), allowed }
    }

    /// The smallest distance to any word of a line, if allowed.
    pub(crate) fn distance_in_line(&self, line: &[u8]) -> Option<usize> {
        let (mut start, mut seen, mut fewest) = (0, 0_u64, None);
        for (at, byte) in line.iter().chain(Some(&b' ')).enumerate() {
            if is_letter(*byte) {
                seen |= letter_bit(*byte);
            } else {
                // An edit removes at most one letter.
                let missing = (self.letters & !seen).count_ones() as usize;
                if missing <= self.max_missing()
                    && let Some(distance) = self.distance_in_word(&line[start..at])
                {
                    fewest = Some(fewest.map_or(distance, |fewest: usize| fewest.min(distance)));
                }
                (start, seen) = (at + 1, 0);
            }
        }
        fewest
    }

    /// The number of letters that the allowed edits can remove.
    #[inline]
    const fn max_missing(&self) -> usize {
        if self.length > MIN_LENGTH { self.allowed } else { 0 }
    }

    /// The distance to a word, if allowed.
    pub(crate) fn distance_in_word(&self, word: &[u8]) -> Option<usize> {
        if self.length == MIN_LENGTH {
            return self.is_swapped(word).then_some(1);
        }
        let shortest = self.length - self.allowed;
        let fits = word.len() >= shortest
            && (self.length >= MIN_PREFIX_LENGTH || word.len() <= self.length + self.allowed);
        if !fits {
            return None;
        }
        let read = &word[..word.len().min(self.length + self.allowed)];
        let (full, prefix) = self.distances(read);
        let distance = if self.length >= MIN_PREFIX_LENGTH { prefix } else { full };
        (distance <= self.allowed).then_some(distance)
    }

    fn is_swapped(&self, word: &[u8]) -> bool {
        let &[a, b, c] = word else { return false };
        let has = |byte: u8, at: usize| self.masks[usize::from(byte)] >> at & 1 == 1;
        (has(b, 0) && has(a, 1) && has(c, 2)) || (has(a, 0) && has(c, 1) && has(b, 2))
    }

    /// The distance to the whole text, and to its nearest prefix.
    fn distances(&self, text: &[u8]) -> (usize, usize) {
        let last = 1 << (self.length - 1);
        let (mut up, mut down, mut same, mut previous_mask) = (u64::MAX, 0_u64, 0_u64, 0_u64);
        let (mut distance, mut fewest) = (self.length, self.length);
        for byte in text {
            let mask = self.masks[usize::from(*byte)];
            let swapped = ((!same & mask) << 1) & previous_mask;
            same = ((mask & up).wrapping_add(up) ^ up) | mask | down | swapped;
            let right_up = down | !(same | up);
            let right_down = same & up;
            distance += usize::from(right_up & last != 0);
            distance -= usize::from(right_down & last != 0);
            fewest = fewest.min(distance);
            let right_up = right_up << 1 | 1;
            up = (right_down << 1) | !(same | right_up);
            down = right_up & same;
            previous_mask = mask;
        }
        (distance, fewest)
    }
}

/// The name closest to a word, if close enough for a suggestion.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    if word.is_empty() || word.len() > MAX_LENGTH {
        return None;
    }
    let edits = EditDistance::with_limit(word.as_bytes(), 2);
    let near = |name: &'a str| {
        let (full, prefix) = edits.distances(name.as_bytes());
        let begins = prefix == 0 || name.starts_with(word.as_str());
        (begins || full <= 1 + word.len().min(name.len()) / 4).then_some((full, name))
    };
    names.into_iter().filter_map(near).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// The suggestion at the end of a message about an unknown name.
pub(crate) fn suggest(word: &str, names: &[&str]) -> String {
    nearest(word, names.iter().copied()).map_or_else(
        || format!("; expected one of: {}", names.join(", ")),
        |name| format!(", did you mean `{name}`?"),
    )
}

/// A letter as a bit. Letters may share a bit, so a filter by bits has false positives only.
#[inline]
pub(crate) const fn letter_bit(byte: u8) -> u64 {
    1 << (byte & 63)
}

pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| !is_letter(*byte)).filter(|word| !word.is_empty())
}

#[inline]
pub(crate) const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The textbook algorithm.
    fn reference_distance(a: &[u8], b: &[u8]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = match (i, j) {
                    (i, 0) => i,
                    (0, j) => j,
                    (i, j) => {
                        let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                        let mut best = replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                        if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                            best = best.min(table[i - 2][j - 2] + 1);
                        }
                        best
                    }
                };
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn similar_words_match_and_others_do_not() {
        for (typed, written, expected) in [
            ("kowlaski", "kowalski", Some(1)),
            ("kowlsk", "kowalski", Some(1)),
            ("kowwalski", "kowalski", Some(1)),
            ("jhon", "john", Some(1)),
            ("mari", "marketing", None),
            ("anna", "hanna", Some(1)),
            ("tom", "tim", None),
            ("dsa", "das", Some(1)),
            ("ads", "das", Some(1)),
            ("sad", "das", None),
            ("das", "dash", None),
            ("dsa", "dash", None),
            ("aab", "abb", None),
            ("da", "ad", None),
            ("johnson", "jansson", None),
            ("schneider", "schmider", Some(2)),
        ] {
            let distance = EditDistance::new(typed.as_bytes())
                .and_then(|edits| edits.distance_in_line(format!("x {written} y").as_bytes()));
            assert_eq!(distance, expected, "{typed} {written}");
        }
    }

    #[test]
    fn the_nearest_name_is_suggested_only_if_it_is_near() {
        let names = ["name", "title", "company", "stage", "company_id"];
        for (typed, name) in [
            ("stgae", Some("stage")),
            ("comp", Some("company")),
            ("Titel", Some("title")),
            ("http", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, names.into_iter()), name, "{typed}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_bit_vectors_agree_with_the_reference(a in "[abc]{1,12}", b in "[abc]{0,12}") {
            let (full, prefix) = EditDistance::with_limit(a.as_bytes(), 2).distances(b.as_bytes());
            prop_assert_eq!(full, reference_distance(a.as_bytes(), b.as_bytes()));
            let best = (0..=b.len()).map(|end| reference_distance(a.as_bytes(), &b.as_bytes()[..end])).min();
            prop_assert_eq!(Some(prefix), best);
            let name = EditDistance::for_name(a.as_bytes()).unwrap();
            prop_assert!((0..4).all(|distance| name.is_within(distance, b.as_bytes()) == (full <= distance)));
        }
    }
}
