//! Reports measurements against their bounds. Shared by the benchmarks of the terminal UI.

/// The size of a memory page.
const PAGE: f64 = 4096.0;

/// A measured value, and its upper bound, if any.
pub(crate) struct Measurement {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) max: Option<f64>,
    pub(crate) details: String,
}

/// The resident memory of this process, in bytes.
pub(crate) fn resident_bytes() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("/proc is available");
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<f64>().ok());
    pages.expect("a number") * PAGE
}

/// Prints all measurements. Exits with 1 if one misses its bound.
pub(crate) fn report(measurements: &[Measurement]) {
    let mut missed = 0;
    for Measurement { name, value, max, details } in measurements {
        let is_ok = max.is_none_or(|max| *value <= max);
        missed += i32::from(!is_ok);
        let mark = if is_ok { "ok    " } else { "MISSED" };
        let bound = max.map_or_else(String::new, |max| format!(" (at most {max:.2})"));
        println!("{mark} {value:8.2}{bound}  {name}: {details}");
    }
    if missed > 0 {
        std::process::exit(1);
    }
}
