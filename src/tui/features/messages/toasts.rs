//! Draws the newest messages: a stack at the bottom, or one line in place of the footer (in the inbox: of
//! the header) on small screens. They appear unasked, so they avoid the cursor and what is being typed.

#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use super::state::{Notice, Severity};
use crate::text;
use crate::theme::Role;
use crate::tui::app::layout::Mode;
use crate::tui::app::state::State;
use crate::tui::app::view::{popup_placement, which_key};
use crate::tui::features::editor;
use crate::tui::features::filter::completions;
use crate::tui::features::inbox::areas::{areas, inner};
use crate::tui::widgets::frame::{boxed, cleared, last};
use crate::tui::widgets::line_writer::{LineWriter, from, line, right};
use crate::tui::widgets::render_context::RenderContext;

const WIDEST: u16 = 60;
/// Cells beside the text: frame, symbol, space.
const EDGES: u16 = 4;
/// Lines per message; the log has the whole text.
const LINES: usize = 3;
/// Lower screens have no room for a stack.
const LOW: u16 = 12;
/// Lines of a card with title, name and position.
const CARD_HEAD: u16 = 6;

pub(crate) fn stack(state: &State, look: &RenderContext<'_>, frame: &mut Frame<'_>) {
    let shown: Vec<&Notice> = state.notices.shown(state.clock.moment).collect();
    let Some(newest) = shown.last() else { return };
    let layout = &state.layout;
    let buf = frame.buffer_mut();
    // In the inbox, the keys in the footer matter more than the header.
    let place = if state.inbox.is_some() { layout.header } else { layout.footer };
    match layout.mode {
        Mode::Tiny => {}
        Mode::Narrow => one(newest, shown.len() - 1, look, place, buf),
        _ if layout.main.height < LOW => one(newest, shown.len() - 1, look, place, buf),
        Mode::Medium | Mode::Wide => all(&shown, state, look, buf),
    }
}

/// The newest message, and the number of others.
fn one(notice: &Notice, more: usize, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let area = from(cleared(look, (Role::Border, Borders::NONE), area, buf), 1);
    let more = if more > 0 { format!(" (+{more}) ") } else { String::new() };
    let place = right(area, text::width(&more));
    LineWriter::new(look, place, buf).write(Role::Hint, &more);
    let mut pen = LineWriter::new(look, Rect { width: area.width - place.width, ..area }, buf);
    let (sign, role) = sign(notice.weight, look);
    pen.write(role, sign).skip(1).write(Role::Text, &notice.counted());
}

/// As many messages as fit without covering anything important; at least the newest.
fn all(shown: &[&Notice], state: &State, look: &RenderContext<'_>, buf: &mut Buffer) {
    let main = state.layout.main;
    // The lower edges of the frames show the position.
    let bottom = which_key::area(state, look).map_or(main.bottom() - 1, |area| area.y);
    // Half of the panes stays free.
    let most = usize::from((main.height / 2).min(bottom - main.y).saturating_sub(2));
    let room = usize::from(WIDEST.min(main.width - 2) - EDGES);
    let stacks: Vec<Vec<Told>> = (0..shown.len())
        .map(|first| told(shown.get(first..).unwrap_or_default(), room, look))
        .filter(|lines| lines.len() <= most)
        .collect();
    let small = state.over.as_ref().map(|over| over.area(&state.layout));
    let small = small.filter(|area| area.width < main.width || area.height < main.height);
    // Prefer not to cover a small dialog at all.
    let whole = small.map(|area| (vec![area], (main.y, main.bottom().min(bottom + 1))));
    let kept = (kept(state, look, buf), (main.y + 1, bottom));
    for (kept, (top, bottom)) in whole.into_iter().chain([kept]) {
        let place = |lines: &Vec<Told>| free(size(lines), (main.right() - 1, top, bottom), &kept);
        let found = stacks.iter().find_map(|lines| Some((lines, place(lines)?)));
        if let Some((lines, area)) = found {
            return draw(lines, look, area, buf);
        }
    }
    if let Some(lines) = stacks.last() {
        let (width, height) = size(lines);
        let area = Rect { x: main.right() - 1 - width, y: bottom - height, width, height };
        draw(lines, look, area, buf);
    }
}

/// Severity, text, and whether it is the first line of its message.
type Told = (Severity, String, bool);

fn told(shown: &[&Notice], room: usize, look: &RenderContext<'_>) -> Vec<Told> {
    let lines = |notice: &&Notice| {
        let (weight, words) = (notice.weight, wrapped(&notice.counted(), room, look));
        let line = move |(at, words): (usize, String)| (weight, words, at == 0);
        words.into_iter().enumerate().map(line).collect::<Vec<Told>>()
    };
    shown.iter().flat_map(lines).collect()
}

/// With the frame.
fn size(lines: &[Told]) -> (u16, u16) {
    let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let widest = lines.iter().map(|(_, words, _)| text::width(words)).max().unwrap_or(0);
    (cells(widest).saturating_add(EDGES), cells(lines.len() + 2))
}

fn draw(lines: &[Told], look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let inner = boxed("", look, area, buf);
    for (at, (weight, words, first)) in lines.iter().enumerate() {
        let (sign, role) = sign(*weight, look);
        let mut pen = LineWriter::new(look, line(inner, at), buf);
        if *first {
            pen.write(role, sign).skip(1);
        } else {
            pen.skip(2);
        }
        pen.write(Role::Text, words);
    }
}

/// The areas to keep free: the row under the cursor, the lower edge of its pane, the input and its
/// completions.
fn kept(state: &State, look: &RenderContext<'_>, buf: &Buffer) -> Vec<Rect> {
    if let Some(over) = &state.over {
        let area = over.area(&state.layout);
        // Title, input, and the keys at the lower edge.
        let head = Rect { height: area.height.min(2), ..area };
        let row = popup_placement::signed(look, over.inner(&state.layout), buf);
        return [head, last(area)].into_iter().chain(row).collect();
    }
    if let Some(kept) = editor::view::kept(state) {
        return kept;
    }
    if state.inbox.is_some() {
        return inbox(state, look, buf);
    }
    let pane = state.layout.pane(state.focus);
    let edge = pane.map(|area| last(area.outer));
    let typed = state.filtering.and_then(|pane| state.layout.pane(pane)).map(|area| area.filter);
    let offered = completions::area(state);
    [popup_placement::selected(state), edge, typed, offered].into_iter().flatten().collect()
}

/// In the inbox: progress, filter, selected row, top of the card, lower edges.
fn inbox(state: &State, look: &RenderContext<'_>, buf: &Buffer) -> Vec<Rect> {
    let areas = areas(state);
    let row = areas.queue.and_then(|area| popup_placement::signed(look, inner(area), buf));
    let card = areas.card.map(|area| Rect { height: area.height.min(CARD_HEAD), ..area });
    let edges = [areas.queue, areas.card].map(|area| area.map(last));
    [Some(areas.head), areas.filter, row, card].into_iter().chain(edges).flatten().collect()
}

/// The free area of this size: lowest first, then highest, then any.
fn free(
    (width, height): (u16, u16),
    (right, top, bottom): (u16, u16, u16),
    kept: &[Rect],
) -> Option<Rect> {
    let lowest = bottom.checked_sub(height).filter(|lowest| *lowest >= top)?;
    let at = |y: u16| Rect { x: right.saturating_sub(width), y, width, height };
    let covers = |area: Rect| kept.iter().any(|place| place.intersects(area));
    let others = [lowest, top].into_iter().chain((top..lowest).rev());
    others.map(at).find(|area| !covers(*area))
}

const fn sign(weight: Severity, look: &RenderContext<'_>) -> (&'static str, Role) {
    match weight {
        Severity::Info => (look.symbols.dot, Role::Notice),
        Severity::Warning => (look.symbols.warning, Role::Warning),
        Severity::Error => (look.symbols.error, Role::Error),
    }
}

/// At most `LINES` lines; the last one is shortened.
fn wrapped(words: &str, room: usize, look: &RenderContext<'_>) -> Vec<String> {
    let lines = text::wrap(words, room);
    let more = lines.len() > LINES;
    let mut kept: Vec<String> = lines.into_iter().take(LINES).map(str::to_owned).collect();
    if let Some(last) = kept.last_mut().filter(|_| more) {
        let short = look.cut(last, room.saturating_sub(1)).into_owned();
        let short = short.trim_end_matches(look.symbols.ellipsis).to_owned();
        *last = short + look.symbols.ellipsis;
    }
    kept
}
