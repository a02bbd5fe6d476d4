//! The fields of the lists: one table that filter, sort and panes share.

/// A field of a candidate or a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
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

impl Field {
    /// Whether it is the recruiter's own: no list of the server has it.
    #[must_use]
    pub const fn is_own(self) -> bool {
        matches!(self, Self::Verdict | Self::Tag | Self::Seen | Self::Star)
    }
}

/// What may be asked of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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
pub struct Column {
    /// Which field.
    pub field: Field,
    /// Its name in a filter.
    pub key: &'static str,
    /// Its name above a column.
    pub heading: &'static str,
    /// What may be asked of it.
    pub kind: Kind,
    /// Whether bare words look here.
    pub searched: bool,
}

const fn column(field: Field, key: &'static str, heading: &'static str, kind: Kind) -> Column {
    Column { field, key, heading, kind, searched: false }
}

const fn searched(field: Field, key: &'static str, heading: &'static str) -> Column {
    Column { field, key, heading, kind: Kind::Text, searched: true }
}

/// What a verdict can be; the first is that there is none.
const VERDICTS: &[&str] = &["none", "advance", "wait", "decline"];

/// The fields of candidates. Those that are searched stand in the order of the folded line.
#[rustfmt::skip]
pub const CANDIDATE_FIELDS: &[Column] = &[
    searched(Field::Name,    "name",       "name"),
    searched(Field::Title,   "title",      "title"),
    searched(Field::Company, "company",    "company"),
    column(Field::Stage,     "stage",      "stage",      Kind::Text),
    column(Field::Age,       "age",        "age",        Kind::Age),
    column(Field::Added,     "added",      "added",      Kind::Date),
    column(Field::New,       "new",        "new",        Kind::Age),
    column(Field::Id,        "id",         "id",         Kind::Text),
    column(Field::PersonId,  "person_id",  "person id",  Kind::Text),
    column(Field::CompanyId, "company_id", "company id", Kind::Text),
    column(Field::StageId,   "stage_id",   "stage id",   Kind::Text),
    column(Field::Verdict,   "verdict",    "verdict",    Kind::Word(VERDICTS)),
    column(Field::Tag,       "tag",        "tag",        Kind::Text),
    column(Field::Seen,      "seen",       "seen",       Kind::Flag),
    column(Field::Star,      "star",       "star",       Kind::Flag),
];

/// The fields of jobs. Those that are searched stand in the order of the folded line.
#[rustfmt::skip]
pub const JOB_FIELDS: &[Column] = &[
    searched(Field::Name,    "name",       "name"),
    searched(Field::Client,  "client",     "client"),
    searched(Field::Status,  "status",     "status"),
    column(Field::Archived,  "archived",   "archived",   Kind::Flag),
    column(Field::Count,     "count",      "candidates", Kind::Number),
    column(Field::Age,       "age",        "age",        Kind::Age),
    column(Field::Added,     "added",      "added",      Kind::Date),
    column(Field::New,       "new",        "new",        Kind::Age),
    column(Field::Id,        "id",         "id",         Kind::Text),
    column(Field::ClientId,  "client_id",  "client id",  Kind::Text),
    column(Field::StatusId,  "status_id",  "status id",  Kind::Text),
];
