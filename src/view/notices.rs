//! What was told just now: a stack at the bottom, the newest lowest, or one line
//! in the place of the hints where there is little room. It comes by itself, so
//! it leaves free what one looks at.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

use super::frame::{boxed, cleared, last};
use super::look::Look;
use super::pen::{Pen, from, line, right};
use super::{completions, editor, spot, which};
use crate::app::State;
use crate::app::layout::Mode;
use crate::app::notice::{Notice, Weight};
use crate::text;
use crate::theme::Role;

/// No stack is wider.
const WIDEST: u16 = 60;
/// The cells beside the words: the frame, the sign and a space.
const EDGES: u16 = 4;
/// No notice has more lines here; their log has all of it.
const LINES: usize = 3;
/// Panes with fewer lines have none to spare.
const LOW: u16 = 12;

/// Draws what was told, if something was.
pub(super) fn stack(state: &State, look: &Look<'_>, frame: &mut Frame<'_>) {
    let shown: Vec<&Notice> = state.notices.shown(state.clock.moment).collect();
    let Some(newest) = shown.last() else { return };
    let layout = &state.layout;
    let buf = frame.buffer_mut();
    match layout.mode {
        Mode::Tiny => {}
        Mode::Narrow => one(newest, shown.len() - 1, look, layout.footer, buf),
        _ if layout.main.height < LOW => one(newest, shown.len() - 1, look, layout.footer, buf),
        Mode::Medium | Mode::Wide => all(&shown, state, look, buf),
    }
}

/// The newest one, and how many more there are.
fn one(notice: &Notice, more: usize, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let area = from(cleared(look, (Role::Border, Borders::NONE), area, buf), 1);
    let more = if more > 0 { format!(" (+{more}) ") } else { String::new() };
    let place = right(area, text::width(&more));
    Pen::new(look, place, buf).write(Role::Hint, &more);
    let mut pen = Pen::new(look, Rect { width: area.width - place.width, ..area }, buf);
    let (sign, role) = sign(notice.weight, look);
    pen.write(role, sign).skip(1).write(Role::Text, &notice.counted());
}

fn all(shown: &[&Notice], state: &State, look: &Look<'_>, buf: &mut Buffer) {
    let main = state.layout.main;
    // Within the frames: their lower edges tell where one is.
    let bottom = which::area(state, look).map_or(main.bottom() - 1, |area| area.y);
    // Half of the panes stays free.
    let most = usize::from((main.height / 2).min(bottom - main.y).saturating_sub(2));
    let room = usize::from(WIDEST.min(main.width - 2) - EDGES);
    let mut lines: Vec<(Weight, String, bool)> = Vec::new();
    for notice in shown.iter().rev() {
        let told = wrapped(&notice.counted(), room, look);
        if lines.len() + told.len() > most {
            break;
        }
        for (at, words) in told.into_iter().enumerate().rev() {
            lines.push((notice.weight, words, at == 0));
        }
    }
    if lines.is_empty() {
        return;
    }
    lines.reverse();
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
    let widest = lines.iter().map(|(_, words, _)| text::width(words)).max().unwrap_or(0);
    let width = u16::try_from(widest).unwrap_or(u16::MAX).saturating_add(EDGES);
    let lowest = Rect { x: main.right() - 1 - width, y: bottom - height, width, height };
    let inner = boxed("", look, free(lowest, main.y + 1, &kept(state)), buf);
    for (at, (weight, words, first)) in lines.iter().enumerate() {
        let (sign, role) = sign(*weight, look);
        let mut pen = Pen::new(look, line(inner, at), buf);
        if *first {
            pen.write(role, sign).skip(1);
        } else {
            pen.skip(2);
        }
        pen.write(Role::Text, words);
    }
}

/// What one looks at: the row under the cursor, the lower edge of its pane, and
/// what is typed with what is offered for it.
fn kept(state: &State) -> Vec<Rect> {
    if let Some(over) = &state.over {
        let area = over.area(&state.layout);
        // Its title and what is typed below that, and the keys at its edge.
        return vec![Rect { height: area.height.min(2), ..area }, last(area)];
    }
    if let Some(kept) = editor::kept(state) {
        return kept;
    }
    let pane = state.layout.pane(state.focus);
    let edge = pane.map(|area| last(area.outer));
    let typed = state.filtering.and_then(|pane| state.layout.pane(pane)).map(|area| area.filter);
    let offered = completions::area(state);
    [spot::selected(state), edge, typed, offered].into_iter().flatten().collect()
}

/// The place, unless it covers what is kept: then the highest one, then any.
fn free(lowest: Rect, top: u16, kept: &[Rect]) -> Rect {
    let at = |y: u16| Rect { y, ..lowest };
    let covers = |area: Rect| kept.iter().any(|place| place.intersects(area));
    let others = [top].into_iter().chain((top..lowest.y).rev()).map(at);
    [lowest].into_iter().chain(others).find(|area| !covers(*area)).unwrap_or(lowest)
}

const fn sign(weight: Weight, look: &Look<'_>) -> (&'static str, Role) {
    match weight {
        Weight::Info => (look.symbols.dot, Role::Notice),
        Weight::Warning => (look.symbols.warning, Role::Warning),
        Weight::Error => (look.symbols.error, Role::Error),
    }
}

/// At most three lines, the last of them cut.
fn wrapped(words: &str, room: usize, look: &Look<'_>) -> Vec<String> {
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
