//! The dialogs of saved and of unsaved edits.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::recruiting::person::{Draft, Form};
use crate::text::{Align, width};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::pick_list::rows;
use crate::tui::widgets::render_context::RenderContext;
use crate::wire::Timestamp;

const NAMES: usize = 26;

/// Newest first. Returns the hidden rows above and below.
pub(crate) fn edits(
    state: &State,
    at: usize,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    if state.edits.is_empty() {
        LineWriter::new(look, line(area, 0), buf)
            .write(Role::Dim, "nothing was saved in this session");
    }
    rows(state.edits.iter().rev(), at, look, area, buf, |done: &&SavedEdit, writer| {
        let (role, sign) = match (done.is_fine, done.state) {
            (_, EditStatus::TakenBack) => (Role::Dim, look.symbols.back),
            (true, _) => (Role::Good, look.symbols.done),
            (false, _) => (Role::Warning, look.symbols.warning),
        };
        writer.cell(Role::Dim, &state.clock.time_of(done.at), 5, Align::Left);
        writer.cell(role, sign, 1, Align::Left);
        named(&done.name, writer);
        let fields = done.after.keys().map(|field| field.spec().label);
        let fields = fields.collect::<Vec<_>>().join(", ");
        let stands = match done.state {
            EditStatus::Made => "",
            EditStatus::Unsaved => "not saved, as far as is known",
            EditStatus::TakenBack => "taken back",
            EditStatus::Final => "cannot be taken back",
        };
        let facts = [stands, done.told.as_str(), fields.as_str()];
        facts_of(&facts, look, writer);
    })
}

/// Newest first. Returns the hidden rows above and below.
pub(crate) fn drafts(
    state: &State,
    at: usize,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let drafts = &state.memory.drafts;
    if drafts.is_empty() {
        LineWriter::new(look, line(area, 0), buf).write(Role::Dim, "nothing is unsaved");
    }
    rows(drafts.iter(), at, look, area, buf, |draft: &&Draft, writer| {
        writer.cell(Role::Dim, &when(state, draft.at), 12, Align::Left);
        named(called(&draft.form), writer);
        let fields = draft.form.changed().map(|spec| spec.label);
        let fields = fields.collect::<Vec<_>>().join(", ");
        let sort = if draft.form.kind.is_create() { "new person" } else { "" };
        let sent = if draft.sent { "may have been sent" } else { "" };
        let text = if draft.text.is_some() { "a text that cannot be read yet" } else { "" };
        facts_of(&[sort, sent, text, &fields], look, writer);
    })
}

/// Omits the day if it is today.
fn when(state: &State, at: Timestamp) -> String {
    let day = format::day(at);
    let time = state.clock.time_of(at);
    if day == format::day(state.clock.date) {
        return time;
    }
    let short: Vec<&str> = day.split(' ').take(2).collect();
    format!("{} {time}", short.join(" "))
}

fn called(form: &Form) -> &str {
    match form.name.trim() {
        "" => "(nameless)",
        name => name,
    }
}

fn named(name: &str, writer: &mut LineWriter<'_>) {
    let cells = NAMES.min(writer.room() / 2);
    writer.cell(Role::Text, name, cells, Align::Left);
}

fn facts_of(facts: &[&str], look: &RenderContext<'_>, writer: &mut LineWriter<'_>) {
    let mut is_first = true;
    for fact in facts.iter().filter(|fact| width(fact) > 0) {
        if !is_first {
            writer.write(Role::Dim, &format!(" {} ", look.symbols.dot));
        }
        writer.write(Role::Text, fact);
        is_first = false;
    }
}
