//! The tables that both engines have, with their columns: what a copy of a database consists of.
//! `copy` is the caller.

/// What a column holds. Truth values and times are integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Text,
    Bytes,
}

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// The first one orders the rows.
    pub(crate) columns: &'static [(&'static str, Kind)],
    /// Whether the engine assigns the first column.
    pub(crate) has_own_keys: bool,
}

impl Table {
    /// The names of the columns, as a statement lists them.
    pub(crate) fn column_list(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn key(&self) -> &'static str {
        self.columns.first().map_or("", |(name, _)| name)
    }
}

macro_rules! table {
    ($name:literal, $has_own_keys:literal, $($column:ident $kind:ident),+ $(,)?) => {
        Table {
            name: $name,
            columns: &[$((stringify!($column), Kind::$kind)),+],
            has_own_keys: $has_own_keys,
        }
    };
}

/// Each after those that its rows refer to. The tags of lists and the time of the last backup belong
/// to one database alone.
pub(crate) const TABLES: [Table; 11] = [
    table!("client", true, client_pk Integer, id Text, name Text, name_key Text),
    table!(
        "job", true, job_pk Integer, id Text, position Integer, name Text, name_key Text,
        created_at Integer, is_archived Integer, client_pk Integer, status_id Text,
        status_name Text, candidate_count Integer, last_candidate_at Integer,
        external_source_id Text,
    ),
    table!(
        "stage", true, stage_pk Integer, job_pk Integer, id Text, name Text, stage_order Integer,
        is_rejection Integer, is_interviewing Integer,
    ),
    table!(
        "person", true, person_pk Integer, id Text, name Text, first_name Text, last_name Text,
        social_url Text, social_public_id Text, social_location Text, social_headline Text,
        current_job_title Text, current_company_name Text, address Text, notes Text,
        external_source_id Text, emails Text, phones Text, work_experience Text,
        education_experience Text, certifications Text,
    ),
    table!(
        "client_contact", true, contact_pk Integer, id Text, person_pk Integer, client_pk Integer,
    ),
    table!(
        "candidate", true, candidate_pk Integer, id Text, person_pk Integer, job_pk Integer,
        position Integer, stage_pk Integer, created_at Integer, shown Text,
    ),
    table!("candidate_item", false, place Integer, item Text),
    table!(
        "api_key", false, name Text, digest Bytes, read_only Integer, created_at Integer,
        expires_at Integer, last_used_at Integer, previous_digest Bytes, previous_until Integer,
    ),
    table!("deleted_person", false, id Text, at Integer, merged_into Text),
    table!("external_alias", false, external_source_id Text, person_pk Integer),
    table!(
        "audit", true, audit_pk Integer, at Integer, actor Text, request_id Text, address Text,
        operation Text, record_id Text, person_id Text, fields Text, field_values Text,
    ),
];
