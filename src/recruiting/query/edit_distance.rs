//! The edit distance between words, for typos.
//!
//! An edit is a letter left out, inserted, replaced, or swapped with its neighbour. The column of the
//! matrix is computed at once, one bit per cell (Hyyrö's bit-parallel optimal string alignment).

/// In words this short only a swap is a typo: too many differ by a letter.
const SHORT: usize = 3;
/// Longer words do not fit a machine word.
const LONGEST: usize = 64;
/// From this length a prefix of a word matches: the user is still typing.
const BEGINNING: usize = 6;
/// From this length two edits are allowed.
const LONG: usize = 8;

/// A word, prepared for comparison with many.
#[derive(Debug)]
pub(crate) struct EditDistance {
    /// The positions of each byte in the word, as bits.
    places: Box<[u64; 256]>,
    /// A bit for each letter in the word.
    letters: u64,
    length: usize,
    /// The most edits of a typo.
    allowed: usize,
}

impl EditDistance {
    /// `None` for a word too short for typos, or too long.
    pub(crate) fn new(word: &[u8]) -> Option<Self> {
        let fits = (SHORT..=LONGEST).contains(&word.len());
        let plain = word.iter().all(u8::is_ascii_alphabetic);
        (fits && plain).then(|| Self::of(word, if word.len() < LONG { 1 } else { 2 }))
    }

    /// For [`Self::is_within`] only. `None` for an empty, long or non-ASCII text.
    pub(crate) fn whole(name: &[u8]) -> Option<Self> {
        let fits = (1..=LONGEST).contains(&name.len()) && name.is_ascii();
        fits.then(|| Self::of(name, 0))
    }

    /// Whether the distance to the whole of another text is at most `slips`.
    pub(crate) fn is_within(&self, slips: usize, other: &[u8]) -> bool {
        let seen = other.iter().fold(0, |seen, byte| seen | letter_bit(*byte));
        // An edit removes one letter at most.
        let missing = (self.letters & !seen).count_ones() as usize;
        missing <= slips
            && other.len().abs_diff(self.length) <= slips
            && self.count(other).0 <= slips
    }

    fn of(word: &[u8], allowed: usize) -> Self {
        let mut places = Box::new([0; 256]);
        for (at, byte) in word.iter().enumerate() {
            places[usize::from(*byte)] |= 1 << at;
        }
        let letters = word.iter().fold(0, |letters, byte| letters | letter_bit(*byte));
        Self { places, letters, length: word.len(), allowed }
    }

    /// The smallest distance to any word of a line, if allowed.
    pub(crate) fn in_line(&self, line: &[u8]) -> Option<usize> {
        let (mut start, mut seen, mut fewest) = (0, 0_u64, None);
        for (at, byte) in line.iter().chain(Some(&b' ')).enumerate() {
            if is_letter(*byte) {
                seen |= letter_bit(*byte);
            } else {
                // An edit removes one letter at most.
                let missing = (self.letters & !seen).count_ones() as usize;
                if missing <= self.lost()
                    && let Some(slips) = self.in_word(&line[start..at])
                {
                    fewest = Some(fewest.map_or(slips, |fewest: usize| fewest.min(slips)));
                }
                (start, seen) = (at + 1, 0);
            }
        }
        fewest
    }

    /// The number of letters that the allowed edits can remove.
    const fn lost(&self) -> usize {
        if self.length > SHORT { self.allowed } else { 0 }
    }

    /// The distance to a word, if allowed.
    pub(crate) fn in_word(&self, word: &[u8]) -> Option<usize> {
        if self.length == SHORT {
            return self.is_swapped(word).then_some(1);
        }
        let shortest = self.length - self.allowed;
        let fits = word.len() >= shortest
            && (self.length >= BEGINNING || word.len() <= self.length + self.allowed);
        if !fits {
            return None;
        }
        let read = &word[..word.len().min(self.length + self.allowed)];
        let (whole, beginning) = self.count(read);
        let slips = if self.length >= BEGINNING { beginning } else { whole };
        (slips <= self.allowed).then_some(slips)
    }

    fn is_swapped(&self, word: &[u8]) -> bool {
        let &[a, b, c] = word else { return false };
        let has = |byte: u8, at: usize| self.places[usize::from(byte)] >> at & 1 == 1;
        (has(b, 0) && has(a, 1) && has(c, 2)) || (has(a, 0) && has(c, 1) && has(b, 2))
    }

    /// The distance to the whole text, and to its nearest prefix.
    fn count(&self, text: &[u8]) -> (usize, usize) {
        let last = 1 << (self.length - 1);
        let (mut up, mut down, mut same, mut places_before) = (u64::MAX, 0_u64, 0_u64, 0_u64);
        let (mut slips, mut fewest) = (self.length, self.length);
        for byte in text {
            let places = self.places[usize::from(*byte)];
            let swapped = ((!same & places) << 1) & places_before;
            same = ((places & up).wrapping_add(up) ^ up) | places | down | swapped;
            let right_up = down | !(same | up);
            let right_down = same & up;
            slips += usize::from(right_up & last != 0);
            slips -= usize::from(right_down & last != 0);
            fewest = fewest.min(slips);
            let right_up = right_up << 1 | 1;
            up = (right_down << 1) | !(same | right_up);
            down = right_up & same;
            places_before = places;
        }
        (slips, fewest)
    }
}

/// The name nearest to a word, if it is near enough for a suggestion.
#[must_use]
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let slips = EditDistance::of(word.as_bytes(), 2);
    let near = |name: &'a str| {
        let (whole, beginning) = slips.count(name.as_bytes());
        let begins = beginning == 0 || name.starts_with(word.as_str());
        (begins || whole <= 1 + word.len().min(name.len()) / 4).then_some((whole, name))
    };
    names.into_iter().filter_map(near).min_by_key(|(slips, _)| *slips).map(|(_, name)| name)
}

/// A letter as a bit. Letters may share a bit, so a filter by bits has false positives only.
pub(crate) const fn letter_bit(byte: u8) -> u64 {
    1 << (byte & 63)
}

pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| !is_letter(*byte)).filter(|word| !word.is_empty())
}

pub(crate) const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The textbook algorithm.
    fn by_the_book(a: &[u8], b: &[u8]) -> usize {
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
    fn near_words_are_near_and_far_ones_are_not() {
        for (typed, written, slips) in [
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
            let found = EditDistance::new(typed.as_bytes())
                .and_then(|slips| slips.in_line(format!("x {written} y").as_bytes()));
            assert_eq!(found, slips, "{typed} {written}");
        }
    }

    #[test]
    fn the_nearest_name_is_offered_only_when_it_is_near() {
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
        fn the_bits_count_as_the_book_does(a in "[abc]{1,12}", b in "[abc]{0,12}") {
            let (whole, beginning) = EditDistance::of(a.as_bytes(), 2).count(b.as_bytes());
            prop_assert_eq!(whole, by_the_book(a.as_bytes(), b.as_bytes()));
            let best = (0..=b.len()).map(|end| by_the_book(a.as_bytes(), &b.as_bytes()[..end])).min();
            prop_assert_eq!(Some(beginning), best);
            let name = EditDistance::whole(a.as_bytes()).unwrap();
            prop_assert!((0..4).all(|slips| name.is_within(slips, b.as_bytes()) == (whole <= slips)));
        }
    }
}
