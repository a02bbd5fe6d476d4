//! Draws the prompts.

use chrono::NaiveDate;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::offers::{reason_offers, tag_offers};
use super::state::{FORGET, Prompt, PromptKind, PromptSubjects};
use super::update::is_snoozed;
use crate::keymap::action::{Action, TextEdit};
use crate::recruiting::triage::{CandidateTriage, Subject, Verdict, parse_until};
use crate::text::{capitalize, pluralize, wrap};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format::{calendar, count, day};
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::pick_list;
use crate::tui::widgets::pick_list_view::draw_input;
use crate::tui::widgets::render_context::RenderContext;

/// Maximum number of names listed.
const MAX_NAMES: usize = 8;

/// Returns the number of hidden lines above and below.
pub(crate) fn prompt(
    state: &State,
    prompt: &Prompt,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let is_typed = !matches!(prompt.kind, PromptKind::Verdict(_) | PromptKind::Star);
    let area = if is_typed { draw_input(&prompt.field, context, area, buf) } else { area };
    let mut writer = PromptWriter { context, area, buf, at: 0 };
    if let Some(error) = &prompt.error {
        writer.write(Role::Warning, error);
    }
    match prompt.kind {
        PromptKind::Reason => return reasons(state, prompt, &mut writer),
        PromptKind::Note if prompt.note.is_some() => {}
        PromptKind::Note => notes(state, &prompt.subjects, &mut writer),
        PromptKind::Forget => forget(state, prompt, &mut writer),
        PromptKind::Tags => return tags(state, prompt, &mut writer),
        PromptKind::Snooze => snooze(state, prompt, &mut writer),
        PromptKind::Verdict(_) => {
            draw_confirmation(state, &prompt.subjects, "records the verdict for", &mut writer);
        }
        PromptKind::Star => {
            draw_confirmation(state, &prompt.subjects, "stars", &mut writer);
        }
    }
    (0, 0)
}

pub(crate) fn title(state: &State, prompt: &Prompt) -> String {
    let subjects = describe_subjects(state, &prompt.subjects);
    match prompt.kind {
        PromptKind::Reason => format!("Decline {subjects}: reason"),
        PromptKind::Note if prompt.note.is_some() => format!("Edit the note on {subjects}"),
        PromptKind::Note => format!("Note on {subjects}"),
        PromptKind::Forget => format!("Forget {subjects}?"),
        PromptKind::Tags => format!("Tags of {subjects}"),
        PromptKind::Snooze => format!("Snooze {subjects}"),
        PromptKind::Verdict(verdict) => {
            let verb = match verdict {
                Verdict::Advance => "Advance",
                Verdict::Wait => "Wait on",
                Verdict::Decline => "Decline",
            };
            format!("{verb} {subjects}?")
        }
        PromptKind::Star => format!("Star {subjects}?"),
    }
}

/// The word for the key that accepts.
pub(crate) const fn accept_label(prompt: &Prompt) -> &'static str {
    match prompt.kind {
        PromptKind::Note | PromptKind::Tags => "save",
        PromptKind::Forget => "forget",
        PromptKind::Snooze => "snooze",
        PromptKind::Verdict(Verdict::Advance) => "advance",
        PromptKind::Verdict(Verdict::Wait) => "wait",
        PromptKind::Reason | PromptKind::Verdict(Verdict::Decline) => "decline",
        PromptKind::Star => "star",
    }
}

fn describe_subjects(state: &State, subjects: &PromptSubjects) -> String {
    match subjects.all.as_slice() {
        [(subject, snapshot)] => state.display_name_of(subject, snapshot),
        all => format!("{} candidates", count(all.len() as u64)),
    }
}

struct PromptWriter<'a> {
    context: &'a RenderContext<'a>,
    area: Rect,
    buf: &'a mut Buffer,
    at: usize,
}

impl PromptWriter<'_> {
    fn write(&mut self, role: Role, words: &str) {
        let clean = crate::text::sanitize(words);
        for words in wrap(&clean, usize::from(self.area.width).max(1)) {
            LineWriter::new(self.context, line(self.area, self.at), self.buf).write(role, words);
            self.at += 1;
        }
    }

    /// Warns that something is the case for a number of candidates, unless it is 0.
    fn warn(&mut self, number: usize, [singular, plural]: [&str; 2], what: &str) {
        let verb = if number == 1 { singular } else { plural };
        if number > 0 {
            self.write(Role::Warning, &format!("{} {verb} {what}", count(number as u64)));
        }
    }

    fn warn_hidden(&mut self, subjects: &PromptSubjects) {
        self.warn(subjects.hidden, ["of them is", "of them are"], "hidden by the filter.");
    }

    /// Draws the suggestions around the selected one, and leaves `spare` lines free. Returns the
    /// number of hidden rows above and below.
    fn offers(
        &mut self,
        rows: &[(String, String)],
        at: Option<usize>,
        spare: usize,
    ) -> (usize, usize) {
        let available = self.remaining().saturating_sub(spare).max(1);
        let visible = pick_list::visible(at.unwrap_or(0), rows.len(), available);
        let all = rows.iter().enumerate();
        for (row, (lead, words)) in all.take(visible.end).skip(visible.start) {
            self.offer((lead, words), at == Some(row));
        }
        (visible.start, rows.len() - visible.end)
    }

    fn offer(&mut self, (lead, words): (&str, &str), is_picked: bool) {
        let place = line(self.area, self.at);
        let sign = if is_picked { self.context.symbols.cursor } else { " " };
        let mut writer = LineWriter::new(self.context, place, self.buf);
        writer.write(Role::BorderFocused, sign).write(Role::Key, lead).write(Role::Text, words);
        if is_picked {
            self.buf.set_style(place, self.context.style(Role::Selected));
        }
        self.at += 1;
    }

    /// Lines left.
    fn remaining(&self) -> usize {
        usize::from(self.area.height).saturating_sub(self.at)
    }

    /// An empty line, if there is room.
    fn skip_line(&mut self) {
        self.at += usize::from(self.remaining() > 3);
    }
}

/// The suggested reasons, each with its digit.
fn reasons(state: &State, prompt: &Prompt, writer: &mut PromptWriter<'_>) -> (usize, usize) {
    draw_subject_count(&prompt.subjects, writer);
    draw_warnings(&prompt.subjects, writer);
    let number = |at: usize| if at < 9 { format!("{} ", at + 1) } else { "  ".to_owned() };
    let offers = reason_offers(state).into_iter().enumerate();
    let rows: Vec<_> = offers.map(|(at, reason)| (number(at), reason)).collect();
    let hidden = writer.offers(&rows, prompt.at, 1);
    writer.skip_line();
    if prompt.error.is_none() {
        writer.write(Role::Dim, "Type a number or a reason");
    }
    hidden
}

/// The earlier notes.
fn notes(state: &State, subjects: &PromptSubjects, writer: &mut PromptWriter<'_>) {
    draw_subject_count(subjects, writer);
    let Some(triage) = only_triage(state, subjects) else { return };
    for note in triage.notes.iter().rev() {
        let job = &note.snapshot.job_name;
        writer.write(Role::Dim, &format!("{}, {job}: {}", day(note.at), note.text));
    }
}

/// Current and suggested tags.
fn tags(state: &State, prompt: &Prompt, writer: &mut PromptWriter<'_>) -> (usize, usize) {
    draw_subject_count(&prompt.subjects, writer);
    if let Some(triage) =
        only_triage(state, &prompt.subjects).filter(|triage| !triage.tags.is_empty())
    {
        let tags: Vec<String> = triage.tags.iter().map(|tag| format!("#{tag}")).collect();
        writer.write(Role::Text, &format!("Tags: {}", tags.join(" ")));
    }
    let offers = tag_offers(state).into_iter().map(|tag| ("#".to_owned(), tag));
    let hidden = writer.offers(&offers.collect::<Vec<_>>(), prompt.at, 1);
    writer.skip_line();
    let tab = state.key_of(Action::Edit(TextEdit::Complete));
    writer.write(Role::Dim, &format!("{tab} completes · separate tags with spaces · -tag removes"));
    hidden
}

/// The day and the note as understood from the input.
fn snooze(state: &State, prompt: &Prompt, writer: &mut PromptWriter<'_>) {
    draw_subject_count(&prompt.subjects, writer);
    let today = state.clock.today();
    let typed = prompt.field.text().trim();
    let (word, note) = typed.split_once(' ').unwrap_or((typed, ""));
    match parse_until(word, today) {
        Ok(day) => {
            writer.write(Role::Good, &format!("Back on {}", describe_day(day, today)));
            if !note.trim().is_empty() {
                writer.write(Role::Text, &format!("Note: {}", note.trim()));
            }
        }
        Err(_) if prompt.error.is_some() => {}
        Err(error) if !word.is_empty() => writer.write(Role::Dim, &capitalize(&error)),
        Err(_) => {}
    }
    if let Some(snooze) =
        only_triage(state, &prompt.subjects).and_then(|triage| triage.snooze.as_ref())
    {
        let when = if snooze.until > today { "Snoozed" } else { "Was snoozed" };
        let end = if is_snoozed(state, &prompt.subjects) { " · enter alone ends it" } else { "" };
        writer.write(Role::Dim, &format!("{when} until {}{end}", calendar(snooze.until)));
    }
    if prompt.error.is_none() {
        writer.skip_line();
        writer.write(Role::Dim, "3d, 2w, 1m, mon, tomorrow or 2026-12-01, then a note if you like");
    }
}

fn describe_day(day: NaiveDate, today: NaiveDate) -> String {
    let days = (day - today).num_days();
    let ahead = if days == 1 { "1 day".to_owned() } else { format!("{days} days") };
    format!("{}, {} (in {ahead})", day.format("%A"), calendar(day))
}

/// What the user should know before a verdict.
fn draw_warnings(subjects: &PromptSubjects, writer: &mut PromptWriter<'_>) {
    let replaced = "another verdict; this one replaces it.";
    writer.warn(subjects.with_other_verdict, ["of them has", "of them have"], replaced);
    writer.warn(subjects.in_final_stage, ["of them is", "of them are"], "in a final stage.");
    let left_out = format!("left out: in {}.", subjects.excluded_stages());
    writer.warn(subjects.excluded.len(), ["more is", "more are"], &left_out);
}

/// The marked candidates, and warnings about them.
fn draw_confirmation(
    state: &State,
    subjects: &PromptSubjects,
    effect: &str,
    writer: &mut PromptWriter<'_>,
) {
    writer.warn_hidden(subjects);
    draw_warnings(subjects, writer);
    let (accept, undo) = (state.key_of(Action::Edit(TextEdit::Accept)), state.key_of(Action::Undo));
    writer.write(Role::Dim, &format!("{accept} {effect} all of them; {undo} undoes it."));
    writer.write(Role::Dim, "Your verdicts and stars stay on this machine.");
    writer.skip_line();
    if subjects.all.len() > 1 {
        let mut names: Vec<String> = subjects
            .all
            .iter()
            .take(MAX_NAMES)
            .map(|(subject, snapshot)| state.display_name_of(subject, snapshot))
            .collect();
        if let more @ 1.. = subjects.all.len().saturating_sub(MAX_NAMES) {
            names.push(format!("and {} more", count(more as u64)));
        }
        writer.write(Role::Text, &names.join(", "));
    }
}

fn draw_subject_count(subjects: &PromptSubjects, writer: &mut PromptWriter<'_>) {
    if subjects.all.len() > 1 {
        let message = format!("All {} marked candidates", count(subjects.all.len() as u64));
        writer.write(Role::Text, &message);
    }
    writer.warn_hidden(subjects);
}

/// The triage of the candidate, if the prompt is about one.
fn only_triage<'a>(state: &'a State, subjects: &PromptSubjects) -> Option<&'a CandidateTriage> {
    match subjects.all.as_slice() {
        [(subject, _)] => state.triage_of_subject(subject),
        _ => None,
    }
}

/// Says what is deleted, and how to confirm it.
fn forget(state: &State, prompt: &Prompt, writer: &mut PromptWriter<'_>) {
    let Some((subject, _)) = prompt.subjects.all.first() else { return };
    let name = describe_subjects(state, &prompt.subjects);
    let data = describe_data(state, subject).join(", ");
    let message =
        format!("Deletes what this machine stores about {name}: {data}. This cannot be undone.");
    writer.write(Role::Text, &message);
    writer.write(Role::Text, "The server keeps its data.");
    writer.skip_line();
    if prompt.error.is_none() {
        let cancel = state.key_of(Action::Edit(TextEdit::Cancel));
        writer.write(
            Role::Warning,
            &format!("Type \"{FORGET}\" to delete the data; {cancel} cancels."),
        );
    }
}

/// What this machine stores about a person, in words.
fn describe_data(state: &State, subject: &Subject) -> Vec<String> {
    let triage = state.triage_of_subject(subject);
    let verdicts = state
        .triage
        .all()
        .filter(|other| other.subject.person == subject.person && other.verdict.is_some())
        .count();
    let counts = [
        (triage.map_or(0, |triage| triage.notes.len()), "note", "notes"),
        (verdicts, "verdict", "verdicts"),
        (triage.map_or(0, |triage| triage.tags.len()), "tag", "tags"),
    ];
    let mut parts: Vec<String> = counts
        .into_iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, singular, plural)| pluralize(number, singular, plural))
        .collect();
    let flags = [
        (triage.is_some_and(|triage| triage.starred), "1 star"),
        (triage.is_some_and(|triage| triage.snooze.is_some()), "1 snooze"),
    ];
    parts.extend(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name.to_owned()));
    parts.push("unsaved edits and cached records".to_owned());
    parts
}
