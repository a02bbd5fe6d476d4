//! The signs that stand for things, in Unicode and in ASCII.
//!
//! Both sets have the same signs, so that a view never asks which it is. Each
//! sign of the Unicode set takes one cell; those of ASCII may take two.

use ratatui::symbols::border;

/// One set of signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbols {
    /// The frame of a pane.
    pub border: border::Set<'static>,
    /// A horizontal rule, and the line between two stages of a history.
    pub rule: &'static str,
    /// A cell of a bar.
    pub bar: &'static str,
    /// The heights of a line that shows how something went, the lowest first.
    pub spark: [&'static str; 8],
    /// An open job.
    pub open: &'static str,
    /// A job on hold.
    pub on_hold: &'static str,
    /// A closed job.
    pub closed: &'static str,
    /// An archived job.
    pub archived: &'static str,
    /// A stage with an interview.
    pub interview: &'static str,
    /// A stage for rejections.
    pub rejection: &'static str,
    /// The step from one stage to the next, and of the path at the top.
    pub step: &'static str,
    /// A step back to an earlier stage.
    pub back: &'static str,
    /// There is more to the right.
    pub more_right: &'static str,
    /// There is more to the left.
    pub more_left: &'static str,
    /// The key upwards; there is more above.
    pub up: &'static str,
    /// The key downwards; there is more below; something is being fetched.
    pub down: &'static str,
    /// Text that was cut.
    pub ellipsis: &'static str,
    /// Between two facts on a line.
    pub dot: &'static str,
    /// A marked row.
    pub mark: &'static str,
    /// A row that is only like what is sought.
    pub similar: &'static str,
    /// The row under the cursor.
    pub cursor: &'static str,
    /// Sorted upwards.
    pub ascending: &'static str,
    /// Sorted downwards.
    pub descending: &'static str,
    /// Done, or chosen.
    pub done: &'static str,
    /// The verdict to advance.
    pub advance: &'static str,
    /// The verdict to wait.
    pub wait: &'static str,
    /// The verdict to decline.
    pub decline: &'static str,
    /// A star of one's own.
    pub star: &'static str,
    /// Put off until a day.
    pub snoozed: &'static str,
    /// Something to look at.
    pub warning: &'static str,
    /// Something that went wrong.
    pub error: &'static str,
    /// At most.
    pub at_most: &'static str,
    /// At least.
    pub at_least: &'static str,
    /// What is not the same of all.
    pub differs: &'static str,
    /// A letter of a secret.
    pub mask: &'static str,
    /// The end of a line in a text that is edited.
    pub line_end: &'static str,
    /// A tab in it.
    pub tab: &'static str,
    /// What turns while something is awaited, picture by picture.
    pub spinner: &'static [&'static str],
}

/// For terminals that show Unicode.
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
    back: "↩",
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
    done: "✓",
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

/// For terminals that do not.
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
    back: "<",
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
    done: "+",
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
