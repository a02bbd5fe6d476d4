//! Area of the editor, and the rich text of each step of a save.

use std::ops::Range;

use ratatui::layout::Rect;

use super::{Editor, EditorOrigin, EditorStep};
use crate::keymap::action::Pane;
use crate::recruiting::person::JobChoice;
use crate::text::clip;
use crate::tui::app::layout::{Layout, Mode, centered, inner_area};
use crate::tui::app::state::State;
use crate::tui::features::editor::rich_text;
use crate::tui::widgets::rich_text::RichLine;

const WIDEST: u16 = 100;
/// The characters of a name in the title, more than fit.
const MAX_TITLE: usize = 1_000;
const IN_PLACE: u16 = 72;
const QUESTION: u16 = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SaveFlow {
    pub(crate) lines: Vec<RichLine>,
    /// Lines that must stay visible.
    pub(crate) selected: Range<usize>,
    pub(crate) scroll: usize,
}

impl SaveFlow {
    pub(crate) fn first_visible(&self, height: usize) -> usize {
        let last = self.lines.len().saturating_sub(height);
        let Range { start, end } = self.selected;
        self.scroll
            .max(end.saturating_sub(height))
            .min(if end > 0 { start } else { last })
            .min(last)
    }

    pub(crate) const fn max_scroll(&self, height: usize) -> usize {
        self.lines.len().saturating_sub(height)
    }
}

/// `None` while the user types or answers a question.
pub(crate) fn save_flow(state: &State, width: u16) -> Option<SaveFlow> {
    let editor = state.editor.as_deref()?;
    let width = usize::from(width);
    let mut selected = 0..0;
    let (lines, scroll) = match &editor.step {
        EditorStep::Filling | EditorStep::Question(_) | EditorStep::Done(_) => return None,
        EditorStep::Review { scroll, .. } => {
            let (lines, range) = rich_text::review::review(editor, state.local_data.quirks, width);
            // Until the user scrolls, the selected duplicate stays visible.
            selected = if *scroll == 0 { range } else { 0..0 };
            (lines, *scroll)
        }
        EditorStep::Sending { .. } => {
            (rich_text::save_flow::progress_details(editor, state.clock.moment, width), 0)
        }
        EditorStep::Conflict { conflicts, sides, at, .. } => {
            let (lines, range) = rich_text::conflict::conflict(conflicts, sides, *at, width);
            selected = range;
            (lines, 0)
        }
        EditorStep::Report { scroll, report } => {
            (rich_text::report::report(report, width), *scroll)
        }
        EditorStep::Created(created) => {
            (rich_text::save_flow::created_details(created, state.clock.date, width), editor.first)
        }
    };
    Some(SaveFlow { lines, selected, scroll })
}

pub(crate) fn editor_area(state: &State) -> Option<Rect> {
    let editor = state.editor.as_deref()?;
    let main = state.layout.main;
    let is_in_place = editor.only_field.is_some();
    let width = if is_in_place { IN_PLACE } else { WIDEST }.min(main.width);
    let inner = width.saturating_sub(2);
    let flow = save_flow(state, inner).map(|flow| flow.lines.len());
    let form = || {
        let layout = editor.form_layout(&state.clock, (inner, main.height.saturating_sub(2)));
        layout.head.len() + layout.rows.len()
    };
    let lines = match flow {
        Some(lines) => lines,
        None => form(),
    };
    let height = u16::try_from(lines + 2).unwrap_or(u16::MAX).min(main.height);
    if !is_in_place {
        return Some(centered_area(&state.layout, width, height));
    }
    Some(
        beside_row(state, width, height)
            .unwrap_or_else(|| centered_area(&state.layout, width, height)),
    )
}

/// The area inside the frame.
pub(crate) fn editor_inner(state: &State) -> Option<Rect> {
    editor_area(state).map(inner_area)
}

pub(crate) fn question_popup(state: &State) -> Option<(Rect, Vec<RichLine>)> {
    let editor = state.editor.as_deref()?;
    let EditorStep::Question(question) = editor.step else { return None };
    let main = state.layout.main;
    let width = QUESTION.min(main.width);
    let inner = usize::from(width.saturating_sub(2));
    let lines = rich_text::save_flow::question(editor, question, inner);
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(main.height);
    Some((centered_area(&state.layout, width, height), lines))
}

/// Below the selected candidate, or above where there is no room below.
fn beside_row(state: &State, width: u16, height: u16) -> Option<Rect> {
    if state.focus != Pane::Candidates || state.layout.board {
        return None;
    }
    let (main, body) = (state.layout.main, state.layout.pane(Pane::Candidates)?.body);
    let list = &state.open_job()?.list;
    let at = u16::try_from(list.index().checked_sub(list.top)?).ok()?;
    let row = body.y.checked_add(at).filter(|row| *row < body.bottom())?;
    let x = body.x.min(main.right().saturating_sub(width)).max(main.x);
    let y = match (row + 1, row.checked_sub(height)) {
        (below, _) if below + height <= main.bottom() => below,
        (_, Some(above)) if above >= main.y => above,
        _ => return None,
    };
    Some(Rect { x, y, width, height })
}

impl Editor {
    /// The job of the form to which the selected possible duplicate can be added.
    pub(crate) fn addable_job(&self) -> Option<&JobChoice> {
        let EditorStep::Review { at, duplicates, .. } = &self.step else { return None };
        duplicates.get(*at)?.addable_job(&self.form)
    }

    pub(crate) fn title(&self) -> String {
        let (name, _) = clip(&self.form.name, MAX_TITLE);
        let name = match name.trim() {
            "" if self.form.kind.is_create() => return "New person".to_owned(),
            "" => "(no name)",
            name => name,
        };
        match self.origin {
            EditorOrigin::Typing => {}
            EditorOrigin::Undo(_) => return format!("Undo: {name}"),
            EditorOrigin::Redo(_) => return format!("Redo: {name}"),
            EditorOrigin::Restore => return format!("Restore: {name}"),
        }
        match (self.only_field, self.form.kind.is_create()) {
            (Some(only), _) => format!("Edit {}: {name}", only.spec().label),
            (None, true) => format!("New person: {name}"),
            (None, false) => format!("Edit {name}"),
        }
    }

    pub(crate) const fn step_name(&self) -> &'static str {
        match self.step {
            EditorStep::Filling | EditorStep::Question(_) | EditorStep::Done(_) => "",
            EditorStep::Review { .. } => "review",
            EditorStep::Sending { .. } => "saving",
            EditorStep::Conflict { .. } => "conflict",
            EditorStep::Report { .. } => "result",
            EditorStep::Created(_) => "created",
        }
    }
}

/// Full width in the narrow layout.
fn centered_area(layout: &Layout, width: u16, height: u16) -> Rect {
    let width = if layout.mode == Mode::Narrow { layout.main.width } else { width };
    centered(layout.main, width, height)
}
