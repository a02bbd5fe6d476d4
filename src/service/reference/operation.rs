//! One operation on the reference page.

use std::fmt::{self, Write};

use serde_json::Value;

use super::html::{Plain, Prose, write_block, write_field, write_fields, write_type};
use crate::service::operations::{Operation, Page, ResponseBody};

pub(super) fn write(out: &mut String, operation: &Operation, document: &Value) -> fmt::Result {
    let object = &document["paths"][operation.path][operation.method];
    let id = operation.id.name();
    write_head(out, id, operation.method, operation.path, object)?;
    write_parameters(out, object)?;
    let request = &object["requestBody"]["content"]["application/json"]["examples"];
    if let Some(fields) = operation.body {
        let names: Vec<&str> = fields.iter().map(|(name, ..)| *name).collect();
        let schema = &document["components"]["schemas"][&id];
        let description = Prose(schema["description"].as_str().unwrap_or_default());
        write!(out, "<h4>Request fields</h4>\n<p>{description}")?;
        if let Some(choices) = schema["allOf"][0]["anyOf"].as_array() {
            let names: Vec<String> = choices
                .iter()
                .map(|choice| format!("`{}`", choice["required"][0].as_str().unwrap_or_default()))
                .collect();
            write!(
                out,
                " {}",
                Prose(&format!("At least one of {} is required.", names.join(", ")))
            )?;
        }
        out.write_str("</p>\n")?;
        write_fields(out, &names, &schema["properties"])?;
    }
    write_responses(out, object)?;
    out.write_str("<h4>Example</h4>\n")?;
    let path = object["parameters"].as_array().into_iter().flatten().find(|p| p["in"] == "path");
    let id = path.and_then(|parameter| parameter["example"].as_str()).unwrap_or_default();
    let query = if matches!(operation.response, ResponseBody::Page(_)) {
        "?offset=0&limit=100"
    } else {
        ""
    };
    let target = format!("{}{query}", operation.path.replace("{id}", id));
    let body = request["example1"]["value"].is_object().then(|| &request["example1"]["value"]);
    write_block(out, "Request", &curl(operation.method, &target, body))?;
    write_example(out, object)?;
    out.write_str("</article>\n")
}

pub(super) fn write_page(out: &mut String, page: &Page, document: &Value) -> fmt::Result {
    let object = &document["paths"][page.path]["get"];
    write_head(out, page.id, "get", page.path, object)?;
    write_parameters(out, object)?;
    write_responses(out, object)?;
    out.write_str("<h4>Example</h4>\n")?;
    write_block(out, "Request", &format!("curl \"$URL{}\"", page.path))?;
    out.write_str("</article>\n")
}

fn write_head(out: &mut String, id: &str, method: &str, path: &str, object: &Value) -> fmt::Result {
    let text = |key: &str| object[key].as_str().unwrap_or_default();
    write!(
        out,
        "<article aria-labelledby=\"{id}\">\n<h3 id=\"{id}\">{}</h3>\n<p class=\"path\">\
         <span class=\"method\">{}</span> <code>{}</code></p>\n<p>{}</p>\n",
        Prose(text("summary")),
        method.to_uppercase(),
        Plain(path),
        Prose(text("description"))
    )
}

fn write_parameters(out: &mut String, object: &Value) -> fmt::Result {
    let parameters = object["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    if parameters.is_empty() {
        return Ok(());
    }
    out.write_str("<h4>Parameters</h4>\n<dl>\n")?;
    for parameter in parameters {
        let mut schema = parameter["schema"].clone();
        schema["description"] = parameter["description"].clone();
        let place = parameter["in"].as_str().unwrap_or_default();
        let mut note = format!(", in the {place}");
        for (key, words) in [("minimum", "from"), ("maximum", "to"), ("default", "default")] {
            if let Some(number) = schema[key].as_i64() {
                write!(note, ", {words} {number}")?;
            }
        }
        write_field(out, parameter["name"].as_str().unwrap_or_default(), &schema, &note)?;
    }
    out.write_str("</dl>\n")
}

fn write_responses(out: &mut String, object: &Value) -> fmt::Result {
    out.write_str("<h4>Responses</h4>\n<dl>\n")?;
    for (status, response) in object["responses"].as_object().into_iter().flatten() {
        write!(out, "<dt><code>{}</code> <span class=\"type\">", Plain(status))?;
        for (_, content) in response["content"].as_object().into_iter().flatten() {
            write_type(out, &content["schema"])?;
        }
        let description = Prose(response["description"].as_str().unwrap_or_default());
        writeln!(out, "</span></dt>\n<dd>{description}</dd>")?;
    }
    out.write_str("</dl>\n")
}

fn write_example(out: &mut String, object: &Value) -> fmt::Result {
    let responses = object["responses"].as_object().into_iter().flatten();
    for (_, response) in responses.filter(|(status, _)| status.starts_with('2')) {
        let example = &response["content"]["application/json"]["example"];
        out.write_str("<details>\n<summary>Example response</summary>\n")?;
        write_block(out, "Response", &format!("{example:#}"))?;
        out.write_str("</details>\n")?;
    }
    Ok(())
}

/// A command for a POSIX shell.
fn curl(method: &str, target: &str, body: Option<&Value>) -> String {
    let mut command = "curl ".to_owned();
    if method == "patch" {
        command.push_str("-X PATCH ");
    }
    command.push_str("-H \"Authorization: Bearer $KEY\" \\\n");
    if let Some(body) = body {
        command.push_str("  -H 'Content-Type: application/json' \\\n  -d '");
        command.push_str(&format!("{body:#}").replace('\'', r"'\''"));
        command.push_str("' \\\n");
    }
    command.push_str("  \"$URL");
    command.push_str(target);
    command.push('"');
    command
}
