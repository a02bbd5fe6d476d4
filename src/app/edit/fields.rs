//! All fields of the three requests that write a person: one table.

use serde::{Deserialize, Serialize};

/// A field of a person that can be written. Named in JSON as the interface
/// names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The whole name.
    Name,
    /// The given name.
    FirstName,
    /// The family name.
    LastName,
    /// What they do now.
    CurrentJobTitle,
    /// Where they work now.
    CompanyName,
    /// All addresses.
    Emails,
    /// All numbers.
    PhoneNumbers,
    /// The address at work.
    WorkEmail,
    /// The private address.
    PersonalEmail,
    /// The mobile number.
    MobilePhone,
    /// The number at work.
    WorkPhone,
    /// The one address of version 0.
    Email,
    /// The one number of version 0.
    PhoneNumber,
    /// The page on a professional social network.
    SocialUrl,
    /// Where they live, as the network tells it.
    SocialLocation,
    /// The line under the name on the network.
    SocialHeadline,
    /// The postal address.
    Address,
    /// A remark.
    Notes,
    /// A job to put them forward for.
    JobId,
    /// The same, by name.
    JobName,
    /// The client, by name.
    ClientName,
    /// The client.
    ClientId,
    /// The identifier from an outside system.
    ExternalSourceId,
    /// Whether the server may look the person up elsewhere.
    EnrichRecord,
}

/// Which request a form fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormKind {
    /// The update.
    Update,
    /// The create of version 1.
    Create,
    /// The create of version 0.
    CreateV0,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any text.
    Text,
    /// Any text, on several lines if need be.
    Prose,
    /// An e-mail address.
    Email,
    /// A phone number.
    Phone,
    /// The address of a page.
    Url,
    /// A list of addresses; in an update each with its kind.
    Emails,
    /// A list of numbers; in an update each with its kind.
    Phones,
    /// A job, picked.
    Job,
    /// Yes or no.
    Switch,
}

/// Whether the server shows a field again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shown {
    /// As it was written.
    AsIs,
    /// In the list of contacts, under its kind.
    InList,
    /// The last part of it: the handle.
    AsHandle,
    /// Among the jobs.
    AsJob,
    /// Never.
    Never,
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spec {
    /// Which field.
    pub field: Field,
    /// Its name in the interface.
    pub wire: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// The key that edits it in place, after `e`.
    pub initial: Option<char>,
    /// What it holds.
    pub kind: Kind,
    /// Whether a read shows it again.
    pub shown: Shown,
    /// The requests that have it.
    pub forms: &'static [FormKind],
}

use FormKind::{Create, CreateV0, Update};

const ALL: &[FormKind] = &[Update, Create, CreateV0];
const V1: &[FormKind] = &[Update, Create];
const UPDATE: &[FormKind] = &[Update];
const CREATES: &[FormKind] = &[Create, CreateV0];
const OLD: &[FormKind] = &[CreateV0];

const fn row(
    field: Field,
    (wire, label): (&'static str, &'static str),
    initial: Option<char>,
    kind: Kind,
    shown: Shown,
    forms: &'static [FormKind],
) -> Spec {
    Spec { field, wire, label, initial, kind, shown, forms }
}

/// The table, in the order of the form.
#[rustfmt::skip]
pub const FIELDS: &[Spec] = &[
    row(Field::Name, ("name", "name"), Some('n'), Kind::Text, Shown::AsIs, ALL),
    row(Field::FirstName, ("first_name", "first name"), Some('f'), Kind::Text, Shown::AsIs, ALL),
    row(Field::LastName, ("last_name", "last name"), Some('l'), Kind::Text, Shown::AsIs, ALL),
    row(Field::CurrentJobTitle, ("current_job_title", "title"), Some('t'), Kind::Text, Shown::AsIs, ALL),
    row(Field::CompanyName, ("company_name", "company"), Some('c'), Kind::Text, Shown::AsIs, ALL),
    row(Field::Emails, ("emails", "e-mails"), Some('m'), Kind::Emails, Shown::AsIs, ALL),
    row(Field::PhoneNumbers, ("phone_numbers", "phones"), Some('p'), Kind::Phones, Shown::AsIs, ALL),
    row(Field::WorkEmail, ("work_email", "work e-mail"), None, Kind::Email, Shown::InList, V1),
    row(Field::PersonalEmail, ("personal_email", "personal e-mail"), None, Kind::Email, Shown::InList, V1),
    row(Field::MobilePhone, ("mobile_phone", "mobile phone"), None, Kind::Phone, Shown::InList, V1),
    row(Field::WorkPhone, ("work_phone", "work phone"), None, Kind::Phone, Shown::InList, V1),
    row(Field::Email, ("email", "e-mail"), None, Kind::Email, Shown::InList, OLD),
    row(Field::PhoneNumber, ("phone_number", "phone"), None, Kind::Phone, Shown::InList, OLD),
    row(Field::SocialUrl, ("social_url", "social page"), Some('s'), Kind::Url, Shown::AsHandle, ALL),
    row(Field::SocialLocation, ("social_location", "location"), Some('o'), Kind::Text, Shown::Never, ALL),
    row(Field::SocialHeadline, ("social_headline", "headline"), Some('h'), Kind::Text, Shown::Never, UPDATE),
    row(Field::Address, ("address", "address"), Some('a'), Kind::Prose, Shown::Never, UPDATE),
    row(Field::Notes, ("notes", "notes"), None, Kind::Prose, Shown::Never, CREATES),
    row(Field::JobId, ("job_id", "job"), None, Kind::Job, Shown::AsJob, ALL),
    row(Field::JobName, ("job_name", "job by name"), None, Kind::Text, Shown::Never, CREATES),
    row(Field::ClientName, ("client_name", "client by name"), None, Kind::Text, Shown::Never, CREATES),
    row(Field::ClientId, ("client_id", "client id"), None, Kind::Text, Shown::Never, CREATES),
    row(Field::ExternalSourceId, ("external_source_id", "outside id"), None, Kind::Text, Shown::AsIs, CREATES),
    row(Field::EnrichRecord, ("enrich_record", "enrich"), None, Kind::Switch, Shown::Never, V1),
];

impl Field {
    /// Its row of the table.
    #[must_use]
    pub fn spec(self) -> &'static Spec {
        // That every field has its row is held by a test.
        FIELDS.iter().find(|spec| spec.field == self).unwrap_or(&FIELDS[0])
    }

    /// The field that the interface calls so.
    #[must_use]
    pub fn of_wire(name: &str) -> Option<Self> {
        FIELDS.iter().find(|spec| spec.wire == name).map(|spec| spec.field)
    }

    /// The list that it is one entry of, and that entry's kind.
    #[must_use]
    pub const fn entry_of(self) -> Option<(Self, &'static str)> {
        match self {
            Self::WorkEmail => Some((Self::Emails, "work_email")),
            Self::PersonalEmail => Some((Self::Emails, "personal_email")),
            Self::MobilePhone => Some((Self::PhoneNumbers, "mobile_phone")),
            Self::WorkPhone => Some((Self::PhoneNumbers, "work_phone")),
            _ => None,
        }
    }
}

impl FormKind {
    /// Its fields, in the order of the form.
    pub fn fields(self) -> impl Iterator<Item = &'static Spec> {
        FIELDS.iter().filter(move |spec| spec.forms.contains(&self))
    }

    /// Whether it makes somebody new.
    #[must_use]
    pub const fn is_create(self) -> bool {
        matches!(self, Self::Create | Self::CreateV0)
    }
}
