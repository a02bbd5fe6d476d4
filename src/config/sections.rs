//! Reads the tables of the config into settings, and the settings of the mirror, which are at the
//! top of the file and in profiles. The values were checked by the table of fields.

use toml::de::DeTable;

use super::choices::{CACHES, PANES};
use super::fields::{FILE, Kind, Table, VIEW};
use super::reader::{ConfigReader, number, set_choice, texts};
use super::rules::{parse_days, parse_interval};
use super::settings::{ListLayout, ListSettings};
use super::source::{Value, in_order};
use super::{SavedView, ViewPane};
use crate::keymap::Rebinding;
use crate::recruiting::mail::{MailSettings, MailTemplate};
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::recruiting::query::parse_sort;
use crate::recruiting::table::{
    CANDIDATE_COLUMNS, CANDIDATE_FIELDS, ColumnName, JOB_COLUMNS, JOB_FIELDS, ListFieldInfo,
};
use crate::theme::{Role, RoleColors};

/// A text; empty if it is missing.
pub(super) fn text<'a>(table: &'a DeTable<'_>, name: &str) -> &'a str {
    table.get(name).and_then(|value| value.get_ref().as_str()).unwrap_or_default()
}

/// The reasons once each, without blank ones.
pub(super) fn reasons(value: &Value<'_>) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for reason in texts(value) {
        let reason = reason.trim();
        if !reason.is_empty() && !reasons.iter().any(|other| other == reason) {
            reasons.push(reason.to_owned());
        }
    }
    reasons
}

/// One of the three settings of the mirror.
pub(super) fn read_mirror(name: &str, value: &Value<'_>, settings: &mut MirrorSettings) {
    match name {
        "cache" => set_choice(value, &CACHES, &mut settings.cache),
        "cache_days" => settings.keep_days = number(value).unwrap_or(settings.keep_days),
        "sync" => {
            let interval = value.get_ref().as_str().map(parse_interval);
            settings.sync = interval.and_then(Result::ok).unwrap_or(settings.sync);
        }
        _ => {}
    }
}

fn list_layout(
    value: &DeTable<'_>,
    columns: &[ColumnName],
    fields: &[ListFieldInfo],
) -> ListLayout {
    let field = |name: String| choice_of(&name, columns);
    ListLayout {
        columns: value
            .get("columns")
            .map(|value| texts(value).into_iter().filter_map(field).collect()),
        sort: parse_sort(text(value, "sort"), fields),
    }
}

fn choice_of<T: Copy>(name: &str, choices: &[(&str, T)]) -> Option<T> {
    choices.iter().find(|(other, _)| *other == name).map(|(_, choice)| *choice)
}

impl ConfigReader<'_> {
    /// The valid fields of a table at the top of the file.
    fn section<'a, 't>(
        &mut self,
        name: &str,
        value: &'a Value<'t>,
    ) -> Vec<(String, &'a Value<'t>)> {
        self.inner_table(name, FILE.kind_of(name), value)
    }

    fn inner_table<'a, 't>(
        &mut self,
        path: &str,
        kind: Option<Kind>,
        value: &'a Value<'t>,
    ) -> Vec<(String, &'a Value<'t>)> {
        match (kind, value.get_ref().as_table()) {
            (Some(Kind::Table(table)), Some(value)) => self.valid_fields(path, table, value),
            _ => Vec::new(),
        }
    }

    /// The limit in days by prefix of the stage name.
    pub(super) fn limits(&mut self, value: &Value<'_>) -> Vec<(String, u32)> {
        let limits = self.section("limits", value).into_iter();
        let limit = |(stage, value): (String, &Value<'_>)| {
            Some((stage.trim().to_owned(), parse_days(value.get_ref().as_str()?)?))
        };
        limits.filter_map(limit).collect()
    }

    pub(super) fn colors(&mut self, value: &Value<'_>) -> Vec<(Role, RoleColors)> {
        let colors = self.section("colors", value).into_iter();
        let color = |(role, value): (String, &Value<'_>)| {
            Some((Role::named(&role)?, RoleColors::parse(value.get_ref().as_str()?).ok()?))
        };
        colors.filter_map(color).collect()
    }

    /// Columns and sort order of each list. A wrong one does not affect the others.
    pub(super) fn lists(&mut self, value: &Value<'_>) -> ListSettings {
        let mut lists = ListSettings::default();
        let Some(Kind::Table(table)) = FILE.kind_of("lists") else { return lists };
        for (name, value) in self.section("lists", value) {
            let kind = table.kind_of(&name);
            let valid = self.inner_table(&format!("lists.{name}"), kind, value);
            let is_valid = |key: &str| valid.iter().any(|(other, _)| other == key);
            let Some(fields) = value.get_ref().as_table() else { continue };
            let (columns, sorts) = match name.as_str() {
                "jobs" => (&JOB_COLUMNS[..], JOB_FIELDS),
                _ => (&CANDIDATE_COLUMNS[..], CANDIDATE_FIELDS),
            };
            let mut layout = list_layout(fields, columns, sorts);
            layout.columns = layout.columns.filter(|_| is_valid("columns"));
            match name.as_str() {
                "jobs" => lists.jobs = layout,
                "candidates" => lists.candidates = layout,
                _ => lists.all_candidates = layout,
            }
        }
        lists
    }

    /// A template replaces the default one of the same name; others are added.
    pub(super) fn mail(&mut self, value: &Value<'_>) -> MailSettings {
        let mut settings = MailSettings::default();
        for (name, value) in self.section("mail", value) {
            let Some(table) = value.get_ref().as_table() else {
                value.get_ref().as_str().unwrap_or_default().trim().clone_into(&mut settings.me);
                continue;
            };
            let (subject, body) = (text(table, "subject"), text(table, "body"));
            let template =
                MailTemplate { name, subject: subject.to_owned(), body: body.to_owned() };
            let templates = &mut settings.templates;
            match templates.iter().position(|other| other.name == template.name) {
                Some(at) => templates[at] = template,
                None => templates.push(template),
            }
        }
        settings
    }

    pub(super) fn keys(&mut self, value: &Value<'_>) -> Vec<Rebinding> {
        let keys = self.section("keys", value).into_iter();
        keys.map(|(action, value)| Rebinding { action, keys: texts(value) }).collect()
    }

    /// Views, and those with mistakes whose filters can still be checked.
    pub(super) fn views(&mut self, value: &Value<'_>) -> (Vec<SavedView>, Vec<SavedView>) {
        let valid = self.section("views", value);
        let tables = value.get_ref().as_table().into_iter().flat_map(in_order);
        let views = tables.filter_map(|(key, value)| {
            let table = value.get_ref().as_table().filter(|table| has_known_pane(table))?;
            Some(view(key.get_ref().to_string(), table))
        });
        views.partition(|view| valid.iter().any(|(name, _)| *name == view.name))
    }
}

/// The pane decides which words a filter knows.
fn has_known_pane(view: &DeTable<'_>) -> bool {
    let is_known = |value: &Value<'_>| {
        let word = value.get_ref().as_str();
        PANES.iter().any(|(name, _)| Some(*name) == word)
    };
    view.get("pane").is_none_or(is_known)
}

fn view(name: String, table: &DeTable<'_>) -> SavedView {
    let job = Some(text(table, "job")).filter(|job| !job.is_empty()).map(str::to_owned);
    let mut pane = ViewPane::default();
    if let Some(value) = table.get("pane") {
        set_choice(value, &PANES, &mut pane);
    }
    SavedView {
        name,
        job,
        pane,
        filter: text(table, "filter").to_owned(),
        sort: text(table, "sort").to_owned(),
    }
}

/// The names of the fields of a view, in the order in which they are written.
pub(super) fn view_fields() -> impl Iterator<Item = &'static str> {
    let table: &'static Table = &VIEW;
    table.fields.iter().map(|field| field.name)
}
