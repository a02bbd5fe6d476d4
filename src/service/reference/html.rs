//! The parts that the reference page is made of. All text is escaped.

use std::fmt::{self, Display, Formatter, Write};

use serde_json::Value;

/// Text without markup.
pub(super) struct Plain<'a>(pub(super) &'a str);

impl Display for Plain<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            _ => f.write_char(c),
        })
    }
}

/// Text in which backticks enclose code.
pub(super) struct Prose<'a>(pub(super) &'a str);

impl Display for Prose<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.split('`').enumerate().try_for_each(|(index, part)| {
            if index % 2 == 0 {
                write!(f, "{}", Plain(part))
            } else {
                write!(f, "<code>{}</code>", Plain(part))
            }
        })
    }
}

/// A block of code that the keyboard can scroll.
pub(super) fn write_block(out: &mut String, label: &str, code: &str) -> fmt::Result {
    let (label, code) = (Plain(label), Plain(code));
    writeln!(
        out,
        "<pre tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><code>{code}</code></pre>"
    )
}

/// A list of properties, in this order.
pub(super) fn write_fields(out: &mut String, names: &[&str], properties: &Value) -> fmt::Result {
    out.write_str("<dl>\n")?;
    names.iter().try_for_each(|name| write_field(out, name, &properties[*name], ""))?;
    out.write_str("</dl>\n")
}

pub(super) fn write_field(out: &mut String, name: &str, schema: &Value, note: &str) -> fmt::Result {
    let description = schema["description"].as_str().unwrap_or_default();
    write!(out, "<dt><code>{}</code> <span class=\"type\">", Plain(name))?;
    write_type(out, schema)?;
    write!(out, "{}</span></dt>\n<dd>{}</dd>\n", Plain(note), Prose(description))
}

/// The type of a value, with a link to the record that it is.
pub(super) fn write_type(out: &mut String, schema: &Value) -> fmt::Result {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let anchor = if name == "ErrorCode" { "errors" } else { &format!("record-{name}") };
        return write!(out, "<a href=\"#{}\">{}</a>", Plain(anchor), Plain(name));
    }
    let (kind, is_nullable) = match &schema["type"] {
        Value::Array(kinds) => (&kinds[0], true),
        kind => (kind, false),
    };
    let format = schema["format"].as_str();
    match (kind.as_str().unwrap_or_default(), format) {
        ("array", _) => {
            out.write_str("array of ")?;
            write_type(out, &schema["items"])?;
        }
        ("string", Some(format)) => write!(out, "string ({})", Plain(format))?,
        (kind, _) => write!(out, "{}", Plain(kind))?,
    }
    if is_nullable { out.write_str(" or null") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_backticks_enclose_code() {
        let text = Prose("a<b & `c>\"d'` e").to_string();
        assert_eq!(text, "a&lt;b &amp; <code>c&gt;&quot;d&#39;</code> e");
    }
}
