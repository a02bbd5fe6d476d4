//! The words of the settings that are one of a few, with their meanings.

use super::{CreateVersion, ViewPane};
use crate::recruiting::date_text::DateFormat;
use crate::recruiting::mirror_settings::CacheMode;
use crate::theme::{SymbolChoice, ThemeChoice, ThemeName};

type Choice<T> = (&'static str, T);

pub(super) const THEMES: [Choice<ThemeChoice>; 6] = [
    ("auto", ThemeChoice::Auto),
    named_theme(ThemeName::Dark),
    named_theme(ThemeName::Light),
    named_theme(ThemeName::Contrast),
    named_theme(ThemeName::Sixteen),
    named_theme(ThemeName::Plain),
];

pub(super) const SYMBOLS: [Choice<SymbolChoice>; 3] = [
    ("auto", SymbolChoice::Auto),
    ("unicode", SymbolChoice::Unicode),
    ("ascii", SymbolChoice::Ascii),
];

pub(super) const DATES: [Choice<DateFormat>; 4] = [
    ("words", DateFormat::Words),
    ("iso", DateFormat::Iso),
    ("european", DateFormat::European),
    ("american", DateFormat::American),
];

pub(super) const CACHES: [Choice<CacheMode>; 3] =
    [("off", CacheMode::Off), ("lists", CacheMode::Lists), ("all", CacheMode::All)];

pub(super) const PANES: [Choice<ViewPane>; 2] = [
    (ViewPane::Jobs.as_str(), ViewPane::Jobs),
    (ViewPane::Candidates.as_str(), ViewPane::Candidates),
];

pub(super) const CREATES: [Choice<CreateVersion>; 2] =
    [("v0", CreateVersion::V0), ("v1", CreateVersion::V1)];

const fn named_theme(name: ThemeName) -> Choice<ThemeChoice> {
    (name.as_str(), ThemeChoice::Named(name))
}

pub(super) fn names<T>(choices: &[Choice<T>]) -> Vec<&'static str> {
    choices.iter().map(|(name, _)| *name).collect()
}
