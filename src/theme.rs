//! How things look, by what they are.
//!
//! A view names a [`Role`], never a colour; a [`Theme`] says how that role
//! looks, and [`Symbols`] which signs stand for it. No state is told by colour
//! alone: a role that tells one has an attribute or a sign too. Which theme it
//! is, is chosen from the user's settings and what the terminal says of
//! itself. Views ask; nothing here draws or knows what a job is.

mod choice;
mod contrast;
mod palette;
mod symbols;
#[cfg(test)]
mod tests;

pub(crate) use choice::{Environment, SymbolChoice, ThemeChoice, choose, parse_colour, symbols};
pub(crate) use contrast::Rgb;
pub use palette::Role;
pub use symbols::Symbols;

use ratatui::style::{Color, Modifier, Style};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ThemeName {
    Dark,
    Light,
    /// As far apart as colours can be, on its own black ground.
    Contrast,
    /// The sixteen colours that the user's terminal defines, on either ground.
    Sixteen,
    Plain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    name: ThemeName,
    /// Whether the ground is coloured too, because the terminal's own is not
    /// known to suit.
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

    /// The ground that is painted where the terminal's own does not suit.
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
    /// The theme of this name on the terminal's own ground.
    #[must_use]
    pub const fn new(name: ThemeName) -> Self {
        Self { name, has_background: matches!(name, ThemeName::Contrast) }
    }

    /// The same with its own ground under it, where it has one.
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
