//! Parses the config file into settings.
//!
//! Invalid TOML yields only its first mistake. Otherwise each setting is read on its own: a mistake
//! does not affect the others.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Mistake, SavedView, Settings, SourcePosition, ViewPane};
use crate::keymap::Rebinding;
use crate::recruiting::person::toml::with_article;
use crate::recruiting::query::suggest;
use crate::theme::{SymbolChoice, ThemeChoice, ThemeName};

const FIELDS: [&str; 14] = [
    "theme",
    "symbols",
    "mouse",
    "hyperlinks",
    "history_prefetch",
    "cache",
    "cache_days",
    "sync",
    "limits",
    "reasons",
    "mail",
    "keys",
    "views",
    "profiles",
];

/// The fields of a view. An empty text counts as missing.
pub(super) const VIEW_FIELDS: [&str; 4] = ["job", "pane", "filter", "sort"];

const THEMES: [(&str, ThemeChoice); 6] = [
    ("auto", ThemeChoice::Auto),
    named_theme(ThemeName::Dark),
    named_theme(ThemeName::Light),
    named_theme(ThemeName::Contrast),
    named_theme(ThemeName::Sixteen),
    named_theme(ThemeName::Plain),
];

const SYMBOLS: [(&str, SymbolChoice); 3] = [
    ("auto", SymbolChoice::Auto),
    ("unicode", SymbolChoice::Unicode),
    ("ascii", SymbolChoice::Ascii),
];

const PANES: [(&str, ViewPane); 2] = [
    (ViewPane::Jobs.as_str(), ViewPane::Jobs),
    (ViewPane::Candidates.as_str(), ViewPane::Candidates),
];

const fn named_theme(name: ThemeName) -> (&'static str, ThemeChoice) {
    (name.as_str(), ThemeChoice::Named(name))
}

pub(super) type ConfigKey<'t> = Spanned<DeString<'t>>;
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// The settings and their mistakes; an error if the text is not TOML.
pub(super) fn read(text: &str, file: &Path) -> Result<(Settings, Vec<Mistake>), Mistake> {
    let mut reader = ConfigReader { text, file, mistakes: Vec::new() };
    let root = reader.parse()?;
    let mut settings = Settings::default();
    for (key, value) in in_order(root.get_ref()) {
        match key.get_ref().as_ref() {
            "theme" => reader.read_choice("theme", value, &THEMES, &mut settings.theme),
            "symbols" => reader.read_choice("symbols", value, &SYMBOLS, &mut settings.symbols),
            "mouse" => reader.flag("mouse", value, &mut settings.mouse),
            "hyperlinks" => reader.flag("hyperlinks", value, &mut settings.hyperlinks),
            "history_prefetch" => {
                reader.flag("history_prefetch", value, &mut settings.history_prefetch);
            }
            "limits" => settings.limits = reader.limits(value),
            "reasons" => settings.reasons = reader.reasons(value),
            "mail" => settings.mail = reader.mail(value),
            "keys" => settings.keys = reader.keys(value),
            "views" => settings.views = reader.views(value),
            name @ ("cache" | "cache_days" | "sync") => {
                reader.read_mirror(name, name, value, &mut settings.mirror);
            }
            // Read last, because it builds on the others.
            "profiles" => {}
            _ => reader.add_unknown_field("", key, &FIELDS),
        }
    }
    if let Some(value) = root.get_ref().get("profiles") {
        settings.profiles = reader.profiles(value, settings.mirror);
    }
    reader.mistakes.sort_by_key(|mistake| mistake.position);
    Ok((settings, reader.mistakes))
}

/// The entries of a table in the order of the file.
pub(super) fn in_order<'a, 't>(table: &'a DeTable<'t>) -> Vec<(&'a ConfigKey<'t>, &'a Value<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

pub(super) struct ConfigReader<'t> {
    text: &'t str,
    pub(super) file: &'t Path,
    pub(super) mistakes: Vec<Mistake>,
}

impl<'t> ConfigReader<'t> {
    fn parse(&self) -> Result<Spanned<DeTable<'t>>, Mistake> {
        DeTable::parse(self.text).map_err(|error| {
            let byte = error.span().map_or(self.text.len(), |span| span.start);
            Mistake::at(self.file, SourcePosition::from_offset(self.text, byte), error.message())
        })
    }

    pub(super) fn position<T>(&self, spanned: &Spanned<T>) -> SourcePosition {
        SourcePosition::from_offset(self.text, spanned.span().start)
    }

    pub(super) fn add_mistake<T>(&mut self, at: &Spanned<T>, message: String) {
        self.mistakes.push(Mistake::at(self.file, self.position(at), message));
    }

    pub(super) fn add_type_mistake(&mut self, field: &str, wanted: &str, value: &Value<'_>) {
        let actual = value.get_ref().type_str();
        self.add_mistake(
            value,
            format!("{field}: expected {wanted}, found {}", with_article(actual)),
        );
    }

    /// `prefix` is the table of the field, with a colon.
    pub(super) fn add_unknown_field(&mut self, prefix: &str, key: &ConfigKey<'_>, names: &[&str]) {
        let guess = suggest(key.get_ref(), names);
        let word = key.get_ref().escape_debug();
        self.add_mistake(key, format!("{prefix}unknown field `{word}`{guess}"));
    }

    pub(super) fn read_choice<T: Copy>(
        &mut self,
        field: &str,
        value: &Value<'_>,
        choices: &[(&str, T)],
        setting: &mut T,
    ) {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let Some(word) = value.get_ref().as_str() else {
            return self.add_type_mistake(field, &format!("one of {}", names.join(", ")), value);
        };
        if let Some((_, choice)) = choices.iter().find(|(name, _)| *name == word) {
            *setting = *choice;
        } else {
            let guess = suggest(word, &names);
            self.add_mistake(
                value,
                format!("{field}: unknown value `{}`{guess}", word.escape_debug()),
            );
        }
    }

    pub(super) fn flag(&mut self, field: &str, value: &Value<'_>, setting: &mut bool) {
        match value.get_ref().as_bool() {
            Some(flag) => *setting = flag,
            None => self.add_type_mistake(field, "true or false", value),
        }
    }

    fn keys(&mut self, value: &Value<'_>) -> Vec<Rebinding> {
        let Some(table) = value.get_ref().as_table() else {
            self.add_type_mistake("keys", "a table of actions", value);
            return Vec::new();
        };
        let mut rebindings = Vec::new();
        for (key, value) in in_order(table) {
            let action = key.get_ref().to_string();
            let keys: Option<Vec<String>> = match value.get_ref() {
                DeValue::String(text) => Some(vec![text.to_string()]),
                DeValue::Array(several) => {
                    several.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
                }
                _ => None,
            };
            if let Some(keys) = keys {
                rebindings.push(Rebinding { action, keys, line: self.position(key).line });
            } else {
                let field = format!("keys.{}", action.escape_debug());
                self.add_type_mistake(&field, "a key or a list of keys, each as text", value);
            }
        }
        rebindings
    }

    fn views(&mut self, value: &Value<'_>) -> Vec<SavedView> {
        let Some(table) = value.get_ref().as_table() else {
            self.add_type_mistake("views", "a table of views", value);
            return Vec::new();
        };
        let mut views = Vec::new();
        for (key, value) in in_order(table) {
            let name = key.get_ref().to_string();
            let mistakes = self.mistakes.len();
            let view = self.view(&format!("views.{}", name.escape_debug()), value);
            // A partial view would show the wrong rows.
            if self.mistakes.len() == mistakes {
                views.push(SavedView { name, ..view });
            }
        }
        views
    }

    fn view(&mut self, field: &str, value: &Value<'_>) -> SavedView {
        let mut view = SavedView::default();
        let Some(table) = value.get_ref().as_table() else {
            self.add_type_mistake(field, "a table", value);
            return view;
        };
        for (key, value) in in_order(table) {
            let name = key.get_ref().as_ref();
            let path = format!("{field}.{}", name.escape_debug());
            match (name, value.get_ref().as_str()) {
                ("pane", _) => self.read_choice(&path, value, &PANES, &mut view.pane),
                ("job", Some("")) => view.job = None,
                ("job", Some(job)) => view.job = Some(job.to_owned()),
                ("filter", Some(filter)) => filter.clone_into(&mut view.filter),
                ("sort", Some(sort)) => sort.clone_into(&mut view.sort),
                ("job" | "filter" | "sort", None) => {
                    self.add_type_mistake(&path, "a string", value);
                }
                _ => self.add_unknown_field(&format!("{field}: "), key, &VIEW_FIELDS),
            }
        }
        view
    }
}
