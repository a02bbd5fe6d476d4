//! The lines of the help dialog: the keys that work here, grouped by task, then those of other
//! places, then what `topics` explains.
//!
//! Built from [`State::actions`], so it shows the keys as bound. `update` counts the lines to bound
//! scrolling.

use std::collections::HashSet;

use super::section::{HelpRow, HelpSection, RowHead};
use super::topics::topics;
use crate::keymap::action::{Action, KeyContext};
use crate::keymap::group::{ActionGroup, ActionInfo, context_label};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::widgets::rich_text::{RichLine, Span, TextRole, cut};

/// Cells between two columns.
const GAP: usize = 3;
const MIN_COLUMN_WIDTH: usize = 56;
const MAX_COLUMNS: usize = 3;

/// The contexts in the order of the sections for other places.
const ELSEWHERE: &[KeyContext] = &[
    KeyContext::Rows,
    KeyContext::Jobs,
    KeyContext::JobPanes,
    KeyContext::Candidates,
    KeyContext::People,
    KeyContext::Browsing,
    KeyContext::Moving,
    KeyContext::Inbox,
    KeyContext::Todo,
    KeyContext::Apply,
    KeyContext::Notes,
    KeyContext::JobDialog,
    KeyContext::Compare,
    KeyContext::Duplicates,
    KeyContext::Changes,
    KeyContext::Today,
    KeyContext::Mail,
    KeyContext::Document,
    KeyContext::Form,
    KeyContext::SaveFlow,
    KeyContext::Drafts,
    KeyContext::Attach,
    KeyContext::Requests,
    KeyContext::Help,
    KeyContext::Dialog,
    KeyContext::Typing,
];

pub(crate) fn help(state: &State, width: usize) -> Vec<RichLine> {
    let words = match state.dialogs.top() {
        Some(Dialog::Help(help)) => help.search.text(),
        _ => "",
    };
    let (here, elsewhere) = keys(state);
    let mut lines = Vec::new();
    for mut part in [here, elsewhere, topics(state)] {
        for section in &mut part {
            let HelpSection { title, rows } = section;
            rows.retain(|row| row.matches(title, words));
        }
        part.retain(|section| !section.rows.is_empty());
        if !lines.is_empty() && !part.is_empty() {
            lines.push(RichLine::default());
        }
        lines.extend(in_columns(&part, width));
    }
    lines
}

/// The keys that work here by task, and those of other places by place. What is here already is not
/// repeated there.
fn keys(state: &State) -> (Vec<HelpSection>, Vec<HelpSection>) {
    let contexts = state.lower_contexts();
    let (here, other): (Vec<&ActionInfo>, Vec<&ActionInfo>) =
        state.actions.iter().partition(|info| contexts.contains(&info.context));
    let mut listed: HashSet<(Action, String)> = HashSet::new();
    let mut rows = |all: &[&ActionInfo], is_in: &dyn Fn(&ActionInfo) -> bool| {
        let chosen = all.iter().filter(|info| is_in(info));
        let new = chosen.filter(|info| listed.insert((info.action, info.keys.clone())));
        new.map(|info| keys_row(info)).collect::<Vec<_>>()
    };
    let by_task = ActionGroup::ALL.iter().map(|group| HelpSection {
        title: group.title().to_owned(),
        rows: rows(&here, &|info| info.group() == *group),
    });
    let here = by_task.collect();
    let by_place = ELSEWHERE.iter().map(|context| HelpSection {
        title: format!("Elsewhere: {}", context_label(*context)),
        rows: rows(&other, &|info| info.context == *context),
    });
    (here, by_place.collect())
}

fn keys_row(info: &ActionInfo) -> HelpRow {
    let keys = if info.keys.is_empty() { "(no key)" } else { &info.keys };
    HelpRow { head: RowHead::Text(keys.to_owned()), text: info.description.clone() }
}

/// The sections in as many columns as the width allows, each about as high as the others. A section
/// is never split.
fn in_columns(sections: &[HelpSection], width: usize) -> Vec<RichLine> {
    let count = ((width + GAP) / (MIN_COLUMN_WIDTH + GAP)).clamp(1, MAX_COLUMNS);
    let count = count.min(sections.len().max(1));
    let column_width = (width + GAP) / count - GAP;
    let blocks: Vec<Vec<RichLine>> = sections
        .iter()
        .map(|section| {
            let heading = RichLine(cut(TextRole::Heading, &section.title, column_width));
            let rows = section.rows.iter().flat_map(|row| row.lines(column_width));
            std::iter::once(heading).chain(rows).collect()
        })
        .collect();
    let target = blocks.iter().map(|block| block.len() + 1).sum::<usize>().div_ceil(count);
    let mut columns: Vec<Vec<RichLine>> = vec![Vec::new()];
    for block in blocks {
        let is_full = columns
            .last()
            .is_some_and(|column| !column.is_empty() && column.len() + block.len() / 2 > target);
        if is_full && columns.len() < count {
            columns.push(Vec::new());
        }
        if let Some(column) = columns.last_mut() {
            if !column.is_empty() {
                column.push(RichLine::default());
            }
            column.extend(block);
        }
    }
    side_by_side(columns, column_width + GAP)
}

fn side_by_side(columns: Vec<Vec<RichLine>>, step: usize) -> Vec<RichLine> {
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![RichLine::default(); height];
    for (at, column) in columns.into_iter().enumerate() {
        let start = at * step;
        for (line, part) in lines.iter_mut().zip(column) {
            if at > 0 {
                line.0.push(Span::Until(start));
            }
            line.0.extend(part.0.into_iter().map(|span| match span {
                Span::Until(cell) => Span::Until(start + cell),
                span => span,
            }));
        }
    }
    lines
}
