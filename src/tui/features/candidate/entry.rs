use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, labelled, part, space, trim_text,
};
use crate::tui::widgets::rich_text::{Mark, Span, TextRole};
use crate::wire::CompanyId;

/// An entry without a name still gets a line.
pub(crate) fn entry(name: &str) -> Spans {
    let name = if trim_text(name).is_empty() { "(nameless)" } else { name };
    let bullet = Span::Mark(TextRole::Dim, Mark::Bullet);
    [vec![bullet, space(1)], part(TextRole::Strong, name)].concat()
}

pub(crate) fn push_company(
    url: &str,
    number: Option<i64>,
    id: Option<&CompanyId>,
    builder: &mut RichTextBuilder,
) {
    let number = number.map_or_else(String::new, |number| number.to_string());
    builder.facts(
        4,
        [
            part(TextRole::Link, url),
            labelled(TextRole::Dim, "network number", &number),
            labelled(TextRole::Dim, "company", id.map_or("", CompanyId::as_str)),
        ],
    );
}
