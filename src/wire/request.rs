//! The bodies of the three write operations.
//!
//! An unset field is omitted, never sent as null: to some servers null means
//! "delete". An update deletes a value with [`Patch::Clear`].

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ids::{ClientId, JobId};
use super::person::Contact;

/// What an update does with one field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// The field is omitted.
    #[default]
    Keep,
    /// Sent as null.
    Clear,
    Set(T),
}

impl<T> Patch<T> {
    #[must_use]
    pub const fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Keep | Self::Clear => to.serialize_none(),
            Self::Set(value) => value.serialize(to),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(from)?.map_or(Self::Clear, Self::Set))
    }
}

macro_rules! request {
    (
        $(#[$meta:meta])*
        pub struct $name:ident of $wrap:ident, skipped if $is_unset:literal {
            $( $(#[$field_meta:meta])* $field:ident : $type:ty, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[serde(skip_serializing_if = $is_unset)]
                pub $field: $wrap<$type>,
            )*
        }

        impl $name {
            /// In the order of the API document.
            pub const FIELDS: &'static [&'static str] = &[$( stringify!($field) ),*];
        }
    };
}

request! {
    /// The body of create in API version 1.
    pub struct CreatePerson of Option, skipped if "Option::is_none" {
        name: String,
        first_name: String,
        last_name: String,
        social_url: String,
        current_job_title: String,
        social_location: String,
        company_name: String,
        emails: Vec<String>,
        work_email: String,
        work_phone: String,
        personal_email: String,
        mobile_phone: String,
        phone_numbers: Vec<String>,
        /// Write-only: no operation returns it.
        notes: String,
        job_id: JobId,
        job_name: String,
        client_name: String,
        client_id: ClientId,
        external_source_id: String,
        /// Whether the server may look the person up elsewhere.
        enrich_record: bool,
    }
}

request! {
    /// The body of create in API version 0.
    pub struct CreatePersonV0 of Option, skipped if "Option::is_none" {
        name: String,
        first_name: String,
        last_name: String,
        social_url: String,
        current_job_title: String,
        social_location: String,
        company_name: String,
        email: String,
        emails: Vec<String>,
        phone_number: String,
        phone_numbers: Vec<String>,
        /// Write-only: no operation returns it.
        notes: String,
        job_id: JobId,
        job_name: String,
        client_name: String,
        client_id: ClientId,
        external_source_id: String,
    }
}

request! {
    /// The body of update.
    pub struct UpdatePerson of Patch, skipped if "Patch::is_keep" {
        social_url: String,
        emails: Vec<Contact>,
        phone_numbers: Vec<Contact>,
        name: String,
        first_name: String,
        last_name: String,
        current_job_title: String,
        company_name: String,
        social_location: String,
        social_headline: String,
        address: String,
        /// Whether the server may look the person up elsewhere.
        enrich_record: bool,
        work_email: String,
        personal_email: String,
        mobile_phone: String,
        work_phone: String,
        job_id: JobId,
    }
}
