//! The shortlist as a document for the client: name, position and career of the starred candidates. It
//! contains no contact data, and no notes, tags or verdicts.

use std::collections::HashSet;

use super::state::Shortlist;
use crate::recruiting::document::{Document, DocumentSection};
use crate::recruiting::person::career;
use crate::recruiting::person::career::{Stint, career, joined, papers, schools};
use crate::recruiting::table::Row;
use crate::recruiting::triage::Subject;
use crate::text::sanitize;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::widgets::format;

impl State {
    /// The starred candidates of a job in list order; those hidden by the filter come last.
    #[must_use]
    pub fn starred(&self, open: &OpenJob) -> Vec<Row> {
        let rows = &open.list.roll.rows;
        let stars = self.book.all().filter(|own| own.starred);
        let mut left: HashSet<Row> =
            stars.filter_map(|own| rows.find(own.subject.candidate.as_str())).collect();
        let mut starred = Vec::with_capacity(left.len());
        for row in (0..open.list.len()).filter_map(|at| open.list.at(at)) {
            if left.is_empty() {
                break;
            }
            if left.remove(&row) {
                starred.push(row);
            }
        }
        let mut hidden: Vec<Row> = left.into_iter().collect();
        hidden.sort_unstable();
        starred.extend(hidden);
        starred
    }

    #[must_use]
    pub fn shortlist_paper(&self, list: &Shortlist) -> Document {
        let jobs = &self.jobs.roll.rows;
        let client = jobs.find(&list.job).map(|row| jobs.client(row)).unwrap_or_default();
        let count = match list.whom.len() {
            1 => "1 candidate".to_owned(),
            count => format!("{count} candidates"),
        };
        let client = if client.is_empty() { String::new() } else { format!("for {client}") };
        let today = format::day(self.clock.date);
        Document {
            title: joined([&format!("Shortlist: {}", self.named_job(&list.job)), &client]),
            preface: vec![joined([&count, &today])],
            parts: list.whom.iter().flat_map(|subject| self.shortlist_sections(subject)).collect(),
            holds: count,
        }
    }

    /// Name and career of a candidate, then education and certificates if there are any.
    fn shortlist_sections(&self, subject: &Subject) -> Vec<DocumentSection> {
        let person = self.people.get(&subject.person).and_then(|it| it.record.as_ref());
        let open = self.open.get(&subject.job);
        let row = open.and_then(|open| {
            let rows = &open.list.roll.rows;
            Some((rows, rows.find(subject.candidate.as_str())?))
        });
        let [title, company] =
            row.map_or_else(Default::default, |(rows, row)| [rows.title(row), rows.company(row)]);
        let since = person.and_then(career::since).map(format::month);
        let since = since.map_or_else(String::new, |date| format!("since {date}"));
        let at = match (title, company) {
            (title, "") => title.to_owned(),
            ("", company) => company.to_owned(),
            (title, company) => format!("{title} at {company}"),
        };
        let location = person.map(career::location).unwrap_or_default();
        let mut words = vec![joined([&at, &since]), location];
        words.retain(|words| !words.is_empty());
        let name = sanitize(&self.name_of(subject)).into_owned();
        let tables = [
            ("Career", person.map(career)),
            ("Education", person.map(schools)),
            ("Certificates", person.map(papers)),
        ];
        let mut parts: Vec<DocumentSection> = tables
            .into_iter()
            .map(|(section, stints)| table(&name, section, stints.unwrap_or_default()))
            .collect();
        let career = &mut parts[0];
        (career.heading, career.words, career.is_under) = (name, words, false);
        parts.retain(|part| !part.is_under || !part.rows.is_empty());
        parts
    }
}

fn table(name: &str, section: &str, stints: Vec<Stint>) -> DocumentSection {
    let row = |stint: Stint| {
        vec![name.to_owned(), section.to_owned(), stint.when, stint.what, stint.place]
    };
    DocumentSection {
        heading: section.to_owned(),
        columns: ["Candidate", "Section", "When", "What", "Where"].map(str::to_owned).to_vec(),
        rows: stints.into_iter().map(row).collect(),
        said: ["Candidate", "Section"].map(str::to_owned).to_vec(),
        is_under: true,
        ..DocumentSection::default()
    }
}
