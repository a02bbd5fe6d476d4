//! Chooses theme and symbols from the settings and the terminal. `tui::runtime` calls this.
//!
//! Pure: the caller passes the environment and the terminal's response about its background colour,
//! which is parsed here.

use ratatui::style::Color;

use super::contrast::{Rgb, indexed_rgb, luminance};
use super::{Role, Symbols, Theme, ThemeName};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ThemeChoice {
    #[default]
    Auto,
    Named(ThemeName),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum SymbolChoice {
    #[default]
    Auto,
    Unicode,
    Ascii,
}

/// The environment variables about the terminal. An empty variable counts as unset.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Environment {
    /// Whether `NO_COLOR` is set.
    pub(crate) no_color: bool,
    pub(crate) term: Option<String>,
    pub(crate) colorterm: Option<String>,
    /// `COLORFGBG`: the colour numbers of text and background.
    pub(crate) colorfgbg: Option<String>,
    /// The first of `LC_ALL`, `LC_CTYPE` and `LANG`.
    pub(crate) locale: Option<String>,
}

/// Parts of `TERM` that mean 256 colours.
const RICH: [&str; 7] = ["256color", "direct", "kitty", "alacritty", "foot", "ghostty", "wezterm"];

impl Environment {
    pub(crate) fn read() -> Self {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self {
            no_color: std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()),
            term: variable("TERM"),
            colorterm: variable("COLORTERM"),
            colorfgbg: variable("COLORFGBG"),
            locale: ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable),
        }
    }

    /// Whether the terminal can only append lines.
    pub(crate) fn is_dumb(&self) -> bool {
        self.term.as_deref() == Some("dumb")
    }

    /// Whether the terminal says that it shows any colour, not only 256.
    pub(crate) fn has_all_colors(&self) -> bool {
        matches!(self.colorterm.as_deref(), Some("truecolor" | "24bit"))
    }

    pub(crate) fn is_rich(&self) -> bool {
        let term = self.term.as_deref().unwrap_or_default();
        self.colorterm.is_some() || RICH.iter().any(|name| term.contains(name))
    }

    /// Whether the background is light; `None` if the environment does not say.
    fn is_light(&self) -> Option<bool> {
        let background = self.colorfgbg.as_deref()?.rsplit(';').next()?.parse::<u8>().ok()?;
        Some(background == 7 || (9..16).contains(&background))
    }

    fn shows_unicode(&self) -> bool {
        // The console's font lacks most of the symbols.
        if self.is_dumb() || self.term.as_deref() == Some("linux") {
            return false;
        }
        let Some(locale) = self.locale.as_deref().map(str::to_ascii_lowercase) else { return true };
        match locale.split_once('.') {
            Some((_, coding)) => coding.starts_with("utf-8") || coding.starts_with("utf8"),
            None => !matches!(locale.as_str(), "c" | "posix"),
        }
    }
}

/// `NO_COLOR` overrides the user's choice: crossterm then writes a reset in place of a colour,
/// which clears the attributes too. The theme paints its own background if the terminal's is
/// unknown or does not suit it.
pub(crate) fn choose(
    choice: ThemeChoice,
    environment: &Environment,
    background: Option<Rgb>,
) -> Theme {
    if environment.no_color || environment.is_dumb() {
        return Theme::new(ThemeName::Plain);
    }
    let name = match choice {
        ThemeChoice::Named(name) => name,
        ThemeChoice::Auto if !environment.is_rich() => ThemeName::Sixteen,
        ThemeChoice::Auto => {
            // Grey of this luminance has the same contrast to black and to white.
            let is_light = background.map(|background| luminance(background) > 0.179);
            if is_light.or(environment.is_light()) == Some(true) {
                ThemeName::Light
            } else {
                ThemeName::Dark
            }
        }
    };
    let theme = Theme::new(name);
    if background.is_some_and(|background| is_readable_on(theme, background)) {
        theme
    } else {
        theme.with_background()
    }
}

/// Whether every role is readable on this background. All roles are readable on the background of
/// the selection, so they also are on any background that contrasts more with the text.
fn is_readable_on(theme: Theme, background: Rgb) -> bool {
    let Some(Color::Indexed(selected)) = theme.style(Role::Selected).bg else { return true };
    let Some(limit) = indexed_rgb(selected).map(luminance) else { return true };
    match theme.name() {
        ThemeName::Dark => luminance(background) <= limit,
        ThemeName::Light => luminance(background) >= limit,
        ThemeName::Contrast | ThemeName::Sixteen | ThemeName::Plain => true,
    }
}

pub(crate) fn symbols(choice: SymbolChoice, environment: &Environment) -> &'static Symbols {
    match choice {
        SymbolChoice::Auto if environment.shows_unicode() => Symbols::unicode(),
        SymbolChoice::Unicode => Symbols::unicode(),
        SymbolChoice::Auto | SymbolChoice::Ascii => Symbols::ascii(),
    }
}

/// Parses a colour as terminals send it: `rgb:RRRR/GGGG/BBBB` with one to four digits each, or
/// `#RRGGBB`.
pub(crate) fn parse_colour(text: &str) -> Option<Rgb> {
    if let Some(hex) = text.strip_prefix('#').filter(|hex| hex.len() == 6) {
        let is_hex = hex.bytes().all(|digit| digit.is_ascii_hexdigit());
        let value = is_hex.then(|| u32::from_str_radix(hex, 16).ok()).flatten()?;
        let [_, red, green, blue] = value.to_be_bytes();
        return Some((red, green, blue));
    }
    let parts = text.strip_prefix("rgb:").or_else(|| text.strip_prefix("rgba:"))?;
    let mut parts = parts.split('/').map(parse_channel);
    Some((parts.next()??, parts.next()??, parts.next()??))
}

/// Scales one to four hexadecimal digits to a byte.
fn parse_channel(digits: &str) -> Option<u8> {
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let max = match digits.len() {
        1 => 0xf,
        2 => 0xff,
        3 => 0xfff,
        4 => 0xffff,
        _ => return None,
    };
    let value = u32::from_str_radix(digits, 16).ok()?;
    u8::try_from((value * 255 + max / 2) / max).ok()
}
