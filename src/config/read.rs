//! Parses the config file into settings.
//!
//! Invalid TOML yields only its first mistake. Otherwise each setting is read on its own: a mistake
//! does not affect the others.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{Mistake, Pane, Place, SavedView, Settings, View};
use crate::keymap::Rebinding;
use crate::recruiting::query::edit_distance::nearest;
use crate::theme::{Choice, Name, SymbolChoice};

const FIELDS: [&str; 9] =
    ["theme", "symbols", "mouse", "ageing", "limits", "reasons", "keys", "views", "profiles"];

/// The fields of a view. An empty text counts as missing.
pub(super) const VIEW_FIELDS: [&str; 4] = ["job", "pane", "filter", "sort"];

const THEMES: [(&str, Choice); 6] = [
    ("auto", Choice::Auto),
    named(Name::Dark),
    named(Name::Light),
    named(Name::Contrast),
    named(Name::Sixteen),
    named(Name::Plain),
];

const SYMBOLS: [(&str, SymbolChoice); 3] = [
    ("auto", SymbolChoice::Auto),
    ("unicode", SymbolChoice::Unicode),
    ("ascii", SymbolChoice::Ascii),
];

const PANES: [(&str, Pane); 2] =
    [(Pane::Jobs.as_str(), Pane::Jobs), (Pane::Candidates.as_str(), Pane::Candidates)];

const fn named(name: Name) -> (&'static str, Choice) {
    (name.as_str(), Choice::Named(name))
}

pub(super) type Key<'t> = Spanned<DeString<'t>>;
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// The settings and their mistakes; an error if the text is not TOML.
pub(super) fn read(text: &str, file: &Path) -> Result<(Settings, Vec<Mistake>), Mistake> {
    let mut reader = Reader { text, file, mistakes: Vec::new() };
    let root = reader.parse()?;
    let mut settings = Settings::default();
    for (key, value) in in_order(root.get_ref()) {
        match key.get_ref().as_ref() {
            "theme" => reader.one_of("theme", value, &THEMES, &mut settings.theme),
            "symbols" => reader.one_of("symbols", value, &SYMBOLS, &mut settings.symbols),
            "mouse" => reader.flag("mouse", value, &mut settings.mouse),
            "ageing" => reader.flag("ageing", value, &mut settings.ageing),
            "limits" => settings.limits = reader.limits(value),
            "reasons" => settings.reasons = reader.reasons(value),
            "keys" => settings.keys = reader.keys(value),
            "views" => settings.views = reader.views(value),
            "profiles" => settings.profiles = reader.profiles(value),
            _ => reader.unknown("", key, &FIELDS),
        }
    }
    reader.mistakes.sort_by_key(|mistake| mistake.place);
    Ok((settings, reader.mistakes))
}

/// The entries of a table in the order of the file.
pub(super) fn in_order<'a, 't>(table: &'a DeTable<'t>) -> Vec<(&'a Key<'t>, &'a Value<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

pub(super) struct Reader<'t> {
    text: &'t str,
    pub(super) file: &'t Path,
    pub(super) mistakes: Vec<Mistake>,
}

impl<'t> Reader<'t> {
    fn parse(&self) -> Result<Spanned<DeTable<'t>>, Mistake> {
        DeTable::parse(self.text).map_err(|error| {
            let byte = error.span().map_or(self.text.len(), |span| span.start);
            Mistake::at(self.file, Place::of(self.text, byte), error.message())
        })
    }

    pub(super) fn place<T>(&self, spanned: &Spanned<T>) -> Place {
        Place::of(self.text, spanned.span().start)
    }

    pub(super) fn wrong<T>(&mut self, at: &Spanned<T>, what: String) {
        self.mistakes.push(Mistake::at(self.file, self.place(at), what));
    }

    pub(super) fn misfit(&mut self, field: &str, wanted: &str, value: &Value<'_>) {
        let found = value.get_ref().type_str();
        self.wrong(value, format!("{field}: expected {wanted}, found {}", article(found)));
    }

    /// Reports an unknown field; `within` is its table, with a colon.
    pub(super) fn unknown(&mut self, within: &str, key: &Key<'_>, known: &[&str]) {
        let guess = guess(key.get_ref(), known);
        let word = key.get_ref().escape_debug();
        self.wrong(key, format!("{within}unknown field `{word}`{guess}"));
    }

    pub(super) fn one_of<T: Copy>(
        &mut self,
        field: &str,
        value: &Value<'_>,
        known: &[(&str, T)],
        setting: &mut T,
    ) {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let Some(word) = value.get_ref().as_str() else {
            return self.misfit(field, &format!("one of {}", names.join(", ")), value);
        };
        if let Some((_, meant)) = known.iter().find(|(name, _)| *name == word) {
            *setting = *meant;
        } else {
            let guess = guess(word, &names);
            self.wrong(value, format!("{field}: unknown value `{}`{guess}", word.escape_debug()));
        }
    }

    fn flag(&mut self, field: &str, value: &Value<'_>, setting: &mut bool) {
        match value.get_ref().as_bool() {
            Some(flag) => *setting = flag,
            None => self.misfit(field, "true or false", value),
        }
    }

    fn keys(&mut self, value: &Value<'_>) -> Vec<Rebinding> {
        let Some(table) = value.get_ref().as_table() else {
            self.misfit("keys", "a table of actions", value);
            return Vec::new();
        };
        let mut lines = Vec::new();
        for (key, value) in in_order(table) {
            let action = key.get_ref().to_string();
            let keys: Option<Vec<String>> = match value.get_ref() {
                DeValue::String(one) => Some(vec![one.to_string()]),
                DeValue::Array(several) => {
                    several.iter().map(|one| one.get_ref().as_str().map(str::to_owned)).collect()
                }
                _ => None,
            };
            if let Some(keys) = keys {
                lines.push(Rebinding { action, keys, line: self.place(key).line });
            } else {
                let field = format!("keys.{}", action.escape_debug());
                self.misfit(&field, "a key or a list of keys, each as text", value);
            }
        }
        lines
    }

    fn views(&mut self, value: &Value<'_>) -> Vec<SavedView> {
        let Some(table) = value.get_ref().as_table() else {
            self.misfit("views", "a table of views", value);
            return Vec::new();
        };
        let mut views = Vec::new();
        for (key, value) in in_order(table) {
            let name = key.get_ref().to_string();
            let mistakes = self.mistakes.len();
            let view = self.view(&format!("views.{}", name.escape_debug()), value);
            // A partial view would show the wrong rows.
            if self.mistakes.len() == mistakes {
                views.push(SavedView { name, view, place: self.place(key) });
            }
        }
        views
    }

    fn view(&mut self, field: &str, value: &Value<'_>) -> View {
        let mut view = View::default();
        let Some(table) = value.get_ref().as_table() else {
            self.misfit(field, "a table", value);
            return view;
        };
        for (key, value) in in_order(table) {
            let name = key.get_ref().as_ref();
            let within = format!("{field}.{}", name.escape_debug());
            match (name, value.get_ref().as_str()) {
                ("pane", _) => self.one_of(&within, value, &PANES, &mut view.pane),
                ("job", Some("")) => view.job = None,
                ("job", Some(job)) => view.job = Some(job.to_owned()),
                ("filter", Some(filter)) => filter.clone_into(&mut view.filter),
                ("sort", Some(sort)) => sort.clone_into(&mut view.sort),
                ("job" | "filter" | "sort", None) => self.misfit(&within, "text", value),
                _ => self.unknown(&format!("{field}: "), key, &VIEW_FIELDS),
            }
        }
        view
    }
}

/// The hint after an unknown name.
pub(super) fn guess(word: &str, known: &[&str]) -> String {
    nearest(word, known.iter().copied()).map_or_else(
        || format!("; known are {}", known.join(", ")),
        |name| format!(", did you mean `{name}`?"),
    )
}

fn article(kind: &str) -> String {
    match kind {
        "string" => "text".to_owned(),
        "integer" | "array" => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}
