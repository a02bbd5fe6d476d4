//! Checks the values of the config file by the table of fields, and hands out the valid ones.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::fields::{Kind, NumberRule, Table};
use super::mistake::{MistakeKind, join};
use super::rules::TextRule;
use super::source::{ConfigKey, GivenSetting, Value, in_order, position_in, to_json};
use super::{Mistake, SourcePosition};
use crate::recruiting::person::toml::with_article;
use crate::recruiting::query::suggest;

/// Sets a choice; the value was checked.
pub(super) fn set_choice<T: Copy>(value: &Value<'_>, choices: &[(&str, T)], setting: &mut T) {
    let name = value.get_ref().as_str();
    if let Some((_, choice)) = choices.iter().find(|(other, _)| Some(*other) == name) {
        *setting = *choice;
    }
}

/// Sets a flag; the value was checked.
pub(super) fn set_flag(value: &Value<'_>, setting: &mut bool) {
    *setting = value.get_ref().as_bool().unwrap_or(*setting);
}

/// The texts of a list, or the only one; the value was checked.
pub(super) fn texts(value: &Value<'_>) -> Vec<String> {
    match value.get_ref() {
        DeValue::Array(items) => {
            items.iter().filter_map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
        }
        value => value.as_str().map(str::to_owned).into_iter().collect(),
    }
}

pub(super) struct ConfigReader<'t> {
    text: &'t str,
    pub(super) file: &'t Path,
    mistakes: Vec<Mistake>,
    given: Vec<GivenSetting>,
}

impl<'t> ConfigReader<'t> {
    pub(super) const fn new(text: &'t str, file: &'t Path) -> Self {
        Self { text, file, mistakes: Vec::new(), given: Vec::new() }
    }
}

impl ConfigReader<'_> {
    /// The mistakes and the valid settings, in the order of the file.
    pub(super) fn finish(mut self) -> (Vec<Mistake>, Vec<GivenSetting>) {
        self.mistakes.sort_by_key(|mistake| mistake.position);
        self.given.sort_by_key(|setting| setting.position);
        (self.mistakes, self.given)
    }

    /// The valid entries of a table in the order of the file, with their names. A table whose
    /// fields stand on their own is checked when they are read.
    pub(super) fn valid_fields<'a, 't>(
        &mut self,
        path: &str,
        table: &Table,
        value: &'a DeTable<'t>,
    ) -> Vec<(String, &'a Value<'t>)> {
        let mut valid = Vec::new();
        for (key, value) in in_order(value) {
            let Some(kind) = self.kind_of(path, table, key) else { continue };
            let inner = join(path, key.get_ref());
            let is_loose = matches!(kind, Kind::Table(table) if !table.is_whole);
            if is_loose && value.get_ref().is_table() || self.check(&inner, kind, value) {
                if !is_loose {
                    self.add_given(inner, kind, key, value);
                }
                valid.push((key.get_ref().to_string(), value));
            }
        }
        valid
    }

    /// Remembers where a valid setting is written: a table field by field.
    fn add_given(&mut self, path: String, kind: Kind, key: &ConfigKey<'_>, value: &Value<'_>) {
        match (kind, value.get_ref()) {
            (Kind::Table(table), DeValue::Table(fields)) if !table.is_one_of => {
                for (key, value) in in_order(fields) {
                    let Some(kind) = table.kind_of(key.get_ref()) else { continue };
                    self.add_given(join(&path, key.get_ref()), kind, key, value);
                }
            }
            (_, data) => {
                let (value, position) = (to_json(data), self.position(key));
                self.given.push(GivenSetting { path, value, position });
            }
        }
    }

    fn kind_of(&mut self, path: &str, table: &Table, key: &ConfigKey<'_>) -> Option<Kind> {
        let kind = table.kind_of(key.get_ref());
        let blank_name = table.entry.as_ref().and_then(|entry| entry.blank_name);
        match (kind, blank_name) {
            (Some(_), Some(message)) if key.get_ref().trim().is_empty() => {
                self.add_mistake(path, key, message);
                None
            }
            (Some(kind), _) => Some(kind),
            (None, _) => {
                let guess = suggest(key.get_ref(), &table.names());
                let message = format!("unknown field `{}`{guess}", key.get_ref().escape_debug());
                self.add(MistakeKind::Unknown, path, self.position(key), &message);
                None
            }
        }
    }

    /// Reports the mistakes of a value. Returns whether there are none.
    fn check(&mut self, path: &str, kind: Kind, value: &Value<'_>) -> bool {
        let before = self.mistakes.len();
        match (kind, value.get_ref()) {
            (Kind::Flag, DeValue::Boolean(_))
            | (Kind::True, DeValue::Boolean(true))
            | (Kind::Keys, DeValue::String(_)) => {}
            (Kind::Choice(names), DeValue::String(word)) => {
                self.check_word(path, &names(), word, value);
            }
            (Kind::Choices(names), DeValue::Array(items)) => {
                self.check_words(path, &names(), items.iter(), value);
            }
            (Kind::Number(rule), DeValue::Integer(number)) => {
                if parse_number(number, rule).is_none() {
                    let NumberRule { min, max, unit, .. } = rule;
                    self.add_mistake(path, value, &format!("must be {min} to {max} {unit}"));
                }
            }
            (Kind::Text(rule), DeValue::String(text)) => self.check_text(path, rule, text, value),
            (Kind::Texts(rule), DeValue::Array(items)) => {
                for item in items {
                    match item.get_ref().as_str() {
                        Some(text) => self.check_text(path, rule, text, item),
                        None => self.add_type_mistake(path, "a string", item),
                    }
                }
            }
            (Kind::Keys, DeValue::Array(items))
                if items.iter().all(|item| item.get_ref().is_str()) => {}
            (Kind::Command, DeValue::Array(items)) if is_command(items) => {}
            (Kind::Table(table), DeValue::Table(fields)) => {
                self.check_table(path, table, fields, value);
            }
            (Kind::True, DeValue::Boolean(_)) | (Kind::Command, DeValue::Array(_)) => {
                self.add_mistake(path, value, &format!("expected {}", kind.wanted()));
            }
            _ => self.add_type_mistake(path, &kind.wanted(), value),
        }
        self.mistakes.len() == before
    }

    fn check_table(&mut self, path: &str, table: &Table, fields: &DeTable<'_>, value: &Value<'_>) {
        let before = self.mistakes.len();
        for (key, value) in in_order(fields) {
            if let Some(kind) = self.kind_of(path, table, key) {
                self.check(&join(path, key.get_ref()), kind, value);
            }
        }
        if table.is_one_of && fields.len() != 1 && self.mistakes.len() == before {
            let count = if fields.is_empty() { "none" } else { "several" };
            let names = table.names().join(", ");
            self.add_mistake(path, value, &format!("expected one of {names}, found {count}"));
        }
    }

    fn check_word(&mut self, path: &str, names: &[&str], word: &str, value: &Value<'_>) {
        if !names.contains(&word) {
            let guess = suggest(word, names);
            let message = format!("unknown value `{}`{guess}", word.escape_debug());
            self.add_mistake(path, value, &message);
        }
    }

    fn check_words<'a, 't: 'a>(
        &mut self,
        path: &str,
        names: &[&str],
        items: impl ExactSizeIterator<Item = &'a Value<'t>>,
        value: &Value<'_>,
    ) {
        if items.len() == 0 {
            self.add_mistake(path, value, "name at least one");
        }
        let mut seen = Vec::new();
        for item in items {
            let Some(word) = item.get_ref().as_str() else {
                self.add_type_mistake(path, "a string", item);
                continue;
            };
            if seen.contains(&word) {
                self.add_mistake(path, item, &format!("`{}` is named twice", word.escape_debug()));
            } else {
                self.check_word(path, names, word, item);
            }
            seen.push(word);
        }
    }

    fn check_text(&mut self, path: &str, rule: &TextRule, text: &str, value: &Value<'_>) {
        if let Err(problem) = (rule.check)(text) {
            let position = position_in(self.text, &value.span(), problem.offset);
            self.add(MistakeKind::Setting, path, position, &problem.message);
        }
    }

    pub(super) fn position<T>(&self, spanned: &Spanned<T>) -> SourcePosition {
        SourcePosition::from_offset(self.text, spanned.span().start)
    }

    fn add_mistake<T>(&mut self, path: &str, at: &Spanned<T>, message: &str) {
        self.add(MistakeKind::Setting, path, self.position(at), message);
    }

    fn add_type_mistake(&mut self, path: &str, wanted: &str, value: &Value<'_>) {
        let actual = with_article(value.get_ref().type_str());
        self.add_mistake(path, value, &format!("expected {wanted}, found {actual}"));
    }

    fn add(&mut self, kind: MistakeKind, path: &str, position: SourcePosition, message: &str) {
        self.mistakes.push(Mistake::in_setting(self.file, kind, path, position, message));
    }
}

/// Texts, of which the first names a program.
fn is_command(items: &DeArray<'_>) -> bool {
    let words: Option<Vec<&str>> = items.iter().map(|item| item.get_ref().as_str()).collect();
    words.is_some_and(|words| words.first().is_some_and(|word| !word.trim().is_empty()))
}

/// A whole number within the limits; the value is an integer.
fn parse_number(number: &toml::de::DeInteger<'_>, rule: &NumberRule) -> Option<u32> {
    let number = u32::from_str_radix(number.as_str(), number.radix()).ok()?;
    (rule.min..=rule.max).contains(&number).then_some(number)
}

/// A number that was checked.
pub(super) fn number(value: &Value<'_>) -> Option<u32> {
    let number = value.get_ref().as_integer()?;
    u32::from_str_radix(number.as_str(), number.radix()).ok()
}
