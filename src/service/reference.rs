//! The reference page: the OpenAPI document as one static HTML page without
//! scripts or outside resources. `routes` serves it at `/` and `/docs`.
//!
//! The tables decide the order; the texts are those of the document.

mod html;
mod operation;

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::api_error::ErrorCode;
use super::fields::{MAX_ENTRIES, MAX_TEXT_CHARS};
use super::openapi;
use super::operations::{OPERATIONS, PAGES, Tag};
use html::{Prose, write_block, write_field, write_fields};

const STYLE: &str = include_str!("../../assets/reference.css");

/// Only the style of the page itself is applied, and nothing is loaded.
pub(super) fn content_security_policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    format!(
        "default-src 'none'; style-src 'sha256-{hash}'; img-src data:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    )
}

pub(super) fn page() -> String {
    let document = openapi::document();
    let mut page = String::new();
    // Writing to a String cannot fail.
    let _ = write_page(&mut page, &document);
    page
}

fn write_page(out: &mut String, document: &Value) -> std::fmt::Result {
    let title = Prose(document["info"]["title"].as_str().unwrap_or_default());
    let version = Prose(document["info"]["version"].as_str().unwrap_or_default());
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<header>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n\
         <h1>{title}</h1>\n<p class=\"version\">Version {version} · \
         <a href=\"openapi.json\">OpenAPI document</a></p>\n</header>\n"
    )?;
    write_contents(out)?;
    out.write_str("<main id=\"content\">\n")?;
    write_overview(out, document)?;
    for tag in Tag::ALL {
        let description = Prose(tag.description());
        write!(
            out,
            "<section aria-labelledby=\"{tag:?}\">\n<h2 id=\"{tag:?}\">{tag:?}</h2>\n<p>{description}</p>\n"
        )?;
        for operation in OPERATIONS.iter().filter(|operation| operation.tag == tag) {
            operation::write(out, operation, document)?;
        }
        if tag == Tag::Service {
            PAGES.iter().try_for_each(|page| operation::write_page(out, page, document))?;
        }
        out.write_str("</section>\n")?;
    }
    write_errors(out)?;
    write_records(out, document)?;
    out.write_str("</main>\n<footer>\n<p>Generated from the tables that the service runs on.</p>\n</footer>\n</body>\n</html>\n")
}

fn write_contents(out: &mut String) -> std::fmt::Result {
    out.write_str(
        "<nav aria-label=\"Contents\">\n<ul>\n<li><a href=\"#overview\">Overview</a></li>\n",
    )?;
    for tag in Tag::ALL {
        write!(out, "<li><a href=\"#{tag:?}\">{tag:?}</a>\n<ul>\n")?;
        for operation in OPERATIONS.iter().filter(|operation| operation.tag == tag) {
            writeln!(
                out,
                "<li><a href=\"#{:?}\">{}</a></li>",
                operation.id,
                Prose(operation.summary)
            )?;
        }
        for page in PAGES.iter().filter(|_| tag == Tag::Service) {
            writeln!(out, "<li><a href=\"#{}\">{}</a></li>", page.id, Prose(page.summary))?;
        }
        out.write_str("</ul></li>\n")?;
    }
    out.write_str("<li><a href=\"#errors\">Errors</a></li>\n<li><a href=\"#records\">Records</a></li>\n</ul>\n</nav>\n")
}

fn write_overview(out: &mut String, document: &Value) -> std::fmt::Result {
    write!(
        out,
        "<section aria-labelledby=\"overview\">\n<h2 id=\"overview\">Overview</h2>\n<p>{}</p>\n\
         <h3 id=\"authentication\">Authentication</h3>\n<p>{}</p>\n",
        Prose(openapi::DESCRIPTION),
        Prose(openapi::KEY_DESCRIPTION)
    )?;
    out.write_str("<p>The examples use two shell variables:</p>\n")?;
    write_block(out, "Variables of the examples", "URL=http://127.0.0.1:7171\nKEY=secret")?;
    write!(
        out,
        "<h3 id=\"limits\">Limits</h3>\n<p>A text has at most {MAX_TEXT_CHARS} characters and no \
         NUL, an array at most {MAX_ENTRIES} entries.</p>\n<h3 id=\"headers\">Response headers</h3>\n<dl>\n"
    )?;
    for (name, header) in document["components"]["headers"].as_object().into_iter().flatten() {
        let mut schema = header["schema"].clone();
        schema["description"] = header["description"].clone();
        write_field(out, name, &schema, "")?;
    }
    out.write_str("</dl>\n</section>\n")
}

fn write_errors(out: &mut String) -> std::fmt::Result {
    out.write_str("<section aria-labelledby=\"errors\">\n<h2 id=\"errors\">Errors</h2>\n<p>A failed request has one of these values as <code>error_code</code>; see <a href=\"#record-Problem\">Problem</a>. Version 0 has only the text; see <a href=\"#record-ProblemV0\">ProblemV0</a>.</p>\n<dl>\n")?;
    for code in ErrorCode::ALL {
        write!(
            out,
            "<dt id=\"error-{0}\"><code>{0}</code> <span class=\"type\">{1}</span></dt>\n<dd>{2}</dd>\n",
            code.as_str(),
            code.status().as_u16(),
            Prose(code.description())
        )?;
    }
    out.write_str("</dl>\n</section>\n")
}

/// All schemas except request bodies, which are listed with their operation.
fn write_records(out: &mut String, document: &Value) -> std::fmt::Result {
    out.write_str("<section aria-labelledby=\"records\">\n<h2 id=\"records\">Records</h2>\n")?;
    let is_request = |name: &str| OPERATIONS.iter().any(|row| row.id.name() == name);
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let Some(properties) = schema["properties"].as_object().filter(|_| !is_request(name))
        else {
            continue;
        };
        let description = Prose(schema["description"].as_str().unwrap_or_default());
        write!(out, "<h3 id=\"record-{name}\">{name}</h3>\n<p>{description}</p>\n")?;
        // The required fields are in the order of the table.
        let required = schema["required"].as_array().into_iter().flatten();
        let mut fields: Vec<&str> = required.filter_map(Value::as_str).collect();
        let others = properties.keys().filter(|name| !fields.contains(&name.as_str()));
        let others: Vec<&str> = others.map(String::as_str).collect();
        fields.extend(others);
        write_fields(out, &fields, &schema["properties"])?;
    }
    out.write_str("</section>\n")
}
