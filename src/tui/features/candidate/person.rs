//! A person as rich text: contacts, career, education, certifications, jobs; and what a
//! candidate record and a list row have in common.

use super::career::{entry, is_past, push_career, push_company};
pub(crate) use crate::recruiting::person::career::current_location as location;
use crate::tui::widgets::format;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, labelled, part, text_span, trim_text,
};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};
use crate::wire::{
    Candidate, CandidateId, CandidateItem, Certification, Contact, Education, JobAssociation,
    Person, PersonId, StageId, Timestamp,
};

/// What a candidate record and a list row have in common.
pub(crate) struct CandidateSummary<'a> {
    pub(crate) id: &'a CandidateId,
    pub(crate) title: &'a str,
    pub(crate) company: &'a str,
    pub(crate) person: &'a PersonId,
    pub(crate) company_id: &'a str,
    pub(crate) name: &'a str,
    pub(crate) stage_id: &'a StageId,
    pub(crate) stage: &'a str,
    pub(crate) added: Option<Timestamp>,
}

macro_rules! summary {
    ($record:expr) => {
        CandidateSummary {
            id: &$record.id,
            title: &$record.current_job_title,
            company: &$record.current_company_name,
            person: &$record.person_id,
            company_id: $record.current_company_id.as_str(),
            name: &$record.name,
            stage_id: &$record.current_pipeline_stage_id,
            stage: &$record.current_pipeline_stage_name,
            added: $record.created_at,
        }
    };
}

/// Prefers the full record, which is newer.
pub(crate) fn summarize<'a>(
    item: Option<&'a CandidateItem>,
    candidate: Option<&'a Candidate>,
) -> Option<CandidateSummary<'a>> {
    candidate.map(|candidate| summary!(candidate)).or_else(|| item.map(|item| summary!(item)))
}

/// Omits what the candidate's own part says already.
pub(crate) fn person_details(
    person: &Person,
    item: Option<&CandidateItem>,
    candidate: Option<&Candidate>,
    now: Timestamp,
    width: usize,
) -> Vec<RichLine> {
    let mut builder = RichTextBuilder::new(width);
    let summary = summarize(item, candidate);
    builder.heading("Person");
    let (title, company) = (&person.current_job_title, &person.current_company_name);
    builder.fact("name", [part(TextRole::Strong, &person.name)]);
    if !is_full_name(person) {
        builder.fact("first", [part(TextRole::Plain, &person.first_name)]);
        builder.fact("last", [part(TextRole::Plain, &person.last_name)]);
    }
    if summary.as_ref().is_none_or(|summary| summary.title != title || summary.company != company) {
        let current_location = if summary.is_none() { location(person).unwrap_or("") } else { "" };
        let current_location = part(TextRole::Plain, current_location);
        builder.fact(
            "now",
            [part(TextRole::Plain, title), part(TextRole::Plain, company), current_location],
        );
    }
    push_contacts("email", TextRole::Link, &person.emails, &mut builder);
    push_contacts("phone", TextRole::Plain, &person.phones, &mut builder);
    builder.fact("handle", [part(TextRole::Plain, &person.social_public_id)]);
    let external = person.external_source_id.as_deref().unwrap_or("");
    builder.fact("external", [part(TextRole::Plain, external)]);
    push_career(&person.work_experience, now, &mut builder);
    push_section("Education", &person.education_experience, &mut builder, push_school);
    push_section(
        "Certifications",
        &person.certifications,
        &mut builder,
        |certification, builder| {
            push_certificate(certification, now, builder);
        },
    );
    let this = summary.map(|summary| summary.id).filter(|id| !id.is_empty());
    push_section("Jobs", &person.jobs, &mut builder, |job, builder| {
        push_association(job, this, builder);
    });
    builder.into_lines()
}

fn is_full_name(person: &Person) -> bool {
    let [first, last, name] =
        [&person.first_name, &person.last_name, &person.name].map(|text| trim_text(text));
    let between = if first.is_empty() || last.is_empty() { "" } else { " " };
    let rest = name.strip_prefix(first).and_then(|rest| rest.strip_prefix(between));
    rest == Some(last)
}

fn push_section<T>(
    title: &str,
    entries: &[T],
    builder: &mut RichTextBuilder,
    mut push: impl FnMut(&T, &mut RichTextBuilder),
) {
    if !entries.is_empty() {
        builder.heading(title);
    }
    for entry in entries {
        push(entry, builder);
    }
}

fn push_contacts(label: &str, role: TextRole, contacts: &[Contact], builder: &mut RichTextBuilder) {
    for contact in contacts {
        let kind = part(TextRole::Dim, &contact.contact_data_type);
        builder.fact(label, [part(role, &contact.value), kind]);
    }
}

fn push_school(school: &Education, builder: &mut RichTextBuilder) {
    let years = format::span(school.start_date, school.end_date, "");
    let (degree, years) = (part(TextRole::Plain, &school.degree), part(TextRole::Plain, &years));
    builder.facts(2, [entry(&school.company_name), degree, years]);
    builder.prose(4, &school.description);
    let id = school.company_id.as_ref();
    push_company(&school.company_social_url, school.company_social_id, id, builder);
}

fn push_certificate(certification: &Certification, now: Timestamp, builder: &mut RichTextBuilder) {
    let date = |date: Option<_>| date.map_or_else(String::new, format::date);
    let is_expired = certification.end_date.is_some_and(|end| is_past(end, now));
    builder.facts(
        2,
        [
            entry(&certification.name),
            labelled(TextRole::Plain, "by", &certification.company_name),
            labelled(TextRole::Plain, "issued", &date(certification.start_date)),
            labelled(TextRole::Plain, "until", &date(certification.end_date)),
            part(TextRole::Warning, if is_expired { "expired" } else { "" }),
            labelled(TextRole::Dim, "number", &certification.credential_id),
        ],
    );
    let id = certification.company_id.as_ref();
    push_company(&certification.company_social_url, certification.company_social_id, id, builder);
}

fn push_association(
    job: &JobAssociation,
    this: Option<&CandidateId>,
    builder: &mut RichTextBuilder,
) {
    let is_this = this == Some(&job.candidate_id);
    let marker =
        [Span::Mark(TextRole::Strong, Mark::Now), text_span(TextRole::Strong, " this job")];
    builder.facts(
        2,
        [
            entry(&job.job_name),
            part(TextRole::Plain, &job.job_client_company_name),
            part(TextRole::Plain, &job.current_pipeline_stage_name),
            if is_this { marker.to_vec() } else { Vec::new() },
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
