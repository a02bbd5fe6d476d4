//! The symbols, in Unicode and in ASCII.
//!
//! Both sets have the same fields, so a view never checks which one it has. Every Unicode symbol is
//! one cell wide; ASCII ones may be two.

use ratatui::symbols::border;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbols {
    /// The cells between two columns.
    pub(crate) column_gap: usize,
    pub(crate) border: border::Set<'static>,
    /// A horizontal rule, and the line between two stages of a history.
    pub(crate) rule: &'static str,
    pub(crate) bar: &'static str,
    /// The heights of a sparkline, the lowest first.
    pub(crate) spark: [&'static str; 8],
    pub(crate) open: &'static str,
    pub(crate) on_hold: &'static str,
    pub(crate) closed: &'static str,
    pub(crate) archived: &'static str,
    pub(crate) interview: &'static str,
    pub(crate) rejection: &'static str,
    /// Between two stages, and between the parts of the path at the top.
    pub(crate) step: &'static str,
    /// A move back to an earlier stage.
    pub(crate) moved_back: &'static str,
    pub(crate) more_right: &'static str,
    pub(crate) more_left: &'static str,
    /// The up key; more above.
    pub(crate) up: &'static str,
    /// The down key; more below; a fetch in progress.
    pub(crate) down: &'static str,
    pub(crate) ellipsis: &'static str,
    pub(crate) dot: &'static str,
    pub(crate) mark: &'static str,
    /// A row that only resembles the search.
    pub(crate) similar: &'static str,
    pub(crate) cursor: &'static str,
    pub(crate) ascending: &'static str,
    pub(crate) descending: &'static str,
    /// Done, or selected.
    pub(crate) success: &'static str,
    pub(crate) advance: &'static str,
    pub(crate) wait: &'static str,
    pub(crate) decline: &'static str,
    pub(crate) star: &'static str,
    pub(crate) snoozed: &'static str,
    /// A change that is not saved on disk yet.
    pub(crate) pending: &'static str,
    pub(crate) warning: &'static str,
    pub(crate) error: &'static str,
    pub(crate) at_most: &'static str,
    pub(crate) at_least: &'static str,
    /// Values differ.
    pub(crate) differs: &'static str,
    pub(crate) mask: &'static str,
    /// A line end in a text field.
    pub(crate) line_end: &'static str,
    pub(crate) tab: &'static str,
    /// The frames of the spinner.
    pub(crate) spinner: &'static [&'static str],
}

pub(super) const UNICODE: Symbols = Symbols {
    column_gap: 1,
    border: border::ROUNDED,
    rule: "─",
    bar: "▇",
    spark: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    open: "●",
    on_hold: "◌",
    closed: "○",
    archived: "▣",
    interview: "◆",
    rejection: "✗",
    step: "▸",
    moved_back: "↩",
    more_right: "›",
    more_left: "‹",
    up: "↑",
    down: "↓",
    ellipsis: "…",
    dot: "·",
    mark: "✓",
    similar: "~",
    cursor: "▌",
    ascending: "▲",
    descending: "▼",
    success: "✓",
    advance: "⇒",
    wait: "‖",
    decline: "⊘",
    star: "★",
    snoozed: "☾",
    pending: "◔",
    warning: "!",
    error: "✗",
    at_most: "≤",
    at_least: "≥",
    differs: "≠",
    mask: "•",
    line_end: "⏎",
    tab: "⇥",
    spinner: &["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

pub(super) const ASCII: Symbols = Symbols {
    column_gap: 1,
    border: border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    },
    rule: "-",
    bar: "#",
    spark: ["_", ".", ":", "-", "=", "+", "*", "#"],
    open: "*",
    on_hold: "o",
    closed: ".",
    archived: "x",
    interview: "i",
    rejection: "x",
    step: ">",
    moved_back: "<",
    more_right: ">",
    more_left: "<",
    up: "^",
    down: "v",
    ellipsis: "~",
    dot: "-",
    mark: "+",
    similar: "~",
    cursor: ">",
    ascending: "^",
    descending: "v",
    success: "+",
    advance: "a",
    wait: "w",
    decline: "d",
    star: "*",
    snoozed: "z",
    pending: "?",
    warning: "!",
    error: "x",
    at_most: "<=",
    at_least: ">=",
    differs: "#",
    mask: "*",
    line_end: "\\n",
    tab: "\\t",
    spinner: &["|", "/", "-", "\\"],
};

impl Symbols {
    #[must_use]
    pub const fn unicode() -> &'static Self {
        &UNICODE
    }

    pub(crate) const fn ascii() -> &'static Self {
        &ASCII
    }
}
