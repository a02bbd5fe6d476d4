//! The signs that stand for things, in Unicode and in ASCII.
//!
//! Both sets have the same signs, so that a view never asks which it is. Each
//! sign of the Unicode set takes one cell; those of ASCII may take two.

use ratatui::symbols::border;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbols {
    pub border: border::Set<'static>,
    /// A horizontal rule, and the line between two stages of a history.
    pub rule: &'static str,
    pub bar: &'static str,
    /// The heights of a line that shows how something went, the lowest first.
    pub spark: [&'static str; 8],
    pub open: &'static str,
    pub on_hold: &'static str,
    pub closed: &'static str,
    pub archived: &'static str,
    pub interview: &'static str,
    pub rejection: &'static str,
    /// The step from one stage to the next, and of the path at the top.
    pub step: &'static str,
    /// A step back to an earlier stage.
    pub moved_back: &'static str,
    pub more_right: &'static str,
    pub more_left: &'static str,
    /// The key upwards; there is more above.
    pub up: &'static str,
    /// The key downwards; there is more below; something is being fetched.
    pub down: &'static str,
    pub ellipsis: &'static str,
    pub dot: &'static str,
    pub mark: &'static str,
    /// A row that is only like what is sought.
    pub similar: &'static str,
    pub cursor: &'static str,
    pub ascending: &'static str,
    pub descending: &'static str,
    /// Done, or chosen.
    pub success: &'static str,
    pub advance: &'static str,
    pub wait: &'static str,
    pub decline: &'static str,
    pub star: &'static str,
    pub snoozed: &'static str,
    pub warning: &'static str,
    pub error: &'static str,
    pub at_most: &'static str,
    pub at_least: &'static str,
    /// What is not the same of all.
    pub differs: &'static str,
    pub mask: &'static str,
    /// The end of a line in a text that is edited.
    pub line_end: &'static str,
    pub tab: &'static str,
    /// What turns while something is awaited, picture by picture.
    pub spinner: &'static [&'static str],
}

pub(super) const UNICODE: Symbols = Symbols {
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
    /// The set for terminals that show Unicode.
    #[must_use]
    pub const fn unicode() -> &'static Self {
        &UNICODE
    }

    /// The set that is letters and signs of ASCII only.
    #[must_use]
    pub const fn ascii() -> &'static Self {
        &ASCII
    }
}
