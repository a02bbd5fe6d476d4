//! Lines of a sheet in a box that scrolls.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pen::{Pen, line_of};
use crate::app::sheet::{BarTone, Line, Mark, Piece, Tone};
use crate::theme::{Role, Symbols};
use crate::view::Look;

/// The lines from the first that is seen. How many are above and below.
pub(super) fn lines(
    lines: &[Line],
    scroll: usize,
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let height = usize::from(area.height);
    let first = scroll.min(lines.len().saturating_sub(height));
    for (at, line) in lines.iter().skip(first).take(height).enumerate() {
        let mut pen = Pen::new(look, line_of(area, at), buf);
        for piece in &line.0 {
            put(piece, look.symbols, &mut pen);
        }
    }
    (first, lines.len().saturating_sub(first + height))
}

fn put(piece: &Piece, symbols: &Symbols, pen: &mut Pen<'_>) {
    match piece {
        Piece::Text(tone, words) => pen.put(role(*tone), words),
        Piece::Mark(tone, mark) => pen.put(role(*tone), sign(*mark, symbols)),
        Piece::Bar { tone, eighths } => {
            let role = match tone {
                BarTone::Plain => Role::Bar,
                BarTone::Interview => Role::BarInterview,
                BarTone::Rejection => Role::BarRejection,
            };
            pen.put(role, &symbols.bar.repeat(usize::from(eighths.div_ceil(8))))
        }
    };
}

const fn role(tone: Tone) -> Role {
    match tone {
        Tone::Plain | Tone::Quoted => Role::Text,
        Tone::Dim => Role::Dim,
        Tone::Strong | Tone::Link | Tone::Key => Role::Key,
        Tone::Heading => Role::Header,
        Tone::Good => Role::Good,
        Tone::Warning => Role::Warning,
        Tone::Error => Role::Error,
        Tone::Value => Role::Notice,
    }
}

const fn sign(mark: Mark, symbols: &Symbols) -> &'static str {
    match mark {
        Mark::Interview => symbols.interview,
        Mark::Rejection => symbols.rejection,
        Mark::Now => symbols.open,
        Mark::Arrow => symbols.step,
        Mark::Back => symbols.back,
        Mark::Dot | Mark::Bullet => symbols.dot,
        Mark::Rule => symbols.rule,
        Mark::AtLeast => symbols.at_least,
        Mark::AtMost => symbols.at_most,
    }
}
