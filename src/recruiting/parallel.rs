//! Work over long lists on all cores. `query` and `duplicates` split their lists with it.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Fewer keys are not worth a thread.
const MIN_KEYS: usize = 1 << 15;

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
    thread::scope(|scope| {
        let others: Vec<_> = (1..parts)
            .map(|number| {
                scope.spawn({
                    let work = &work;
                    move || work(part(number))
                })
            })
            .collect();
        let first = work(part(0));
        let others = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
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

/// Sorts distinct keys.
pub(crate) fn sort_keys(keys: &mut [u128], cores: usize) {
    if cores < 2 || keys.len() < MIN_KEYS {
        keys.sort_unstable();
        return;
    }
    let (low, _, high) = keys.select_nth_unstable(keys.len() / 2);
    thread::scope(|scope| {
        scope.spawn(|| sort_keys(low, cores / 2));
        sort_keys(high, cores - cores / 2);
    });
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
    fn keys_are_sorted_and_items_are_all_done() {
        let mut keys: Vec<u128> = (0..100_000).map(|key| key * 7919 % 100_003).collect();
        for cores in [1, 3] {
            keys.reverse();
            sort_keys(&mut keys, cores);
            assert!(keys.is_sorted());
        }
        let mut items = flat_map_items(1000, |item| vec![item; item % 3]);
        items.sort_unstable();
        assert_eq!(items, (0..1000).flat_map(|item| vec![item; item % 3]).collect::<Vec<_>>());
    }

    #[test]
    #[should_panic(expected = "in a part")]
    fn a_panic_in_a_part_reaches_the_caller() {
        map_parts(1000, 1, |range| assert!(range.start > 0, "in a part"));
    }
}
