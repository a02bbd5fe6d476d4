//! The filter of a list: the text with its cursor, and what it finds or what
//! is wrong with it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::columns::Shown;
use super::input;
use super::look::Look;
use super::pen::{Pen, from, line as line_of, right};
use crate::app::State;
use crate::app::action::{Action, Edit, Pane};
use crate::app::layout::Area;
use crate::app::list::List;
use crate::app::sheet::format::count;
use crate::text::{Align, width};
use crate::theme::Role;

/// Draws the line, and below it what is wrong with it, where that does not fit
/// into the line. Where its cursor is, while it is typed into.
pub(super) fn line<S: Shown>(
    state: &State,
    look: &Look<'_>,
    pane: Pane,
    list: &List<S>,
    whole: Area,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    let area = whole.filter;
    if area.height == 0 || area.width < 4 {
        return None;
    }
    let typing = state.filtering == Some(pane) && state.over.is_none();
    let below = list.wrong(area.width);
    wrong(look, &below, whole.wrong, buf);
    let (role, note) = note(state, look, list, typing, !below.is_empty());
    let note = look.cut(&note, list.beside_filter(area.width)).into_owned();
    let place = right(area, width(&note) + 1);
    Pen::new(look, place, buf).write(role, &note);
    let text = Rect { width: area.width - place.width, ..area };
    field(look, list, typing, text, buf)
}

/// The text, scrolled so that the cursor is seen, its mistakes underlined.
fn field<S: Shown>(
    look: &Look<'_>,
    list: &List<S>,
    typing: bool,
    area: Rect,
    buf: &mut Buffer,
) -> Option<(u16, u16)> {
    let mut pen = Pen::new(look, area, buf);
    pen.skip(1).write(Role::Key, "/");
    let place = from(area, pen.x() - area.x);
    let wrong: Vec<_> = list.mistakes.iter().map(|mistake| mistake.range.clone()).collect();
    let text = list.field.text();
    if typing {
        return Some(input::typed(look, (text, list.field.before()), &wrong, place, buf));
    }
    input::text(look, (text, 0), &wrong, place, buf);
    None
}

/// What is wrong, in lines of its own.
fn wrong(look: &Look<'_>, lines: &[String], area: Rect, buf: &mut Buffer) {
    for (at, words) in lines.iter().take(area.height.into()).enumerate() {
        let mut pen = Pen::new(look, line_of(area, at), buf);
        pen.skip(1).cell(
            Role::Error,
            if at == 0 { look.symbols.error } else { "" },
            1,
            Align::Left,
        );
        let is_cut = at + 1 == usize::from(area.height) && at + 1 < lines.len();
        let more = if is_cut { look.symbols.ellipsis } else { "" };
        pen.write(Role::Error, &format!("{words}{more}"));
    }
}

/// What is wrong unless that is told below, else what could be typed, else what
/// was found.
fn note<S: Shown>(
    state: &State,
    look: &Look<'_>,
    list: &List<S>,
    typing: bool,
    told_below: bool,
) -> (Role, String) {
    if let Some(mistake) = list.mistakes.first().filter(|_| !told_below) {
        return (Role::Error, format!("{} {}", look.symbols.error, mistake.said()));
    }
    if typing {
        let offers = &state.offers;
        let key = look.key(state, Action::Edit(Edit::Complete));
        let at = state.completing.min(offers.len().saturating_sub(1));
        if let (Some(offer), Some(key)) = (offers.get(at), key) {
            let more = if offers.len() > 1 {
                format!(" {}/{}", at + 1, offers.len())
            } else {
                String::new()
            };
            return (Role::Hint, format!("{key} {} ({}){more}", offer.text, offer.told));
        }
    }
    (Role::Dim, found(state, look, list))
}

fn found<S: Shown>(state: &State, look: &Look<'_>, list: &List<S>) -> String {
    if list.filter.is_empty() {
        return String::new();
    }
    let exact = list.exact();
    let extent = state.extent(list);
    let of = if extent.partial {
        format!(" of {} loaded", count(extent.loaded as u64))
    } else {
        String::new()
    };
    let mut facts = vec![format!("{} match{of}", count(exact as u64))];
    if list.len() > exact {
        facts.push(format!("{} similar", count((list.len() - exact) as u64)));
    }
    if list.searching.is_some() {
        facts.push(format!("searching{}", look.symbols.ellipsis));
    }
    look.joined(&facts)
}
