//! The fields of the lists: one table for filter, sort and columns.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListField {
    Name,
    Title,
    Company,
    Stage,
    /// Days in the stage, or since the job was opened.
    Age,
    Added,
    /// Days since `Added`.
    New,
    Id,
    PersonId,
    CompanyId,
    StageId,
    /// The job of a candidate.
    Job,
    JobId,
    Client,
    Status,
    Archived,
    Count,
    ClientId,
    StatusId,
    Verdict,
    Tag,
    Note,
    Seen,
    Star,
    /// What the record is, by its stage or status, its dates and the star.
    Is,
}

impl ListField {
    /// Whether the field is triage data, which the server does not have.
    pub(crate) const fn is_triage(self) -> bool {
        self.is_of_person() || matches!(self, Self::Verdict | Self::Seen)
    }

    /// Whether its value changes only with the record: the name and the client of a job do not.
    pub(crate) const fn is_stored(self) -> bool {
        !self.is_triage() && !matches!(self, Self::Age | Self::Is | Self::Job | Self::Client)
    }

    /// Whether it is triage data of the person, the same in all their candidacies.
    pub(crate) const fn is_of_person(self) -> bool {
        matches!(self, Self::Tag | Self::Note | Self::Star)
    }
}

/// Which conditions a filter may put on a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFieldKind {
    Text,
    Number,
    Age,
    Date,
    Flag,
    Word(&'static [FieldWord]),
}

/// A word that a condition accepts, and what it means.
pub type FieldWord = (&'static str, &'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListFieldInfo {
    pub(crate) field: ListField,
    pub(crate) key: &'static str,
    pub(crate) heading: &'static str,
    pub(crate) kind: ListFieldKind,
    /// Whether bare words search this field.
    pub(crate) searched: bool,
}

const fn column(
    field: ListField,
    key: &'static str,
    heading: &'static str,
    kind: ListFieldKind,
) -> ListFieldInfo {
    ListFieldInfo { field, key, heading, kind, searched: false }
}

const fn searchable_column(
    field: ListField,
    key: &'static str,
    heading: &'static str,
) -> ListFieldInfo {
    ListFieldInfo { field, key, heading, kind: ListFieldKind::Text, searched: true }
}

#[rustfmt::skip]
const VERDICTS: &[FieldWord] = &[
    ("none",    "no verdict yet"),
    ("advance", "you want to advance them"),
    ("wait",    "you decide later"),
    ("decline", "you decline them"),
];

#[rustfmt::skip]
const CANDIDATE_KINDS: &[FieldWord] = &[
    ("active",    "neither rejected nor withdrawn"),
    ("interview", "in an interview stage"),
    ("new",       "added in the last 7 days"),
    ("overdue",   "longer in the stage than its limit or than usual"),
    ("starred",   "on your shortlist"),
    ("rejected",  "rejected or withdrawn"),
    ("withdrawn", "withdrawn, by the name of the stage"),
];

#[rustfmt::skip]
const JOB_KINDS: &[FieldWord] = &[
    ("open",     "neither on hold nor closed nor archived"),
    ("active",   "open or on hold"),
    ("new",      "added in the last 7 days"),
    ("closed",   "closed by its status"),
    ("archived", "archived"),
];

/// The searched fields come in the order of the folded line.
#[rustfmt::skip]
pub const CANDIDATE_FIELDS: &[ListFieldInfo] = &[
    searchable_column(ListField::Name,    "name",       "name"),
    searchable_column(ListField::Title,   "title",      "title"),
    searchable_column(ListField::Company, "company",    "company"),
    column(ListField::Stage,     "stage",      "stage",      ListFieldKind::Text),
    column(ListField::Job,       "job",        "job",        ListFieldKind::Text),
    column(ListField::Client,    "client",     "client",     ListFieldKind::Text),
    column(ListField::Is,        "is",         "kind",       ListFieldKind::Word(CANDIDATE_KINDS)),
    column(ListField::Age,       "age",        "age",        ListFieldKind::Age),
    column(ListField::Added,     "added",      "added",      ListFieldKind::Date),
    column(ListField::New,       "new",        "new",        ListFieldKind::Age),
    column(ListField::Id,        "id",         "ID",         ListFieldKind::Text),
    column(ListField::PersonId,  "person_id",  "person ID",  ListFieldKind::Text),
    column(ListField::CompanyId, "company_id", "company ID", ListFieldKind::Text),
    column(ListField::StageId,   "stage_id",   "stage ID",   ListFieldKind::Text),
    column(ListField::JobId,     "job_id",     "job ID",     ListFieldKind::Text),
    column(ListField::Verdict,   "verdict",    "verdict",    ListFieldKind::Word(VERDICTS)),
    column(ListField::Tag,       "tag",        "tag",        ListFieldKind::Text),
    column(ListField::Note,      "note",       "note",       ListFieldKind::Text),
    column(ListField::Seen,      "seen",       "seen",       ListFieldKind::Flag),
    column(ListField::Star,      "star",       "star",       ListFieldKind::Flag),
];

/// The searched fields come in the order of the folded line.
#[rustfmt::skip]
pub const JOB_FIELDS: &[ListFieldInfo] = &[
    searchable_column(ListField::Name,    "name",       "name"),
    searchable_column(ListField::Client,  "client",     "client"),
    searchable_column(ListField::Status,  "status",     "status"),
    column(ListField::Is,        "is",         "kind",       ListFieldKind::Word(JOB_KINDS)),
    column(ListField::Archived,  "archived",   "archived",   ListFieldKind::Flag),
    column(ListField::Count,     "count",      "candidates", ListFieldKind::Number),
    column(ListField::Age,       "age",        "age",        ListFieldKind::Age),
    column(ListField::Added,     "added",      "added",      ListFieldKind::Date),
    column(ListField::New,       "new",        "new",        ListFieldKind::Age),
    column(ListField::Id,        "id",         "ID",         ListFieldKind::Text),
    column(ListField::ClientId,  "client_id",  "client ID",  ListFieldKind::Text),
    column(ListField::StatusId,  "status_id",  "status ID",  ListFieldKind::Text),
];

/// A column that a list can show, and its name in the config.
pub(crate) type ColumnName = (&'static str, ListField);

/// In the default order.
pub(crate) const JOB_COLUMNS: [ColumnName; 8] = [
    ("name", ListField::Name),
    ("client", ListField::Client),
    ("status", ListField::Status),
    ("count", ListField::Count),
    ("new", ListField::New),
    ("todo", ListField::Verdict),
    ("overdue", ListField::Is),
    ("age", ListField::Age),
];

/// In the default order.
pub(crate) const CANDIDATE_COLUMNS: [ColumnName; 7] = [
    ("name", ListField::Name),
    ("title", ListField::Title),
    ("company", ListField::Company),
    ("job", ListField::Job),
    ("stage", ListField::Stage),
    ("age", ListField::Age),
    ("added", ListField::Added),
];
