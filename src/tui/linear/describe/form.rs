//! The editor in words: the fields one per line, the steps of a save, and what can be answered.

use crate::keymap::action::{Action, TextEdit};
use crate::text::sanitize;
use crate::tui::app::state::State;
use crate::tui::features::editor::rich_text;
use crate::tui::features::editor::state::lines::is_advanced;
use crate::tui::features::editor::state::rows::FormRow;
use crate::tui::features::editor::state::save_flow::{question_popup, save_flow};
use crate::tui::features::editor::state::{Editor, EditorStep, FormLine, LineCell, LinePart};
use crate::tui::features::editor::view::hints::hints;
use crate::tui::linear::reading::{Line, TEXT_WIDTH, read_rich_text};
use crate::tui::linear::spoken_symbols::SPOKEN;
use crate::tui::runtime::controller::Controller;

/// Rows that a form has at most.
const MAX_ROWS: u16 = 1000;

pub(super) fn heading(state: &State) -> Vec<String> {
    let Some(editor) = state.editor.as_deref() else { return Vec::new() };
    let title = editor.title();
    vec![match editor.step_name() {
        "" => title,
        step => format!("{title}: {step}"),
    }]
}

pub(super) fn name(state: &State) -> String {
    let Some(editor) = state.editor.as_deref() else { return String::new() };
    match (&editor.step, editor.step_name()) {
        (EditorStep::Question(_), _) => "answer".to_owned(),
        (_, "") if editor.form.kind.is_create() => "new person".to_owned(),
        (_, "") => "edit".to_owned(),
        (_, step) => step.to_owned(),
    }
}

pub(super) fn text(controller: &Controller) -> Vec<Line> {
    let state = &controller.state;
    let Some(editor) = state.editor.as_deref() else { return Vec::new() };
    if let Some((_, lines)) = question_popup(state) {
        return [read_rich_text(controller, &lines), vec![answers(controller)]].concat();
    }
    if let Some(flow) = save_flow(state, TEXT_WIDTH) {
        return [read_rich_text(controller, &flow.lines), vec![answers(controller)]].concat();
    }
    let layout = editor.form_layout(&state.clock, (TEXT_WIDTH, MAX_ROWS));
    let mut lines = read_rich_text(controller, &layout.head);
    for row in &layout.rows {
        match row {
            FormRow::Line(at, here) => {
                let text = format!("{}. {}", at + 1, line_text(editor, *here));
                let is_selected = *at == editor.line;
                lines.push(Line { text, is_selected, is_input: false });
            }
            FormRow::Remark(remark) => {
                lines.extend(read_rich_text(controller, std::slice::from_ref(remark)));
            }
            FormRow::Rule(_) | FormRow::Continuation => {}
        }
    }
    lines
}

/// `title: Engineer (changed)`.
pub(crate) fn line_text(editor: &Editor, here: FormLine) -> String {
    let label = editor.label(here);
    match here.part {
        LinePart::Add => return format!("{label}: add another"),
        LinePart::Fold => {
            let fields = editor.form.kind.fields().filter(|spec| is_advanced(spec.field));
            let fields: Vec<&str> = fields.map(|spec| spec.label).collect();
            return format!("{label}, show or hide: {}", fields.join(", "));
        }
        LinePart::Value | LinePart::Entry(_) => {}
    }
    let value = editor.cell_text(here, LineCell::Value).replace('\n', " / ");
    let value = if value.is_empty() { "empty" } else { &*value };
    let kind = match editor.implied_kind(here) {
        Some(kind) => format!("{kind}, "),
        None if editor.has_kind(here) => format!("{}, ", editor.cell_text(here, LineCell::Kind)),
        None => String::new(),
    };
    let is_changed = editor.form.typed.contains_key(&here.field);
    let changed = if is_changed { " (changed)" } else { "" };
    let hint = editor.hint(here.field).map(|hint| format!(" ({hint})")).unwrap_or_default();
    sanitize(&format!("{label}: {kind}{value}{changed}{hint}")).into_owned()
}

/// What the steps of a save take as an answer: `enter: save; esc: back to the form`.
fn answers(controller: &Controller) -> Line {
    let hints = controller.with_context(SPOKEN, |state, context| {
        state.editor.as_deref().map(|editor| hints(state, editor, context)).unwrap_or_default()
    });
    let is_answer = |action| !matches!(action, Action::Help | Action::Edit(TextEdit::Complete));
    let answers: Vec<String> = hints
        .iter()
        .filter(|hint| is_answer(hint.action))
        .map(|hint| format!("{} ({})", hint.word, hint.key))
        .collect();
    Line::plain(format!("Type one of: {}", answers.join(", ")))
}

/// The report of the edit that was saved last, field by field. A message is its headline.
pub(crate) fn last_report(controller: &Controller) -> Vec<String> {
    let edit = controller.state.edit_log.edits.last();
    let Some(report) = edit.and_then(|edit| edit.report.as_deref()) else { return Vec::new() };
    let lines = rich_text::report::report(report, TEXT_WIDTH.into());
    read_rich_text(controller, &lines).into_iter().skip(1).map(|line| line.text).collect()
}
