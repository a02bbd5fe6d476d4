//! Styles and symbols by role. Views call this; nothing here draws.
//!
//! A view names a [`Role`], never a colour; a [`Theme`] maps the role to a style, and [`Symbols`]
//! holds the symbols. Colour alone never conveys a state: such a role also has an attribute or a
//! symbol. The theme follows from the user's settings and the terminal's capabilities.

mod choice;
mod colors;
mod contrast;
mod palette;
mod symbols;
#[cfg(test)]
mod tests;

pub(crate) use choice::{Environment, SymbolChoice, ThemeChoice, choose, parse_colour, symbols};
pub use colors::ColorOverrides;
pub(crate) use colors::{ColorError, RoleColors, color_names};
pub(crate) use contrast::Rgb;
pub use palette::Role;
pub use symbols::Symbols;

use ratatui::style::{Color, Modifier, Style};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ThemeName {
    Dark,
    Light,
    /// Maximum contrast, on its own black background.
    Contrast,
    /// The sixteen colours that the user's terminal defines, on a dark or light background.
    Sixteen,
    Plain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    name: ThemeName,
    /// Whether the theme paints its background, because the terminal's may not suit.
    has_background: bool,
}

impl ThemeName {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 5] =
        [Self::Dark, Self::Light, Self::Contrast, Self::Sixteen, Self::Plain];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Contrast => "contrast",
            Self::Sixteen => "sixteen",
            Self::Plain => "plain",
        }
    }

    /// Painted where the terminal's background does not suit.
    const fn background(self) -> Option<u8> {
        match self {
            Self::Dark => Some(234),
            Self::Light => Some(231),
            Self::Contrast => Some(16),
            Self::Sixteen | Self::Plain => None,
        }
    }
}

impl Theme {
    /// The theme on the terminal's background.
    #[must_use]
    pub const fn new(name: ThemeName) -> Self {
        Self { name, has_background: matches!(name, ThemeName::Contrast) }
    }

    /// The theme on its own background, if it has one.
    pub(crate) const fn with_background(self) -> Self {
        Self { has_background: self.name.background().is_some(), ..self }
    }

    pub(crate) const fn name(self) -> ThemeName {
        self.name
    }

    #[must_use]
    pub const fn style(self, role: Role) -> Style {
        let spec = role.styles();
        match self.name {
            ThemeName::Dark => self.apply_colors(role, spec.dark, spec.attributes),
            ThemeName::Light => self.apply_colors(role, spec.light, spec.attributes),
            ThemeName::Contrast => self.apply_colors(role, spec.contrast, spec.attributes),
            ThemeName::Sixteen => with_attributes(spec.sixteen, spec.plain),
            ThemeName::Plain => {
                with_attributes(Style::new().fg(Color::Reset).bg(Color::Reset), spec.plain)
            }
        }
    }

    const fn apply_colors(self, role: Role, colours: Style, attributes: Modifier) -> Style {
        let style = with_attributes(colours, attributes);
        match self.name.background() {
            Some(background) if self.has_background && matches!(role, Role::Screen) => {
                style.bg(Color::Indexed(background))
            }
            _ => style,
        }
    }
}

const fn with_attributes(colours: Style, attributes: Modifier) -> Style {
    colours.add_modifier(attributes)
}
