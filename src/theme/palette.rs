//! The table of roles: what each is for, and how it looks in each theme.
//!
//! Only colours of the cube and of the grey ramp are named (16 to 255): their
//! values are the same in every terminal, so that contrast is known. The
//! themes `dark`, `light` and `contrast` keep 4.5:1 for every role, also under
//! the selection. `sixteen` names no colour that is lost on a dark or a light
//! ground, and no ground of its own.

use ratatui::style::{Color, Modifier, Style};

/// How a role looks in each theme.
pub(super) struct Look {
    /// Its attributes where there are colours.
    pub(super) attributes: Modifier,
    /// Its attributes where there are few colours or none.
    pub(super) bare: Modifier,
    pub(super) dark: Style,
    pub(super) light: Style,
    pub(super) contrast: Style,
    pub(super) sixteen: Style,
}

/// One row a role: its name, its attributes with and without colours, then its
/// colours in dark, light, contrast and sixteen.
macro_rules! roles {
    ($($(#[$doc:meta])+ $role:ident $attributes:expr, $bare:expr => $dark:expr, $light:expr, $contrast:expr, $sixteen:expr;)+) => {
        /// What a piece of the screen is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Role {
            $($(#[$doc])+ $role,)+
        }

        impl Role {
            /// Every one of them.
            pub const ALL: &[Self] = &[$(Self::$role,)+];

            pub(super) const fn look(self) -> Look {
                match self {
                    $(Self::$role => Look {
                        attributes: $attributes,
                        bare: $bare,
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

const NONE: Modifier = Modifier::empty();
const BOLD: Modifier = Modifier::BOLD;
const DIM: Modifier = Modifier::DIM;
const LINE: Modifier = Modifier::UNDERLINED;
const BOLD_LINE: Modifier = Modifier::BOLD.union(Modifier::UNDERLINED);
const REVERSED: Modifier = Modifier::REVERSED;
const BOLD_REVERSED: Modifier = Modifier::BOLD.union(Modifier::REVERSED);

const OWN: Style = Style::new();
const RESET: Style = Style::new().fg(Color::Reset).bg(Color::Reset);
const RED: Style = Style::new().fg(Color::Red);
const GREEN: Style = Style::new().fg(Color::Green);
const MAGENTA: Style = Style::new().fg(Color::Magenta);
const CYAN: Style = Style::new().fg(Color::Cyan);

const fn ink(colour: u8) -> Style {
    Style::new().fg(Color::Indexed(colour))
}

const fn under(ground: u8) -> Style {
    Style::new().bg(Color::Indexed(ground))
}

const fn on(ground: u8, colour: u8) -> Style {
    ink(colour).bg(Color::Indexed(ground))
}

roles! {
    /// Laid under everything first, and under whatever is drawn over something else.
    Screen NONE, NONE => ink(253), ink(235), ink(231), OWN;
    /// Names and values.
    Text NONE, NONE => ink(253), ink(235), ink(231), OWN;
    /// What matters less: units, labels, ages.
    Dim NONE, DIM => ink(248), ink(240), ink(250), OWN;
    /// The title of a pane, the name at the top.
    Title BOLD, BOLD => ink(255), ink(16), ink(231), OWN;
    /// The head of a column.
    Header BOLD, BOLD_LINE => ink(111), ink(25), ink(159), OWN;
    /// The frame of a pane.
    Border NONE, DIM => ink(248), ink(240), ink(250), OWN;
    /// The frame of the pane that the keys go to.
    BorderFocused BOLD, BOLD => ink(75), ink(25), ink(226), CYAN;
    /// The row under the cursor; laid over the row after its text.
    Selected BOLD, BOLD_REVERSED => under(237), under(189), on(231, 16), RESET;
    /// The same in a pane that the keys do not go to.
    SelectedUnfocused NONE, LINE => under(235), under(254), on(252, 16), OWN;
    /// A marked row.
    Marked BOLD, BOLD => ink(221), ink(58), ink(226), MAGENTA;
    /// The letters that a filter found.
    Match BOLD_LINE, BOLD_LINE => ink(215), ink(91), ink(229), MAGENTA;
    /// A value that differs from the one before.
    Changed LINE, LINE => ink(222), ink(58), ink(229), MAGENTA;
    /// Rows that are not there, because a page could not be read.
    Gap LINE, LINE => ink(215), ink(88), ink(217), RED;
    /// The bar of a stage.
    Bar NONE, NONE => ink(75), ink(25), ink(117), CYAN;
    /// The bar of a stage for rejections.
    BarRejection NONE, DIM => ink(210), ink(124), ink(217), RED;
    /// The bar of a stage with an interview.
    BarInterview BOLD, BOLD => ink(183), ink(91), ink(219), MAGENTA;
    /// The name of a stage for rejections.
    StageRejection NONE, DIM => ink(210), ink(124), ink(217), RED;
    /// The name of a stage with an interview.
    StageInterview BOLD, BOLD => ink(183), ink(91), ink(219), MAGENTA;
    /// The sign of an open job.
    Open BOLD, BOLD => ink(114), ink(22), ink(120), GREEN;
    /// The sign of a job on hold.
    OnHold NONE, NONE => ink(221), ink(58), ink(229), OWN;
    /// The sign of a closed job.
    Closed NONE, DIM => ink(248), ink(240), ink(250), OWN;
    /// The sign of an archived job.
    Archived NONE, DIM => ink(248), ink(240), ink(250), OWN;
    /// The verdict to advance.
    Advance BOLD, BOLD => ink(114), ink(22), ink(120), GREEN;
    /// The verdict to wait.
    Wait NONE, NONE => ink(221), ink(58), ink(229), OWN;
    /// The verdict to decline.
    Decline NONE, DIM => ink(210), ink(124), ink(217), RED;
    /// A star of one's own.
    Star BOLD, BOLD => ink(221), ink(58), ink(226), MAGENTA;
    /// Who is put off until a day.
    Snoozed NONE, DIM => ink(183), ink(91), ink(219), OWN;
    /// What went well.
    Good BOLD, BOLD => ink(114), ink(22), ink(120), GREEN;
    /// What needs a look.
    Warning BOLD, BOLD_LINE => ink(221), ink(58), ink(226), MAGENTA;
    /// What went wrong.
    Error BOLD, BOLD_REVERSED => ink(210), ink(124), ink(217), RED;
    /// What just happened, for a moment.
    Notice NONE, NONE => ink(117), ink(25), ink(159), CYAN;
    /// A key in a hint.
    Key BOLD, BOLD => ink(117), ink(25), ink(226), CYAN;
    /// What a key does.
    Hint NONE, NONE => ink(248), ink(240), ink(252), OWN;
    /// A line across the screen about its whole state: offline, locked, old data.
    Banner BOLD, BOLD_REVERSED => on(221, 16), on(58, 231), on(226, 16), RESET;
    /// A line that is typed into.
    Input NONE, LINE => ink(255), ink(16), ink(231), OWN;
    /// The letter under the cursor of such a line.
    Cursor REVERSED, REVERSED => on(16, 255), on(231, 16), on(16, 231), RESET;
    /// What turns while something is awaited.
    Spinner BOLD, BOLD => ink(80), ink(23), ink(123), CYAN;
    /// Where a candidate is now, at the end of the history.
    Now BOLD, BOLD => ink(80), ink(23), ink(123), CYAN;
}
