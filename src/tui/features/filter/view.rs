//! Draws the filter line: the text, its errors and the number of matches.

#[cfg(test)]
pub(crate) mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::text::{Align, width};
use crate::theme::Role;
use crate::tui::app::layout::PaneArea;
use crate::tui::app::list::List;
use crate::tui::app::state::State;
use crate::tui::features::lists::caption::similar_rows;
use crate::tui::features::lists::columns::ColumnSource;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, from, line as line_of, right};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::shorten::{shorten, single_variant};
use crate::tui::widgets::text_input_view::{self, InputStyle};

/// Errors that do not fit go on lines below.
pub(crate) fn draw_filter<S: ColumnSource>(
    state: &State,
    context: &RenderContext<'_>,
    pane: Pane,
    list: &List<S>,
    pane_area: PaneArea,
    buf: &mut Buffer,
) {
    let area = pane_area.filter;
    if area.height == 0 || area.width < 4 {
        return;
    }
    let is_typing = state.filter_prompt.pane == Some(pane) && state.dialogs.is_empty();
    let error_lines = list.error_lines(area.width);
    draw_errors(context, &error_lines, pane_area.errors, buf);
    let note_width = list.width_beside_filter(area.width);
    let (role, note) = note(state, context, list, (is_typing, !error_lines.is_empty()), note_width);
    let note = context.cut(&note, note_width).into_owned();
    let note_area = right(area, width(&note) + 1);
    LineWriter::new(context, note_area, buf).write(role, &note);
    let text_area = Rect { width: area.width - note_area.width, ..area };
    draw_field(context, list, is_typing, text_area, buf);
}

fn draw_field<S: ColumnSource>(
    context: &RenderContext<'_>,
    list: &List<S>,
    is_typing: bool,
    area: Rect,
    buf: &mut Buffer,
) {
    let mut writer = LineWriter::new(context, area, buf);
    writer.skip(1).write(Role::Key, "/");
    let input_area = from(area, writer.x() - area.x);
    let errors: Vec<_> = list.mistakes.iter().map(|mistake| mistake.range.clone()).collect();
    let style = InputStyle { is_idle: !is_typing, errors: &errors, ..InputStyle::default() };
    text_input_view::draw(context, &list.field, style, input_area, buf);
}

fn draw_errors(context: &RenderContext<'_>, lines: &[String], area: Rect, buf: &mut Buffer) {
    for (at, words) in lines.iter().take(area.height.into()).enumerate() {
        let mut writer = LineWriter::new(context, line_of(area, at), buf);
        writer.skip(1).cell(
            Role::Error,
            if at == 0 { context.symbols.error } else { "" },
            1,
            Align::Left,
        );
        let is_cut = at + 1 == usize::from(area.height) && at + 1 < lines.len();
        let more = if is_cut { context.symbols.ellipsis } else { "" };
        writer.write(Role::Error, &format!("{words}{more}"));
    }
}

/// The error unless it stands below, else the completions, else the number of matches.
fn note<S: ColumnSource>(
    state: &State,
    context: &RenderContext<'_>,
    list: &List<S>,
    (is_typing, has_errors_below): (bool, bool),
    max_width: usize,
) -> (Role, String) {
    if let Some(mistake) = list.mistakes.first().filter(|_| !has_errors_below) {
        return (Role::Error, format!("{} {}", context.symbols.error, mistake.describe()));
    }
    if is_typing {
        let offers = &state.filter_prompt.completions;
        let key = context.key(state, Action::Edit(TextEdit::Complete));
        let at = state.filter_prompt.completion_index.min(offers.len().saturating_sub(1));
        if let (Some(offer), Some(key)) = (offers.get(at), key) {
            let more = if offers.len() > 1 {
                format!(" {}/{}", at + 1, offers.len())
            } else {
                String::new()
            };
            let whole = format!("{key} {} ({}){more}", offer.text, offer.description);
            let variants = vec![whole, format!("{key} {}{more}", offer.text)];
            let message = shorten(&[(Role::Hint, variants)], max_width);
            return message.into_iter().next().unwrap_or((Role::Hint, String::new()));
        }
    }
    (Role::Dim, match_count(state, context, list, max_width))
}

/// Adds the number of loaded rows while the list is incomplete.
fn match_count<S: ColumnSource>(
    state: &State,
    context: &RenderContext<'_>,
    list: &List<S>,
    max_width: usize,
) -> String {
    if list.filter.is_empty() {
        return String::new();
    }
    let progress = state.load_progress(list);
    let (exact, near) = (count(list.exact() as u64), list.len() - list.exact());
    let whole = match list.exact() {
        0 => "No matches".to_owned(),
        1 => "1 match".to_owned(),
        _ => format!("{exact} matches"),
    };
    let matches = if progress.is_partial {
        let (loaded, least) = (count(progress.loaded as u64), context.symbols.at_least);
        vec![
            format!("{whole} in {loaded} loaded"),
            format!("{exact} of {loaded} loaded"),
            format!("{exact} of {loaded}"),
            format!("{least}{whole}"),
            format!("{least}{exact}"),
        ]
    } else {
        vec![whole, exact]
    };
    let mut facts = vec![(Role::Dim, matches)];
    if near > 0 {
        facts.push(single_variant(Role::Dim, similar_rows(context, list, near)));
    }
    if list.searching.is_some() {
        let more = context.symbols.ellipsis;
        facts.push((Role::Dim, vec![format!("searching{more}"), more.to_owned()]));
    }
    let message: Vec<String> =
        shorten(&facts, max_width).into_iter().map(|(_, message)| message).collect();
    context.join(&message)
}
