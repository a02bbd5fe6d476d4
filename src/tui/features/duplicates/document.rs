//! The pairs as a paper.

use super::contacts::MOST;
use super::state::Duplicates;
use crate::recruiting::document::{Document, DocumentSection};
use crate::tui::app::state::State;
use crate::tui::widgets::format;
use crate::tui::widgets::format::count;

impl Duplicates {
    /// How much was looked through: which jobs, and of how many the contacts were
    /// read.
    #[must_use]
    pub fn coverage(&self) -> String {
        format!("over {}; {}", self.scope(), self.told_read())
    }

    /// Of how many the contacts were read; not of all where they are very many.
    #[must_use]
    pub fn told_read(&self) -> String {
        let [read, people, most] =
            [self.read, self.people, MOST].map(|number| count(number as u64));
        let more = if self.is_cut && self.read < self.people {
            format!(", {most} at a time: opened again, it reads on")
        } else {
            String::new()
        };
        format!("contacts read of {read} of {people} people{more}")
    }

    /// Over which jobs.
    #[must_use]
    pub fn scope(&self) -> String {
        match self.jobs {
            0 => "no job".to_owned(),
            1 => "the one job read so far".to_owned(),
            jobs => format!("the {} jobs read so far", count(jobs as u64)),
        }
    }

    /// The pairs as a table.
    #[must_use]
    pub fn paper(&self, state: &State) -> Document {
        let columns = ["one", "who", "other", "who", "why", "persons"].map(str::to_owned);
        let rows = self.pairs.iter().map(|pair| {
            let [one, other] = pair.names.clone();
            let [what, too] = pair.beside.clone();
            let ids = format!("{}, {}", pair.one.person, pair.other.person);
            vec![one, what, other, too, pair.why(), ids]
        });
        let mut preface = vec![
            format::day(state.clock.date),
            self.coverage(),
            "Hints, not findings: nobody was merged.".to_owned(),
        ];
        if self.more > 0 {
            preface.push(format!("{} more pairs by name are left out.", count(self.more as u64)));
        }
        let part = DocumentSection {
            columns: columns.to_vec(),
            rows: rows.collect(),
            ..DocumentSection::default()
        };
        Document {
            title: "People who may be there twice".to_owned(),
            preface,
            parts: vec![part],
            ..Document::default()
        }
    }
}
