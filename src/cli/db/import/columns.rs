//! The columns of the three tables: their names in a mapping file, and the headers under which
//! recruiting systems export them. `table` and `mapping` look them up.

use crate::service::person_row::PersonColumn as Person;
use crate::service::store::ids::name_key;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableKind {
    Jobs,
    People,
    Candidates,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Person(Person),
    JobId,
    JobName,
    Client,
    Status,
    OpenedAt,
    IsArchived,
    Job,
    Stage,
    StageDate,
    AddedAt,
}

#[derive(Debug)]
pub(super) struct Column {
    /// In a mapping file.
    pub(super) name: &'static str,
    pub(super) field: Field,
    pub(super) is_required: bool,
    /// As [`key`] writes them, the surest first.
    headers: &'static [&'static str],
}

impl TableKind {
    /// In a mapping file and on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::People => "people",
            Self::Candidates => "candidates",
        }
    }

    /// Headers are given to the columns in this order.
    pub(super) fn columns(self) -> impl Iterator<Item = &'static Column> {
        let (own, people): (&[Column], &[Column]) = match self {
            Self::Jobs => (JOBS, &[]),
            Self::People => (PERSON_ID, PEOPLE),
            Self::Candidates => (CANDIDATES, PEOPLE),
        };
        own.iter().chain(people)
    }
}

impl Column {
    /// How well a header fits in this table; less is better.
    pub(super) fn rank(&self, kind: TableKind, header: &str) -> Option<usize> {
        let key = key(header);
        let is_ambiguous = kind == TableKind::Candidates && AMBIGUOUS.contains(&key.as_str());
        if is_ambiguous && matches!(self.field, Field::Person(_)) {
            return None;
        }
        let place = self.headers.iter().position(|known| *known == key);
        place.map(|place| place + 1).or_else(|| key_of_name(self.name, &key).then_some(0))
    }
}

fn key_of_name(name: &str, key: &str) -> bool {
    name.chars().filter(|c| *c != '_').eq(key.chars())
}

/// A header without case, spaces and punctuation.
pub(super) fn key(header: &str) -> String {
    name_key(header).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Beside a job, these may be about the job and not about the person: only a mapping file can tell.
const AMBIGUOUS: &[&str] =
    &["jobtitle", "title", "position", "company", "companyname", "location", "city"];

const fn column(name: &'static str, field: Field, headers: &'static [&'static str]) -> Column {
    Column { name, field, is_required: false, headers }
}

const fn required(name: &'static str, field: Field, headers: &'static [&'static str]) -> Column {
    Column { name, field, is_required: true, headers }
}

#[rustfmt::skip]
const JOBS: &[Column] = &[
    required("external_id", Field::JobId, &["jobid", "requisitionid", "reqid", "externalsourceid", "jobcode", "id"]),
    column("name", Field::JobName, &["jobname", "jobtitle", "title", "position"]),
    column("client", Field::Client, &["clientname", "company", "companyname", "customer", "account", "organization"]),
    column("status", Field::Status, &["jobstatus", "state"]),
    column("opened_at", Field::OpenedAt, &["opened", "openedon", "opendate", "dateopened", "createdat", "created", "datecreated", "creationdate"]),
    column("archived", Field::IsArchived, &["isarchived"]),
];

#[rustfmt::skip]
const PERSON_ID: &[Column] = &[
    required("external_id", Field::Person(Person::ExternalId), &["personid", "candidateid", "applicantid", "contactid", "profileid", "externalsourceid", "id"]),
];

#[rustfmt::skip]
const CANDIDATES: &[Column] = &[
    required("person", Field::Person(Person::ExternalId), &["personid", "candidateid", "applicantid", "contactid", "profileid"]),
    required("job", Field::Job, &["jobid", "requisitionid", "reqid", "job", "jobname", "jobtitle", "requisition", "position"]),
    column("stage", Field::Stage, &["currentstage", "pipelinestage", "stagename", "currentpipelinestagename", "status", "candidatestatus", "applicationstatus"]),
    column("stage_date", Field::StageDate, &["stagechangedat", "laststagechange", "movedat", "lastmoved", "currentpipelinestagedate", "statusdate"]),
    column("added_at", Field::AddedAt, &["added", "dateadded", "appliedat", "appliedon", "applied", "dateapplied", "applicationdate", "createdat", "created", "datecreated"]),
];

#[rustfmt::skip]
const PEOPLE: &[Column] = &[
    column("name", Field::Person(Person::Name), &["fullname", "candidatename", "candidate", "applicantname"]),
    column("first_name", Field::Person(Person::FirstName), &["givenname", "forename"]),
    column("last_name", Field::Person(Person::LastName), &["surname", "familyname"]),
    column("emails", Field::Person(Person::Emails), &["email", "emailaddress", "emailaddresses", "primaryemail", "mail"]),
    column("work_email", Field::Person(Person::WorkEmail), &["businessemail"]),
    column("personal_email", Field::Person(Person::PersonalEmail), &["privateemail", "homeemail"]),
    column("phones", Field::Person(Person::Phones), &["phone", "phonenumber", "phonenumbers", "primaryphone", "telephone"]),
    column("mobile_phone", Field::Person(Person::MobilePhone), &["mobile", "cellphone", "cell", "mobilenumber"]),
    column("work_phone", Field::Person(Person::WorkPhone), &["businessphone", "officephone"]),
    column("social_url", Field::Person(Person::SocialUrl), &["linkedin", "linkedinurl", "linkedinprofile", "profileurl", "socialprofile"]),
    column("social_location", Field::Person(Person::Location), &["location", "city"]),
    column("social_headline", Field::Person(Person::Headline), &["headline"]),
    column("current_job_title", Field::Person(Person::JobTitle), &["currenttitle", "jobtitle", "title", "currentposition", "position", "occupation"]),
    column("current_company_name", Field::Person(Person::Company), &["currentcompany", "currentemployer", "company", "employer", "companyname"]),
    column("address", Field::Person(Person::Address), &["postaladdress", "streetaddress"]),
    column("notes", Field::Person(Person::Notes), &["note", "comments", "comment", "generalcomments"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_header_is_written_as_a_key_and_belongs_to_one_column_of_its_table() {
        for kind in [TableKind::Jobs, TableKind::People, TableKind::Candidates] {
            let mut seen = std::collections::HashMap::new();
            for column in kind.columns() {
                for header in column.headers {
                    assert_eq!(key(header), *header, "{}", column.name);
                    if column.rank(kind, header).is_some() {
                        let other = seen.insert(*header, column.name);
                        assert_eq!(other, None, "{header}: {}", column.name);
                    }
                }
            }
        }
    }

    #[test]
    fn headers_match_whatever_their_case_and_punctuation() {
        let column = |name: &str| TableKind::People.columns().find(|it| it.name == name).unwrap();
        let rank = |name: &str, header: &str| column(name).rank(TableKind::People, header);
        assert_eq!(rank("first_name", "First Name"), Some(0));
        assert_eq!(rank("emails", "E-Mail"), Some(1));
        assert_eq!(rank("last_name", "First Name"), None);
    }

    #[test]
    fn the_id_of_a_job_is_surer_than_its_name() {
        let job = TableKind::Candidates.columns().find(|it| it.name == "job").unwrap();
        let rank = |header: &str| job.rank(TableKind::Candidates, header).unwrap();
        assert!(rank("Job ID") < rank("Job") && rank("Req ID") < rank("Job Title"));
    }

    #[test]
    fn a_title_beside_a_job_is_not_taken_for_the_title_of_the_person() {
        let title = TableKind::People.columns().find(|it| it.name == "current_job_title").unwrap();
        assert!(title.rank(TableKind::People, "Job Title").is_some());
        assert_eq!(title.rank(TableKind::Candidates, "Job Title"), None);
    }
}
