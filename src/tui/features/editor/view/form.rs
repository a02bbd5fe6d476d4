//! Draws the form: labels, values and the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::person::FieldValue;
use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{
    Editor, FormLine, FormRow, LineCell, LinePart, offered, value_column,
};
use crate::tui::widgets::line_writer::{LineWriter, below, from, line, right};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::{rich_text_view, text_box_view};

/// Cells before the labels: the cursor and the change marker.
const LEAD: u16 = 2;
const KINDS: u16 = 14;
/// Below this width nothing stands beside the value.
const LEAST: u16 = 20;

/// Hidden rows above and below, and the cursor position.
type Seen = ((usize, usize), Option<(u16, u16)>);

pub(crate) fn form(
    state: &State,
    editor: &Editor,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> Seen {
    let all = editor.form_layout(&state.clock, (area.width, area.height));
    rich_text_view::lines(look, &all.head, 0, area, buf);
    let body = below(area, u16::try_from(all.head.len()).unwrap_or(u16::MAX));
    let mut cursor = None;
    let height = usize::from(body.height);
    for (seen, row) in all.rows.iter().skip(all.first).take(height).enumerate() {
        let place = line(body, seen);
        match row {
            FormRow::Rule(name) => {
                let mut writer = LineWriter::new(look, place, buf);
                writer.write(Role::Border, &look.symbols.rule.repeat(2)).skip(1);
                writer.write(Role::Dim, name).skip(1).rule();
            }
            FormRow::Rest => {}
            FormRow::Under(message) => {
                rich_text_view::lines(look, std::slice::from_ref(message), 0, place, buf);
            }
            FormRow::Line(at, here) => {
                let row = Row { editor, look, here: *here, is_at: *at == editor.line };
                let rest = all.rows.iter().skip(all.first + seen + 1);
                let rest = rest.take_while(|row| **row == FormRow::Rest).count();
                let height = u16::try_from(rest + 1).unwrap_or(1);
                let place = Rect { height, ..place }.intersection(body);
                cursor = cursor.or(row.draw(place, buf));
            }
        }
    }
    ((all.first, all.rows.len().saturating_sub(all.first + height)), cursor)
}

struct Row<'a> {
    editor: &'a Editor,
    look: &'a RenderContext<'a>,
    here: FormLine,
    is_at: bool,
}

impl Row<'_> {
    /// Returns the cursor position if the line is being edited.
    fn draw(&self, place: Rect, buf: &mut Buffer) -> Option<(u16, u16)> {
        let Self { editor, look, here, is_at } = self;
        let column = u16::try_from(value_column(place.width.into())).unwrap_or(u16::MAX);
        let mut writer = LineWriter::new(look, place, buf);
        let sign = if *is_at { look.symbols.cursor } else { " " };
        writer.write(Role::BorderFocused, sign);
        let is_changed = self.is_changed();
        if is_changed {
            writer.write(Role::Changed, "*");
        } else {
            writer.skip(1);
        }
        if self.is_first() {
            let label = Rect { width: column.saturating_sub(1), ..place };
            let role = if *is_at { Role::Title } else { Role::Dim };
            LineWriter::new(look, from(label, LEAD), buf).write(role, here.field.spec().label);
        }
        let mut value = from(place, column);
        if !Editor::is_tight(place.width.into())
            && here.place == LinePart::Whole
            && let Some(known) = editor.known_of(here.field)
            && usize::from(value.width) > width(known) + usize::from(LEAST)
        {
            let beside = right(value, width(known));
            value.width -= beside.width + 1;
            LineWriter::new(look, beside, buf).write(Role::Dim, known);
        }
        let role = if is_changed { Role::Changed } else { Role::Text };
        if editor.has_kind(*here) {
            self.entry(role, value, buf)
        } else {
            self.cell(LineCell::Value, role, value, buf)
        }
    }

    fn entry(&self, role: Role, place: Rect, buf: &mut Buffer) -> Option<(u16, u16)> {
        let kinds = KINDS.min(place.width / 3);
        let kind = Rect { width: kinds.saturating_sub(1), ..place };
        let first = self.cell(LineCell::Kind, Role::Dim, kind, buf);
        first.or(self.cell(LineCell::Value, role, from(place, kinds), buf))
    }

    fn cell(
        &self,
        cell: LineCell,
        role: Role,
        place: Rect,
        buf: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let Self { editor, look, here, is_at } = self;
        let is_typed = *is_at && editor.cell == cell && Editor::takes_text(*here);
        if is_typed && editor.is_typing() {
            return Some(text_box_view::boxed_text(look, &editor.text, place, buf));
        }
        let text = match here.place {
            LinePart::Add => String::new(),
            _ => editor.cell_text(*here, cell).replace('\n', look.symbols.line_end),
        };
        let (role, text) = match (text.as_str(), cell) {
            ("", LineCell::Kind) => (Role::Dim, "(no kind)"),
            ("", LineCell::Value) => (Role::Dim, offered(here.field.spec())),
            (text, _) => (role, text),
        };
        let end = LineWriter::new(look, place, buf).write(role, text).x();
        if *is_at && !Editor::takes_text(*here) {
            let place = Rect { width: end.saturating_sub(place.x), ..place };
            buf.set_style(place.intersection(buf.area), look.style(Role::Selected));
        }
        None
    }

    fn is_first(&self) -> bool {
        match self.here.place {
            LinePart::Whole | LinePart::Entry(0) => true,
            LinePart::Entry(_) => false,
            LinePart::Add => self.editor.form.value(self.here.field).is_empty(),
        }
    }

    /// Whether it differs from the server's value.
    fn is_changed(&self) -> bool {
        let Self { editor, here, .. } = self;
        if !editor.form.typed.contains_key(&here.field) {
            return false;
        }
        let (before, now) = (editor.form.before(here.field), editor.form.value(here.field));
        match (&*before, &*now, here.place) {
            (FieldValue::Contacts(before), FieldValue::Contacts(now), LinePart::Entry(at)) => {
                before.get(at) != now.get(at)
            }
            (FieldValue::Texts(before), FieldValue::Texts(now), LinePart::Entry(at)) => {
                before.get(at) != now.get(at)
            }
            (FieldValue::Contacts(before), FieldValue::Contacts(now), _) => {
                before.len() > now.len()
            }
            (FieldValue::Texts(before), FieldValue::Texts(now), _) => before.len() > now.len(),
            _ => true,
        }
    }
}
