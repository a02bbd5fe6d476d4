//! Lines of a sheet, coloured and cut out where one looks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::line_writer::{LineWriter, line};
use super::render_context::RenderContext;
use super::rich_text::{BarTone, Mark, RichLine, Span, TextRole};
use crate::theme::{Role, Symbols};

/// Draws the lines from one on.
pub(crate) fn lines(
    look: &RenderContext<'_>,
    lines: &[RichLine],
    scroll: usize,
    area: Rect,
    buf: &mut Buffer,
) {
    let seen = lines.iter().skip(scroll).take(usize::from(area.height));
    for (at, RichLine(pieces)) in seen.enumerate() {
        let mut pen = LineWriter::new(look, line(area, at), buf);
        for piece in pieces {
            match piece {
                Span::Text(tone, text) => pen.write(role(*tone), text),
                Span::Bar { tone, cells } => {
                    pen.write(bar(*tone), &look.symbols.bar.repeat(usize::from(*cells)))
                }
                Span::Spark { levels } => {
                    let sign = |level: &u8| look.symbols.spark.get(usize::from(*level)).copied();
                    pen.write(Role::Bar, &levels.iter().filter_map(sign).collect::<String>())
                }
                Span::Mark(tone, mark) => {
                    let (role, sign) = sign(*tone, *mark, look.symbols);
                    pen.write(role, sign)
                }
                Span::Until(cell) => {
                    let used = usize::from(pen.x() - area.x);
                    pen.skip(cell.saturating_sub(used))
                }
            };
        }
    }
}

const fn role(tone: TextRole) -> Role {
    match tone {
        TextRole::Plain | TextRole::Quoted => Role::Text,
        TextRole::Dim => Role::Dim,
        TextRole::Strong => Role::Title,
        TextRole::Heading => Role::Header,
        TextRole::Good => Role::Good,
        TextRole::Warning => Role::Warning,
        TextRole::Error => Role::Error,
        TextRole::Link => Role::Notice,
        TextRole::Key => Role::Key,
        TextRole::Value => Role::Now,
    }
}

const fn bar(tone: BarTone) -> Role {
    match tone {
        BarTone::Plain => Role::Bar,
        BarTone::Interview => Role::BarInterview,
        BarTone::Rejection => Role::BarRejection,
    }
}

const fn sign(tone: TextRole, mark: Mark, symbols: &Symbols) -> (Role, &'static str) {
    match mark {
        Mark::Interview => (Role::StageInterview, symbols.interview),
        Mark::Rejection => (Role::StageRejection, symbols.rejection),
        Mark::Now => (Role::Now, symbols.open),
        Mark::Arrow => (role(tone), symbols.step),
        Mark::Back => (role(tone), symbols.back),
        Mark::Dot | Mark::Bullet => (role(tone), symbols.dot),
        Mark::Rule => (role(tone), symbols.rule),
        Mark::AtLeast => (role(tone), symbols.at_least),
        Mark::AtMost => (role(tone), symbols.at_most),
        Mark::More => (role(tone), symbols.ellipsis),
        Mark::Open => (Role::Open, symbols.open),
        Mark::OnHold => (Role::OnHold, symbols.on_hold),
        Mark::Closed => (Role::Closed, symbols.closed),
        Mark::Archived => (Role::Archived, symbols.archived),
        Mark::Cursor => (Role::BorderFocused, symbols.cursor),
        Mark::Marked => (Role::Marked, symbols.mark),
        Mark::Similar => (Role::Dim, symbols.similar),
        Mark::Ascending => (role(tone), symbols.ascending),
        Mark::Descending => (role(tone), symbols.descending),
        Mark::Up => (role(tone), symbols.up),
        Mark::Down => (role(tone), symbols.down),
        Mark::Left => (role(tone), symbols.more_left),
        Mark::Right => (role(tone), symbols.more_right),
        Mark::Warning => (Role::Warning, symbols.warning),
        Mark::Failed => (Role::Error, symbols.error),
        Mark::Done => (role(tone), symbols.done),
        Mark::Advance => (Role::Advance, symbols.advance),
        Mark::Wait => (Role::Wait, symbols.wait),
        Mark::Decline => (Role::Decline, symbols.decline),
        Mark::Star => (Role::Star, symbols.star),
        Mark::Snoozed => (Role::Snoozed, symbols.snoozed),
        Mark::Ahead => (role(tone), symbols.closed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::width;

    #[test]
    fn no_sign_is_wider_than_its_mark() {
        use crate::tui::widgets::rich_text::Mark::{
            Ahead, Arrow, AtLeast, AtMost, Back, Bullet, Done, Dot, Interview, More, Now,
            Rejection, Rule,
        };
        let sheets = [
            Interview, Rejection, Now, Arrow, Back, Dot, Bullet, Rule, AtLeast, AtMost, More, Done,
            Ahead,
        ];
        let help = crate::tui::features::help::rich_text::SIGNS
            .iter()
            .flat_map(|(marks, ..)| *marks)
            .copied();
        let all: Vec<Mark> = sheets.into_iter().chain(help).collect();
        for (symbols, mark) in [Symbols::unicode(), Symbols::ascii()]
            .into_iter()
            .flat_map(|symbols| all.iter().map(move |mark| (symbols, *mark)))
        {
            let (_, sign) = sign(TextRole::Plain, mark, symbols);
            assert!((1..=mark.width()).contains(&width(sign)), "{mark:?}: {sign}");
        }
    }
}
