//! What the entries of a career and of a school have in common.

use super::page::{Page, Part, labelled, part, space, trimmed};
use super::{Mark, Piece, Tone};
use crate::wire::CompanyId;

/// What an entry is called by, with its mark before; an entry without a name
/// is still an entry.
pub(super) fn entry(name: &str) -> Part {
    let name = if trimmed(name).is_empty() { "(nameless)" } else { name };
    let bullet = Piece::Mark(Tone::Dim, Mark::Bullet);
    [vec![bullet, space(1)], part(Tone::Strong, name)].concat()
}

/// How a company is known elsewhere.
pub(super) fn company(url: &str, number: Option<i64>, id: Option<&CompanyId>, page: &mut Page) {
    let number = number.map_or_else(String::new, |number| number.to_string());
    page.facts(
        4,
        [
            part(Tone::Link, url),
            labelled(Tone::Dim, "network number", &number),
            labelled(Tone::Dim, "company", id.map_or("", CompanyId::as_str)),
        ],
    );
}
