//! Draws the form: labels, values and the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::recruiting::person::FieldValue;
use crate::text::{clip_to_cells, width};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::lines::is_advanced;
use crate::tui::features::editor::state::rows::{FormRow, placeholder, value_column};
use crate::tui::features::editor::state::{Editor, FormLine, LineCell, LinePart, Section};
use crate::tui::widgets::line_writer::{LineWriter, below, cells_u16, from, line, right};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::text_input_view::InputStyle;
use crate::tui::widgets::{rich_text_view, text_input_view};

/// Cells before the labels: the cursor and the change marker.
const LEAD: u16 = 2;
const KINDS: u16 = 14;
/// Below this width nothing stands beside the value.
const MIN_VALUE_WIDTH: u16 = 20;

/// Returns the hidden rows above and below.
pub(crate) fn form(
    state: &State,
    editor: &Editor,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let layout = editor.form_layout(&state.clock, (area.width, area.height));
    rich_text_view::draw_lines(context, &layout.head, 0, area, buf);
    let body = below(area, cells_u16(layout.head.len()));
    let height = usize::from(body.height);
    let mut above = layout.rows.iter().take(layout.first).rev();
    let above = above.find_map(|row| match row {
        FormRow::Line(_, line) => Some(editor.label(*line)),
        _ => None,
    });
    let mut last_label = above.unwrap_or_default();
    for (offset, row) in layout.rows.iter().skip(layout.first).take(height).enumerate() {
        let row_area = line(body, offset);
        match row {
            FormRow::Rule(name) => {
                let mut writer = LineWriter::new(context, row_area, buf);
                writer.write(Role::Border, &context.symbols.rule.repeat(2)).skip(1);
                writer.write(Role::Dim, name).skip(1).rule();
            }
            FormRow::Continuation => {}
            FormRow::Remark(message) => {
                rich_text_view::draw_lines(
                    context,
                    std::slice::from_ref(message),
                    0,
                    row_area,
                    buf,
                );
            }
            FormRow::Line(at, here) => {
                let label = Some(editor.label(*here)).filter(|label| *label != last_label);
                last_label = editor.label(*here);
                let is_selected = *at == editor.line;
                let row = FormLineView { editor, context, here: *here, label, is_selected };
                let rest = layout.rows.iter().skip(layout.first + offset + 1);
                let rest = rest.take_while(|row| **row == FormRow::Continuation).count();
                let height = u16::try_from(rest + 1).unwrap_or(1);
                let row_area = Rect { height, ..row_area }.intersection(body);
                row.draw(row_area, buf);
            }
        }
    }
    (layout.first, layout.rows.len().saturating_sub(layout.first + height))
}

/// What the folded section holds.
fn advanced_summary(editor: &Editor) -> String {
    let fields = editor.form.kind.fields().filter(|spec| is_advanced(spec.field));
    let labels: Vec<&str> = fields.map(|spec| spec.label).collect();
    match editor.advanced {
        Section::Folded => labels.join(", "),
        Section::Open => String::new(),
    }
}

struct FormLineView<'a> {
    editor: &'a Editor,
    context: &'a RenderContext<'a>,
    here: FormLine,
    /// Only on the first line of a field.
    label: Option<&'static str>,
    is_selected: bool,
}

impl FormLineView<'_> {
    fn draw(&self, area: Rect, buf: &mut Buffer) {
        let Self { editor, context, here, label, is_selected } = self;
        let column = cells_u16(value_column(area.width.into()));
        let mut writer = LineWriter::new(context, area, buf);
        let sign = if *is_selected { context.symbols.cursor } else { " " };
        writer.write(Role::BorderFocused, sign);
        let is_changed = self.is_changed();
        if is_changed {
            writer.write(Role::Changed, "*");
        } else {
            writer.skip(1);
        }
        if let Some(label) = label {
            let label_area = Rect { width: column.saturating_sub(1), ..area };
            let role = if *is_selected { Role::Title } else { Role::Dim };
            LineWriter::new(context, from(label_area, LEAD), buf).write(role, label);
        }
        let mut value = from(area, column);
        if !Editor::is_tight(area.width.into())
            && here.part == LinePart::Value
            && let Some(hint) = editor.hint(here.field)
            && usize::from(value.width) > width(hint) + usize::from(MIN_VALUE_WIDTH)
        {
            let hint_area = right(value, width(hint));
            value.width -= hint_area.width + 1;
            LineWriter::new(context, hint_area, buf).write(Role::Dim, hint);
        }
        let role = if is_changed { Role::Changed } else { Role::Text };
        if editor.has_kind(*here) || editor.implied_kind(*here).is_some() {
            self.draw_entry(role, value, buf);
        } else {
            self.draw_cell(LineCell::Value, role, value, buf);
        }
    }

    fn draw_entry(&self, role: Role, area: Rect, buf: &mut Buffer) {
        let kind_width = KINDS.min(area.width / 3);
        let kind = Rect { width: kind_width.saturating_sub(1), ..area };
        match self.editor.implied_kind(self.here) {
            Some(word) => _ = LineWriter::new(self.context, kind, buf).write(Role::Dim, word),
            None => self.draw_cell(LineCell::Kind, Role::Dim, kind, buf),
        }
        self.draw_cell(LineCell::Value, role, from(area, kind_width), buf);
    }

    fn draw_cell(&self, cell: LineCell, role: Role, area: Rect, buf: &mut Buffer) {
        let Self { editor, context, here, is_selected, .. } = self;
        let is_edited = *is_selected && editor.cell == cell && Editor::accepts_text(*here);
        if is_edited && editor.is_typing() {
            let style = InputStyle::default();
            return text_input_view::draw(context, &editor.text, style, area, buf);
        }
        let text = match here.part {
            LinePart::Add => String::new(),
            LinePart::Fold => advanced_summary(editor),
            _ => clip_to_cells(&editor.cell_text(*here, cell), area.width.into())
                .replace('\n', context.symbols.line_end),
        };
        let (role, text) = match (text.as_str(), cell) {
            ("", LineCell::Kind) => (Role::Dim, "(no kind)"),
            ("", LineCell::Value) => (Role::Dim, placeholder(here.field.spec())),
            (text, _) if here.part == LinePart::Fold => (Role::Dim, text),
            (text, _) => (role, text),
        };
        let end = LineWriter::new(context, area, buf).write(role, text).x();
        if *is_selected && !Editor::accepts_text(*here) {
            let area = Rect { width: end.saturating_sub(area.x), ..area };
            buf.set_style(area.intersection(buf.area), context.style(Role::Selected));
        }
    }

    /// Whether it differs from the server's value.
    fn is_changed(&self) -> bool {
        let Self { editor, here, .. } = self;
        if here.part == LinePart::Fold || !editor.form.typed.contains_key(&here.field) {
            return false;
        }
        let (before, now) = (editor.form.base_value(here.field), editor.form.value(here.field));
        match (&*before, &*now, here.part) {
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
