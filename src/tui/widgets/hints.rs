//! Key hints: a key and a word for what it does, in the footer and at the lower edge of a dialog or
//! of the editor. The mouse can click them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::frame::{last_line, without_corners};
use super::hit_map::Hit;
use super::line_writer::{LineWriter, cells_u16, right};
use super::render_context::RenderContext;
use crate::keymap::KeymapEntry;
use crate::keymap::action::{Action, KeyContext, TriageAction};
use crate::keymap::key::{Chord, Key};
use crate::text::width;
use crate::theme::Role;

/// Cells between two hints.
const GAP: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) action: Action,
    /// Of a chord, the first key: it opens the popup with the others.
    pub(crate) key: Key,
    pub(crate) is_prefix: bool,
    pub(crate) word: &'static str,
}

impl Hint {
    fn new(action: Action, chord: &Chord, word: &'static str) -> Option<Self> {
        let key = *chord.0.first()?;
        Some(Self { action, key, is_prefix: chord.0.len() > 1, word })
    }

    fn width(&self) -> usize {
        width(&self.key.to_string()) + 1 + width(self.word)
    }

    const fn is_verdict(&self) -> bool {
        matches!(self.action, Action::Triage(TriageAction::Give(_)))
    }

    const fn hit(&self) -> Hit {
        if self.is_prefix { Hit::Prefix(self.key) } else { Hit::Action(self.action) }
    }
}

/// The keys of these contexts with their words. `label` gets each action and the word of the table;
/// an empty word hides the key.
pub(crate) fn hints(
    context: &RenderContext<'_>,
    contexts: &[KeyContext],
    label: impl Fn(Action, &'static str) -> &'static str,
) -> Vec<Hint> {
    let hint = |(entry, chords): (&KeymapEntry, &[Chord])| {
        let word = label(entry.action, entry.hint);
        Hint::new(entry.action, chords.first()?, word).filter(|_| !word.is_empty())
    };
    context.keymap.in_contexts(contexts).filter_map(hint).collect()
}

/// Where the hints are on a line: as many as fit, none of them cut. The verdicts stay together.
pub(crate) fn place(hints: &[Hint], area: Rect) -> Vec<(Rect, &Hint)> {
    let mut placed = Vec::new();
    let mut free = area;
    for group in hints.chunk_by(|hint, next| hint.is_verdict() && next.is_verdict()) {
        let cells = group.iter().map(|hint| hint.width() + GAP).sum::<usize>() - GAP;
        if cells > usize::from(free.width) {
            continue;
        }
        for hint in group {
            let width = cells_u16(hint.width());
            placed.push((Rect { width, ..free }, hint));
            let step = (width + cells_u16(GAP)).min(free.width);
            free = Rect { x: free.x + step, width: free.width - step, ..free };
        }
    }
    placed
}

pub(crate) fn draw(placed: &[(Rect, &Hint)], context: &RenderContext<'_>, buf: &mut Buffer) {
    for (area, hint) in placed {
        let mut writer = LineWriter::new(context, *area, buf);
        writer.write(Role::Key, &hint.key.to_string()).write(Role::Hint, " ");
        writer.write(Role::Hint, hint.word);
        context.hits.add(*area, hint.hit());
    }
}

/// Draws the lower edge of a dialog: its keys, and the numbers of lines hidden above and below.
pub(crate) fn draw_edge(
    hints: &[Hint],
    (above, below): (usize, usize),
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let bottom = without_corners(last_line(area));
    let sign = |count: usize, sign: &str| match count {
        0 => String::new(),
        count => format!("{sign}{count} "),
    };
    let (up, down) = (sign(above, context.symbols.up), sign(below, context.symbols.down));
    let more = if above + below == 0 { String::new() } else { format!(" {up}{down}") };
    let more_area = right(bottom, width(&more));
    LineWriter::new(context, more_area, buf).write(Role::Dim, &more);
    // A space on each side, and at least one cell of the border.
    let free = (bottom.width - more_area.width).saturating_sub(3);
    let placed = place(hints, Rect { x: bottom.x + 1, width: free, ..bottom });
    if let Some((last, _)) = placed.last() {
        let blank = " ".repeat(usize::from(last.right() + 1 - bottom.x));
        LineWriter::new(context, bottom, buf).write(Role::Hint, &blank);
    }
    draw(&placed, context, buf);
}
