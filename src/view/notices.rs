//! What was told just now: a stack above the bottom line, the newest lowest.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::frame::boxed;
use super::look::Look;
use super::pen::{Pen, line};
use super::which;
use crate::app::State;
use crate::app::layout::Mode;
use crate::app::notice::{Notice, Weight};
use crate::text;
use crate::theme::Role;

/// No stack is wider, unless the screen is narrow.
const WIDEST: u16 = 60;
/// No notice has more lines here; their log has all of it.
const LINES: usize = 3;

/// Draws the stack, if something was told.
pub(super) fn stack(state: &State, look: &Look<'_>, frame: &mut Frame<'_>) {
    if state.layout.mode == Mode::Tiny {
        return;
    }
    let main = state.layout.main;
    let bottom = which::area(state, look).map_or(main.bottom(), |area| area.y);
    let narrow = state.layout.mode == Mode::Narrow;
    let width = if narrow { main.width } else { main.width.min(WIDEST) };
    // Half of the panes stays free, and so does the line that is typed into.
    let most = usize::from((main.height / 2).min(bottom - main.y).saturating_sub(2));
    let room = usize::from(width.saturating_sub(4));
    let mut lines: Vec<(Weight, String, bool)> = Vec::new();
    let shown: Vec<&Notice> = state.notices.shown(state.clock.moment).collect();
    for notice in shown.into_iter().rev() {
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
    let area = Rect { x: main.right() - width, y: bottom - height, width, height };
    let buf = frame.buffer_mut();
    let inner = boxed("", look, area, buf);
    for (at, (weight, words, first)) in lines.iter().enumerate() {
        let (sign, role) = match weight {
            Weight::Info => (look.symbols.dot, Role::Notice),
            Weight::Warning => (look.symbols.warning, Role::Warning),
            Weight::Error => (look.symbols.error, Role::Error),
        };
        let mut pen = Pen::new(look, line(inner, at), buf);
        if *first {
            pen.write(role, sign).skip(1);
        } else {
            pen.skip(2);
        }
        pen.write(Role::Text, words);
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
