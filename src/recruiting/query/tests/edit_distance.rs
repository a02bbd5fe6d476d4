//! Words with a slip in them.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;

/// Rows that match, then rows that nearly do.
fn both(store: &CandidateTable, text: &str) -> (Vec<usize>, Vec<(usize, u32)>) {
    let filter = parse(text, CANDIDATE_FIELDS).filter;
    let matches = filter.matches(store, &now());
    let settled = filter.settled(store, &now(), &matches);
    let mut near = Vec::new();
    similar(&store.haystack(), &filter, &settled, &AtomicBool::new(false), &mut |batch| {
        near.extend(batch.iter().map(|found| (found.row.index(), found.slips)));
    });
    (matches.iter().map(Row::index).collect(), near)
}

#[test]
fn a_slip_is_forgiven_but_nothing_unlike() {
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
        assert_eq!(both(&store, text).1, rows, "{text}");
    }
}

#[test]
fn a_search_that_is_no_longer_wanted_ends() {
    let filter = parse("lukazs", CANDIDATE_FIELDS).filter;
    let mut called = false;
    let stop = AtomicBool::new(true);
    similar(&people().haystack(), &filter, &Matches::default(), &stop, &mut |_| called = true);
    assert!(!called);
}

/// A name with a slip: dropped, doubled, swapped or replaced.
fn slipped(name: &str, kind: u8, at: usize) -> String {
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
    fn a_name_with_one_slip_is_found(name in "[A-Z][a-z]{4,11}", kind in 0..4_u8, at in 0..12_usize) {
        let mut store = CandidateTable::default();
        store.put(&candidate(0, [&format!("Jo {name}"), "Engineer", "Acme", "", ""]));
        let (exact, near) = both(&store, &slipped(&name, kind, at));
        prop_assert!(exact == [0] || near == [(0, 1)], "{:?} {:?}", exact, near);
    }

    #[test]
    fn an_unrelated_name_is_not(name in "[a-f]{5,9}", other in "[g-m]{5,9} [g-m]{5,9}") {
        let mut store = CandidateTable::default();
        store.put(&candidate(0, [&other, "", "", "", ""]));
        prop_assert_eq!(both(&store, &name), (vec![], vec![]));
    }
}
