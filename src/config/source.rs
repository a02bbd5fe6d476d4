//! The text of the config file, and where in it each setting is written.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::SourcePosition;
use super::mistake::join;

pub(super) type ConfigKey<'t> = Spanned<DeString<'t>>;
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// The values of the file, valid or not, by their paths: `views.fresh.sort`, `keys.refresh[0]`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ConfigSource {
    text: String,
    entries: BTreeMap<String, SourceEntry>,
    /// In the order of the file.
    pub(crate) settings: Vec<GivenSetting>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct SourceEntry {
    /// In bytes. Of the name, or of an item of a list.
    key: Range<usize>,
    value: Range<usize>,
}

/// A valid setting of the file that is not a table, or a table that is one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GivenSetting {
    pub(crate) path: String,
    pub(crate) value: Json,
    pub(crate) position: SourcePosition,
}

/// The entries of a table in the order of the file.
pub(super) fn in_order<'a, 't>(table: &'a DeTable<'t>) -> Vec<(&'a ConfigKey<'t>, &'a Value<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

impl ConfigSource {
    pub(super) fn new(text: &str, root: &DeTable<'_>) -> Self {
        let mut source = Self { text: text.to_owned(), ..Self::default() };
        source.add_table("", root);
        source
    }

    fn add_table(&mut self, parent: &str, table: &DeTable<'_>) {
        for (key, value) in in_order(table) {
            self.add(join(parent, key.get_ref()), key.span(), value);
        }
    }

    fn add(&mut self, path: String, key: Range<usize>, value: &Value<'_>) {
        match value.get_ref() {
            DeValue::Table(table) => self.add_table(&path, table),
            DeValue::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.add(format!("{path}[{at}]"), item.span(), item);
                }
            }
            _ => {}
        }
        self.entries.insert(path, SourceEntry { key, value: value.span() });
    }

    /// The position of the name of a setting.
    pub(crate) fn key_position(&self, path: &str) -> Option<SourcePosition> {
        let entry = self.entries.get(path)?;
        Some(SourcePosition::from_offset(&self.text, entry.key.start))
    }

    /// The position of a part of a text, given in bytes.
    pub(crate) fn position_in(&self, path: &str, offset: usize) -> Option<SourcePosition> {
        let entry = self.entries.get(path)?;
        Some(position_in(&self.text, &entry.value, offset))
    }
}

/// The position of a byte of a string's text. Exact where the text is written as it is; else that
/// of the string.
pub(super) fn position_in(text: &str, value: &Range<usize>, offset: usize) -> SourcePosition {
    let written = text.get(value.clone()).unwrap_or_default();
    let is_plain =
        !written.contains('\\') && !written.starts_with("\"\"\"") && !written.starts_with("'''");
    let start = if is_plain && offset > 0 { value.start + 1 + offset } else { value.start };
    SourcePosition::from_offset(text, start)
}

pub(super) fn to_json(value: &DeValue<'_>) -> Json {
    match value {
        DeValue::String(text) => Json::from(text.as_ref()),
        DeValue::Boolean(flag) => Json::from(*flag),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_large| Json::from(number.as_str()), Json::from),
        DeValue::Float(number) => Json::from(number.as_str()),
        DeValue::Datetime(date) => Json::from(date.to_string()),
        DeValue::Array(items) => items.iter().map(|item| to_json(item.get_ref())).collect(),
        DeValue::Table(table) => {
            let entries = in_order(table).into_iter();
            entries
                .map(|(key, value)| (key.get_ref().to_string(), to_json(value.get_ref())))
                .collect()
        }
    }
}
