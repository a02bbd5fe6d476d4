//! What the entries of a career and of a school have in common.

use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, part, space, trimmed,
};
use crate::tui::widgets::rich_text::{Mark, Span, TextRole};
use crate::wire::CompanyId;

/// What an entry is called by, with its mark before; an entry without a name
/// is still an entry.
pub(crate) fn entry(name: &str) -> Spans {
    let name = if trimmed(name).is_empty() { "(nameless)" } else { name };
    let bullet = Span::Mark(TextRole::Dim, Mark::Bullet);
    [vec![bullet, space(1)], part(TextRole::Strong, name)].concat()
}

/// How a company is known elsewhere.
pub(crate) fn company(
    url: &str,
    number: Option<i64>,
    id: Option<&CompanyId>,
    page: &mut RichTextBuilder,
) {
    let number = number.map_or_else(String::new, |number| number.to_string());
    page.facts(
        4,
        [
            part(TextRole::Link, url),
            labelled(TextRole::Dim, "network number", &number),
            labelled(TextRole::Dim, "company", id.map_or("", CompanyId::as_str)),
        ],
    );
}
