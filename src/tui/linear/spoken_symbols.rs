//! Words in place of symbols.
//!
//! Views draw symbols into cells. Here each symbol is a character that Unicode reserves for use
//! inside a program; `reading` replaces it by its word.

use ratatui::symbols::border;

use crate::theme::Symbols;

const NOTHING: &str = "\u{fdd0}";
const CURSOR: &str = "\u{fdd1}";
const INPUT: &str = "\u{fdd2}";
const OPEN: &str = "\u{fdd3}";
const ON_HOLD: &str = "\u{fdd4}";
const CLOSED: &str = "\u{fdd5}";
const ARCHIVED: &str = "\u{fdd6}";
const INTERVIEW: &str = "\u{fdd7}";
const REJECTION: &str = "\u{fdd8}";
const BACK: &str = "\u{fdd9}";
const ELLIPSIS: &str = "\u{fdda}";
const DOT: &str = "\u{fddb}";
const MARKED: &str = "\u{fddc}";
const SIMILAR: &str = "\u{fddd}";
const SUCCESS: &str = "\u{fdde}";
const SNOOZED: &str = "\u{fddf}";
const PENDING: &str = "\u{fde0}";
const WARNING: &str = "\u{fde1}";
const ERROR: &str = "\u{fde2}";
const AT_MOST: &str = "\u{fde3}";
const AT_LEAST: &str = "\u{fde4}";
const DIFFERS: &str = "\u{fde5}";
const LINE_END: &str = "\u{fde6}";
const ADVANCE: &str = "\u{fde7}";
const WAIT: &str = "\u{fde8}";
const DECLINE: &str = "\u{fde9}";
const UP: &str = "\u{fdea}";
const DOWN: &str = "\u{fdeb}";

/// In front of the selected row.
pub(super) const CURSOR_CHAR: char = '\u{fdd1}';
/// In front of the text input of a dialog, and between two stages.
pub(super) const STEP_CHAR: char = '\u{fdd2}';

/// The word of a symbol; `None` for a character of a text.
pub(super) const fn word(symbol: char) -> Option<&'static str> {
    Some(match symbol {
        // What is now and what is still to come need no word; that of a verdict follows.
        '\u{fdd0}' | CURSOR_CHAR | '\u{fdd3}' | '\u{fdd5}' | '\u{fde7}'..='\u{fde9}' => "",
        STEP_CHAR => "to",
        '\u{fdd4}' => "on hold",
        '\u{fdd6}' => "archived",
        '\u{fdd7}' => "(interview)",
        '\u{fdd8}' => "(rejection)",
        '\u{fdd9}' => "back to",
        '\u{fdda}' => "...",
        '\u{fddb}' => ",",
        '\u{fddc}' => "marked",
        '\u{fddd}' => "similar:",
        '\u{fdde}' => "OK:",
        '\u{fddf}' => "snoozed",
        '\u{fde0}' => "not saved yet:",
        '\u{fde1}' => "Warning:",
        '\u{fde2}' => "Error:",
        '\u{fde3}' => "at most",
        '\u{fde4}' => "at least",
        '\u{fde5}' => "differs:",
        '\u{fde6}' => "/",
        '\u{fdea}' => "up",
        '\u{fdeb}' => "down",
        _ => return None,
    })
}

pub(super) const SPOKEN: &Symbols = &Symbols {
    // A single space does not separate columns when it is read.
    column_gap: 2,
    border: border::Set {
        top_left: NOTHING,
        top_right: NOTHING,
        bottom_left: NOTHING,
        bottom_right: NOTHING,
        vertical_left: NOTHING,
        vertical_right: NOTHING,
        horizontal_top: NOTHING,
        horizontal_bottom: NOTHING,
    },
    rule: NOTHING,
    bar: NOTHING,
    spark: [NOTHING; 8],
    open: OPEN,
    on_hold: ON_HOLD,
    closed: CLOSED,
    archived: ARCHIVED,
    interview: INTERVIEW,
    rejection: REJECTION,
    step: INPUT,
    moved_back: BACK,
    more_right: NOTHING,
    more_left: NOTHING,
    up: UP,
    down: DOWN,
    ellipsis: ELLIPSIS,
    dot: DOT,
    mark: MARKED,
    similar: SIMILAR,
    cursor: CURSOR,
    ascending: NOTHING,
    descending: NOTHING,
    success: SUCCESS,
    advance: ADVANCE,
    wait: WAIT,
    decline: DECLINE,
    // Their words follow.
    star: NOTHING,
    snoozed: SNOOZED,
    pending: PENDING,
    warning: WARNING,
    error: ERROR,
    at_most: AT_MOST,
    at_least: AT_LEAST,
    differs: DIFFERS,
    mask: NOTHING,
    line_end: LINE_END,
    tab: NOTHING,
    spinner: &[NOTHING],
};
