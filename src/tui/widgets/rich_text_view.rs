//! Draws the visible lines of a rich text in the styles of the theme, for panes and dialogs.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::line_writer::{LineWriter, line};
use super::render_context::RenderContext;
use super::rich_text::{BarRole, Mark, RichLine, Span, TextRole};
use crate::theme::{Role, Symbols};

pub(crate) fn draw_lines(
    context: &RenderContext<'_>,
    lines: &[RichLine],
    scroll: usize,
    area: Rect,
    buf: &mut Buffer,
) {
    draw_lines_with_selection(context, lines, (scroll, None), area, buf);
}

/// The selected link is drawn like a selected row.
pub(crate) fn draw_lines_with_selection(
    context: &RenderContext<'_>,
    lines: &[RichLine],
    (scroll, selected): (usize, Option<usize>),
    area: Rect,
    buf: &mut Buffer,
) {
    let above = lines.iter().take(scroll).flat_map(|RichLine(spans)| spans);
    let mut link = above.filter(|span| matches!(span, Span::Link(..))).count();
    let visible = lines.iter().skip(scroll).take(usize::from(area.height));
    for (at, RichLine(spans)) in visible.enumerate() {
        let mut writer = LineWriter::new(context, line(area, at), buf);
        for span in spans {
            match span {
                Span::Text(text_role, text) => writer.write(theme_role(*text_role), text),
                Span::Link(text_role, text, _) => {
                    link += 1;
                    let is_selected = selected.is_some_and(|selected| selected + 1 == link);
                    writer.write_link(theme_role(*text_role), text, is_selected)
                }
                Span::Bar { role: bar_role, cells } => writer.write(
                    bar_theme_role(*bar_role),
                    &context.symbols.bar.repeat(usize::from(*cells)),
                ),
                Span::Spark { levels } => {
                    let sign = |level: &u8| context.symbols.spark.get(usize::from(*level)).copied();
                    writer.write(Role::Bar, &levels.iter().filter_map(sign).collect::<String>())
                }
                Span::Mark(text_role, mark) => {
                    let (role, sign) = sign(*text_role, *mark, context.symbols);
                    writer.write(role, sign)
                }
                Span::Until(cell) => {
                    let used = usize::from(writer.x() - area.x);
                    writer.skip(cell.saturating_sub(used))
                }
            };
        }
    }
}

const fn theme_role(text_role: TextRole) -> Role {
    match text_role {
        TextRole::Plain | TextRole::Quoted => Role::Text,
        TextRole::Dim => Role::Dim,
        TextRole::Strong => Role::Title,
        TextRole::Heading => Role::Header,
        TextRole::Good => Role::Good,
        TextRole::Warning => Role::Warning,
        TextRole::Overdue => Role::Overdue,
        TextRole::Error => Role::Error,
        TextRole::Link => Role::Notice,
        TextRole::Key => Role::Key,
        TextRole::Value => Role::Now,
    }
}

const fn bar_theme_role(bar_role: BarRole) -> Role {
    match bar_role {
        BarRole::Plain => Role::Bar,
        BarRole::Interview => Role::BarInterview,
        BarRole::Rejection => Role::BarRejection,
    }
}

const fn sign(text_role: TextRole, mark: Mark, symbols: &Symbols) -> (Role, &'static str) {
    match mark {
        Mark::Interview => (Role::StageInterview, symbols.interview),
        Mark::Rejection => (Role::StageRejection, symbols.rejection),
        Mark::Now => (Role::Now, symbols.open),
        Mark::Arrow => (theme_role(text_role), symbols.step),
        Mark::Back => (theme_role(text_role), symbols.moved_back),
        Mark::Dot | Mark::Bullet => (theme_role(text_role), symbols.dot),
        Mark::Rule => (theme_role(text_role), symbols.rule),
        Mark::AtLeast => (theme_role(text_role), symbols.at_least),
        Mark::AtMost => (theme_role(text_role), symbols.at_most),
        Mark::More => (theme_role(text_role), symbols.ellipsis),
        Mark::Open => (Role::Open, symbols.open),
        Mark::OnHold => (Role::OnHold, symbols.on_hold),
        Mark::Closed => (Role::Closed, symbols.closed),
        Mark::Archived => (Role::Archived, symbols.archived),
        Mark::Cursor => (Role::BorderFocused, symbols.cursor),
        Mark::Marked => (Role::Marked, symbols.mark),
        Mark::Similar => (Role::Dim, symbols.similar),
        Mark::Ascending => (theme_role(text_role), symbols.ascending),
        Mark::Descending => (theme_role(text_role), symbols.descending),
        Mark::Up => (theme_role(text_role), symbols.up),
        Mark::Down => (theme_role(text_role), symbols.down),
        Mark::Left => (theme_role(text_role), symbols.more_left),
        Mark::Right => (theme_role(text_role), symbols.more_right),
        Mark::Warning if matches!(text_role, TextRole::Overdue) => (Role::Overdue, symbols.warning),
        Mark::Warning => (Role::Warning, symbols.warning),
        Mark::Failed => (Role::Error, symbols.error),
        Mark::Done => (theme_role(text_role), symbols.success),
        Mark::Advance => (Role::Advance, symbols.advance),
        Mark::Wait => (Role::Wait, symbols.wait),
        Mark::Decline => (Role::Decline, symbols.decline),
        Mark::Star => (Role::Star, symbols.star),
        Mark::Snoozed => (Role::Snoozed, symbols.snoozed),
        Mark::Pending => (Role::Warning, symbols.pending),
        Mark::Ahead => (theme_role(text_role), symbols.closed),
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
        let rich_text_marks = [
            Interview, Rejection, Now, Arrow, Back, Dot, Bullet, Rule, AtLeast, AtMost, More, Done,
            Ahead,
        ];
        let help = crate::tui::features::help::topics::SYMBOLS
            .iter()
            .flat_map(|(marks, ..)| *marks)
            .copied();
        let all: Vec<Mark> = rich_text_marks.into_iter().chain(help).collect();
        for (symbols, mark) in [Symbols::unicode(), Symbols::ascii()]
            .into_iter()
            .flat_map(|symbols| all.iter().map(move |mark| (symbols, *mark)))
        {
            let (_, sign) = sign(TextRole::Plain, mark, symbols);
            assert!((1..=mark.width()).contains(&width(sign)), "{mark:?}: {sign}");
        }
    }
}
