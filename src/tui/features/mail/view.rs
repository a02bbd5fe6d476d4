//! Draws the mail dialog: the templates, and below them the filled text.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::draft::{MailDraft, draft, templates};
use super::state::MailDialog;
use crate::recruiting::mail::{MailPart, MailTemplate};
use crate::text::{Align, pluralize};
use crate::theme::Role;
use crate::tui::app::layout::split_top;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, cells_u16, line};
use crate::tui::widgets::pick_list_view::draw_rows;
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, part, text_span};
use crate::tui::widgets::rich_text::{RichLine, Span, TextRole};
use crate::tui::widgets::rich_text_view::draw_lines;

pub(crate) fn title(state: &State, dialog: &MailDialog) -> String {
    match dialog.subjects.as_slice() {
        [subject] => format!("Email to {}", state.name_of(subject)),
        subjects => format!("Email to {} people, by bcc", subjects.len()),
    }
}

/// Returns how many lines of the text are hidden above and below.
pub(crate) fn mail(
    state: &State,
    dialog: &MailDialog,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let all = templates(state);
    let height = cells_u16(all.len()).min(area.height / 3).max(1);
    let (list, rest) = split_top(area, height);
    draw_rows(all.iter(), dialog.at, "", context, list, buf, |template: &&MailTemplate, writer| {
        writer.cell(Role::Text, &template.name, 16, Align::Left);
        writer.write(Role::Dim, &template.subject);
    });
    let (rule, body) = split_top(rest, 1);
    LineWriter::new(context, line(rule, 0), buf).rule();
    let lines = lines(state, dialog, usize::from(body.width));
    let height = usize::from(body.height);
    let scroll = dialog.scroll.min(lines.len().saturating_sub(height));
    draw_lines(context, &lines, scroll, body, buf);
    (scroll, lines.len().saturating_sub(scroll + height))
}

/// Recipients, subject and text; fields without a value stand out.
pub(crate) fn lines(state: &State, dialog: &MailDialog, width: usize) -> Vec<RichLine> {
    let mut page = RichTextBuilder::new(width);
    let Some(draft) = draft(state, dialog) else { return Vec::new() };
    push_recipients(state, dialog, &draft, &mut page);
    if !draft.personal_fields.is_empty() {
        let fields = draft.personal_fields.join(", ");
        let text = format!("Not for several people: {fields} differs from person to person");
        page.paragraph(Vec::new(), TextRole::Warning, &text);
    } else if !draft.unfilled().is_empty() {
        let text = format!("Not filled in: {}", draft.unfilled().join(", "));
        page.paragraph(Vec::new(), TextRole::Warning, &text);
    }
    page.row(Vec::new());
    page.row([vec![text_span(TextRole::Dim, "Subject: ")], spans(&draft.subject)].concat());
    page.row(Vec::new());
    for parts in &draft.body {
        push_line(parts, &mut page);
    }
    page.into_lines()
}

fn push_recipients(
    state: &State,
    dialog: &MailDialog,
    draft: &MailDraft,
    page: &mut RichTextBuilder,
) {
    let label = if dialog.subjects.len() == 1 { "To:" } else { "Bcc:" };
    let pending = if state.is_disconnected() { 0 } else { state.pending_people(&dialog.subjects) };
    if pending > 0 {
        let text = format!("Loading {}", pluralize(pending, "person", "people"));
        page.paragraph(vec![text_span(TextRole::Dim, &format!("{label} "))], TextRole::Dim, &text);
        return;
    }
    if !draft.addresses.is_empty() {
        let lead = vec![text_span(TextRole::Dim, &format!("{label} "))];
        page.paragraph(lead, TextRole::Plain, &draft.addresses.join(", "));
    }
    for (label, names) in
        [("No email address:", &draft.without), ("Could not load:", &draft.unread)]
    {
        if !names.is_empty() {
            let text = format!("{label} {}", names.join(", "));
            page.paragraph(Vec::new(), TextRole::Warning, &text);
        }
    }
}

fn spans(parts: &[MailPart]) -> Vec<Span> {
    let span = |part: &MailPart| match part {
        MailPart::Text(text) => text_span(TextRole::Plain, text),
        MailPart::Unfilled(field) => text_span(TextRole::Warning, field),
    };
    parts.iter().map(span).collect()
}

/// A line of the text, wrapped between words. A line with an empty field is short, and cut.
fn push_line(parts: &[MailPart], page: &mut RichTextBuilder) {
    match parts {
        [] => page.row(Vec::new()),
        [MailPart::Text(text)] => page.paragraph(Vec::new(), TextRole::Plain, text),
        parts => {
            // Word by word, so that the line wraps and the field keeps its role.
            let mut line: Vec<Span> = Vec::new();
            let mut used = 0;
            for span in parts.iter().flat_map(words) {
                if used + span.width() > page.width() && used > 0 {
                    page.row(std::mem::take(&mut line));
                    used = 0;
                }
                used += span.width();
                line.push(span);
            }
            page.row(line);
        }
    }
}

/// Each word with the space after it.
fn words(mail_part: &MailPart) -> Vec<Span> {
    match mail_part {
        MailPart::Unfilled(field) => part(TextRole::Warning, field),
        MailPart::Text(text) => {
            let words = text.split_inclusive(' ');
            words.map(|word| text_span(TextRole::Plain, word)).collect()
        }
    }
}
