//! The table of settings: the name, type, default and description of each.
//!
//! `read` reads the file by this table, `schema` writes the JSON schema from it, and
//! `shortlist config show` lists it. A new setting is a row here and a line in its reader.

use super::choices::{CACHES, CREATES, DATES, PANES, SYMBOLS, THEMES, names};
use super::rules::{self, TextRule};
use crate::keymap::ENTRIES;
use crate::recruiting::table::{CANDIDATE_COLUMNS, JOB_COLUMNS};
use crate::theme::Role;

pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) default: DefaultValue,
    pub(crate) description: &'static str,
}

/// The words that are allowed.
pub(crate) type Names = fn() -> Vec<&'static str>;

/// The type of a value.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Flag,
    /// One of these words.
    Choice(Names),
    /// Several of these words, none twice.
    Choices(Names),
    Number(&'static NumberRule),
    Text(&'static TextRule),
    /// A list of texts.
    Texts(&'static TextRule),
    /// A key, or a list of keys.
    Keys,
    /// A program and its arguments.
    Command,
    /// Only `true`.
    True,
    Table(&'static Table),
}

pub(crate) struct NumberRule {
    pub(crate) wanted: &'static str,
    pub(crate) min: u32,
    pub(crate) max: u32,
    pub(crate) unit: &'static str,
}

pub(crate) struct Table {
    /// In words, with an article.
    pub(crate) wanted: &'static str,
    pub(crate) fields: &'static [Field],
    /// What has another name than these fields.
    pub(crate) entry: Option<Entry>,
    /// Whether a mistake in one field makes the others useless.
    pub(crate) is_whole: bool,
    /// Whether exactly one of the fields is given.
    pub(crate) is_one_of: bool,
}

pub(crate) struct Entry {
    pub(crate) kind: Kind,
    /// The names that exist; any, if `None`.
    pub(crate) names: Option<Names>,
    /// What to do about a blank name, if it is a mistake.
    pub(crate) blank_name: Option<&'static str>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum DefaultValue {
    Flag(bool),
    Number(u32),
    Text(&'static str),
    EmptyList,
    EmptyTable,
    /// No value means something else than any value.
    Unset,
}

const fn field(
    name: &'static str,
    kind: Kind,
    default: DefaultValue,
    description: &'static str,
) -> Field {
    Field { name, kind, default, description }
}

const fn table(wanted: &'static str, fields: &'static [Field]) -> Table {
    Table { wanted, fields, entry: None, is_whole: false, is_one_of: false }
}

const fn whole(wanted: &'static str, fields: &'static [Field]) -> Table {
    Table { is_whole: true, ..table(wanted, fields) }
}

/// A table of entries, named by the user or by `names`.
const fn entries(wanted: &'static str, kind: Kind, names: Option<Names>) -> Table {
    Table { entry: Some(Entry { kind, names, blank_name: None }), ..table(wanted, &[]) }
}

use DefaultValue::{EmptyList, EmptyTable, Flag, Number, Text, Unset};

/// The whole file.
pub(crate) static FILE: Table = table("a table", FIELDS);

#[rustfmt::skip]
static FIELDS: &[Field] = &[
    field("theme", Kind::Choice(|| names(&THEMES)), Text("auto"),
        "Theme of the terminal UI. auto follows the background of the terminal; NO_COLOR always selects plain."),
    field("symbols", Kind::Choice(|| names(&SYMBOLS)), Text("auto"), "Symbols of the terminal UI."),
    field("mouse", Kind::Flag, Flag(true), "Mouse support. Hold shift to select text."),
    field("hyperlinks", Kind::Flag, Flag(true), "Whether email addresses, phone numbers and links can be clicked in the terminal."),
    field("dates", Kind::Choice(|| names(&DATES)), Text("words"),
        "How the terminal UI writes dates: 12 Mar 2026 (words), 2026-03-12 (iso), 12.03.2026 (european) or 03/12/2026 (american)."),
    field("history_prefetch", Kind::Flag, Flag(true), "Whether stage histories are read in the background, so that the time in stage is exact."),
    CACHE, CACHE_DAYS, SYNC,
    field("limits", Kind::Table(&LIMITS), EmptyTable,
        "How long a candidate may stay in a stage before they are overdue, by the start of the stage name."),
    field("reasons", Kind::Texts(&rules::TEXT), EmptyList, "Reasons that shortlist suggests when you decline a candidate."),
    field("lists", Kind::Table(&LISTS), EmptyTable, "Columns and sort order of the lists in the terminal UI."),
    field("colors", Kind::Table(&COLORS), EmptyTable,
        "Colors of individual roles, which override those of the theme: COLOR, COLOR on COLOR or on COLOR, each #rrggbb, one of the 16 names or default."),
    field("mail", Kind::Table(&MAIL), EmptyTable, "Your name, and a template for each kind of email."),
    field("keys", Kind::Table(&KEYS), EmptyTable, "Keys of actions; they replace the default keys, and an empty list unbinds the action."),
    field("views", Kind::Table(&VIEWS), EmptyTable, "Saved views by name."),
    field("profiles", Kind::Table(&PROFILES), EmptyTable, "Named workspaces, for --profile NAME."),
];

const CACHE: Field = field(
    "cache",
    Kind::Choice(|| names(&CACHES)),
    Text("all"),
    "What this machine keeps of a server's data: nothing, the lists, or records too.",
);
const CACHE_DAYS: Field = field(
    "cache_days",
    Kind::Number(&NumberRule { wanted: "a number of days", min: 1, max: 3650, unit: "days" }),
    Number(90),
    "Days until data that was not read again is deleted.",
);
const SYNC: Field = field(
    "sync",
    Kind::Text(&rules::INTERVAL),
    Text("15m"),
    "How often to ask the server for changes, from 1m to 24h, or manual.",
);

static LIMITS: Table = Table {
    entry: Some(Entry {
        kind: Kind::Text(&rules::DAYS),
        names: None,
        blank_name: Some("give the start of a stage name"),
    }),
    ..table("a table of stages", &[])
};

#[rustfmt::skip]
static LISTS: Table = table("a table of lists", &[
    field("jobs", Kind::Table(&JOB_LIST), EmptyTable, "The jobs."),
    field("candidates", Kind::Table(&CANDIDATE_LIST), EmptyTable, "The candidates of a job."),
    field("all_candidates", Kind::Table(&CANDIDATE_LIST), EmptyTable, "The candidates of all jobs."),
]);

static JOB_LIST: Table = list(&[
    columns(|| names(&JOB_COLUMNS)),
    field("sort", Kind::Text(&rules::JOB_SORT), Unset, SORT),
]);

static CANDIDATE_LIST: Table = list(&[
    columns(|| names(&CANDIDATE_COLUMNS)),
    field("sort", Kind::Text(&rules::CANDIDATE_SORT), Unset, SORT),
]);

const SORT: &str = "A field to sort by; a minus sign before it means descending.";

const fn list(fields: &'static [Field]) -> Table {
    table("a table with columns and sort", fields)
}

const fn columns(names: Names) -> Field {
    field("columns", Kind::Choices(names), Unset, "The columns, from left to right.")
}

static COLORS: Table =
    entries("a table of roles", Kind::Text(&rules::COLOR), Some(Role::names as Names));

static MAIL: Table = Table {
    fields: &[field("me", Kind::Text(&rules::TEXT), Text(""), "Your name, for {me}.")],
    ..entries("a table of templates", Kind::Table(&TEMPLATE), None)
};

#[rustfmt::skip]
static TEMPLATE: Table = whole("a table with subject and body", &[
    field("subject", Kind::Text(&rules::TEMPLATE), Text(""), "The subject, with fields such as {job} in braces."),
    field("body", Kind::Text(&rules::TEMPLATE), Text(""), "The text, with fields such as {first_name} in braces."),
]);

/// The names are checked by the keymap, with the conflicts.
static KEYS: Table = entries("a table of actions", Kind::Keys, None);

/// The names of all actions, for the schema.
pub(super) fn action_names() -> Vec<&'static str> {
    ENTRIES.iter().map(|entry| entry.name).collect()
}

static VIEWS: Table = entries("a table of views", Kind::Table(&VIEW), None);

/// An empty text counts as missing.
#[rustfmt::skip]
pub(super) static VIEW: Table = whole("a table", &[
    field("job", Kind::Text(&rules::TEXT), Unset, "The ID of a job, or * for all candidates; without it, the job that is open."),
    field("pane", Kind::Choice(|| names(&PANES)), Text("candidates"), "The list that the view applies to."),
    field("filter", Kind::Text(&rules::TEXT), Text(""), "A filter, as you type it after /."),
    field("sort", Kind::Text(&rules::TEXT), Text(""), SORT),
]);

static PROFILES: Table = entries("a table of profiles", Kind::Table(&PROFILE), None);

/// An empty text counts as missing.
#[rustfmt::skip]
pub(super) static PROFILE: Table = whole("a table", &[
    field("url", Kind::Text(&rules::TEXT), Unset, "Address of the server; without it, the workspace on this machine."),
    field("key", Kind::Table(&KEY), Unset, "Where the API key comes from; SHORTLIST_KEY overrides it. Without it, shortlist asks for the key."),
    field("read_only", Kind::Flag, Flag(false), "Whether shortlist must not change anything on the server."),
    field("create", Kind::Choice(|| names(&CREATES)), Text("v1"), "v0 is for servers that only have the old create operation."),
    field("ca_file", Kind::Text(&rules::TEXT), Unset, "Also trust the certificates in this file; relative to the config file."),
    field("web_url", Kind::Text(&rules::WEB_URL), Unset,
        "The page of a candidate in the ATS, with {candidate_id}, {job_id} and {person_id}."),
    CACHE, CACHE_DAYS, SYNC,
]);

/// The config never holds the key itself.
#[rustfmt::skip]
static KEY: Table = Table {
    is_one_of: true,
    ..whole("one of { env = … }, { command = […] }, { keyring = true } and { file = … }, never the key itself", &[
        field("env", Kind::Text(&rules::VARIABLE), Unset, "The environment variable that holds the key."),
        field("command", Kind::Command, Unset, "A program and its arguments; the first line of its output is the key."),
        field("keyring", Kind::True, Unset, "The system keyring."),
        field("file", Kind::Text(&rules::FILE), Unset, "A file that only you can read; relative to the config file."),
    ])
};

impl Table {
    /// The kind of a field or entry; `None` if it has no such name.
    pub(crate) fn kind_of(&self, name: &str) -> Option<Kind> {
        if let Some(field) = self.fields.iter().find(|field| field.name == name) {
            return Some(field.kind);
        }
        let entry = self.entry.as_ref()?;
        let is_known = entry.names.is_none_or(|names| names().contains(&name));
        is_known.then_some(entry.kind)
    }

    /// All names, unless the user chooses them.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let known = self.entry.as_ref().and_then(|entry| entry.names);
        let fields = self.fields.iter().map(|field| field.name);
        fields.chain(known.into_iter().flat_map(|names| names())).collect()
    }
}

impl Kind {
    /// The kind in words, for a value of another type.
    pub(crate) fn wanted(self) -> String {
        match self {
            Self::Flag => "true or false".to_owned(),
            Self::Choice(names) => format!("one of {}", names().join(", ")),
            Self::Choices(names) => format!("a list of {}", names().join(", ")),
            Self::Number(rule) => rule.wanted.to_owned(),
            Self::Text(rule) => rule.wanted.to_owned(),
            Self::Texts(_) => "a list of strings".to_owned(),
            Self::Keys => "a key or a list of keys, each as text".to_owned(),
            Self::Command => "a program and its arguments, as a list of strings".to_owned(),
            Self::True => "true".to_owned(),
            Self::Table(table) => table.wanted.to_owned(),
        }
    }
}
