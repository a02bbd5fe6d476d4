//! Compares two contact lists entry by entry.

use std::collections::HashMap;

use crate::recruiting::person::{FieldValue, is_same_kind};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change<'a> {
    Same,
    Added,
    Removed,
    /// Holds the previous kind.
    Kind(&'a str),
    /// Holds the previous position, from 1.
    Moved(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DiffEntry<'a> {
    pub(crate) change: Change<'a>,
    pub(crate) kind: &'a str,
    pub(crate) value: &'a str,
}

impl Change<'_> {
    /// The same character in every symbol set.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Same => " ",
            Self::Added => "+",
            Self::Removed => "-",
            Self::Kind(_) | Self::Moved(_) => "~",
        }
    }

    pub(crate) fn describe(self) -> String {
        match self {
            Self::Kind("") => "had no kind".to_owned(),
            Self::Kind(kind) => format!("was {kind}"),
            Self::Moved(position) => format!("was number {position}"),
            Self::Same | Self::Added | Self::Removed => String::new(),
        }
    }
}

/// `None` unless the value is a list. Each entry is a kind and a value.
pub(crate) fn entries(value: &FieldValue) -> Option<Vec<(&str, &str)>> {
    match value {
        FieldValue::Contacts(all) => {
            let entry =
                all.iter().map(|item| (item.contact_data_type.as_str(), item.value.as_str()));
            Some(entry.collect())
        }
        FieldValue::Texts(all) => Some(all.iter().map(|item| ("", item.as_str())).collect()),
        _ => None,
    }
}

/// The new list in order, followed by the removed entries.
pub(crate) fn diff_entries<'a>(
    before: &[(&'a str, &'a str)],
    after: &[(&'a str, &'a str)],
) -> Vec<DiffEntry<'a>> {
    let pairs = match_entries(before, after);
    let mut matched: Vec<usize> = pairs.iter().flatten().copied().collect();
    matched.sort_unstable();
    let mut next_match = 0;
    let mut all = Vec::with_capacity(after.len());
    for ((kind, value), pair) in after.iter().zip(&pairs) {
        let change = match pair {
            None => Change::Added,
            Some(was) => {
                let (position, kind_before) = (next_match, before[*was].0);
                next_match += 1;
                if !is_same_kind(kind_before, kind) {
                    Change::Kind(kind_before)
                } else if matched[position] == *was {
                    Change::Same
                } else {
                    Change::Moved(was + 1)
                }
            }
        };
        all.push(DiffEntry { change, kind, value });
    }
    let removed = before.iter().enumerate().filter(|(at, _)| matched.binary_search(at).is_err());
    all.extend(removed.map(|(_, (kind, value))| DiffEntry {
        change: Change::Removed,
        kind,
        value,
    }));
    all
}

/// For each new entry, the index of the old one. Entries of the same kind are matched first.
fn match_entries(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<Option<usize>> {
    let mut free: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (_, value)) in before.iter().enumerate() {
        free.entry(value).or_default().push(at);
    }
    let mut matches = vec![None; after.len()];
    for any_kind in [false, true] {
        for (matched, (kind, value)) in matches.iter_mut().zip(after) {
            let Some(free) = free.get_mut(value).filter(|_| matched.is_none()) else { continue };
            let fits = |at: &usize| any_kind || is_same_kind(before[*at].0, kind);
            *matched = free.iter().position(fits).map(|position| free.remove(position));
        }
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(before: &[(&str, &str)], after: &[(&str, &str)]) -> String {
        let describe = |entry: &DiffEntry<'_>| {
            format!("{}{} {}", entry.change.sign(), entry.value, entry.change.describe())
                .trim_end()
                .to_owned()
        };
        diff_entries(before, after).iter().map(describe).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn entries_are_added_removed_moved_and_change_their_kind() {
        let (a, b, c) = (("work", "a"), ("home", "b"), ("work", "c"));
        for (before, after, expected) in [
            (vec![a, b], vec![a, b], " a, b"),
            (vec![a, b], vec![a, b, c], " a, b,+c"),
            (vec![a, b, c], vec![b, c], " b, c,-a"),
            (vec![a, b], vec![b, a], "~b was number 2,~a was number 1"),
            (vec![a], vec![("home", "a")], "~a was work"),
            (vec![("", "a")], vec![a], "~a had no kind"),
            (vec![a], vec![("work_email", "a")], " a"),
            (vec![("x", "a"), a], vec![a], " a,-a"),
            (vec![], vec![], ""),
        ] {
            assert_eq!(summary(&before, &after), expected);
        }
    }
}
