//! What a benchmark found, held against its bounds. Shared by those of the
//! terminal.

/// Bytes of memory that are given out at once.
const PAGE: f64 = 4096.0;

/// What was found, and the most it may be.
pub(crate) struct Line {
    pub(crate) what: String,
    pub(crate) found: f64,
    pub(crate) most: Option<f64>,
    pub(crate) told: String,
}

/// What this process takes, in bytes.
pub(crate) fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("a system that tells");
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<f64>().ok());
    pages.expect("a number") * PAGE
}

/// Prints what was found; the process ends with 1 when a bound is missed.
pub(crate) fn report(lines: &[Line]) {
    let mut missed = 0;
    for Line { what, found, most, told } in lines {
        let held = most.is_none_or(|most| *found <= most);
        missed += i32::from(!held);
        let mark = if held { "ok    " } else { "MISSED" };
        let bound = most.map_or_else(String::new, |most| format!(" (at most {most:.2})"));
        println!("{mark} {found:8.2}{bound}  {what}: {told}");
    }
    if missed > 0 {
        std::process::exit(1);
    }
}
