//! The fields of the lists: one table that filter, sort and panes share.

/// A field of a candidate or a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListField {
    /// What a person or a position is called.
    Name,
    /// What a person does now.
    Title,
    /// Where they do it.
    Company,
    /// The stage a candidate is in.
    Stage,
    /// How long a candidate has been in the stage, or a job open.
    Age,
    /// The day the record came to be.
    Added,
    /// How long ago that was.
    New,
    /// Which candidate or job.
    Id,
    /// Which person.
    PersonId,
    /// Which company.
    CompanyId,
    /// Which stage.
    StageId,
    /// Who a job is for.
    Client,
    /// The status of a job.
    Status,
    /// Whether a job was put away.
    Archived,
    /// How many candidates a job has.
    Count,
    /// Which client.
    ClientId,
    /// Which status.
    StatusId,
    /// What the recruiter decided about a candidate; kept on this machine.
    Verdict,
    /// The tags the recruiter gave.
    Tag,
    /// Whether the recruiter looked at a candidate.
    Seen,
    /// Whether they have a star.
    Star,
}

impl ListField {
    /// Whether it is the recruiter's own: no list of the server has it.
    #[must_use]
    pub const fn is_own(self) -> bool {
        matches!(self, Self::Verdict | Self::Tag | Self::Seen | Self::Star)
    }
}

/// What may be asked of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFieldKind {
    /// Whether it holds a text.
    Text,
    /// How it compares to a number.
    Number,
    /// How it compares to a span of time.
    Age,
    /// How it compares to a day, a month or a year.
    Date,
    /// Whether it is so.
    Flag,
    /// Which of a few words it is.
    Word(&'static [&'static str]),
}

/// A field with its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListFieldInfo {
    /// Which field.
    pub field: ListField,
    /// Its name in a filter.
    pub key: &'static str,
    /// Its name above a column.
    pub heading: &'static str,
    /// What may be asked of it.
    pub kind: ListFieldKind,
    /// Whether bare words look here.
    pub searched: bool,
}

const fn column(
    field: ListField,
    key: &'static str,
    heading: &'static str,
    kind: ListFieldKind,
) -> ListFieldInfo {
    ListFieldInfo { field, key, heading, kind, searched: false }
}

const fn searched(field: ListField, key: &'static str, heading: &'static str) -> ListFieldInfo {
    ListFieldInfo { field, key, heading, kind: ListFieldKind::Text, searched: true }
}

/// What a verdict can be; the first is that there is none.
const VERDICTS: &[&str] = &["none", "advance", "wait", "decline"];

/// The fields of candidates. Those that are searched stand in the order of the folded line.
#[rustfmt::skip]
pub const CANDIDATE_FIELDS: &[ListFieldInfo] = &[
    searched(ListField::Name,    "name",       "name"),
    searched(ListField::Title,   "title",      "title"),
    searched(ListField::Company, "company",    "company"),
    column(ListField::Stage,     "stage",      "stage",      ListFieldKind::Text),
    column(ListField::Age,       "age",        "age",        ListFieldKind::Age),
    column(ListField::Added,     "added",      "added",      ListFieldKind::Date),
    column(ListField::New,       "new",        "new",        ListFieldKind::Age),
    column(ListField::Id,        "id",         "id",         ListFieldKind::Text),
    column(ListField::PersonId,  "person_id",  "person id",  ListFieldKind::Text),
    column(ListField::CompanyId, "company_id", "company id", ListFieldKind::Text),
    column(ListField::StageId,   "stage_id",   "stage id",   ListFieldKind::Text),
    column(ListField::Verdict,   "verdict",    "verdict",    ListFieldKind::Word(VERDICTS)),
    column(ListField::Tag,       "tag",        "tag",        ListFieldKind::Text),
    column(ListField::Seen,      "seen",       "seen",       ListFieldKind::Flag),
    column(ListField::Star,      "star",       "star",       ListFieldKind::Flag),
];

/// The fields of jobs. Those that are searched stand in the order of the folded line.
#[rustfmt::skip]
pub const JOB_FIELDS: &[ListFieldInfo] = &[
    searched(ListField::Name,    "name",       "name"),
    searched(ListField::Client,  "client",     "client"),
    searched(ListField::Status,  "status",     "status"),
    column(ListField::Archived,  "archived",   "archived",   ListFieldKind::Flag),
    column(ListField::Count,     "count",      "candidates", ListFieldKind::Number),
    column(ListField::Age,       "age",        "age",        ListFieldKind::Age),
    column(ListField::Added,     "added",      "added",      ListFieldKind::Date),
    column(ListField::New,       "new",        "new",        ListFieldKind::Age),
    column(ListField::Id,        "id",         "id",         ListFieldKind::Text),
    column(ListField::ClientId,  "client_id",  "client id",  ListFieldKind::Text),
    column(ListField::StatusId,  "status_id",  "status id",  ListFieldKind::Text),
];
