//! Draws the prompts, and the dialog that deletes local data.

use chrono::NaiveDate;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{Prompt, PromptKind, PromptSubject};
use crate::keymap::action::{Action, TextEdit};
use crate::recruiting::triage::{CandidateTriage, Verdict, until};
use crate::text::wrap;
use crate::theme::Role;
use crate::tui::app::dialog::first_row;
use crate::tui::app::state::State;
use crate::tui::widgets::format::{calendar, count, day};
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::pick_list::typed_head;
use crate::tui::widgets::render_context::RenderContext;

/// Maximum number of names listed.
const NAMED: usize = 8;

/// Returns the number of hidden lines above and below.
pub(crate) fn asking(
    state: &State,
    asking: &Prompt,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let is_typed = !matches!(asking.about, PromptKind::Verdict(_) | PromptKind::Star);
    let area = if is_typed { typed_head(&asking.field, look, area, buf) } else { area };
    let mut page = Page { look, area, buf, at: 0 };
    if let Some(wrong) = &asking.wrong {
        page.tell(Role::Warning, wrong);
    }
    match asking.about {
        PromptKind::Reason(verdict) => return reasons(state, asking, verdict, &mut page),
        PromptKind::Note => notes(state, &asking.whom, &mut page),
        PromptKind::Tags => return tags(state, asking, &mut page),
        PromptKind::Snooze => snooze(state, asking, &mut page),
        PromptKind::Verdict(_) => {
            let done = state.key_of(Action::Edit(TextEdit::Accept));
            let told = format!("{done} gives the verdict to all of them; one undo takes it back.");
            marked(state, &asking.whom, &told, &mut page);
        }
        PromptKind::Star => {
            let done = state.key_of(Action::Edit(TextEdit::Accept));
            let told = format!("{done} gives it to all of them; one undo takes it back.");
            marked(state, &asking.whom, &told, &mut page);
        }
    }
    (0, 0)
}

pub(crate) fn title(state: &State, asking: &Prompt) -> String {
    let whom = whom(state, &asking.whom);
    match asking.about {
        PromptKind::Reason(verdict) => {
            format!("Why {}? It stays until you change it", verdict.as_str())
        }
        PromptKind::Note => format!("Your note on {whom}"),
        PromptKind::Tags => format!("Your tags for {whom}"),
        PromptKind::Snooze => format!("Put off {whom}"),
        PromptKind::Verdict(verdict) => {
            let does = match verdict {
                Verdict::Advance => "Advance",
                Verdict::Wait => "Let wait:",
                Verdict::Decline => "Decline",
            };
            format!("{does} {whom}?")
        }
        PromptKind::Star => format!("A star for {whom}?"),
    }
}

fn whom(state: &State, whom: &PromptSubject) -> String {
    match whom.all.as_slice() {
        [(subject, seen)] => state.called_as(subject, seen),
        all => format!("{} candidates", count(all.len() as u64)),
    }
}

struct Page<'a> {
    look: &'a RenderContext<'a>,
    area: Rect,
    buf: &'a mut Buffer,
    at: usize,
}

impl Page<'_> {
    fn tell(&mut self, role: Role, words: &str) {
        let clean = crate::text::sanitize(words);
        for words in wrap(&clean, usize::from(self.area.width).max(1)) {
            LineWriter::new(self.look, line(self.area, self.at), self.buf).write(role, words);
            self.at += 1;
        }
    }

    /// Draws the suggestions around the selected one, and leaves `spare` lines free. Returns the number of
    /// hidden rows above and below.
    fn offers(
        &mut self,
        rows: &[(String, String)],
        at: Option<usize>,
        spare: usize,
    ) -> (usize, usize) {
        let room = self.room().saturating_sub(spare).max(1);
        let first = first_row(at.unwrap_or(0), rows.len(), room);
        for (row, (lead, words)) in rows.iter().enumerate().skip(first).take(room) {
            self.offer((lead, words), at == Some(row));
        }
        (first, rows.len().saturating_sub(first + room))
    }

    fn offer(&mut self, (lead, words): (&str, &str), is_picked: bool) {
        let place = line(self.area, self.at);
        let sign = if is_picked { self.look.symbols.cursor } else { " " };
        let mut pen = LineWriter::new(self.look, place, self.buf);
        pen.write(Role::BorderFocused, sign).write(Role::Key, lead).write(Role::Text, words);
        if is_picked {
            self.buf.set_style(place, self.look.style(Role::Selected));
        }
        self.at += 1;
    }

    /// Lines left.
    fn room(&self) -> usize {
        usize::from(self.area.height).saturating_sub(self.at)
    }

    /// An empty line, if there is room.
    fn gap(&mut self) {
        self.at += usize::from(self.room() > 3);
    }
}

/// The suggested reasons, each with its digit.
fn reasons(
    state: &State,
    asking: &Prompt,
    verdict: Verdict,
    page: &mut Page<'_>,
) -> (usize, usize) {
    let now = state.deciding.sticky.get(verdict as usize).and_then(Option::as_deref);
    let one = |(at, reason): (usize, String)| {
        let number = if at < 9 { format!("{} ", at + 1) } else { "  ".to_owned() };
        let told = if now == Some(&*reason) { format!("{reason} (now)") } else { reason };
        (number, told)
    };
    let offers = state.reason_offers(verdict).into_iter().enumerate();
    let mut rows: Vec<(String, String)> = offers.map(one).collect();
    let none = if now.is_none() { "no reason (now)" } else { "no reason" };
    rows.push(("0 ".to_owned(), none.to_owned()));
    let hidden = page.offers(&rows, asking.at, 0);
    page.gap();
    let tab = state.key_of(Action::Edit(TextEdit::Complete));
    page.tell(Role::Dim, &format!("A number takes one; or type your own. {tab}: another verdict."));
    hidden
}

/// The earlier notes.
fn notes(state: &State, whom: &PromptSubject, page: &mut Page<'_>) {
    several(whom, page);
    let Some(own) = only(state, whom) else { return };
    for note in own.notes.iter().rev() {
        page.tell(Role::Dim, &format!("{}: {}", day(note.at), note.text));
    }
}

/// Current and suggested tags.
fn tags(state: &State, asking: &Prompt, page: &mut Page<'_>) -> (usize, usize) {
    several(&asking.whom, page);
    if let Some(own) = only(state, &asking.whom).filter(|own| !own.tags.is_empty()) {
        let tags: Vec<String> = own.tags.iter().map(|tag| format!("#{tag}")).collect();
        page.tell(Role::Text, &format!("has {}", tags.join(" ")));
    }
    let offers = state.tag_offers().into_iter().map(|tag| ("#".to_owned(), tag));
    let hidden = page.offers(&offers.collect::<Vec<_>>(), asking.at, 1);
    page.gap();
    let tab = state.key_of(Action::Edit(TextEdit::Complete));
    page.tell(Role::Dim, &format!("{tab} completes; several with spaces; -tag takes one off"));
    hidden
}

/// The day and the note as understood from the input.
fn snooze(state: &State, asking: &Prompt, page: &mut Page<'_>) {
    several(&asking.whom, page);
    let today = state.clock.date.to_utc().with_timezone(&state.clock.zone).date_naive();
    let typed = asking.field.text().trim();
    let (word, note) = typed.split_once(' ').unwrap_or((typed, ""));
    match until(word, today) {
        Ok(day) => {
            page.tell(Role::Good, &format!("back on {}", told(day, today)));
            if !note.trim().is_empty() {
                page.tell(Role::Text, &format!("note: {}", note.trim()));
            }
        }
        Err(_) if asking.wrong.is_some() => {}
        Err(why) if !word.is_empty() => page.tell(Role::Dim, &why),
        Err(_) => {}
    }
    if let Some(snooze) = only(state, &asking.whom).and_then(|own| own.snooze.as_ref()) {
        let when = if snooze.until > today { "now" } else { "was" };
        page.tell(Role::Dim, &format!("{when} put off until {}", calendar(snooze.until)));
    }
    if asking.wrong.is_none() {
        page.gap();
        page.tell(Role::Dim, "3d, 2w, 1m, mon, tomorrow, 2026-12-01; a note may follow");
    }
}

fn told(day: NaiveDate, today: NaiveDate) -> String {
    let days = (day - today).num_days();
    let ahead = if days == 1 { "1 day".to_owned() } else { format!("{days} days") };
    format!("{}, {} (in {ahead})", day.format("%A"), calendar(day))
}

/// The marked candidates, and warnings about them.
fn marked(state: &State, whom: &PromptSubject, told: &str, page: &mut Page<'_>) {
    hidden(whom, page);
    standing(whom, page);
    page.tell(Role::Dim, told);
    page.tell(Role::Dim, "It stays on this machine; the server does not hear of it.");
    page.gap();
    if whom.all.len() > 1 {
        let mut names: Vec<String> = whom
            .all
            .iter()
            .take(NAMED)
            .map(|(subject, seen)| state.called_as(subject, seen))
            .collect();
        if let more @ 1.. = whom.all.len().saturating_sub(NAMED) {
            names.push(format!("and {} more", count(more as u64)));
        }
        page.tell(Role::Text, &names.join(", "));
    }
}

fn several(whom: &PromptSubject, page: &mut Page<'_>) {
    if whom.all.len() > 1 {
        let told = format!("for all {} that are marked", count(whom.all.len() as u64));
        page.tell(Role::Text, &told);
    }
    hidden(whom, page);
}

fn standing(whom: &PromptSubject, page: &mut Page<'_>) {
    let told = |page: &mut Page<'_>, many: usize, one: &str, more: &str| match many {
        0 => {}
        1 => page.tell(Role::Warning, &format!("1 {one}")),
        many => page.tell(Role::Warning, &format!("{} {more}", count(many as u64))),
    };
    told(
        page,
        whom.others,
        "of them has another verdict already; this one takes its place.",
        "of them have another verdict already; this one takes its place.",
    );
    told(
        page,
        whom.ended,
        "of them is rejected or at the end already.",
        "of them are rejected or at the end already.",
    );
    let mut stages: Vec<&str> = whom.out.iter().map(|(_, seen)| &*seen.stage_name).collect();
    stages.sort_unstable();
    stages.dedup();
    let why = format!("left out: no stage comes after {}.", stages.join(", "));
    told(page, whom.out.len(), &format!("more is {why}"), &format!("more are {why}"));
}

fn hidden(whom: &PromptSubject, page: &mut Page<'_>) {
    match whom.hidden {
        0 => {}
        1 => page.tell(Role::Warning, "1 of them is hidden by the filter."),
        many => {
            let told = format!("{} of them are hidden by the filter.", count(many as u64));
            page.tell(Role::Warning, &told);
        }
    }
}

/// The triage of the candidate, if the prompt is about one.
fn only<'a>(state: &'a State, whom: &PromptSubject) -> Option<&'a CandidateTriage> {
    match whom.all.as_slice() {
        [(subject, _)] => state.book.own(subject.candidate.as_str()),
        _ => None,
    }
}

/// Asks whether to delete the local data of a person.
pub(crate) fn forget(
    state: &State,
    name: &str,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let mut page = Page { look, area, buf, at: 0 };
    let who = if state.is_blind() { "this candidate" } else { name };
    let told = format!(
        "Verdicts, notes, tags, stars and cached records of {who} on this machine go for good. \
         No undo brings them back. The server is not asked for anything."
    );
    page.tell(Role::Warning, &told);
    page.gap();
    let (yes, no) = (state.key_of(Action::Open), state.key_of(Action::Back));
    page.tell(Role::Dim, &format!("{yes} forgets them, {no} leaves everything as it is."));
    (0, 0)
}
