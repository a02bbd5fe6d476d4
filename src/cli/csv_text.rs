//! What the reader of CSV leaves to its callers: which character separates the columns, and on
//! which line a row begins. `person create --from` and `db import` use it.

/// What separates the columns: whatever the header has most of. Spreadsheets of many countries
/// write semicolons.
pub(super) fn separator(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |separator: u8| header.bytes().filter(|byte| *byte == separator).count();
    // The last of several maxima wins.
    [b'\t', b';', b','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

/// The line of a row that starts in `rest`, the text from the end of the previous row. The reader
/// counts from there, before blank lines.
pub(super) fn line_of_row(line: u64, rest: &[u8]) -> u64 {
    let blank = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    let newlines = blank.filter(|byte| **byte == b'\n').count();
    line.saturating_add(u64::try_from(newlines).unwrap_or(0))
}
