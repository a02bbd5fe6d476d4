//! The links on the screen, for terminals that make them clickable.
//!
//! Addresses are looked up in the drawn cells, so that a link that a popup covers is none. The
//! runtime calls [`hyperlinks`] after a frame is drawn; its backend writes them to the terminal.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::keymap::action::Pane;
use crate::tui::app::layout::inner_area;
use crate::tui::app::state::State;
use crate::tui::features::card::selectors::card;
use crate::tui::features::inbox::areas::areas;
use crate::tui::widgets::rich_text::{LinkTarget, RichLine, links};

/// Shorter texts may occur elsewhere on the line.
const MIN_LEN: usize = 4;
const SCHEMES: [&str; 4] = ["https://", "http://", "mailto:", "tel:"];

/// A link on one line of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hyperlink {
    x: u16,
    y: u16,
    url: String,
    cells: Vec<Cell>,
}

impl Hyperlink {
    /// Holds only characters that cannot end or extend the sequence of the terminal.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = (u16, u16, &Cell)> {
        (self.x..).zip(&self.cells).map(|(x, cell)| (x, self.y, cell))
    }

    /// Finds a text on a line of the screen.
    fn find(text: &str, url: &str, area: Rect, buf: &Buffer) -> Option<Self> {
        let is_usable = text.len() >= MIN_LEN && text.is_ascii() && is_safe(url);
        let area = area.intersection(buf.area);
        if !is_usable || area.height == 0 || usize::from(area.width) < text.len() {
            return None;
        }
        let y = area.y;
        let letters: Vec<&str> = (area.x..area.right()).map(|x| buf[(x, y)].symbol()).collect();
        let is_here = |cells: &[&str]| {
            cells.iter().zip(text.bytes()).all(|(cell, letter)| cell.as_bytes() == [letter])
        };
        let at = letters.windows(text.len()).position(is_here)?;
        let x = area.x.saturating_add(u16::try_from(at).ok()?);
        let end = x.saturating_add(u16::try_from(text.len()).ok()?);
        let cells = (x..end).map(|x| buf[(x, y)].clone()).collect();
        Some(Self { x, y, url: url.to_owned(), cells })
    }
}

/// An allow-list: everything else must be percent-encoded.
fn is_safe(url: &str) -> bool {
    SCHEMES.iter().any(|scheme| url.starts_with(scheme))
        && url
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"/?#&=%-._~:@!$'()*+,;".contains(&byte))
}

/// None while a dialog or the editor is open: it has the keys, and covers what is below.
pub(crate) fn hyperlinks(state: &State, buf: &Buffer) -> Vec<Hyperlink> {
    if !state.dialogs.is_empty() || state.editor.is_some() {
        return Vec::new();
    }
    let Some((area, lines)) = visible_card(state) else { return Vec::new() };
    let found = links(&lines).into_iter().filter_map(|link| match link.target {
        LinkTarget::Url(url) => {
            let line = u16::try_from(link.line).ok().filter(|line| *line < area.height)?;
            let row = Rect { y: area.y + line, height: 1, ..area };
            Hyperlink::find(link.text, url, row, buf)
        }
        LinkTarget::Candidate(..) => None,
    });
    found.collect()
}

/// The lines of the card on the screen, and their area.
fn visible_card(state: &State) -> Option<(Rect, Vec<RichLine>)> {
    if let Some(inbox) = state.inbox.as_deref() {
        let area = areas(state).card.map(inner_area)?;
        let card = card(state, area.width)?;
        let height = usize::from(area.height);
        let scroll = inbox.scroll.min(card.len().saturating_sub(height));
        return Some((area, card.lines(scroll, height)));
    }
    let area = state.layout.pane(Pane::Candidate)?.body;
    let open = state.open_job()?;
    let lines = state.candidate_rich_text();
    let visible = lines.into_iter().skip(open.detail.scroll).take(area.height.into());
    Some((area, visible.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    #[test]
    fn a_link_is_found_where_its_text_is_drawn() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 30, 2));
        buf.set_string(2, 1, "佐 a@b.example · x", Style::new());
        let row = Rect::new(0, 1, 30, 1);
        let link = Hyperlink::find("a@b.example", "mailto:a@b.example", row, &buf).unwrap();
        assert_eq!((link.x, link.y, link.cells.len()), (5, 1, 11));
        let covered = Hyperlink::find("a@c.example", "mailto:a@c.example", row, &buf);
        assert_eq!(covered, None, "a popup covers it");
    }

    #[test]
    fn only_addresses_of_safe_characters_become_links() {
        for (url, expected) in [
            ("https://a.example/in/x?y=1&z=%20", true),
            ("mailto:a@b.example", true),
            ("tel:+49171", true),
            ("https://a.example/\u{1b}]0;x", false),
            ("https://a.example/\u{7}", false),
            ("https://a.example/é", false),
            ("https://a.example/ x", false),
            ("file:///etc/passwd", false),
            ("javascript:x", false),
        ] {
            assert_eq!(is_safe(url), expected, "{url}");
        }
    }
}
