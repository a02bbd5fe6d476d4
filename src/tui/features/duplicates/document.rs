//! The pairs as a document, and how much of the loaded data they cover.

use super::contacts::MAX_READS;
use super::state::Duplicates;
use crate::recruiting::document::{Document, DocumentSection};
use crate::tui::app::state::State;
use crate::tui::widgets::format;
use crate::tui::widgets::format::count;

impl Duplicates {
    pub(crate) fn coverage(&self) -> String {
        format!("{}; {}", self.scope(), self.read_coverage())
    }

    pub(crate) fn read_coverage(&self) -> String {
        let [read, people, limit] =
            [self.read, self.people, MAX_READS].map(|number| count(number as u64));
        let more = if self.is_cut && self.read < self.people {
            format!(", {limit} at a time: reopen to load more")
        } else {
            String::new()
        };
        format!("contacts of {read} of {people} people{more}")
    }

    pub(crate) fn scope(&self) -> String {
        match self.jobs {
            0 => "No jobs loaded".to_owned(),
            1 => "1 job loaded".to_owned(),
            jobs => format!("{} jobs loaded", count(jobs as u64)),
        }
    }

    pub(crate) fn document(&self, state: &State) -> Document {
        let columns =
            ["Person", "Details", "Other person", "Other details", "Reasons", "Person IDs"]
                .map(str::to_owned);
        let rows = self.pairs.iter().map(|pair| {
            let [first, second] = pair.names.clone();
            let [first_details, second_details] = pair.details.clone();
            let ids = format!("{}, {}", pair.first.person, pair.second.person);
            vec![first, first_details, second, second_details, pair.describe_reasons(), ids]
        });
        let mut preface = vec![
            format::day(state.clock.date),
            self.coverage(),
            "Possible duplicates: check them before you merge anything in the ATS.".to_owned(),
        ];
        if self.omitted_pairs > 0 {
            preface.push(format!(
                "{} more pairs with similar names are left out.",
                count(self.omitted_pairs as u64)
            ));
        }
        let section = DocumentSection {
            columns: columns.to_vec(),
            rows: rows.collect(),
            ..DocumentSection::default()
        };
        Document {
            title: "Possible duplicates".to_owned(),
            preface,
            parts: vec![section],
            ..Document::default()
        }
    }
}
