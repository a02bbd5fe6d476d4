//! The colours that the user gives to roles, over those of the theme. `config` parses them here,
//! and the runtime adapts them to the terminal.

use ratatui::style::{Color, Style};

use super::contrast::indexed_rgb;
use super::{Environment, Role, Theme, ThemeName, parse_colour};

/// The colour that the terminal uses for text, or its background.
const DEFAULT: &str = "default";

/// The sixteen colours that the terminal defines.
const NAMES: [(&str, Color); 16] = [
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("white", Color::Gray),
    ("bright-black", Color::DarkGray),
    ("bright-red", Color::LightRed),
    ("bright-green", Color::LightGreen),
    ("bright-yellow", Color::LightYellow),
    ("bright-blue", Color::LightBlue),
    ("bright-magenta", Color::LightMagenta),
    ("bright-cyan", Color::LightCyan),
    ("bright-white", Color::White),
];

/// Every name of a colour, as the config writes it.
pub(crate) fn color_names() -> Vec<&'static str> {
    NAMES.iter().map(|(name, _)| *name).chain([DEFAULT]).collect()
}

/// The colours of one role: `#ffcc00`, `yellow on black` or `on blue`. What is not given is as in
/// the theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RoleColors {
    text: Option<Color>,
    background: Option<Color>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ColorError {
    /// Neither a name nor `#rrggbb`.
    Unknown(String),
    /// Not `COLOR`, `COLOR on COLOR` or `on COLOR`.
    Form,
}

impl RoleColors {
    pub(crate) fn parse(text: &str) -> Result<Self, ColorError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (text, background) = match words.as_slice() {
            ["on", background] => (None, Some(*background)),
            [text, "on", background] => (Some(*text), Some(*background)),
            [text] if *text != "on" => (Some(*text), None),
            _ => return Err(ColorError::Form),
        };
        let color = |word: Option<&str>| word.map(parse_color).transpose();
        Ok(Self { text: color(text)?, background: color(background)? })
    }

    const fn apply(self, mut style: Style) -> Style {
        if self.text.is_some() {
            style.fg = self.text;
        }
        if self.background.is_some() {
            style.bg = self.background;
        }
        style
    }
}

fn parse_color(word: &str) -> Result<Color, ColorError> {
    if word == DEFAULT {
        return Ok(Color::Reset);
    }
    if let Some((_, color)) = NAMES.iter().find(|(name, _)| *name == word) {
        return Ok(*color);
    }
    let hex = word.starts_with('#').then(|| parse_colour(word)).flatten();
    hex.map(|(red, green, blue)| Color::Rgb(red, green, blue))
        .ok_or_else(|| ColorError::Unknown(word.to_owned()))
}

/// The colours of some roles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ColorOverrides(Vec<(Role, RoleColors)>);

impl ColorOverrides {
    /// As far as the terminal can show them. Without colours, there are none.
    pub(crate) fn new(
        colors: &[(Role, RoleColors)],
        theme: Theme,
        environment: &Environment,
    ) -> Self {
        if theme.name() == ThemeName::Plain {
            return Self::default();
        }
        let adapt = |color: Color| environment.adapt(color);
        let adapted = colors.iter().map(|(role, RoleColors { text, background })| {
            let text = text.and_then(adapt);
            (*role, RoleColors { text, background: background.and_then(adapt) })
        });
        Self(adapted.collect())
    }

    pub(crate) fn apply(&self, role: Role, style: Style) -> Style {
        let colors = self.0.iter().find(|(other, _)| *other == role);
        colors.map_or(style, |(_, colors)| colors.apply(style))
    }
}

impl Environment {
    /// The nearest colour that the terminal knows; `None` if there is none, so that the theme's
    /// stays.
    fn adapt(&self, color: Color) -> Option<Color> {
        let Color::Rgb(red, green, blue) = color else { return Some(color) };
        if self.has_all_colors() {
            return Some(color);
        }
        let distance = |index: u8| {
            let (r, g, b) = indexed_rgb(index)?;
            let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            Some((part(r, red) + part(g, green) + part(b, blue), index))
        };
        let nearest = (16..=u8::MAX).filter_map(distance).min();
        nearest.filter(|_| self.is_rich()).map(|(_, index)| Color::Indexed(index))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ThemeName;
    use super::*;

    fn terminal(term: &str, colorterm: Option<&str>) -> Environment {
        let (term, colorterm) = (Some(term.to_owned()), colorterm.map(str::to_owned));
        Environment { term, colorterm, ..Environment::default() }
    }

    fn style(text: &str, name: ThemeName, environment: &Environment) -> Style {
        let colors = [(Role::Title, RoleColors::parse(text).unwrap())];
        let theme = Theme::new(name);
        ColorOverrides::new(&colors, theme, environment)
            .apply(Role::Title, theme.style(Role::Title))
    }

    #[test]
    fn a_colour_is_a_name_or_a_number_for_text_and_background() {
        let parse = |text| RoleColors::parse(text).map(|it| (it.text, it.background));
        assert_eq!(parse("#FFcc00"), Ok((Some(Color::Rgb(255, 204, 0)), None)));
        assert_eq!(
            parse(" bright-red  on default "),
            Ok((Some(Color::LightRed), Some(Color::Reset)))
        );
        assert_eq!(parse("on blue"), Ok((None, Some(Color::Blue))));
        assert_eq!(parse("gren"), Err(ColorError::Unknown("gren".to_owned())));
        assert_eq!(parse("#ffcc0"), Err(ColorError::Unknown("#ffcc0".to_owned())));
        for text in ["", "red blue", "red on", "red on blue green"] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_colour_replaces_that_of_the_theme_and_keeps_its_attributes() {
        let environment = terminal("xterm-256color", Some("truecolor"));
        let before = Theme::new(ThemeName::Dark).style(Role::Title);
        let after = style("#ffcc00 on black", ThemeName::Dark, &environment);
        assert_eq!(after, before.fg(Color::Rgb(255, 204, 0)).bg(Color::Black));
    }

    #[test]
    fn a_colour_is_adapted_to_what_the_terminal_can_show() {
        let of_title = Theme::new(ThemeName::Dark).style(Role::Title).fg;
        for (environment, expected) in [
            (terminal("xterm-kitty", Some("24bit")), Some(Color::Rgb(255, 204, 0))),
            (terminal("xterm-256color", None), Some(Color::Indexed(220))),
            (terminal("xterm", None), of_title),
        ] {
            assert_eq!(style("#ffcc00", ThemeName::Dark, &environment).fg, expected);
            assert_eq!(style("red", ThemeName::Dark, &environment).fg, Some(Color::Red));
        }
    }

    #[test]
    fn without_colours_there_are_none() {
        let plain = Theme::new(ThemeName::Plain).style(Role::Title);
        assert_eq!(style("red on blue", ThemeName::Plain, &Environment::default()), plain);
    }
}
