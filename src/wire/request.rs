//! The bodies of the three writing operations.
//!
//! A field that is not to be said is left out of the JSON, never sent as null:
//! to some servers null means "delete". What an update wants gone is said with
//! [`Patch::Clear`].

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ids::{ClientId, JobId};
use super::person::Contact;

/// What an update says of one field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// Nothing: the field is left out.
    #[default]
    Keep,
    /// It shall be empty: null.
    Clear,
    /// It shall be this.
    Set(T),
}

impl<T> Patch<T> {
    /// Whether nothing is said.
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
        pub struct $name:ident of $wrap:ident, left out by $omitted:literal {
            $( $(#[$field_meta:meta])* $field:ident : $type:ty, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[serde(skip_serializing_if = $omitted)]
                pub $field: $wrap<$type>,
            )*
        }

        impl $name {
            /// The names of all its fields, in the order of the document.
            pub const FIELDS: &'static [&'static str] = &[$( stringify!($field) ),*];
        }
    };
}

request! {
    /// What version 1 of create takes.
    pub struct CreatePerson of Option, left out by "Option::is_none" {
        /// The whole name.
        name: String,
        /// The given name.
        first_name: String,
        /// The family name.
        last_name: String,
        /// The page on a professional social network.
        social_url: String,
        /// What they do now.
        current_job_title: String,
        /// Where they live, as the network tells it.
        social_location: String,
        /// Where they work now.
        company_name: String,
        /// Addresses without a kind.
        emails: Vec<String>,
        /// The address at work.
        work_email: String,
        /// The number at work.
        work_phone: String,
        /// The private address.
        personal_email: String,
        /// The mobile number.
        mobile_phone: String,
        /// Numbers without a kind.
        phone_numbers: Vec<String>,
        /// A remark; no operation shows it again.
        notes: String,
        /// The job to put them forward for.
        job_id: JobId,
        /// The same, by name.
        job_name: String,
        /// The client, by name.
        client_name: String,
        /// The client.
        client_id: ClientId,
        /// The identifier from an outside system.
        external_source_id: String,
        /// Whether the server may look the person up elsewhere.
        enrich_record: bool,
    }
}

request! {
    /// What version 0 of create takes.
    pub struct CreatePersonV0 of Option, left out by "Option::is_none" {
        /// The whole name.
        name: String,
        /// The given name.
        first_name: String,
        /// The family name.
        last_name: String,
        /// The page on a professional social network.
        social_url: String,
        /// What they do now.
        current_job_title: String,
        /// Where they live, as the network tells it.
        social_location: String,
        /// Where they work now.
        company_name: String,
        /// The one address.
        email: String,
        /// Further addresses.
        emails: Vec<String>,
        /// The one number.
        phone_number: String,
        /// Further numbers.
        phone_numbers: Vec<String>,
        /// A remark; no operation shows it again.
        notes: String,
        /// The job to put them forward for.
        job_id: JobId,
        /// The same, by name.
        job_name: String,
        /// The client, by name.
        client_name: String,
        /// The client.
        client_id: ClientId,
        /// The identifier from an outside system.
        external_source_id: String,
    }
}

request! {
    /// What update takes.
    pub struct UpdatePerson of Patch, left out by "Patch::is_keep" {
        /// The page on a professional social network.
        social_url: String,
        /// All addresses, each with its kind.
        emails: Vec<Contact>,
        /// All numbers, each with its kind.
        phone_numbers: Vec<Contact>,
        /// The whole name.
        name: String,
        /// The given name.
        first_name: String,
        /// The family name.
        last_name: String,
        /// What they do now.
        current_job_title: String,
        /// Where they work now.
        company_name: String,
        /// Where they live, as the network tells it.
        social_location: String,
        /// The line under the name on the network.
        social_headline: String,
        /// The postal address.
        address: String,
        /// Whether the server may look the person up elsewhere.
        enrich_record: bool,
        /// The address at work.
        work_email: String,
        /// The private address.
        personal_email: String,
        /// The mobile number.
        mobile_phone: String,
        /// The number at work.
        work_phone: String,
        /// A job to put them forward for.
        job_id: JobId,
    }
}
