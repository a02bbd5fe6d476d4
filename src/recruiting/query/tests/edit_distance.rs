//! Searches for words with typos.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;

/// The matching rows, then the rows that match with typos.
fn search(store: &CandidateTable, text: &str) -> (Vec<usize>, Vec<(usize, u32)>) {
    let filter = parse(text, CANDIDATE_FIELDS).filter;
    let matches = filter.matches(store, &now());
    let skippable_rows = filter.skippable_rows(store, &now(), &matches);
    let mut near = Vec::new();
    find_similar(
        &store.haystack(),
        &filter,
        &skippable_rows,
        &AtomicBool::new(false),
        &mut |batch| {
            near.extend(batch.iter().map(|hit| (hit.row.index(), hit.distance)));
        },
    );
    (matches.iter().map(Row::index).collect(), near)
}

#[test]
fn a_typo_is_tolerated_but_another_word_is_not() {
    let store = people();
    for (text, rows) in [
        ("lukazs", &[(0, 1)][..]),
        ("kowalsky", &[(4, 1), (5, 1)]),
        ("kowalski", &[(5, 1)]),
        ("kowalsky stage:applied", &[(5, 1)]),
        ("kowalsky -anna", &[(4, 1)]),
        ("enginer rsut", &[(0, 2)]),
        ("ann kowalsky", &[(4, 1), (5, 1)]),
        ("tim", &[]),
        ("karlsson", &[]),
        ("seniorita", &[]),
        ("", &[]),
        ("stage:aplied", &[]),
    ] {
        assert_eq!(search(&store, text).1, rows, "{text}");
    }
}

#[test]
fn a_cancelled_search_stops() {
    let filter = parse("lukazs", CANDIDATE_FIELDS).filter;
    let mut was_called = false;
    let stop = AtomicBool::new(true);
    find_similar(&people().haystack(), &filter, &Matches::default(), &stop, &mut |_| {
        was_called = true;
    });
    assert!(!was_called);
}

/// A name with a typo: a letter dropped, doubled, swapped or replaced.
fn with_typo(name: &str, kind: u8, at: usize) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let at = at % (letters.len() - 1);
    match kind {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 => letters.swap(at, at + 1),
        _ => letters[at] = if letters[at] == 'q' { 'x' } else { 'q' },
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_name_with_one_typo_is_found(name in "[A-Z][a-z]{4,11}", kind in 0..4_u8, at in 0..12_usize) {
        let mut store = CandidateTable::default();
        store.put(&candidate(0, [&format!("Jo {name}"), "Engineer", "Acme", "", ""]));
        let (exact, near) = search(&store, &with_typo(&name, kind, at));
        prop_assert!(exact == [0] || near == [(0, 1)], "{:?} {:?}", exact, near);
    }

    #[test]
    fn an_unrelated_name_is_not(name in "[a-f]{5,9}", other in "[g-m]{5,9} [g-m]{5,9}") {
        let mut store = CandidateTable::default();
        store.put(&candidate(0, [&other, "", "", "", ""]));
        prop_assert_eq!(search(&store, &name), (vec![], vec![]));
    }
}
