//! What the help explains besides the keys: the filter, the symbols, the mouse and the files.

use super::section::{HelpRow, HelpSection, RowHead};
use crate::keymap::action::Action;
use crate::tui::app::state::State;
use crate::tui::widgets::rich_text::Mark;

/// Filter syntax by example.
pub(crate) const FILTER: &[(&str, &str)] = &[
    (
        "senior rust",
        "Both words in name, title or company (jobs: name, client or status); accents are ignored",
    ),
    ("\"jan kowal\"", "This phrase"),
    (
        "is:active",
        "Candidates: active, interview, new, overdue, starred, rejected, withdrawn. Jobs: open, active, new, closed, archived",
    ),
    (
        "stage:screen,offer",
        "A field contains one of these: name, title, company, stage, client, status",
    ),
    (
        "job:rust client:north",
        "All candidates: those of a job or a client. In the list of one job, all of them or none",
    ),
    ("-is:rejected", "Everything but these; - negates any term"),
    ("age>14d new<7d", "More than 14 days in the stage; added in the last 7 days (h d w m y)"),
    ("added>2026-03", "Added after a day, a month or a year"),
    ("verdict:none", "Your verdict: none, advance, wait or decline"),
    ("tag:later", "One of your tags contains the text"),
    ("note:salary", "One of your notes contains the text"),
    ("seen:no", "Candidates you have not opened yet"),
    ("count>100", "Jobs with more than 100 candidates"),
];

/// Symbols, sample text after them, and meaning.
pub(crate) const SYMBOLS: &[(&[Mark], &str, &str)] = &[
    (&[Mark::Open], "", "Before a job: open. In a history: now"),
    (&[Mark::OnHold], "", "Before a job: on hold, waiting or a draft"),
    (&[Mark::Closed], "", "Before a job: closed"),
    (&[Mark::Archived], "", "Before a job: archived"),
    (&[Mark::Interview], "", "After a stage: interviews"),
    (&[Mark::Rejection], "", "After a stage: rejected or withdrawn"),
    (&[Mark::Back], "", "In a history: back to an earlier stage"),
    (
        &[Mark::AtMost],
        "11d",
        "At most this long in the stage: counted from the date added until the history is read",
    ),
    (&[Mark::AtLeast], "11", "At least this many: not all candidates are loaded yet"),
    (&[Mark::Similar], "", "Before a row: similar to the filter, no exact match"),
    (&[Mark::Marked], "", "Before a row: marked"),
    (
        &[Mark::Advance, Mark::Wait, Mark::Decline],
        "",
        "Before a name: your verdict (advance, wait, decline), stored on this machine",
    ),
    (&[Mark::Star, Mark::Snoozed], "", "Before a name: starred; snoozed until a date"),
    (&[Mark::Pending], "", "Before a name: your last change is not on disk yet"),
    (&[Mark::Cursor, Mark::Right], "", "Before a row: selected, in the focused pane or another"),
    (&[Mark::Ascending, Mark::Descending], "", "At a heading: sorted, ascending or descending"),
    (&[Mark::Up, Mark::Down, Mark::Left, Mark::Right], "", "More in this direction"),
    (&[Mark::Down], " 2+6", "In the header: requests in flight, and waiting"),
    (&[Mark::More], "", "Text was cut"),
    (&[Mark::Warning, Mark::Failed], "", "A warning; a failure"),
];

pub(crate) fn topics(state: &State) -> Vec<HelpSection> {
    let section = |title: &str, rows: Vec<HelpRow>| HelpSection { title: title.to_owned(), rows };
    let row = |head: &str, text: &str| HelpRow {
        head: RowHead::Text(head.to_owned()),
        text: text.to_owned(),
    };
    let rows = |table: &[(&str, &str)]| table.iter().map(|(head, text)| row(head, text)).collect();
    let symbol = |(marks, suffix, text): &(&'static [Mark], &'static str, &str)| HelpRow {
        head: RowHead::Symbols(marks, suffix),
        text: (*text).to_owned(),
    };
    let key = |action| state.key_of(action);
    let mouse = [
        (
            "click",
            "Select a row. A column heading sorts; again reverses. Hints and the breadcrumbs can be clicked too",
        ),
        ("double click", "Open"),
        ("wheel", "Scroll what is under the pointer"),
        ("shift and drag", "Select text, in most terminals"),
        (&key(Action::Mouse), "Turn the mouse off, so that the terminal selects text; or on again"),
    ];
    let files = [
        (
            "config.toml",
            "Theme, symbols, keys and saved views; in ~/.config/shortlist, or the path in SHORTLIST_CONFIG",
        ),
        ("shortlist keys-table", "Prints every action with its name for the config"),
        (&key(Action::Notices), "Show past messages, with mistakes in the config"),
    ];
    vec![
        section("Filter", rows(FILTER)),
        section("Symbols", SYMBOLS.iter().map(symbol).collect()),
        section("Mouse", rows(&mouse)),
        section("Files", rows(&files)),
    ]
}
