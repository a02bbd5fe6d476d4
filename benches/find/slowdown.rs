//! How much slower this machine is now than the one where bounds in time were set. Shared by `find` and
//! `screen`.
//!
//! The bounds were set where a bare `memmem` searches the text of a million candidates in 4 ms. Where it
//! takes longer, they are longer by the same factor.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

use memchr::memmem::find;

use crate::people::candidate;

const REFERENCE_MILLIS: f64 = 4.0;
/// The text of so many candidates, so many times.
const CANDIDATES: usize = 10_000;
const REPEATED: usize = 100;

static TEXT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let line = |number: usize| {
        let item = candidate(number);
        format!("{} {} {}\n", item.name, item.current_job_title, item.current_company_name)
    };
    let lines: String = (0..CANDIDATES).map(line).collect();
    lines.to_lowercase().repeat(REPEATED).into_bytes()
});

/// Searches the text once. Returns how many milliseconds it took.
pub(crate) fn search() -> f64 {
    let text = &*TEXT;
    let started = Instant::now();
    black_box(find(text, b"no candidate is called like this"));
    started.elapsed().as_secs_f64() * 1e3
}

/// The factor of a bound, after some searches of so many milliseconds.
pub(crate) fn factor(mut searches: Vec<f64>) -> f64 {
    searches.sort_by(f64::total_cmp);
    (searches[searches.len() / 2] / REFERENCE_MILLIS).max(1.0)
}
