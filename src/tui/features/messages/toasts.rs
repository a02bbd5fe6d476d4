//! Draws the newest messages: a stack in a corner of the panes, or one line in place of the footer. They
//! appear unasked, so they never cover a dialog, the row under the cursor or what is being typed.

#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use super::state::{Notice, Severity};
use crate::text;
use crate::theme::Role;
use crate::tui::app::layout::{Mode, inner_area};
use crate::tui::app::state::State;
use crate::tui::app::view::{popup_placement, which_key};
use crate::tui::features::editor::state::save_flow::editor_area;
use crate::tui::features::filter::completions;
use crate::tui::features::inbox::areas::areas;
use crate::tui::widgets::frame::{clear_area, draw_box, last_line};
use crate::tui::widgets::line_writer::{LineWriter, cells_u16, from, line, right};
use crate::tui::widgets::render_context::RenderContext;

const MAX_WIDTH: u16 = 60;
/// Cells beside the text: frame, symbol, space.
const PADDING: u16 = 4;
/// Lines per message; the log has the whole text.
const MAX_LINES: usize = 3;
/// Lower screens have no room for a stack.
const MIN_STACK_HEIGHT: u16 = 12;
/// Lines of a card with title, name and position.
const CARD_HEAD: u16 = 6;

pub(crate) fn stack(state: &State, context: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let visible: Vec<&Notice> = state.notices.visible(state.clock.moment).collect();
    let Some(newest) = visible.last() else { return };
    let layout = &state.layout;
    if layout.mode == Mode::Tiny {
        return;
    }
    let buf = frame.buffer_mut();
    let dialog = state.dialogs.top().map(|dialog| state.dialog_area(dialog));
    let dialog = dialog.or_else(|| editor_area(state));
    let is_small = layout.mode == Mode::Narrow || layout.main.height < MIN_STACK_HEIGHT;
    let is_placed = match dialog {
        _ if is_small => false,
        Some(dialog) => draw_beside(&visible, dialog, state, context, buf),
        None => draw_stack(&visible, state, context, buf),
    };
    if !is_placed {
        // The keys of the inbox matter more than the header.
        let is_inbox = state.inbox.is_some() && dialog.is_none();
        let place = if is_inbox { layout.header } else { layout.footer };
        draw_single(newest, visible.len() - 1, context, place, buf);
    }
}

/// The newest message, and the number of others.
fn draw_single(
    notice: &Notice,
    more: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let area = from(clear_area(context, (Role::Border, Borders::NONE), area, buf), 1);
    let more = if more > 0 { format!(" (+{more}) ") } else { String::new() };
    let place = right(area, text::width(&more));
    LineWriter::new(context, place, buf).write(Role::Hint, &more);
    let mut writer =
        LineWriter::new(context, Rect { width: area.width - place.width, ..area }, buf);
    let (sign, role) = sign(notice.severity, context);
    let words = notice.text_with_count().replace('·', context.symbols.dot);
    writer.write(role, sign).skip(1).write(Role::Text, &words);
}

/// Beside a dialog or the editor, unless the message fits into the footer. Returns whether there was
/// room.
fn draw_beside(
    visible: &[&Notice],
    dialog: Rect,
    state: &State,
    context: &RenderContext<'_>,
    buf: &mut Buffer,
) -> bool {
    let (main, footer) = (state.layout.main, state.layout.footer);
    if let [only] = visible
        && text::width(&only.text_with_count()) + 4 <= usize::from(footer.width)
    {
        return false;
    }
    let stacks = stacks(visible, state, usize::from(main.height), context);
    let mut reserved = reserved_areas(state, context, buf);
    reserved.push(dialog);
    place(&stacks, (main.right(), main.y, main.bottom()), &reserved, context, buf)
}

/// As many messages as fit without covering anything important. Returns whether there was room.
fn draw_stack(
    visible: &[&Notice],
    state: &State,
    context: &RenderContext<'_>,
    buf: &mut Buffer,
) -> bool {
    let main = state.layout.main;
    // The lower edges of the frames show the position.
    let bottom = which_key::area(state, context).map_or(main.bottom() - 1, |area| area.y);
    // Half of the panes stays free.
    let max_lines = usize::from((main.height / 2).min(bottom - main.y).saturating_sub(2));
    let stacks = stacks(visible, state, max_lines, context);
    let reserved = reserved_areas(state, context, buf);
    place(&stacks, (main.right() - 1, main.y + 1, bottom), &reserved, context, buf)
}

/// The lines of all messages, of all but the oldest, and so on, as far as they fit.
fn stacks(
    visible: &[&Notice],
    state: &State,
    max_lines: usize,
    context: &RenderContext<'_>,
) -> Vec<Vec<ToastLine>> {
    let text_width = usize::from(MAX_WIDTH.min(state.layout.main.width - 2) - PADDING);
    (0..visible.len())
        .map(|first| toast_lines(visible.get(first..).unwrap_or_default(), text_width, context))
        .filter(|lines| lines.len() <= max_lines)
        .collect()
}

/// Draws the first stack that finds a free area. Returns whether one did.
fn place(
    stacks: &[Vec<ToastLine>],
    bounds: (u16, u16, u16),
    reserved: &[Rect],
    context: &RenderContext<'_>,
    buf: &mut Buffer,
) -> bool {
    let free = |lines: &Vec<ToastLine>| find_free_area(size(lines), bounds, reserved);
    let placed = stacks.iter().find_map(|lines| Some((lines, free(lines)?)));
    if let Some((lines, area)) = placed {
        draw(lines, context, area, buf);
    }
    placed.is_some()
}

/// Severity, text, and whether it is the first line of its message.
type ToastLine = (Severity, String, bool);

fn toast_lines(notices: &[&Notice], width: usize, context: &RenderContext<'_>) -> Vec<ToastLine> {
    let lines = |notice: &&Notice| {
        let (severity, words) =
            (notice.severity, notice.text_with_count().replace('·', context.symbols.dot));
        let words = wrap_notice(&words, width, context);
        let line = move |(at, words): (usize, String)| (severity, words, at == 0);
        words.into_iter().enumerate().map(line).collect::<Vec<ToastLine>>()
    };
    notices.iter().flat_map(lines).collect()
}

/// With the frame.
fn size(lines: &[ToastLine]) -> (u16, u16) {
    let widest = lines.iter().map(|(_, words, _)| text::width(words)).max().unwrap_or(0);
    (cells_u16(widest).saturating_add(PADDING), cells_u16(lines.len() + 2))
}

fn draw(lines: &[ToastLine], context: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let inner = draw_box("", context, area, buf);
    for (at, (severity, words, is_first)) in lines.iter().enumerate() {
        let (sign, role) = sign(*severity, context);
        let mut writer = LineWriter::new(context, line(inner, at), buf);
        if *is_first {
            writer.write(role, sign).skip(1);
        } else {
            writer.skip(2);
        }
        writer.write(Role::Text, words);
    }
}

/// The areas to keep free: the row under the cursor, the lower edge of its pane, the input and its
/// completions.
fn reserved_areas(state: &State, context: &RenderContext<'_>, buf: &Buffer) -> Vec<Rect> {
    if state.inbox.is_some() {
        return inbox(state, context, buf);
    }
    let pane = state.layout.pane(state.focus);
    let edge = pane.map(|area| last_line(area.outer));
    let input =
        state.filter_prompt.pane.and_then(|pane| state.layout.pane(pane)).map(|area| area.filter);
    let completions = completions::area(state);
    [popup_placement::selected_area(state), edge, input, completions]
        .into_iter()
        .flatten()
        .collect()
}

/// In the inbox: progress, filter, selected row, top of the card, lower edges.
fn inbox(state: &State, context: &RenderContext<'_>, buf: &Buffer) -> Vec<Rect> {
    let areas = areas(state);
    let row =
        areas.queue.and_then(|area| popup_placement::cursor_row(context, inner_area(area), buf));
    let card = areas.card.map(|area| Rect { height: area.height.min(CARD_HEAD), ..area });
    let edges = [areas.queue, areas.card].map(|area| area.map(last_line));
    [Some(areas.head), areas.filter, row, card].into_iter().chain(edges).flatten().collect()
}

/// The free area of this size: lowest first, then highest, then any.
fn find_free_area(
    (width, height): (u16, u16),
    (right, top, bottom): (u16, u16, u16),
    reserved: &[Rect],
) -> Option<Rect> {
    let lowest = bottom.checked_sub(height).filter(|lowest| *lowest >= top)?;
    let at = |y: u16| Rect { x: right.saturating_sub(width), y, width, height };
    let covers = |area: Rect| reserved.iter().any(|other| other.intersects(area));
    let others = [lowest, top].into_iter().chain((top..lowest).rev());
    others.map(at).find(|area| !covers(*area))
}

const fn sign(severity: Severity, context: &RenderContext<'_>) -> (&'static str, Role) {
    match severity {
        Severity::Info => (context.symbols.dot, Role::Notice),
        Severity::Warning => (context.symbols.warning, Role::Warning),
        Severity::Error => (context.symbols.error, Role::Error),
    }
}

/// At most `MAX_LINES` lines; the last one is shortened.
fn wrap_notice(words: &str, width: usize, context: &RenderContext<'_>) -> Vec<String> {
    let lines = text::wrap(words, width);
    let is_cut = lines.len() > MAX_LINES;
    let mut visible: Vec<String> = lines.into_iter().take(MAX_LINES).map(str::to_owned).collect();
    if let Some(last) = visible.last_mut().filter(|_| is_cut) {
        let short = context.cut(last, width.saturating_sub(1)).into_owned();
        let short = short.trim_end_matches(context.symbols.ellipsis).to_owned();
        *last = short + context.symbols.ellipsis;
    }
    visible
}
