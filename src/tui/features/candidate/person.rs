//! A person as rich text: contacts, career, education, certifications, jobs.

use super::career::{career, is_past};
use super::entry::{company, entry};
use super::stage_bar::face;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, labelled, part, said, trimmed};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};
use crate::wire::{
    Candidate, CandidateId, CandidateItem, Certification, Contact, Education, JobAssociation,
    Person, Timestamp,
};

/// Omits what the candidate's own part says already.
#[must_use]
pub fn person_sheet(
    person: &Person,
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let beside = face(item, candidate);
    builder.heading("person");
    let (title, company) = (&person.current_job_title, &person.current_company_name);
    builder.fact("name", [part(TextRole::Strong, &person.name)]);
    if !is_name_of_both(person) {
        builder.fact("first", [part(TextRole::Plain, &person.first_name)]);
        builder.fact("last", [part(TextRole::Plain, &person.last_name)]);
    }
    if beside.as_ref().is_none_or(|face| face.title != title || face.company != company) {
        let place = if beside.is_none() { location(person).unwrap_or("") } else { "" };
        let place = part(TextRole::Plain, place);
        builder.fact("now", [part(TextRole::Plain, title), part(TextRole::Plain, company), place]);
    }
    contacts("e-mail", TextRole::Link, &person.emails, &mut builder);
    contacts("phone", TextRole::Plain, &person.phones, &mut builder);
    builder.fact("handle", [part(TextRole::Plain, &person.social_public_id)]);
    let external = person.external_source_id.as_deref().unwrap_or("");
    builder.fact("external", [part(TextRole::Plain, external)]);
    career(&person.work_experience, now, &mut builder);
    section("education", &person.education_experience, &mut builder, school);
    section("certifications", &person.certifications, &mut builder, |paper, builder| {
        certificate(paper, now, builder);
    });
    let this = beside.map(|face| face.id).filter(|id| !id.is_empty());
    section("jobs", &person.jobs, &mut builder, |job, builder| association(job, this, builder));
    builder.into_lines()
}

fn is_name_of_both(person: &Person) -> bool {
    let [first, last, name] =
        [&person.first_name, &person.last_name, &person.name].map(|text| trimmed(text));
    let between = if first.is_empty() || last.is_empty() { "" } else { " " };
    let rest = name.strip_prefix(first).and_then(|rest| rest.strip_prefix(between));
    rest == Some(last)
}

/// Location of the current position.
pub(crate) fn location(person: &Person) -> Option<&str> {
    let positions = person.work_experience.iter().flat_map(|work| &work.positions);
    let mut current = positions.filter(|position| position.end_date.is_none());
    current.find_map(|position| Some(trimmed(&position.location)).filter(|place| !place.is_empty()))
}

fn section<T>(
    title: &str,
    entries: &[T],
    builder: &mut RichTextBuilder,
    mut tell: impl FnMut(&T, &mut RichTextBuilder),
) {
    if !entries.is_empty() {
        builder.heading(title);
    }
    for entry in entries {
        tell(entry, builder);
    }
}

fn contacts(label: &str, tone: TextRole, contacts: &[Contact], builder: &mut RichTextBuilder) {
    for contact in contacts {
        let kind = part(TextRole::Dim, &contact.contact_data_type);
        builder.fact(label, [part(tone, &contact.value), kind]);
    }
}

fn school(school: &Education, builder: &mut RichTextBuilder) {
    let years = format::span(school.start_date, school.end_date, "");
    let (degree, years) = (part(TextRole::Plain, &school.degree), part(TextRole::Plain, &years));
    builder.facts(2, [entry(&school.company_name), degree, years]);
    builder.prose(4, &school.description);
    let id = school.company_id.as_ref();
    company(&school.company_social_url, school.company_social_id, id, builder);
}

fn certificate(paper: &Certification, now: Timestamp, builder: &mut RichTextBuilder) {
    let date = |date: Option<_>| date.map_or_else(String::new, format::date);
    let is_expired = paper.end_date.is_some_and(|end| is_past(end, now));
    builder.facts(
        2,
        [
            entry(&paper.name),
            labelled(TextRole::Plain, "by", &paper.company_name),
            labelled(TextRole::Plain, "issued", &date(paper.start_date)),
            labelled(TextRole::Plain, "until", &date(paper.end_date)),
            part(TextRole::Warning, if is_expired { "expired" } else { "" }),
            labelled(TextRole::Dim, "number", &paper.credential_id),
        ],
    );
    let id = paper.company_id.as_ref();
    company(&paper.company_social_url, paper.company_social_id, id, builder);
}

fn association(job: &JobAssociation, this: Option<&CandidateId>, builder: &mut RichTextBuilder) {
    let is_this = this == Some(&job.candidate_id);
    let here = [Span::Mark(TextRole::Strong, Mark::Now), said(TextRole::Strong, " this one")];
    builder.facts(
        2,
        [
            entry(&job.job_name),
            part(TextRole::Plain, &job.job_client_company_name),
            part(TextRole::Plain, &job.current_pipeline_stage_name),
            if is_this { here.to_vec() } else { Vec::new() },
        ],
    );
    builder.facts(
        4,
        [
            labelled(TextRole::Dim, "candidate", job.candidate_id.as_str()),
            labelled(TextRole::Dim, "job", job.job_id.as_str()),
            labelled(TextRole::Dim, "stage", job.current_pipeline_stage_id.as_str()),
        ],
    );
}
