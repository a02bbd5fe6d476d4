//! The reference page at `/` and `/docs`, over HTTP and in a real browser.

use std::path::Path;

use serde_json::{Value, json};
use shortlist::service::fields::{CREATE_V0, CREATE_V1, UPDATE};

use crate::support::browser::Browser;
use crate::support::harness::Service;
use crate::support::http::Request;
use crate::support::installed_tools::Tools;

#[test]
fn the_page_needs_no_key_and_forbids_everything_from_outside() {
    let service = Service::start();
    let [docs, start] = ["/docs", "/"]
        .map(|path| Request::new("GET", path).header("Authorization", "").send(service.address));
    assert_eq!((docs.status, &docs.body), (200, &start.body));
    assert_eq!(docs.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(docs.header("x-content-type-options"), Some("nosniff"));
    let policy = docs.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("script-src"), "{policy}");
    assert!(!docs.body.contains("<script"));
}

/// The part of the page that describes an operation.
fn section<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("<h3 id=\"{id}\">")).expect(id);
    rest.split_once("</article>").expect(id).0
}

#[test]
fn the_page_lists_every_operation_field_and_error_of_the_document() {
    let service = Service::start();
    let page = service.get("/docs").body;
    let document = service.get("/openapi.json").json();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let section = section(&page, id);
            assert!(section.contains(&format!("<code>{path}</code>")), "{method} {path}");
            assert!(section.contains(&method.to_uppercase()), "{method} {path}");
            assert!(section.contains("curl "), "{method} {path}");
            for status in operation["responses"].as_object().unwrap().keys() {
                assert!(section.contains(&format!("<code>{status}</code>")), "{path} {status}");
            }
        }
    }
    for (id, fields) in
        [("CreatePerson", CREATE_V1), ("CreatePersonV0", CREATE_V0), ("UpdatePerson", UPDATE)]
    {
        let section = section(&page, id);
        for (name, ..) in fields {
            assert!(section.contains(&format!("<dt><code>{name}</code>")), "{id} {name}");
        }
    }
    let schemas = &document["components"]["schemas"];
    for code in schemas["ErrorCode"]["enum"].as_array().unwrap() {
        assert!(page.contains(&format!("id=\"error-{}\"", code.as_str().unwrap())), "{code}");
    }
    for name in ["Person", "Candidate", "Job", "Contact", "Problem", "EmailContactEntry"] {
        assert!(page.contains(&format!("<h3 id=\"record-{name}\">")), "{name}");
    }
}

#[test]
fn a_browser_shows_the_page_in_light_and_dark_on_any_screen() {
    let Some(tools) = Tools::find("the reference page in Chromium") else { return };
    let service = Service::start();
    let url = format!("http://{}/docs", service.address);
    let mut browser = Browser::start(&tools);
    for (scheme, is_dark) in [("light", false), ("dark", true)] {
        for width in [360, 1280] {
            let context = format!("{scheme}, {width} pixels");
            let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            browser.call("Emulation.setEmulatedMedia", &media);
            let size = json!({"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500});
            browser.call("Emulation.setDeviceMetricsOverride", &size);
            browser.open(&url);
            let facts = browser.evaluate(include_str!("reference_page.js"));
            assert_readable(&facts, &context);
            assert_eq!(facts["darkness"].as_f64().unwrap() > 0.5, is_dark, "{context}");
            assert_quiet(&browser.events, &url, &context);
            assert_focus_is_visible(&mut browser, &context);
            save_screenshot(&mut browser, &format!("reference-{scheme}-{width}.png"));
        }
    }
}

fn assert_readable(facts: &Value, context: &str) {
    assert_eq!(facts["overflow"], 0, "{context}: the page scrolls sideways");
    assert!(facts["lowestContrast"].as_f64().unwrap() >= 4.5, "{context}: {facts}");
    assert_eq!(facts["landmarks"], json!([1, 1, 1, 1]), "{context}");
    assert_eq!(facts["topHeadings"], 1, "{context}");
    assert_eq!(facts["language"], "en", "{context}");
    for count in ["skippedHeadings", "scripts"] {
        assert_eq!(facts[count], 0, "{context}: {count}");
    }
    for list in ["duplicateIds", "brokenLinks", "outside"] {
        assert_eq!(facts[list], json!([]), "{context}: {list}");
    }
    let text = facts["text"].as_str().unwrap();
    assert!(text.contains("Update a person") && text.contains("curl"), "{context}");
}

/// The page reports no error and no violation, and asks for nothing but itself.
fn assert_quiet(events: &[Value], url: &str, context: &str) {
    for event in events {
        let method = event["method"].as_str().unwrap_or_default();
        let is_report = matches!(
            method,
            "Runtime.exceptionThrown"
                | "Runtime.consoleAPICalled"
                | "Log.entryAdded"
                | "Audits.issueAdded"
        );
        assert!(!is_report, "{context}: {event}");
        if method == "Network.requestWillBeSent" {
            let requested = event["params"]["request"]["url"].as_str().unwrap();
            assert!(requested == url || requested == "data:,", "{context}: {requested}");
        }
    }
    let sent = |event: &&Value| event["method"] == "Network.requestWillBeSent";
    assert!(events.iter().filter(sent).count() >= 1, "{context}: no request was seen");
}

/// The first tab stop skips to the content, and every stop has an outline.
fn assert_focus_is_visible(browser: &mut Browser, context: &str) {
    for expected in ["#content", "openapi.json", "#overview"] {
        for kind in ["rawKeyDown", "keyUp"] {
            let key =
                json!({"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9});
            browser.call("Input.dispatchKeyEvent", &key);
        }
        let focus = browser.evaluate(
            "[document.activeElement.getAttribute('href'), \
             getComputedStyle(document.activeElement).outlineStyle, \
             document.activeElement.getBoundingClientRect().left >= 0]",
        );
        assert_eq!(focus, json!([expected, "solid", true]), "{context}");
    }
    browser.evaluate("document.activeElement.blur()");
}

/// Kept beside the build, for people to look at.
fn save_screenshot(browser: &mut Browser, name: &str) {
    let parameters = json!({"format": "png"});
    let data = browser.call("Page.captureScreenshot", &parameters)["data"].take();
    let image =
        base64::Engine::decode(&base64::engine::general_purpose::STANDARD, data.as_str().unwrap());
    let image = image.unwrap();
    assert!(image.len() > 10_000, "{name} shows almost nothing");
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), image).unwrap();
}
