//! All fields of the three requests that write a person: one table.

use serde::{Deserialize, Serialize};

use FormKind::{Create, CreateV0, Update};

/// A field of a person that can be written. Named in JSON as the interface
/// names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PersonField {
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
pub enum FieldKind {
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
pub enum Readback {
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
pub struct FieldSpec {
    /// Which field.
    pub field: PersonField,
    /// Its name in the interface.
    pub wire: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// The key that edits it in place, after `e`.
    pub initial: Option<char>,
    /// What it holds.
    pub kind: FieldKind,
    /// Whether a read shows it again.
    pub shown: Readback,
    /// The requests that have it.
    pub forms: &'static [FormKind],
}

const ALL: &[FormKind] = &[Update, Create, CreateV0];
const V1: &[FormKind] = &[Update, Create];
const UPDATE: &[FormKind] = &[Update];
const CREATES: &[FormKind] = &[Create, CreateV0];
const OLD: &[FormKind] = &[CreateV0];

const fn row(
    field: PersonField,
    (wire, label): (&'static str, &'static str),
    initial: Option<char>,
    kind: FieldKind,
    shown: Readback,
    forms: &'static [FormKind],
) -> FieldSpec {
    FieldSpec { field, wire, label, initial, kind, shown, forms }
}

/// The table, in the order of the form.
#[rustfmt::skip]
pub const FIELDS: &[FieldSpec] = &[
    row(PersonField::Name, ("name", "name"), Some('n'), FieldKind::Text, Readback::AsIs, ALL),
    row(PersonField::FirstName, ("first_name", "first name"), Some('f'), FieldKind::Text, Readback::AsIs, ALL),
    row(PersonField::LastName, ("last_name", "last name"), Some('l'), FieldKind::Text, Readback::AsIs, ALL),
    row(PersonField::CurrentJobTitle, ("current_job_title", "title"), Some('t'), FieldKind::Text, Readback::AsIs, ALL),
    row(PersonField::CompanyName, ("company_name", "company"), Some('c'), FieldKind::Text, Readback::AsIs, ALL),
    row(PersonField::Emails, ("emails", "e-mails"), Some('m'), FieldKind::Emails, Readback::AsIs, ALL),
    row(PersonField::PhoneNumbers, ("phone_numbers", "phones"), Some('p'), FieldKind::Phones, Readback::AsIs, ALL),
    row(PersonField::WorkEmail, ("work_email", "work e-mail"), None, FieldKind::Email, Readback::InList, V1),
    row(PersonField::PersonalEmail, ("personal_email", "personal e-mail"), None, FieldKind::Email, Readback::InList, V1),
    row(PersonField::MobilePhone, ("mobile_phone", "mobile phone"), None, FieldKind::Phone, Readback::InList, V1),
    row(PersonField::WorkPhone, ("work_phone", "work phone"), None, FieldKind::Phone, Readback::InList, V1),
    row(PersonField::Email, ("email", "e-mail"), None, FieldKind::Email, Readback::InList, OLD),
    row(PersonField::PhoneNumber, ("phone_number", "phone"), None, FieldKind::Phone, Readback::InList, OLD),
    row(PersonField::SocialUrl, ("social_url", "social page"), Some('s'), FieldKind::Url, Readback::AsHandle, ALL),
    row(PersonField::SocialLocation, ("social_location", "location"), Some('o'), FieldKind::Text, Readback::Never, ALL),
    row(PersonField::SocialHeadline, ("social_headline", "headline"), Some('h'), FieldKind::Text, Readback::Never, UPDATE),
    row(PersonField::Address, ("address", "address"), Some('a'), FieldKind::Prose, Readback::Never, UPDATE),
    row(PersonField::Notes, ("notes", "notes"), None, FieldKind::Prose, Readback::Never, CREATES),
    row(PersonField::JobId, ("job_id", "job"), None, FieldKind::Job, Readback::AsJob, ALL),
    row(PersonField::JobName, ("job_name", "job by name"), None, FieldKind::Text, Readback::Never, CREATES),
    row(PersonField::ClientName, ("client_name", "client by name"), None, FieldKind::Text, Readback::Never, CREATES),
    row(PersonField::ClientId, ("client_id", "client id"), None, FieldKind::Text, Readback::Never, CREATES),
    row(PersonField::ExternalSourceId, ("external_source_id", "outside id"), None, FieldKind::Text, Readback::AsIs, CREATES),
    row(PersonField::EnrichRecord, ("enrich_record", "enrich"), None, FieldKind::Switch, Readback::Never, V1),
];

impl PersonField {
    /// Its row of the table.
    #[must_use]
    pub fn spec(self) -> &'static FieldSpec {
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
    pub fn fields(self) -> impl Iterator<Item = &'static FieldSpec> {
        FIELDS.iter().filter(move |spec| spec.forms.contains(&self))
    }

    /// Whether it makes somebody new.
    #[must_use]
    pub const fn is_create(self) -> bool {
        matches!(self, Self::Create | Self::CreateV0)
    }
}
