//! Draws the filter line: the text, its errors and the number of matches.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::text::{Align, width};
use crate::theme::Role;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::list::List;
use crate::tui::app::state::State;
use crate::tui::features::lists::columns::ColumnSource;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from, line as line_of, right};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::shorten::{fitting, only};
use crate::tui::widgets::text_input_view;

/// Errors that do not fit go on lines below. Returns the cursor position while the filter is
/// typed.
pub(crate) fn line<S: ColumnSource>(
    state: &State,
    look: &RenderContext<'_>,
    pane: Pane,
    list: &List<S>,
    whole: PaneArea,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    let area = whole.filter;
    if area.height == 0 || area.width < 4 {
        return None;
    }
    let typing = state.filtering == Some(pane) && state.over.is_none();
    let below = list.wrong(area.width);
    wrong(look, &below, whole.wrong, buf);
    let room = list.beside_filter(area.width);
    let (role, note) = note(state, look, list, (typing, !below.is_empty()), room);
    let note = look.cut(&note, room).into_owned();
    let place = right(area, width(&note) + 1);
    LineWriter::new(look, place, buf).write(role, &note);
    let text = Rect { width: area.width - place.width, ..area };
    field(look, list, typing, text, buf)
}

fn field<S: ColumnSource>(
    look: &RenderContext<'_>,
    list: &List<S>,
    typing: bool,
    area: Rect,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    let mut writer = LineWriter::new(look, area, buf);
    writer.skip(1).write(Role::Key, "/");
    let place = from(area, writer.x() - area.x);
    let wrong: Vec<_> = list.mistakes.iter().map(|mistake| mistake.range.clone()).collect();
    let text = list.field.text();
    if typing {
        return Some(text_input_view::typed(look, (text, list.field.before()), &wrong, place, buf));
    }
    text_input_view::text(look, (text, 0), &wrong, place, buf);
    None
}

fn wrong(look: &RenderContext<'_>, lines: &[String], area: Rect, buf: &mut Buffer) {
    for (at, words) in lines.iter().take(area.height.into()).enumerate() {
        let mut writer = LineWriter::new(look, line_of(area, at), buf);
        writer.skip(1).cell(
            Role::Error,
            if at == 0 { look.symbols.error } else { "" },
            1,
            Align::Left,
        );
        let is_cut = at + 1 == usize::from(area.height) && at + 1 < lines.len();
        let more = if is_cut { look.symbols.ellipsis } else { "" };
        writer.write(Role::Error, &format!("{words}{more}"));
    }
}

/// The error unless it stands below, else the completions, else the number of matches.
fn note<S: ColumnSource>(
    state: &State,
    look: &RenderContext<'_>,
    list: &List<S>,
    (typing, told_below): (bool, bool),
    room: usize,
) -> (Role, String) {
    if let Some(mistake) = list.mistakes.first().filter(|_| !told_below) {
        return (Role::Error, format!("{} {}", look.symbols.error, mistake.said()));
    }
    if typing {
        let offers = &state.offers;
        let key = look.key(state, Action::Edit(TextEdit::Complete));
        let at = state.completing.min(offers.len().saturating_sub(1));
        if let (Some(offer), Some(key)) = (offers.get(at), key) {
            let more = if offers.len() > 1 {
                format!(" {}/{}", at + 1, offers.len())
            } else {
                String::new()
            };
            let whole = format!("{key} {} ({}){more}", offer.text, offer.told);
            let short = vec![whole, format!("{key} {}{more}", offer.text)];
            let message = fitting(&[(Role::Hint, short)], room);
            return message.into_iter().next().unwrap_or((Role::Hint, String::new()));
        }
    }
    (Role::Dim, found(state, look, list, room))
}

/// Adds the number of loaded rows while the list is incomplete.
fn found<S: ColumnSource>(
    state: &State,
    look: &RenderContext<'_>,
    list: &List<S>,
    room: usize,
) -> String {
    if list.filter.is_empty() {
        return String::new();
    }
    let extent = state.extent(list);
    let (exact, near) = (count(list.exact() as u64), list.len() - list.exact());
    let whole = format!("{exact} match");
    let matches = if extent.partial {
        let (of, least) = (count(extent.loaded as u64), look.symbols.at_least);
        vec![
            format!("{whole} of {of} loaded"),
            format!("{exact} of {of} loaded"),
            format!("{exact} of {of}"),
            format!("{least}{whole}"),
            format!("{least}{exact}"),
        ]
    } else {
        vec![whole, exact]
    };
    let mut facts = vec![(Role::Dim, matches)];
    if near > 0 {
        facts.push(only(Role::Dim, format!("{} similar", count(near as u64))));
    }
    if list.searching.is_some() {
        let more = look.symbols.ellipsis;
        facts.push((Role::Dim, vec![format!("searching{more}"), more.to_owned()]));
    }
    let message: Vec<String> =
        fitting(&facts, room).into_iter().map(|(_, message)| message).collect();
    look.joined(&message)
}
