//! The sections of a card: triage, contact, career, other jobs, education, certifications.

use super::blind::Redactor;
use super::input::CardInput;
use super::triage_section::{triage_section, verdict_mark};
use crate::recruiting::person::contact;
use crate::text;
use crate::tui::features::candidate::career::entry;
use crate::tui::features::candidate::career::{employers, is_past};
use crate::tui::features::candidate::person::location;
use crate::tui::features::triage::marks::pending_text;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, link, part, space, text_span, trim_text,
};
use crate::tui::widgets::rich_text::{LinkTarget, RichLine, Span, TextRole};
use crate::wire::{
    Certification, Contact, Date, Education, JobAssociation, Person, Position, WorkExperience,
};

/// Months between two employers that count as a gap.
const MIN_GAP_MONTHS: i64 = 3;
/// A description of at most this length is taken for the field of study.
const MAX_FIELD_LEN: usize = 80;

/// The lines of each section; none where it would be empty.
pub(crate) struct Sections {
    pub(crate) triage: Vec<RichLine>,
    pub(crate) career: Vec<RichLine>,
    pub(crate) jobs: Vec<RichLine>,
    pub(crate) contacts: Vec<RichLine>,
    /// Education, certifications.
    pub(crate) rest: [Vec<RichLine>; 2],
}

pub(crate) fn build(input: &CardInput<'_>, redactor: &Redactor, width: usize) -> Sections {
    let page = || RichTextBuilder::new(width);
    let triage = triage_section(input.candidate_triage(), width);
    let Some(person) = input.person else {
        let mut page = page();
        page.heading("Career");
        let text =
            if input.no_person.is_some() { "Person not loaded" } else { "Loading the person" };
        page.facts(2, [part(TextRole::Dim, text)]);
        let [jobs, contacts] = [Vec::new(), Vec::new()];
        let rest = [Vec::new(), Vec::new()];
        return Sections { triage, career: page.into_lines(), jobs, contacts, rest };
    };
    let section = |title: &str, write: &dyn Fn(&mut RichTextBuilder)| {
        let mut page = page();
        page.heading(title);
        write(&mut page);
        if page.len() > 1 { page.into_lines() } else { Vec::new() }
    };
    let jobs = section("Other jobs", &|page| jobs(input, person, page));
    let rest = [
        section("Education", &|page| {
            person
                .education_experience
                .iter()
                .for_each(|education| school(education, redactor, page));
        }),
        section("Certifications", &|page| {
            person
                .certifications
                .iter()
                .for_each(|entry| certification(input, entry, redactor, page));
        }),
    ];
    let contacts = section("Contact", &|page| contacts(person, redactor, page));
    let career = section("Career", &|page| career(input, person, redactor, page));
    let career = if career.is_empty() {
        let mut page = page();
        page.heading("Career");
        page.facts(2, [part(TextRole::Dim, "None on record")]);
        page.into_lines()
    } else {
        career
    };
    Sections { triage, career, jobs, contacts, rest }
}

fn career(input: &CardInput<'_>, person: &Person, redactor: &Redactor, page: &mut RichTextBuilder) {
    for (gap, work) in employers(&person.work_experience, input.now) {
        if gap >= MIN_GAP_MONTHS {
            let gap = format!("{} without an employer", format::months(gap));
            page.facts(2, [part(TextRole::Dim, &gap)]);
        }
        employer(work, location(person).unwrap_or(""), redactor, page);
    }
}

/// A single position shares the line of its employer, several follow below it. The home location is
/// left out, since the top of the card has it.
fn employer(work: &WorkExperience, home: &str, redactor: &Redactor, page: &mut RichTextBuilder) {
    let company = redactor.redact(&work.company_name);
    if let [position] = work.positions.as_slice() {
        let title = redactor.redact(&position.title);
        let (first, second) =
            if trim_text(&title).is_empty() { (&company, "") } else { (&title, &*company) };
        page.facts(2, [entry(first), part(TextRole::Plain, second)]);
        let [span, months, location] = position_facts(position, redactor);
        let location = if trim_text(&position.location) == home { String::new() } else { location };
        return page.items(4, [span, months, location].map(|words| part(TextRole::Dim, &words)));
    }
    let months = work.duration_in_months.map_or_else(String::new, format::months);
    page.facts(2, [entry(&company), part(TextRole::Dim, &months)]);
    for position in &work.positions {
        let title = redactor.redact(&position.title);
        let title = if trim_text(&title).is_empty() { "(no title)" } else { &title };
        let [span, months, _] = position_facts(position, redactor);
        let times = [span, months].map(|words| part(TextRole::Dim, &words));
        let [span, months] = times;
        page.facts(4, [part(TextRole::Plain, title), span, months]);
    }
}

/// Dates, length and location.
fn position_facts(position: &Position, redactor: &Redactor) -> [String; 3] {
    [
        format::span_in_months(position.start_date, position.end_date, "now"),
        position.duration_in_months.map_or_else(String::new, format::months),
        redactor.redact(&position.location).into_owned(),
    ]
}

/// Blind mode hides school and years.
fn school(education: &Education, redactor: &Redactor, page: &mut RichTextBuilder) {
    let (degree, description) =
        (redactor.redact(&education.degree), redactor.redact(&education.description));
    let field = if description.chars().count() <= MAX_FIELD_LEN { &*description } else { "" };
    if redactor.is_active() {
        let degree = if trim_text(&degree).is_empty() { "(no degree)" } else { &degree };
        return page.facts(2, [entry(degree), part(TextRole::Dim, field)]);
    }
    let year = |date: Option<Date>| date.map(|date| date.parts().0.to_string());
    let years = match (year(education.start_date), year(education.end_date)) {
        (Some(from), Some(to)) => format!("{from} - {to}"),
        (from, to) => from.or(to).unwrap_or_default(),
    };
    let degree = [&*degree, field].into_iter().find(|words| !trim_text(words).is_empty());
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
    input: &CardInput<'_>,
    certification: &Certification,
    redactor: &Redactor,
    page: &mut RichTextBuilder,
) {
    let is_expired = certification.end_date.is_some_and(|end| is_past(end, input.now));
    let date = |date: Option<_>| date.map_or_else(String::new, format::month);
    page.facts(
        2,
        [
            entry(&redactor.redact(&certification.name)),
            part(TextRole::Plain, &redactor.redact(&certification.company_name)),
            part(TextRole::Dim, &date(certification.start_date)),
            labelled(TextRole::Dim, "until", &date(certification.end_date)),
            part(TextRole::Warning, if is_expired { "expired" } else { "" }),
        ],
    );
}

fn jobs(input: &CardInput<'_>, person: &Person, page: &mut RichTextBuilder) {
    let is_other = |job: &&JobAssociation| job.candidate_id != input.item.id;
    for job in person.jobs.iter().filter(is_other) {
        let triage = input.triage.candidate(job.candidate_id.as_str());
        let verdict = triage.and_then(|triage| Some((triage.verdict.as_ref()?, triage.is_pending)));
        let spans = verdict.map_or_else(Vec::new, |(verdict, is_pending)| {
            let mark = Span::Mark(TextRole::Plain, verdict_mark(verdict.verdict, is_pending));
            let words = pending_text(verdict.verdict.as_str(), is_pending);
            vec![mark, space(1), text_span(TextRole::Plain, &format!("your verdict: {words}"))]
        });
        page.facts(
            2,
            [
                job_entry(job),
                part(TextRole::Dim, &job.job_client_company_name),
                part(TextRole::Strong, &job.current_pipeline_stage_name),
                spans,
            ],
        );
    }
}

/// The name of the job leads to it.
fn job_entry(job: &JobAssociation) -> Spans {
    let target = LinkTarget::Candidate(job.job_id.clone(), job.candidate_id.clone());
    let mut spans = entry(&job.job_name);
    if let Some(name) = spans.pop() {
        spans.push(match name {
            Span::Text(role, words) if !job.job_id.is_empty() => Span::Link(role, words, target),
            name => name,
        });
    }
    spans
}

/// Values that are no addresses, such as `a@b, c@d`, are shown without a link.
fn contacts(person: &Person, redactor: &Redactor, page: &mut RichTextBuilder) {
    if redactor.is_active() {
        return page.facts(2, [part(TextRole::Dim, "Hidden in blind mode")]);
    }
    let mut all: Vec<Spans> = Vec::new();
    let plain = |contacts: &[Contact], shown: &[String]| -> Vec<Spans> {
        let others = contacts.iter().filter(|contact| {
            !shown.iter().any(|value| *value == text::sanitize(contact.value.trim()))
        });
        others.map(|contact| part(TextRole::Plain, &contact.value)).collect()
    };
    let url = |role, words: &str, url| link(role, words, LinkTarget::Url(url));
    let (emails, phones) = (contact::emails(person), contact::phones(person));
    all.extend(emails.iter().map(|email| url(TextRole::Link, email, contact::mail_url(email))));
    all.extend(plain(&person.emails, &emails));
    for phone in &phones {
        let target = contact::phone_url(phone);
        all.extend(target.map(|target| url(TextRole::Plain, phone, target)));
    }
    all.extend(plain(&person.phones, &phones));
    let profile = contact::profile_url(person);
    all.extend(profile.map(|to| url(TextRole::Link, contact::short_url(&to), to.clone())));
    page.items(2, all);
}
