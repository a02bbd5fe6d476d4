//! The mapping file: which column of a table is which field, how dates are written, and what the
//! stages of the other system are called here.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::format::{Item, StrftimeItems};
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime};
use serde::Deserialize;

use super::columns::TableKind;
use crate::cli::exit::Exit;
use crate::service::store::ids::name_key;
use crate::wire::Timestamp;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mapping {
    /// As in `%d/%m/%Y`.
    dates: Option<String>,
    #[serde(default)]
    jobs: BTreeMap<String, String>,
    #[serde(default)]
    people: BTreeMap<String, String>,
    #[serde(default)]
    candidates: BTreeMap<String, String>,
    /// The stage here, by the name of the stage there.
    #[serde(default)]
    stages: BTreeMap<String, String>,
}

impl Mapping {
    pub(super) fn read(path: &Path) -> Result<Self, Exit> {
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Exit::usage(format!("{name}: {error}")))?;
        let mapping: Self = toml::from_str(&text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            Exit::usage(format!("{name}, line {line}: {}", error.message()))
        })?;
        if let Some(format) = &mapping.dates
            && StrftimeItems::new(format).any(|item| item == Item::Error)
        {
            return Err(Exit::usage(format!("{name}: dates = {format:?} is not a date format")));
        }
        for kind in [TableKind::Jobs, TableKind::People, TableKind::Candidates] {
            for field in mapping.headers(kind).keys() {
                if !kind.columns().any(|column| column.name == field) {
                    let known: Vec<&str> = kind.columns().map(|column| column.name).collect();
                    return Err(Exit::usage(format!(
                        "{name}: [{}] has no field {field:?}; it has: {}",
                        kind.name(),
                        known.join(", ")
                    )));
                }
            }
        }
        Ok(mapping)
    }

    /// Headers by the names of the fields. An empty header leaves the field out.
    pub(super) const fn headers(&self, kind: TableKind) -> &BTreeMap<String, String> {
        match kind {
            TableKind::Jobs => &self.jobs,
            TableKind::People => &self.people,
            TableKind::Candidates => &self.candidates,
        }
    }

    /// What the stage is called here.
    pub(super) fn stage(&self, name: &str) -> String {
        let same = |(there, _): &(&String, &String)| name_key(there) == name_key(name);
        self.stages.iter().find(same).map_or(name, |(_, here)| here).to_owned()
    }

    /// A date without a time means its first moment, in UTC.
    pub(super) fn date(&self, text: &str) -> Result<Timestamp, String> {
        let parsed = match &self.dates {
            Some(format) => parse_with(text, format),
            None => parse(text),
        };
        let date = parsed.or_else(|| parse(text));
        if date.is_some_and(|date| date.micros() < 0) {
            return Err(format!(
                "{text:?} is before 1970; a year of two digits is %y in the mapping file"
            ));
        }
        date.ok_or_else(|| match &self.dates {
            Some(format) => format!("{text:?} is not a date in the format {format:?}"),
            None => format!(
                "{text:?} is not a date such as 2026-03-12; set the date format in the mapping file, for example dates = \"%d/%m/%Y\""
            ),
        })
    }
}

fn parse_with(text: &str, format: &str) -> Option<Timestamp> {
    if let Ok(time) = DateTime::parse_from_str(text, format) {
        return Some(time.to_utc().into());
    }
    if let Ok(time) = NaiveDateTime::parse_from_str(text, format) {
        return Some(time.and_utc().into());
    }
    let day = NaiveDate::parse_from_str(text, format).ok()?;
    Some(day.and_time(NaiveTime::MIN).and_utc().into())
}

fn parse(text: &str) -> Option<Timestamp> {
    let formats = ["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M:%S%.f"];
    Timestamp::parse(text).or_else(|| formats.iter().find_map(|format| parse_with(text, format)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(dates: Option<&str>, text: &str) -> Option<String> {
        let mapping = Mapping { dates: dates.map(str::to_owned), ..Mapping::default() };
        mapping.date(text).ok().map(|date| date.to_utc().to_rfc3339())
    }

    #[test]
    fn dates_are_read_as_in_iso_8601_or_as_the_mapping_says() {
        for (format, text, expected) in [
            (None, "2026-03-12", Some("2026-03-12T00:00:00+00:00")),
            (None, "2026-03-12 09:30", Some("2026-03-12T09:30:00+00:00")),
            (None, "2026-03-12T09:30:00+02:00", Some("2026-03-12T07:30:00+00:00")),
            (None, "12/03/2026", None),
            (Some("%d/%m/%Y"), "12/03/2026", Some("2026-03-12T00:00:00+00:00")),
            (Some("%m/%d/%Y %H:%M"), "03/12/2026 09:30", Some("2026-03-12T09:30:00+00:00")),
            (Some("%d/%m/%Y"), "2026-03-12", Some("2026-03-12T00:00:00+00:00")),
            (Some("%d/%m/%Y"), "31/02/2026", None),
            (Some("%d/%m/%Y"), "12/03/26", None),
            (Some("%d/%m/%y"), "12/03/26", Some("2026-03-12T00:00:00+00:00")),
            (None, "26-03-12", None),
        ] {
            assert_eq!(date(format, text).as_deref(), expected, "{format:?} {text}");
        }
    }
}
