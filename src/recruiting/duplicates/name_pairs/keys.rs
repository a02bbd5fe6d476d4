//! The keys of many names, see [`super::super::names`], in one buffer.

use std::borrow::Cow;

use crate::recruiting::duplicates::names::{push_key, without_apostrophes};
use crate::recruiting::parallel::map_parts;

/// Fewer names are not worth a thread.
const MIN_NAMES: usize = 1 << 13;

pub(super) struct NameKeys {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl NameKeys {
    pub(super) fn new(names: &[&[u8]]) -> Self {
        let parts = map_parts(names.len(), MIN_NAMES, |part| Self::of_part(&names[part]));
        let mut keys = Self { text: Vec::new(), ends: Vec::with_capacity(names.len()) };
        for part in parts {
            let before = keys.text.len();
            keys.text.extend(part.text);
            keys.ends.extend(part.ends.into_iter().map(|end| before + end));
        }
        keys
    }

    fn of_part(names: &[&[u8]]) -> Self {
        let mut keys = Self { text: Vec::new(), ends: Vec::with_capacity(names.len()) };
        let mut buffer: Vec<&[u8]> = Vec::new();
        for name in names {
            match without_apostrophes(name) {
                Cow::Borrowed(name) => push_key(name, &mut buffer, &mut keys.text),
                Cow::Owned(name) => push_key(&name, &mut Vec::new(), &mut keys.text),
            }
            keys.ends.push(keys.text.len());
        }
        keys
    }

    /// The key of the name with this number.
    pub(super) fn get(&self, number: u32) -> &[u8] {
        let at = number as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[at]]
    }
}
