//! The sections of a card: triage, career, other jobs, education, certifications, contacts.

use super::blind::Hidden;
use super::input::CardInput;
use super::own_notes::{card_section, verdict_mark};
use crate::tui::features::candidate::career::{employers, is_past};
use crate::tui::features::candidate::entry::entry;
use crate::tui::features::candidate::person::location;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, part, said, space, trimmed,
};
use crate::tui::widgets::rich_text::{RichLine, Span, TextRole};
use crate::wire::{
    Certification, Date, Education, JobAssociation, Person, Position, WorkExperience,
};

/// Months between two employers that count as a gap.
const GAP: i64 = 3;
/// A description of at most this length is taken for the field of study.
const FIELD: usize = 80;

/// The lines of each section; none where it would be empty.
pub(crate) struct Sections {
    pub(crate) yours: Vec<RichLine>,
    pub(crate) career: Vec<RichLine>,
    pub(crate) jobs: Vec<RichLine>,
    /// Education, certifications, contacts.
    pub(crate) rest: [Vec<RichLine>; 3],
}

pub(crate) fn all(of: &CardInput<'_>, hidden: &Hidden, width: usize) -> Sections {
    let page = || RichTextBuilder::new(width);
    let own = card_section(of.own(), width);
    let Some(person) = of.person else {
        let mut page = page();
        page.heading("career");
        match of.no_person {
            Some(trouble) => page.troubles(std::slice::from_ref(trouble)),
            None => page.facts(2, [part(TextRole::Dim, "the person is being read")]),
        }
        let rest = [Vec::new(), Vec::new(), Vec::new()];
        return Sections { yours: own, career: page.into_lines(), jobs: Vec::new(), rest };
    };
    let section = |title: &str, write: &dyn Fn(&mut RichTextBuilder)| {
        let mut page = page();
        page.heading(title);
        write(&mut page);
        if page.len() > 1 { page.into_lines() } else { Vec::new() }
    };
    let jobs = section("other jobs", &|page| jobs(of, person, page));
    let rest = [
        section("education", &|page| {
            person
                .education_experience
                .iter()
                .for_each(|education| school(education, hidden, page));
        }),
        section("certifications", &|page| {
            person.certifications.iter().for_each(|entry| certification(of, entry, hidden, page));
        }),
        section("contacts", &|page| contacts(person, hidden, page)),
    ];
    let career = section("career", &|page| career(of, person, hidden, page));
    let career = if career.is_empty() {
        let mut page = page();
        page.heading("career");
        page.facts(2, [part(TextRole::Dim, "none is told")]);
        page.into_lines()
    } else {
        career
    };
    Sections { yours: own, career, jobs, rest }
}

fn career(of: &CardInput<'_>, person: &Person, hidden: &Hidden, page: &mut RichTextBuilder) {
    for (gap, work) in employers(&person.work_experience, of.now) {
        if gap >= GAP {
            page.facts(2, [part(TextRole::Warning, &format!("gap {}", format::months(gap)))]);
        }
        employer(work, location(person).unwrap_or(""), hidden, page);
    }
}

/// A single position shares the line of its employer, several follow below it. The home location is left
/// out, since the top of the card has it.
fn employer(work: &WorkExperience, home: &str, hidden: &Hidden, page: &mut RichTextBuilder) {
    let company = hidden.hide(&work.company_name);
    if let [only] = work.positions.as_slice() {
        let title = hidden.hide(&only.title);
        let (first, second) =
            if trimmed(&title).is_empty() { (&company, "") } else { (&title, &*company) };
        page.facts(2, [entry(first), part(TextRole::Plain, second)]);
        let [span, months, place] = position_facts(only, hidden);
        let place = if trimmed(&only.location) == home { String::new() } else { place };
        return page.facts(4, [span, months, place].map(|words| part(TextRole::Dim, &words)));
    }
    let months = work.duration_in_months.map_or_else(String::new, format::months);
    page.facts(2, [entry(&company), part(TextRole::Dim, &months)]);
    for position in &work.positions {
        let title = hidden.hide(&position.title);
        let title = if trimmed(&title).is_empty() { "(no title)" } else { &title };
        let [span, months, _] = position_facts(position, hidden);
        let times = [span, months].map(|words| part(TextRole::Dim, &words));
        let [span, months] = times;
        page.facts(4, [part(TextRole::Plain, title), span, months]);
    }
}

/// Dates, length and location.
fn position_facts(position: &Position, hidden: &Hidden) -> [String; 3] {
    [
        format::span_in_months(position.start_date, position.end_date, "now"),
        position.duration_in_months.map_or_else(String::new, format::months),
        hidden.hide(&position.location).into_owned(),
    ]
}

/// Blind mode hides school and years.
fn school(education: &Education, hidden: &Hidden, page: &mut RichTextBuilder) {
    let (degree, about) = (hidden.hide(&education.degree), hidden.hide(&education.description));
    let field = if about.chars().count() <= FIELD { &*about } else { "" };
    if hidden.is_on() {
        let degree = if trimmed(&degree).is_empty() { "(no degree is told)" } else { &degree };
        return page.facts(2, [entry(degree), part(TextRole::Dim, field)]);
    }
    let year = |date: Option<Date>| date.map(|date| date.parts().0.to_string());
    let years = match (year(education.start_date), year(education.end_date)) {
        (Some(from), Some(to)) => format!("{from} - {to}"),
        (from, to) => from.or(to).unwrap_or_default(),
    };
    let degree = [&*degree, field].into_iter().find(|words| !trimmed(words).is_empty());
    page.facts(
        2,
        [
            entry(&education.company_name),
            part(TextRole::Plain, degree.unwrap_or("")),
            part(TextRole::Dim, &years),
        ],
    );
}

fn certification(
    of: &CardInput<'_>,
    certification: &Certification,
    hidden: &Hidden,
    page: &mut RichTextBuilder,
) {
    let is_expired = certification.end_date.is_some_and(|end| is_past(end, of.now));
    let date = |date: Option<_>| date.map_or_else(String::new, format::month);
    page.facts(
        2,
        [
            entry(&hidden.hide(&certification.name)),
            part(TextRole::Plain, &hidden.hide(&certification.company_name)),
            part(TextRole::Dim, &date(certification.start_date)),
            labelled(TextRole::Dim, "until", &date(certification.end_date)),
            part(TextRole::Warning, if is_expired { "expired" } else { "" }),
        ],
    );
}

fn jobs(of: &CardInput<'_>, person: &Person, page: &mut RichTextBuilder) {
    let is_other = |job: &&JobAssociation| job.candidate_id != of.item.id;
    for job in person.jobs.iter().filter(is_other) {
        let given = of.book.own(job.candidate_id.as_str()).and_then(|own| own.verdict.as_ref());
        let verdict = given.map_or_else(Vec::new, |given| {
            let mark = Span::Mark(TextRole::Plain, verdict_mark(given.verdict));
            vec![
                mark,
                space(1),
                said(TextRole::Plain, &format!("yours: {}", given.verdict.as_str())),
            ]
        });
        page.facts(
            2,
            [
                entry(&job.job_name),
                part(TextRole::Dim, &job.job_client_company_name),
                part(TextRole::Strong, &job.current_pipeline_stage_name),
                verdict,
            ],
        );
    }
}

fn contacts(person: &Person, hidden: &Hidden, page: &mut RichTextBuilder) {
    if hidden.is_on() {
        return page.facts(2, [part(TextRole::Dim, "hidden, as name and schools are")]);
    }
    let mut all: Vec<Spans> = Vec::new();
    all.extend(person.emails.iter().map(|contact| part(TextRole::Link, &contact.value)));
    all.extend(person.phones.iter().map(|contact| part(TextRole::Plain, &contact.value)));
    all.push(labelled(TextRole::Dim, "handle", &person.social_public_id));
    all.retain(|part| !part.is_empty());
    for pair in all.chunks(2) {
        let one = |at: usize| pair.get(at).cloned().unwrap_or_default();
        page.facts(2, [one(0), one(1)]);
    }
}
