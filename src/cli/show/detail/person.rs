//! The detail view of a person: contacts, career and jobs.

use chrono::{DateTime, Utc};

use super::{Detail, DetailView, OutlineItem, item, join_dotted, paragraph, with_label};
use crate::cli::show::columns::count;
use crate::recruiting::date_text::join_span;
use crate::text::pluralize;
use crate::wire::{
    Certification, CompanyId, Contact, Date, Education, JobAssociation, Person, Position,
    WorkExperience,
};

impl DetailView for Person {
    fn detail(&self, _now: DateTime<Utc>) -> Detail {
        Detail::from_facts([
            ("name", self.name.clone()),
            ("first name", self.first_name.clone()),
            ("last name", self.last_name.clone()),
            ("title", self.current_job_title.clone()),
            ("company", self.current_company_name.clone()),
            ("handle", self.social_public_id.clone()),
            ("ID", self.id.to_string()),
            ("company ID", self.current_company_id.to_string()),
            ("external ID", self.external_source_id.clone().unwrap_or_default()),
        ])
        .with_outline("emails", self.emails.iter().map(contact).collect())
        .with_outline("phones", self.phones.iter().map(contact).collect())
        .with_outline("work", self.work_experience.iter().flat_map(employer).collect())
        .with_outline("education", self.education_experience.iter().flat_map(school).collect())
        .with_outline("certifications", self.certifications.iter().flat_map(certificate).collect())
        .with_outline("jobs", self.jobs.iter().flat_map(association).collect())
        .with_unknown_fields(self)
    }
}

fn contact(contact: &Contact) -> OutlineItem {
    item(1, join_dotted([contact.value.clone(), contact.contact_data_type.clone()]))
}

fn employer(work: &WorkExperience) -> Vec<OutlineItem> {
    let mut items = vec![head(&work.company_name, [months(work.duration_in_months)])];
    items.extend(company(
        &work.company_social_url,
        work.company_social_id,
        work.company_id.as_ref(),
    ));
    items.extend(work.positions.iter().flat_map(position));
    items
}

fn position(position: &Position) -> Vec<OutlineItem> {
    let line = join_dotted([
        position.title.clone(),
        span(position.start_date, position.end_date, "now"),
        months(position.duration_in_months),
        position.location.clone(),
        position.position_type.clone(),
    ]);
    std::iter::once(item(2, line)).chain(paragraph(3, &position.description)).collect()
}

fn school(school: &Education) -> Vec<OutlineItem> {
    let years = span(school.start_date, school.end_date, "");
    let mut items = vec![head(&school.company_name, [school.degree.clone(), years])];
    items.extend(paragraph(2, &school.description));
    items.extend(company(
        &school.company_social_url,
        school.company_social_id,
        school.company_id.as_ref(),
    ));
    items
}

fn certificate(certification: &Certification) -> Vec<OutlineItem> {
    let date = |label, date: Option<Date>| {
        date.map_or_else(String::new, |date| with_label(label, &date.to_string()))
    };
    let mut items = vec![head(
        &certification.name,
        [
            with_label("by", &certification.company_name),
            date("issued", certification.start_date),
            date("until", certification.end_date),
            with_label("number", &certification.credential_id),
        ],
    )];
    items.extend(company(
        &certification.company_social_url,
        certification.company_social_id,
        certification.company_id.as_ref(),
    ));
    items
}

fn association(job: &JobAssociation) -> Vec<OutlineItem> {
    let ids = join_dotted([
        with_label("candidate", job.candidate_id.as_str()),
        with_label("job", job.job_id.as_str()),
        with_label("stage", job.current_pipeline_stage_id.as_str()),
    ]);
    vec![
        head(
            &job.job_name,
            [job.job_client_company_name.clone(), job.current_pipeline_stage_name.clone()],
        ),
        item(2, ids),
    ]
}

/// The name of an entry, or a placeholder.
fn head<const N: usize>(name: &str, parts: [String; N]) -> OutlineItem {
    let name = if name.trim().is_empty() { "(no name)" } else { name };
    item(1, join_dotted([name.to_owned(), join_dotted(parts)]))
}

fn company(page: &str, number: Option<i64>, id: Option<&CompanyId>) -> Option<OutlineItem> {
    let id = id.map_or_else(String::new, |id| with_label("company", id.as_str()));
    let line = join_dotted([page.to_owned(), with_label("network ID", &count(number)), id]);
    (!line.is_empty()).then(|| item(2, line))
}

fn months(months: Option<i64>) -> String {
    months.map_or_else(String::new, |months| pluralize(months, "month", "months"))
}

/// A date range; `open` stands for a missing end.
fn span(start: Option<Date>, end: Option<Date>, open: &str) -> String {
    let text = |date: Date| date.to_string();
    join_span(start.map(text), end.map(text), " – ", open)
}
