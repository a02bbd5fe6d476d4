//! Finds the letters of a visible text that a filter matched.

use std::ops::Range;

use memchr::memmem;

use super::edit_distance::{EditDistance, is_letter, words};
use super::filter::{Filter, Test, Word};
use crate::recruiting::table::{ListField, letters};

/// The fields that bare words search.
const SEARCHED: [ListField; 5] =
    [ListField::Name, ListField::Title, ListField::Company, ListField::Client, ListField::Status];

/// The fold of a text, each byte with the range of its original letter.
struct FoldedText {
    folded: Vec<u8>,
    letters: Vec<Range<usize>>,
}

impl FoldedText {
    fn new(text: &str, own_script: bool) -> Self {
        let mut mapped = Self { folded: Vec::new(), letters: Vec::new() };
        for (at, letter, folded) in letters(text, own_script) {
            let end = at + letter.len_utf8();
            if folded.is_empty() {
                // A combining mark belongs to the letter before it.
                let last = mapped.letters.last().cloned();
                let same = |other: &&mut Range<usize>| Some(&**other) == last.as_ref();
                mapped.letters.iter_mut().rev().take_while(same).for_each(|range| range.end = end);
            }
            mapped.letters.extend(folded.iter().map(|_| at..end));
            mapped.folded.extend(folded);
        }
        mapped
    }

    fn original_range(&self, folded: Range<usize>) -> Option<Range<usize>> {
        let last = folded.end.checked_sub(1)?;
        Some(self.letters.get(folded.start)?.start..self.letters.get(last)?.end)
    }

    fn find(&self, needle: &[u8]) -> Vec<Range<usize>> {
        memmem::find_iter(&self.folded, needle)
            .filter_map(|at| self.original_range(at..at + needle.len()))
            .collect()
    }
}

impl Filter {
    /// The byte ranges that bare words and conditions on the field match, ascending and disjoint.
    pub(crate) fn marks(&self, field: ListField, text: &str) -> Vec<Range<usize>> {
        let (plain, native) = (FoldedText::new(text, false), FoldedText::new(text, true));
        let find = |needle: &[u8]| {
            if needle.is_ascii() { plain.find(needle) } else { native.find(needle) }
        };
        merge_overlapping(self.needles(field).flat_map(find).collect())
    }

    /// The same for a fuzzy match: words within the allowed distance are marked whole.
    pub(crate) fn marks_of_similar(&self, field: ListField, text: &str) -> Vec<Range<usize>> {
        let mut marks = self.marks(field, text);
        if SEARCHED.contains(&field) {
            let mapped = FoldedText::new(text, false);
            let bare = self.words.iter().filter(|word| !word.negated);
            for edits in bare.flat_map(|word| words(&word.needle)).filter_map(EditDistance::new) {
                let near = |word: &Range<usize>| {
                    edits.distance_in_word(&mapped.folded[word.clone()]).is_some()
                };
                marks.extend(
                    spans(&mapped.folded).filter(near).filter_map(|at| mapped.original_range(at)),
                );
            }
        }
        merge_overlapping(marks)
    }

    fn needles(&self, field: ListField) -> impl Iterator<Item = &[u8]> {
        let bare = move |word: &&Word| !word.negated && SEARCHED.contains(&field);
        let conditions = self.conditions.iter().filter(move |it| !it.negated && it.field == field);
        let bare = self.words.iter().filter(bare).map(|it| it.needle.as_slice());
        bare.chain(conditions.flat_map(|condition| &condition.any).filter_map(Test::needle))
    }
}

fn spans(folded: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    folded.chunk_by(|a, b| is_letter(*a) == is_letter(*b)).filter_map(move |run| {
        let start = at;
        at += run.len();
        run.first().is_some_and(|byte| is_letter(*byte)).then_some(start..at)
    })
}

fn merge_overlapping(mut marks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    marks.sort_by_key(|mark| (mark.start, mark.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(marks.len());
    for mark in marks {
        match merged.last_mut() {
            Some(last) if mark.start <= last.end => last.end = last.end.max(mark.end),
            _ => merged.push(mark),
        }
    }
    merged
}
