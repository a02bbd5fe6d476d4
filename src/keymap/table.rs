//! Every action with its name, its default keys, where it holds and what it
//! does. Keymap, hints, popups, help, palette and README read this table.

use crate::app::action::{Action, Context, Edit, Pane};
use crate::app::rows::Field;

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub action: Action,
    /// Its name in the config.
    pub name: &'static str,
    /// Its keys unless the config says otherwise. A chord has a space between
    /// its keys.
    pub keys: &'static [&'static str],
    /// Where it holds.
    pub context: Context,
    /// What it does, for help and palette.
    pub told: &'static str,
    /// A word for the bottom line; empty where it is not shown.
    pub hint: &'static str,
}

/// The beginnings of chords, with what they lead to.
pub const PREFIXES: &[(&str, &str)] = &[("g", "go"), ("s", "sort")];

const fn on(
    context: Context,
    name: &'static str,
    keys: &'static [&'static str],
    action: Action,
    hint: &'static str,
    told: &'static str,
) -> Entry {
    Entry { action, name, keys, context, told, hint }
}

use Context::{Anywhere, Browsing, Candidates, Jobs, Moving, Over, Requests, Rows, Typing};

/// The table. The order is that of the help.
#[rustfmt::skip]
pub const ENTRIES: &[Entry] = &[
    on(Moving, "down", &["j", "down"], Action::Down, "", "next row or line"),
    on(Moving, "up", &["k", "up"], Action::Up, "", "row or line before"),
    on(Moving, "page-down", &["pagedown", "ctrl-f"], Action::PageDown, "", "a screen on"),
    on(Moving, "page-up", &["pageup", "ctrl-b"], Action::PageUp, "", "a screen back"),
    on(Moving, "half-down", &["ctrl-d"], Action::HalfDown, "", "half a screen on"),
    on(Moving, "half-up", &["ctrl-u"], Action::HalfUp, "", "half a screen back"),
    on(Moving, "top", &["g g", "home"], Action::Top, "", "first row"),
    on(Moving, "bottom", &["G", "end"], Action::Bottom, "", "last row of all, loaded or not"),
    on(Browsing, "open", &["enter"], Action::Open, "open", "open what is selected; on a stage: show its candidates"),
    on(Browsing, "back", &["esc"], Action::Back, "back", "out of filter, marks and zoom, then one level up; never quits"),
    on(Browsing, "quit", &["q"], Action::Quit, "quit", "one level up; at the top: quit"),
    on(Browsing, "filter", &["/"], Action::Filter, "filter", "filter the list as you type"),
    on(Rows, "clear-filter", &["ctrl-l"], Action::ClearFilter, "", "all rows again"),
    on(Rows, "like-this", &["@"], Action::LikeThis, "", "only rows like this one (in the sorted column, else in stage or status)"),
    on(Jobs, "sort-name", &["s n"], Action::Sort(Field::Name), "", "by name"),
    on(Jobs, "sort-client", &["s c"], Action::Sort(Field::Client), "", "by client"),
    on(Jobs, "sort-status", &["s s"], Action::Sort(Field::Status), "", "by status"),
    on(Jobs, "sort-archived", &["s z"], Action::Sort(Field::Archived), "", "by archived or not"),
    on(Jobs, "sort-count", &["s k"], Action::Sort(Field::Count), "", "by number of candidates"),
    on(Jobs, "sort-age", &["s a"], Action::Sort(Field::Age), "", "by age"),
    on(Candidates, "sort-candidate-name", &["s n"], Action::Sort(Field::Name), "", "by name"),
    on(Candidates, "sort-title", &["s t"], Action::Sort(Field::Title), "", "by title"),
    on(Candidates, "sort-company", &["s c"], Action::Sort(Field::Company), "", "by company"),
    on(Candidates, "sort-stage", &["s s"], Action::Sort(Field::Stage), "", "by stage, in the order of the pipeline"),
    on(Candidates, "sort-stage-age", &["s a"], Action::Sort(Field::Age), "", "by age in stage"),
    on(Candidates, "sort-added", &["s d"], Action::Sort(Field::Added), "", "by the day they were added"),
    on(Rows, "sort-reverse", &["s r"], Action::SortReverse, "", "the other way round"),
    on(Rows, "sort-off", &["s o"], Action::SortOff, "", "the server's order"),
    on(Rows, "mark", &["space"], Action::Mark, "", "mark the row and go on"),
    on(Rows, "mark-range", &["v"], Action::MarkRange, "", "mark from here to wherever you go; again: done"),
    on(Rows, "mark-invert", &["*"], Action::MarkInvert, "", "mark what is not marked, unmark what is"),
    on(Browsing, "board", &["b"], Action::Board, "board", "the candidates as columns by stage, or as a list again"),
    on(Browsing, "zoom", &["z"], Action::Zoom, "zoom", "this pane alone, or all again"),
    on(Browsing, "next-pane", &["tab"], Action::NextPane, "pane", "next pane"),
    on(Browsing, "previous-pane", &["shift-tab"], Action::PreviousPane, "", "pane before"),
    on(Browsing, "left", &["h", "left"], Action::Left, "", "left by a column or a pane"),
    on(Browsing, "right", &["l", "right"], Action::Right, "", "right by a column or a pane"),
    on(Browsing, "pane-jobs", &["1", "g j"], Action::Go(Pane::Jobs), "", "the jobs"),
    on(Browsing, "pane-job", &["2", "g p"], Action::Go(Pane::Job), "", "the job and its pipeline"),
    on(Browsing, "pane-candidates", &["3", "g c"], Action::Go(Pane::Candidates), "", "the candidates"),
    on(Browsing, "pane-candidate", &["4", "g d"], Action::Go(Pane::Candidate), "", "details of the candidate"),
    on(Browsing, "previous", &["-", "g b"], Action::Previous, "", "back to where you were"),
    on(Browsing, "forward", &["g f"], Action::Forward, "", "forward again, after going back"),
    on(Browsing, "history", &["g h"], Action::History, "", "all places where you were"),
    on(Browsing, "palette", &["ctrl-p", ":"], Action::Palette, "find", "find any job, candidate read so far, action or saved view"),
    on(Browsing, "save-view", &["g s"], Action::SaveView, "", "keep this filter and order under a name"),
    on(Browsing, "raw", &["\\"], Action::Raw, "", "the record as the server sent it, as JSON"),
    on(Browsing, "copy", &["y"], Action::Copy, "", "copy the id of what is selected, or of all that is marked"),
    on(Browsing, "refresh", &["R", "f5"], Action::Refresh, "", "read it again; fills gaps"),
    on(Browsing, "requests", &["!"], Action::Requests, "", "the requests and what became of them"),
    on(Browsing, "notices", &["g n"], Action::Notices, "", "what was told so far"),
    on(Browsing, "mouse", &["g m"], Action::Mouse, "", "the mouse for this program, or for the terminal"),
    on(Browsing, "help", &["?", "f1"], Action::Help, "help", "what the keys do"),
    on(Over, "close", &["q", "?", "f1", "!", "\\"], Action::Quit, "close", "close it"),
    on(Over, "leave-it", &["esc"], Action::Back, "", "close it; on a request that is out: stop that one"),
    on(Requests, "cancel-request", &["x"], Action::CancelRequest, "cancel", "stop the selected request"),
    on(Over, "pick", &["enter"], Action::Open, "", "go to what is selected"),
    on(Typing, "accept", &["enter"], Action::Edit(Edit::Accept), "done", "take it"),
    on(Typing, "leave", &["esc"], Action::Edit(Edit::Leave), "leave", "leave it as it was"),
    on(Typing, "complete", &["tab"], Action::Edit(Edit::Complete), "complete", "take what is offered"),
    on(Typing, "next", &["down", "ctrl-n"], Action::Edit(Edit::Next), "", "the next that is offered"),
    on(Typing, "before", &["up", "ctrl-p"], Action::Edit(Edit::Before), "", "the one before"),
    on(Typing, "letter-left", &["left"], Action::Edit(Edit::Left), "", "a letter back"),
    on(Typing, "letter-right", &["right"], Action::Edit(Edit::Right), "", "a letter on"),
    on(Typing, "word-left", &["ctrl-left", "alt-b"], Action::Edit(Edit::WordLeft), "", "a word back"),
    on(Typing, "word-right", &["ctrl-right", "alt-f"], Action::Edit(Edit::WordRight), "", "a word on"),
    on(Typing, "line-start", &["home", "ctrl-a"], Action::Edit(Edit::Home), "", "to the beginning"),
    on(Typing, "line-end", &["end", "ctrl-e"], Action::Edit(Edit::End), "", "to the end"),
    on(Typing, "erase", &["backspace", "ctrl-h"], Action::Edit(Edit::Erase), "", "the letter before goes"),
    on(Typing, "delete", &["delete"], Action::Edit(Edit::Delete), "", "the letter after goes"),
    on(Typing, "erase-word", &["ctrl-w", "alt-backspace"], Action::Edit(Edit::EraseWord), "", "the word before goes"),
    on(Typing, "erase-all", &["ctrl-u"], Action::Edit(Edit::EraseAll), "", "everything before goes"),
    on(Anywhere, "quit-now", &["ctrl-c"], Action::QuitNow, "", "quit at once"),
    on(Anywhere, "suspend", &["ctrl-z"], Action::Suspend, "", "back to the shell; fg comes back here"),
];
