//! Work over long lists on all cores. `query` and `duplicates` split their lists with it.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Fewer rows are not worth a thread.
pub(crate) const MIN_ROWS: usize = 1 << 14;
/// Fewer keys are not worth a thread.
pub(crate) const MIN_KEYS: usize = 1 << 15;

/// Runs `work` on consecutive parts of `0..count` at the same time, and returns the results in their
/// order. A part has at least `least` items: less is not worth a thread.
pub(crate) fn map_parts<T: Send>(
    count: usize,
    least: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let parts = cores().min(count / least.max(1)).max(1);
    let part = |number: usize| count * number / parts..count * (number + 1) / parts;
    if parts == 1 {
        return vec![work(part(0))];
    }
    let work = &work;
    thread::scope(|scope| {
        let spawn = |number| {
            let thread = thread::Builder::new().spawn_scoped(scope, move || work(part(number)));
            (number, thread)
        };
        let others: Vec<_> = (1..parts).map(spawn).collect();
        let first = work(part(0));
        let others = others.into_iter().map(|(number, thread)| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            // The system has no thread to spare.
            Err(_unavailable) => work(part(number)),
        });
        std::iter::once(first).chain(others).collect()
    })
}

/// Runs `work` on each of some items of different size, and returns all results in any order.
pub(crate) fn flat_map_items<T: Send>(
    count: usize,
    work: impl Fn(usize) -> Vec<T> + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = map_parts(cores(), 1, |_| {
        let items = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        items.take_while(|item| *item < count).flat_map(&work).collect::<Vec<_>>()
    });
    results.into_iter().flatten().collect()
}

/// Sorts the distinct keys that `make` returns for each part of `0..count`, and runs `finish` on
/// consecutive parts of their order. Keys that differ in the lowest bits only are in the same part.
pub(crate) fn sort_in_parts<T: Send>(
    count: usize,
    lowest_bits: u32,
    make: impl Fn(Range<usize>) -> Vec<u128> + Sync,
    finish: impl Fn(Vec<u128>) -> T + Sync,
) -> Vec<T> {
    let runs = map_parts(count, MIN_KEYS, |part| {
        let mut keys = make(part);
        keys.sort_unstable();
        keys
    });
    merge_in_parts(runs, lowest_bits, finish)
}

/// The same with keys that are sorted in runs.
pub(crate) fn merge_in_parts<T: Send>(
    runs: Vec<Vec<u128>>,
    lowest_bits: u32,
    finish: impl Fn(Vec<u128>) -> T + Sync,
) -> Vec<T> {
    if runs.len() == 1 {
        return runs.into_iter().map(finish).collect();
    }
    let bounds = bounds(&runs, lowest_bits);
    let part_of = |run: &[u128], part: usize| {
        let at = |bound: Option<&u128>| {
            bound.map_or(run.len(), |bound| run.partition_point(|key| key < bound))
        };
        let from = part.checked_sub(1).map_or(0, |before| at(bounds.get(before)));
        from..at(bounds.get(part))
    };
    let sorted = |part: usize| {
        let parts: Vec<&[u128]> = runs.iter().map(|run| &run[part_of(run, part)]).collect();
        let mut keys = parts.concat();
        #[expect(
            clippy::stable_sort_primitive,
            reason = "this sort finds the runs and merges them"
        )]
        keys.sort();
        finish(keys)
    };
    let sorted = map_parts(runs.len(), 1, |parts| parts.map(&sorted).collect::<Vec<_>>());
    sorted.into_iter().flatten().collect()
}

/// Keys that divide the content of some sorted runs into one part per run, of about the same size.
fn bounds(runs: &[Vec<u128>], lowest_bits: u32) -> Vec<u128> {
    const SAMPLES: usize = 64;
    let sample = |run: &Vec<u128>| {
        let keys = (0..SAMPLES).filter_map(|at| run.get(run.len() * at / SAMPLES));
        keys.copied().collect::<Vec<_>>()
    };
    let mut samples: Vec<u128> = runs.iter().flat_map(sample).collect();
    samples.sort_unstable();
    let bound = |part: usize| samples[samples.len() * part / runs.len()];
    (1..runs.len()).map(|part| bound(part) >> lowest_bits << lowest_bits).collect()
}

/// Asked once: it reads files.
pub(crate) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, Into::into))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_cover_everything_in_order() {
        for (count, least) in [(0, 1), (1, 1), (7, 1), (100, 60), (1000, 0)] {
            let parts = map_parts(count, least, Iterator::collect::<Vec<_>>);
            assert_eq!(parts.concat(), (0..count).collect::<Vec<_>>(), "{count} by {least}");
        }
    }

    #[test]
    fn all_items_are_done() {
        let mut items = flat_map_items(1000, |item| vec![item; item % 3]);
        items.sort_unstable();
        assert_eq!(items, (0..1000).flat_map(|item| vec![item; item % 3]).collect::<Vec<_>>());
    }

    #[test]
    fn keys_sorted_in_parts_stay_with_those_of_the_same_group() {
        let make = |part: Range<usize>| {
            part.map(|at| ((at * 7919 % 100_003) as u128 / 30_000) << 20 | at as u128).collect()
        };
        let parts = sort_in_parts(100_000, 20, make, |keys| keys);
        assert!(parts.concat().is_sorted() && parts.concat().len() == 100_000);
        let ends = parts.windows(2).filter_map(|pair| pair[0].last().zip(pair[1].first()));
        ends.for_each(|(last, first)| assert_ne!(last >> 20, first >> 20));
        assert_eq!(sort_in_parts(0, 20, make, |keys| keys).concat(), []);
    }

    #[test]
    #[should_panic(expected = "in a part")]
    fn a_panic_in_a_part_reaches_the_caller() {
        map_parts(1000, 1, |range| assert!(range.start > 0, "in a part"));
    }
}
