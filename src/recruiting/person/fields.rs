//! All fields of the three requests that write a person, in one table.

use serde::{Deserialize, Serialize};

use FormKind::{Create, CreateV0, Update};

/// A writable field, named in JSON as in the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PersonField {
    Name,
    FirstName,
    LastName,
    CurrentJobTitle,
    CompanyName,
    Emails,
    PhoneNumbers,
    WorkEmail,
    PersonalEmail,
    MobilePhone,
    WorkPhone,
    /// Only in version 0 of the API.
    Email,
    /// Only in version 0 of the API.
    PhoneNumber,
    /// The profile on a professional network.
    SocialUrl,
    SocialLocation,
    SocialHeadline,
    Address,
    Notes,
    JobId,
    /// A job by name.
    JobName,
    ClientName,
    ClientId,
    ExternalSourceId,
    /// Whether the server may add data from other sources.
    EnrichRecord,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormKind {
    Update,
    Create,
    CreateV0,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldKind {
    Text,
    /// A text that may have several lines.
    Prose,
    Email,
    Phone,
    Url,
    /// Addresses; in an update each with its kind.
    Emails,
    /// Numbers; in an update each with its kind.
    Phones,
    Job,
    Switch,
}

/// How the server returns a written field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Readback {
    AsIs,
    /// As an entry in a list of contacts.
    InList,
    /// Only the last part of the address: the handle.
    AsHandle,
    AsJob,
    /// Write-only.
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldSpec {
    pub(crate) field: PersonField,
    /// The name in the API.
    pub(crate) wire: &'static str,
    /// The name on screen.
    pub(crate) label: &'static str,
    /// The key after `e` that edits it in place.
    pub(crate) initial: Option<char>,
    pub(crate) kind: FieldKind,
    pub(crate) readback: Readback,
    pub(crate) forms: &'static [FormKind],
}

const ALL: &[FormKind] = &[Update, Create, CreateV0];
const V1: &[FormKind] = &[Update, Create];
const UPDATE: &[FormKind] = &[Update];
const CREATES: &[FormKind] = &[Create, CreateV0];
const OLD: &[FormKind] = &[CreateV0];

const fn field_spec(
    field: PersonField,
    (wire, label): (&'static str, &'static str),
    initial: Option<char>,
    kind: FieldKind,
    readback: Readback,
    forms: &'static [FormKind],
) -> FieldSpec {
    FieldSpec { field, wire, label, initial, kind, readback, forms }
}

/// In the order of the form.
#[rustfmt::skip]
pub const FIELDS: &[FieldSpec] = &[
    field_spec(PersonField::Name, ("name", "name"), Some('n'), FieldKind::Text, Readback::AsIs, ALL),
    field_spec(PersonField::FirstName, ("first_name", "first name"), Some('f'), FieldKind::Text, Readback::AsIs, ALL),
    field_spec(PersonField::LastName, ("last_name", "last name"), Some('l'), FieldKind::Text, Readback::AsIs, ALL),
    field_spec(PersonField::CurrentJobTitle, ("current_job_title", "title"), Some('t'), FieldKind::Text, Readback::AsIs, ALL),
    field_spec(PersonField::CompanyName, ("company_name", "company"), Some('c'), FieldKind::Text, Readback::AsIs, ALL),
    field_spec(PersonField::WorkEmail, ("work_email", "work email"), None, FieldKind::Email, Readback::InList, V1),
    field_spec(PersonField::PersonalEmail, ("personal_email", "personal email"), None, FieldKind::Email, Readback::InList, V1),
    field_spec(PersonField::Email, ("email", "email"), None, FieldKind::Email, Readback::InList, OLD),
    field_spec(PersonField::Emails, ("emails", "emails"), Some('m'), FieldKind::Emails, Readback::AsIs, ALL),
    field_spec(PersonField::MobilePhone, ("mobile_phone", "mobile phone"), None, FieldKind::Phone, Readback::InList, V1),
    field_spec(PersonField::WorkPhone, ("work_phone", "work phone"), None, FieldKind::Phone, Readback::InList, V1),
    field_spec(PersonField::PhoneNumber, ("phone_number", "phone"), None, FieldKind::Phone, Readback::InList, OLD),
    field_spec(PersonField::PhoneNumbers, ("phone_numbers", "phones"), Some('p'), FieldKind::Phones, Readback::AsIs, ALL),
    field_spec(PersonField::SocialUrl, ("social_url", "profile link"), Some('s'), FieldKind::Url, Readback::AsHandle, ALL),
    field_spec(PersonField::SocialLocation, ("social_location", "location"), Some('o'), FieldKind::Text, Readback::Never, ALL),
    field_spec(PersonField::SocialHeadline, ("social_headline", "headline"), Some('h'), FieldKind::Text, Readback::Never, UPDATE),
    field_spec(PersonField::Address, ("address", "address"), Some('a'), FieldKind::Prose, Readback::Never, UPDATE),
    field_spec(PersonField::Notes, ("notes", "notes"), None, FieldKind::Prose, Readback::Never, CREATES),
    field_spec(PersonField::JobId, ("job_id", "job"), None, FieldKind::Job, Readback::AsJob, ALL),
    field_spec(PersonField::JobName, ("job_name", "job name"), None, FieldKind::Text, Readback::Never, CREATES),
    field_spec(PersonField::ClientName, ("client_name", "client name"), None, FieldKind::Text, Readback::Never, CREATES),
    field_spec(PersonField::ClientId, ("client_id", "client ID"), None, FieldKind::Text, Readback::Never, CREATES),
    field_spec(PersonField::ExternalSourceId, ("external_source_id", "external ID"), None, FieldKind::Text, Readback::AsIs, CREATES),
    field_spec(PersonField::EnrichRecord, ("enrich_record", "enrich"), None, FieldKind::Switch, Readback::Never, V1),
];

impl PersonField {
    pub(crate) fn spec(self) -> &'static FieldSpec {
        // A test ensures that every field has its row.
        FIELDS.iter().find(|spec| spec.field == self).unwrap_or(&FIELDS[0])
    }

    /// By the name in the API.
    pub(crate) fn from_wire(name: &str) -> Option<Self> {
        FIELDS.iter().find(|spec| spec.wire == name).map(|spec| spec.field)
    }

    /// The list that contains this field as an entry, and the kind of the entry.
    pub(crate) const fn entry_of(self) -> Option<(Self, &'static str)> {
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
    /// In the order of the form.
    pub(crate) fn fields(self) -> impl Iterator<Item = &'static FieldSpec> {
        FIELDS.iter().filter(move |spec| spec.forms.contains(&self))
    }

    pub(crate) const fn is_create(self) -> bool {
        matches!(self, Self::Create | Self::CreateV0)
    }
}
