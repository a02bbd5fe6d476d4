//! The table of roles and their styles in each theme.
//!
//! It uses only colours of the cube and the grey ramp (16 to 255): their values are the same in
//! every terminal, so the contrast is known. The themes `dark`, `light` and `contrast` keep 4.5:1
//! for every role, also in a selected row. Red means failed or overdue; what is closed, rejected or
//! declined is dim. `sixteen` uses only colours that are visible on both a
//! dark and a light background, and sets no background.

use std::sync::LazyLock;

use ratatui::style::{Color, Modifier, Style};

pub(super) struct RoleStyles {
    /// Attributes in themes with colours.
    pub(super) attributes: Modifier,
    /// Attributes in themes with sixteen colours or none.
    pub(super) plain: Modifier,
    pub(super) dark: Style,
    pub(super) light: Style,
    pub(super) contrast: Style,
    pub(super) sixteen: Style,
}

/// One row per role: its name, its attributes with and without colours, then its colours in dark,
/// light, contrast and sixteen.
macro_rules! roles {
    ($($(#[$doc:meta])+ $role:ident $attributes:expr, $plain:expr => $dark:expr, $light:expr, $contrast:expr, $sixteen:expr;)+) => {
        /// The meaning of a part of the screen.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Role {
            $($(#[$doc])+ $role,)+
        }

        impl Role {
            pub(crate) const ALL: &[Self] = &[$(Self::$role,)+];

            const IDENTIFIERS: &[&str] = &[$(stringify!($role),)+];

            pub(super) const fn styles(self) -> RoleStyles {
                match self {
                    $(Self::$role => RoleStyles {
                        attributes: $attributes,
                        plain: $plain,
                        dark: $dark,
                        light: $light,
                        contrast: $contrast,
                        sixteen: $sixteen,
                    },)+
                }
            }
        }
    };
}

/// The names of the roles in the config: `border-focused`.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let kebab = |identifier: &&str| {
        let mut name = String::new();
        for letter in identifier.chars() {
            if letter.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    };
    Role::IDENTIFIERS.iter().map(kebab).collect()
});

impl Role {
    pub(crate) fn names() -> Vec<&'static str> {
        NAMES.iter().map(String::as_str).collect()
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        let at = NAMES.iter().position(|other| other == name)?;
        Self::ALL.get(at).copied()
    }
}

const NONE: Modifier = Modifier::empty();
const BOLD: Modifier = Modifier::BOLD;
const DIM: Modifier = Modifier::DIM;
const UNDERLINE: Modifier = Modifier::UNDERLINED;
const BOLD_UNDERLINE: Modifier = Modifier::BOLD.union(Modifier::UNDERLINED);
const BOLD_REVERSED: Modifier = Modifier::BOLD.union(Modifier::REVERSED);

const DEFAULT: Style = Style::new();
const RESET: Style = Style::new().fg(Color::Reset).bg(Color::Reset);
const RED: Style = Style::new().fg(Color::Red);
const GREEN: Style = Style::new().fg(Color::Green);
const MAGENTA: Style = Style::new().fg(Color::Magenta);
const CYAN: Style = Style::new().fg(Color::Cyan);

const fn fg(colour: u8) -> Style {
    Style::new().fg(Color::Indexed(colour))
}

const fn bg(background: u8) -> Style {
    Style::new().bg(Color::Indexed(background))
}

const fn bg_fg(background: u8, colour: u8) -> Style {
    fg(colour).bg(Color::Indexed(background))
}

roles! {
    /// The background of the screen and of everything drawn over something else.
    Screen NONE, NONE => fg(253), fg(235), fg(231), DEFAULT;
    /// Names and values.
    Text NONE, NONE => fg(253), fg(235), fg(231), DEFAULT;
    /// Units, labels, ages.
    Dim NONE, DIM => fg(248), fg(240), fg(250), DEFAULT;
    /// The title of a pane or of the screen.
    Title BOLD, BOLD => fg(255), fg(16), fg(231), DEFAULT;
    /// The head of a column.
    Header BOLD, BOLD_UNDERLINE => fg(111), fg(25), fg(159), DEFAULT;
    /// The frame of a pane.
    Border NONE, DIM => fg(248), fg(240), fg(250), DEFAULT;
    /// The frame of the focused pane.
    BorderFocused BOLD, BOLD => fg(75), fg(25), fg(226), CYAN;
    /// The row under the cursor; applied over the row after its text.
    Selected BOLD, BOLD_REVERSED => bg(237), bg(189), bg_fg(231, 16), RESET;
    /// The same in an unfocused pane.
    SelectedUnfocused NONE, UNDERLINE => bg(235), bg(254), bg_fg(252, 16), DEFAULT;
    /// A marked row.
    Marked BOLD, BOLD => fg(221), fg(58), fg(226), MAGENTA;
    /// The characters that a filter matched.
    Match BOLD_UNDERLINE, BOLD_UNDERLINE => fg(215), fg(91), fg(229), MAGENTA;
    /// A value that differs from the previous one.
    Changed UNDERLINE, UNDERLINE => fg(222), fg(58), fg(229), MAGENTA;
    /// Missing rows, because a page could not be read.
    Gap UNDERLINE, UNDERLINE => fg(215), fg(88), fg(217), RED;
    /// The bar of a stage.
    Bar NONE, NONE => fg(75), fg(25), fg(117), CYAN;
    /// The bar of a stage for rejections.
    BarRejection NONE, DIM => fg(248), fg(240), fg(250), DEFAULT;
    /// The bar of a stage with an interview.
    BarInterview BOLD, BOLD => fg(183), fg(91), fg(219), MAGENTA;
    /// The name of a stage for rejections.
    StageRejection NONE, DIM => fg(248), fg(240), fg(250), DEFAULT;
    /// The name of a stage with an interview.
    StageInterview BOLD, BOLD => fg(183), fg(91), fg(219), MAGENTA;
    /// The symbol of an open job.
    Open BOLD, BOLD => fg(114), fg(22), fg(120), GREEN;
    /// The symbol of a job on hold.
    OnHold NONE, NONE => fg(221), fg(58), fg(229), DEFAULT;
    /// The symbol of a closed job.
    Closed NONE, DIM => fg(248), fg(240), fg(250), DEFAULT;
    /// The symbol of an archived job.
    Archived NONE, DIM => fg(248), fg(240), fg(250), DEFAULT;
    /// The verdict to advance.
    Advance BOLD, BOLD => fg(114), fg(22), fg(120), GREEN;
    /// The verdict to wait.
    Wait NONE, NONE => fg(221), fg(58), fg(229), DEFAULT;
    /// The verdict to decline.
    Decline NONE, DIM => fg(248), fg(240), fg(250), DEFAULT;
    /// The recruiter's own star.
    Star BOLD, BOLD => fg(221), fg(58), fg(226), MAGENTA;
    /// A snoozed candidate.
    Snoozed NONE, DIM => fg(183), fg(91), fg(219), DEFAULT;
    /// A success.
    Good BOLD, BOLD => fg(114), fg(22), fg(120), GREEN;
    /// Something that needs attention.
    Warning BOLD, BOLD_UNDERLINE => fg(221), fg(58), fg(226), MAGENTA;
    /// A candidate who is longer in a stage than the limit allows.
    Overdue BOLD, BOLD_UNDERLINE => fg(210), fg(124), fg(217), RED;
    /// A failure.
    Error BOLD, BOLD_REVERSED => fg(210), fg(124), fg(217), RED;
    /// A message that disappears after a moment.
    Notice NONE, NONE => fg(117), fg(25), fg(159), CYAN;
    /// A key in a hint.
    Key BOLD, BOLD => fg(117), fg(25), fg(226), CYAN;
    /// The description of a key in a hint.
    Hint NONE, NONE => fg(248), fg(240), fg(252), DEFAULT;
    /// A line across the screen about its whole state: offline, locked, old data.
    Banner BOLD, BOLD_REVERSED => bg_fg(221, 16), bg_fg(58, 231), bg_fg(226, 16), RESET;
    /// A text field.
    Input NONE, UNDERLINE => fg(255), fg(16), fg(231), DEFAULT;
    /// The spinner of a pending request.
    Spinner BOLD, BOLD => fg(80), fg(23), fg(123), CYAN;
    /// The current stage, at the end of the history.
    Now BOLD, BOLD => fg(80), fg(23), fg(123), CYAN;
}
