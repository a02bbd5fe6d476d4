//! A long editing session while the server shows every fault, and then a
//! comparison with the log of requests.

use serde_json::{Value, json};

use crate::support::edit_fixture::{CONFLICT, EditFixture, REPORT, REVIEW, SAVED};
use crate::support::http::KEY;
use crate::support::pty::Screen;
use crate::support::quirky_server::{JOB, OTHER_JOB, QuirkyServer, Reaction};

enum Input {
    /// Starts the program with this key.
    Start(&'static str),
    Type(&'static str),
    Kill,
}
use Input::{Kill, Start, Type};

/// The window, a change of the server before, the input, and the texts that the
/// screen shows afterwards, all at once. `not:` marks a text that is not shown,
/// `disk:` a text in a draft.
type Step = (usize, fn(&QuirkyServer), Input, &'static [&'static str]);

const UNCHANGED: fn(&QuirkyServer) = |_| {};
const SECOND_KEY: &str = "sl_second";
const KEY_PROMPT: &str = "Enter the API key";

#[rustfmt::skip]
const STEPS: &[Step] = &[
    // The answer is lost, after the update and before it.
    (0, UNCHANGED, Start(KEY), &["▸ now", "not:oading"]),
    (0, UNCHANGED, Type("3ee<down><down><down> of Numbers"), &["*title            Engineer of Numbers"]),
    (0, |server| server.react_to("PATCH", [Reaction::ApplyAndReset]), Type("<c-s>"), &[REPORT, "Saved: no clear response came"]),
    (0, UNCHANGED, Type("<enter>et!"), &["Edit title: Ada", "Engineer of Numbers!"]),
    (0, |server| server.react_to("PATCH", [Reaction::Reset]), Type("<enter>"), &[REPORT, "May have been saved"]),
    (0, UNCHANGED, Type("<enter>"), &["*title", "Engineer of Numbers!", "1 unsaved edit"]),
    // The server ignores an update.
    (0, |server| server.change_quirks(|quirks| quirks.ignores_updates = true), Type("<c-s>"), &[REPORT, "The server accepted the change but does not show it yet"]),
    (0, |server| server.change_quirks(|quirks| quirks.ignores_updates = false), Type("<enter>"), &["*title", "Engineer of Numbers!", "disk:Engineer of Numbers!"]),
    // Another user is faster: before the read, and between read and write.
    (0, |server| server.edit_as_other_user("per_1", &json!({"current_job_title": "Poet"})), Type("<c-s>"), &[CONFLICT, "Poet", "Not saved: another user"]),
    (0, UNCHANGED, Type("<enter>"), &[CONFLICT, "Choose a side for 1 more"]),
    (0, |server| {
        server.change_quirks(|quirks| quirks.etags = true);
        server.react_to("PATCH", [Reaction::AfterEdit("per_1", json!({"current_job_title": "Peer"}))]);
    }, Type("m<enter><enter>"), &[CONFLICT, "Peer", "Not saved: another user"]),
    (0, UNCHANGED, Type("m<enter><enter>"), &[SAVED, "not:Edit title"]),
    // Two windows edit one person.
    (0, UNCHANGED, Type("el!"), &["Edit last name: Ada", "Lovelace!", "disk:Lovelace!"]),
    (1, UNCHANGED, Start(KEY), &["▸ now", "not:oading", "not: as of ", "not:Unsaved"]),
    (1, UNCHANGED, Type("3el?"), &["Lovelace?", "Another window has unsaved changes to Ada Lovelace, too", "disk:Lovelace?"]),
    (0, UNCHANGED, Type("<c-s>"), &[SAVED, "not:Edit last name"]),
    (1, UNCHANGED, Type("<c-s>"), &[CONFLICT, "Lovelace!", "Lovelace?"]),
    (1, UNCHANGED, Type("<esc>"), &["*last name", "Lovelace?"]),
    (1, UNCHANGED, Type("<esc>"), &["Keep your unsaved changes?"]),
    (1, UNCHANGED, Type("<enter>"), &["Kept your changes to Ada Lovelace", "disk:Lovelace?"]),
    // The key is revoked.
    (0, UNCHANGED, Type("ec Ltd"), &["Edit company", "Kestrel Ltd"]),
    (0, |server| server.accept_only_key(SECOND_KEY), Type("<enter>"), &[KEY_PROMPT, "no such key"]),
    (0, UNCHANGED, Type("sl_second<enter>"), &["*company", "Kestrel Ltd", "not:Enter the API key"]),
    (0, UNCHANGED, Type("<c-s>"), &[SAVED, "not:Edit company"]),
    // Undo and redo.
    (0, UNCHANGED, Type("u"), &["Undone and verified", "not:Undo: Ada"]),
    (0, UNCHANGED, Type("<c-r>"), &["Redone and verified", "not:Redo: Ada"]),
    // The server is down for a while.
    (0, |server| server.change_quirks(|quirks| quirks.is_down = true), Type("ef!<enter>"), &["Not saved: the connection broke", "Ada!"]),
    (0, |server| server.change_quirks(|quirks| quirks.is_down = false), Type("<c-s>"), &[SAVED, "not:Edit first name"]),
    // The server appends to lists.
    (0, UNCHANGED, Type("jj"), &["4 Guðrún Þórðardóttir ─", "▸ now", "not:oading", "not: as of "]),
    (0, |server| server.change_quirks(|quirks| quirks.appends_to_lists = true), Type("em<a-n>g@home.example<enter>"), &[REPORT, "this server adds to lists instead of"]),
    (0, UNCHANGED, Type("<enter>em<a-n>g@work.example<enter><enter>"), &[SAVED, "not:Edit emails"]),
    // The server refuses a field.
    (0, |server| server.change_quirks(|quirks| quirks.appends_to_lists = false), Type("k"), &["4 Bo ─", "▸ now", "not:oading", "not: as of "]),
    (0, |server| server.react_to("PATCH", [Reaction::Reply("422 Unprocessable Entity", json!({"success": false, "error": "no",
        "errors": [{"field": "current_job_title", "message": "that is too grand"}]}))]),
        Type("etBaker<enter>"), &["✗ that is too grand", "*title", "Baker"]),
    (0, UNCHANGED, Type("<c-s>"), &[SAVED, "not:Edit title"]),
    // The server clears omitted fields, which are restored.
    (0, |server| server.change_quirks(|quirks| quirks.clears_omitted = true), Type("ecUmbra<enter>"), &[REPORT, "also changed by the server"]),
    (0, |server| server.change_quirks(|quirks| quirks.clears_omitted = false), Type("r"), &[REVIEW, "Baker"]),
    (0, UNCHANGED, Type("<enter>"), &[SAVED, "not:─ review ─"]),
    // A create with a lost answer; an attach with a server error.
    (0, |server| server.react_to("POST", [Reaction::ApplyAndReset]), Type("cGrace Hopper"), &["New person: Grace Hopper"]),
    (0, UNCHANGED, Type("<c-s><enter>"), &["the person was found by external ID"]),
    (0, UNCHANGED, Type("<enter>"), &["▸4 Grace Hopper"]),
    (0, |server| server.react_to("PATCH", [Reaction::Reply("500 Oh", json!({"success": false, "error": "oh"}))]),
        Type("Jsales<enter><enter>"), &["may have been saved", "Done; r retries what failed or is unknown"]),
    (0, UNCHANGED, Type("r"), &["Added Grace Hopper to Head of Sales"]),
    // The program is killed while typing.
    (0, UNCHANGED, Type("3ggee<down><down><down>, retired"), &["Engineer of Numbers!, retired", "disk:Engineer of Numbers!, retired"]),
    (0, UNCHANGED, Kill, &[]),
    (0, UNCHANGED, Start(SECOND_KEY), &["Unsaved changes to Ada Lovelace from ", "Engineer of Numbers!, retired", "1 unsaved edit"]),
    (0, UNCHANGED, Type(""), &["Engineer of Numbers!, retired", "not:still loading"]),
    (0, UNCHANGED, Type("<c-s>"), &[SAVED, "not:Edit Ada"]),
];

struct Session {
    fixture: EditFixture,
    windows: [Option<Screen>; 2],
}

impl Session {
    fn take(&mut self, (window, change_server, input, texts): &Step) {
        change_server(&self.fixture.server);
        let slot = &mut self.windows[*window];
        match (input, slot.as_mut()) {
            (Start(key), _) => {
                let mut command = self.fixture.command();
                command.env("SHORTLIST_KEY", key);
                *slot = Some(Screen::wide(command));
            }
            (Type(keys), Some(screen)) => screen.type_keys(keys),
            (Kill, Some(screen)) => return screen.kill(),
            (_, None) => panic!("window {window} is not open"),
        }
        let screen = slot.as_ref().unwrap();
        screen.wait_for(&format!("{texts:?}"), |screen| {
            let contents = screen.contents();
            texts.iter().all(|text| match text.split_once(':') {
                Some(("not", text)) => !contents.contains(text),
                Some(("disk", _)) => true,
                _ => contents.contains(text),
            })
        });
        for text in texts.iter().filter_map(|text| text.strip_prefix("disk:")) {
            self.fixture.wait_for_draft(text);
        }
    }
}

/// Person and body of every update, in order.
fn expected() -> Vec<(&'static str, Value)> {
    let entry = |value| json!({"contact_data_type": "work", "value": value});
    vec![
        ("per_1", json!({"current_job_title": "Engineer of Numbers"})),
        ("per_1", json!({"current_job_title": "Engineer of Numbers!"})), // answer lost
        ("per_1", json!({"current_job_title": "Engineer of Numbers!"})), // ignored
        ("per_1", json!({"current_job_title": "Engineer of Numbers!"})), // refused: stale etag
        ("per_1", json!({"current_job_title": "Engineer of Numbers!"})),
        ("per_1", json!({"last_name": "Lovelace!"})),
        ("per_1", json!({"company_name": "Kestrel Ltd"})),
        ("per_1", json!({"company_name": "Kestrel"})),
        ("per_1", json!({"company_name": "Kestrel Ltd"})),
        ("per_1", json!({"first_name": "Ada!"})),
        ("per_3", json!({"emails": [entry("gudrun@lsh.example"), entry("g@home.example")]})),
        ("per_3", json!({"emails": [entry("g@work.example")]})),
        ("per_2", json!({"current_job_title": "Baker"})), // refused
        ("per_2", json!({"current_job_title": "Baker"})),
        ("per_2", json!({"company_name": "Umbra"})),
        ("per_2", json!({"current_job_title": "Baker"})), // restored
        ("per_4", json!({"job_id": OTHER_JOB})),          // server error
        ("per_4", json!({"job_id": OTHER_JOB})),
        ("per_1", json!({"current_job_title": "Engineer of Numbers!, retired"})),
    ]
}

#[test]
fn in_a_long_session_nothing_is_lost_overwritten_or_sent_twice() {
    assert!(STEPS.len() >= 30);
    let mut session = Session { fixture: EditFixture::new(), windows: [None, None] };
    for step in STEPS {
        session.take(step);
    }
    let Session { fixture, windows } = session;
    windows.into_iter().flatten().for_each(Screen::quit);

    let log = fixture.server.http.log();
    let updates = log.requests.iter().filter(|request| request.method == "PATCH");
    let updates: Vec<(&str, Value)> = updates
        .map(|request| (request.target.strip_prefix("/v1/persons/").unwrap(), request.json()))
        .collect();
    assert_eq!(updates, expected(), "only changed fields, and only on request");

    let creates = fixture.server.bodies("POST");
    let [create] = creates.as_slice() else { panic!("{creates:?}") };
    assert_eq!((&create["name"], &create["job_id"]), (&json!("Grace Hopper"), &json!(JOB)));
    assert_eq!(fixture.server.person_count(), 4, "no person is created twice");

    let people: Vec<String> =
        (1..=4).map(|number| fixture.server.person(&format!("per_{number}")).to_string()).collect();
    let all = [people, fixture.drafts_on_disk()].concat().join("\n");
    for text in [
        "Engineer of Numbers!, retired",
        "Lovelace!",
        "Lovelace?",
        "Kestrel Ltd",
        "Ada!",
        "g@home.example",
        "g@work.example",
        "Baker",
        "Umbra",
        "Grace Hopper",
    ] {
        assert!(all.contains(text), "{text} is lost: {all}");
    }
    assert_eq!(fixture.drafts_on_disk().len(), 1, "only the draft of the other window");
}
