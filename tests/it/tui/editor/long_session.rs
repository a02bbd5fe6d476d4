//! A long session at one desk while the server does everything that servers do:
//! step by step, and then the log of requests is held against it.

use serde_json::{Value, json};

use crate::support::edit_fixture::{CLASH, DONE, Desk, REVIEW, quit};
use crate::support::harness::KEY;
use crate::support::pty::{Screen, WIDE};
use crate::support::quirky_server::{JOB, OTHER_JOB, Odd, Turn};

/// What is done at a window.
enum Act {
    /// It is started with a key.
    Starts(&'static str),
    Types(&'static str),
    /// It is killed, as by a power cut.
    Dies,
}
use Act::{Dies, Starts, Types};

/// Which window; what the server becomes before; what is done; and what is on
/// the screen then, all at once. `not:` is not there, `disk:` is in a draft.
type Step = (usize, fn(&Odd), Act, &'static [&'static str]);

const NOTHING: fn(&Odd) = |_| {};
const SECOND_KEY: &str = "sl_second";
const SAVED: &str = "Saved, and seen.";
const KEY_ASKED: &str = "The key of the server";

#[rustfmt::skip]
const STEPS: &[Step] = &[
    // The answer is lost after it was done, and before.
    (0, NOTHING, Starts(KEY), &["● this one"]),
    (0, NOTHING, Types("3ee<down><down><down> of Numbers"), &["*title            Engineer of Numbers"]),
    (0, |odd| odd.turns("PATCH", [Turn::DoneAndLost]), Types("<c-s><enter>"), &[DONE, "it was carried out."]),
    (0, NOTHING, Types("<enter>et!<enter>"), &[REVIEW, "Engineer of Numbers!", "Only this field is sent:"]),
    (0, |odd| odd.turns("PATCH", [Turn::Lost]), Types("<enter>"), &[DONE, "it was not carried"]),
    (0, NOTHING, Types("<enter>"), &["*title", "Engineer of Numbers!", "1 draft"]),
    // It says yes and does nothing.
    (0, |odd| odd.becomes(|manners| manners.ignores = true), Types("<c-s><enter>"), &[DONE, "kept what it had: nothing was changed."]),
    (0, |odd| odd.becomes(|manners| manners.ignores = false), Types("<enter>"), &["*title", "Engineer of Numbers!", "disk:Engineer of Numbers!"]),
    // Somebody else is faster: before it is read, and between reading and writing.
    (0, |odd| odd.elsewhere("per_1", &json!({"current_job_title": "Poet"})), Types("<c-s><enter>"), &[CLASH, "Poet", "Nothing was sent."]),
    (0, NOTHING, Types("<enter>"), &[CLASH, "1 to choose yet"]),
    (0, |odd| {
        odd.becomes(|manners| manners.etags = true);
        odd.turns("PATCH", [Turn::After("per_1", json!({"current_job_title": "Peer"}))]);
    }, Types("m<enter><enter>"), &[CLASH, "Peer", "Nothing was sent."]),
    (0, NOTHING, Types("m<enter><enter>"), &[DONE, SAVED]),
    // Two windows on one person.
    (0, NOTHING, Types("<enter>el!"), &["Edit last name: Ada", "Lovelace!", "disk:Lovelace!"]),
    (1, NOTHING, Starts(KEY), &["● this one", "not:the person as of", "not:unsaved"]),
    (1, NOTHING, Types("3el?"), &["Lovelace?", "another window has an unsaved edit of Ada Lovelace, too", "disk:Lovelace?"]),
    (0, NOTHING, Types("<c-s><enter>"), &[DONE, SAVED]),
    (1, NOTHING, Types("<c-s><enter>"), &[CLASH, "Lovelace!", "Lovelace?"]),
    (1, NOTHING, Types("<esc>"), &["*last name", "Lovelace?"]),
    (1, NOTHING, Types("<esc>"), &["What becomes of what you typed?"]),
    (1, NOTHING, Types("<enter>"), &["the edit of Ada Lovelace is kept", "disk:Lovelace?"]),
    // The key is revoked while one types.
    (0, NOTHING, Types("<enter>ec Ltd<enter>"), &[REVIEW, "Kestrel Ltd"]),
    (0, |odd| odd.takes_only(SECOND_KEY), Types("<enter>"), &[KEY_ASKED, "no such key"]),
    (0, NOTHING, Types("sl_second<enter>"), &["*company", "Kestrel Ltd", "not:The key of the server"]),
    (0, NOTHING, Types("<c-s><enter>"), &[DONE, SAVED]),
    // Taken back, and made again.
    (0, NOTHING, Types("<enter>u"), &[DONE, "saved and seen: Kestrel", "not:seen: Kestrel Ltd"]),
    (0, NOTHING, Types("<enter><c-r>"), &[DONE, "saved and seen: Kestrel Ltd"]),
    // Nobody is there for a while.
    (0, |odd| odd.becomes(|manners| manners.gone = true), Types("<enter>ef!<enter><enter>"), &["the connection broke", "Nothing was changed.", "Ada!"]),
    (0, |odd| odd.becomes(|manners| manners.gone = false), Types("<c-s><enter>"), &[DONE, SAVED]),
    // Lists are extended.
    (0, NOTHING, Types("<enter>jj"), &["4 Guðrún Þórðardóttir ─", "● this one", "not:the person as of"]),
    (0, |odd| odd.becomes(|manners| manners.extends = true), Types("em<a-n>g@home.example<enter><enter>"), &[DONE, "This server adds to lists instead of"]),
    (0, NOTHING, Types("<enter>em<a-n>g@work.example<enter><enter>"), &[DONE, SAVED]),
    // A field is refused.
    (0, |odd| odd.becomes(|manners| manners.extends = false), Types("<enter>k"), &["4 Bo ─", "● this one", "not:the person as of"]),
    (0, |odd| odd.turns("PATCH", [Turn::Says("422 Unprocessable Entity", json!({"success": false, "error": "no",
        "errors": [{"field": "current_job_title", "message": "that is too grand"}]}))]),
        Types("etBaker<enter><enter>"), &["✗ that is too grand", "*title", "Baker"]),
    (0, NOTHING, Types("<c-s><enter>"), &[DONE, SAVED]),
    // What is left out is cleared, and put back.
    (0, |odd| odd.becomes(|manners| manners.clears = true), Types("<enter>ecUmbra<enter><enter>"), &[DONE, "changed without being asked"]),
    (0, |odd| odd.becomes(|manners| manners.clears = false), Types("r"), &[REVIEW, "Baker"]),
    (0, NOTHING, Types("<enter>"), &[DONE, SAVED]),
    // Somebody new, whose answer is lost; attached, where the server breaks.
    (0, |odd| odd.turns("POST", [Turn::DoneAndLost]), Types("<enter>cGrace Hopper"), &["New person: Grace Hopper"]),
    (0, NOTHING, Types("<c-s><enter>"), &["found by their outside id"]),
    (0, NOTHING, Types("<enter>"), &["▸4 Grace Hopper"]),
    (0, |odd| odd.turns("PATCH", [Turn::Says("500 Oh", json!({"success": false, "error": "oh"}))]),
        Types("Jsales<enter><enter>"), &["not attached", "done; r tries the failed again"]),
    (0, NOTHING, Types("r"), &["1 of 1 · 1 attached"]),
    // The terminal is killed while one types.
    (0, NOTHING, Types("q3ggee<down><down><down>, retired"), &["Engineer of Numbers!, retired", "disk:Engineer of Numbers!, retired"]),
    (0, NOTHING, Dies, &[]),
    (0, NOTHING, Starts(SECOND_KEY), &["unsaved edit of Ada Lovelace from ", "Engineer of Numbers!, retired", "1 draft"]),
    (0, NOTHING, Types(""), &["Engineer of Numbers!, retired", "not:the record is still being read"]),
    (0, NOTHING, Types("<c-s><enter>"), &[DONE, SAVED]),
];

/// The windows of a desk.
struct Session {
    desk: Desk,
    windows: [Option<Screen>; 2],
}

impl Session {
    fn take(&mut self, (window, server, act, seen): &Step) {
        server(&self.desk.odd);
        let place = &mut self.windows[*window];
        match (act, place.as_mut()) {
            (Starts(key), _) => {
                let mut command = self.desk.command();
                command.env("SHORTLIST_KEY", key);
                *place = Some(Screen::start(WIDE.0, WIDE.1, command));
            }
            (Types(keys), Some(screen)) => screen.type_keys(keys),
            (Dies, Some(screen)) => {
                screen.signal("KILL");
                screen.exit();
                return;
            }
            (_, None) => panic!("window {window} is not there"),
        }
        let screen = place.as_ref().unwrap();
        screen.wait_for(&format!("{seen:?}"), |screen| {
            let contents = screen.contents();
            seen.iter().all(|text| match text.split_once(':') {
                Some(("not", text)) => !contents.contains(text),
                Some(("disk", _)) => true,
                _ => contents.contains(text),
            })
        });
        for text in seen.iter().filter_map(|text| text.strip_prefix("disk:")) {
            self.desk.wait_on_disk(text);
        }
    }
}

/// Whoever was sent what, in this order and not once more.
fn expected() -> Vec<(&'static str, Value)> {
    let entry = |value| json!({"contact_data_type": "work", "value": value});
    vec![
        ("per_1", json!({"current_job_title": "Engineer of Numbers"})),
        ("per_1", json!({"current_job_title": "Engineer of Numbers!"})), // lost
        ("per_1", json!({"current_job_title": "Engineer of Numbers!"})), // ignored
        ("per_1", json!({"current_job_title": "Engineer of Numbers!"})), // refused as outdated
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
        ("per_2", json!({"current_job_title": "Baker"})), // put back
        ("per_4", json!({"job_id": OTHER_JOB})),          // broken
        ("per_4", json!({"job_id": OTHER_JOB})),
        ("per_1", json!({"current_job_title": "Engineer of Numbers!, retired"})),
    ]
}

#[test]
fn in_a_long_session_nothing_is_lost_sent_in_vain_overwritten_unseen_or_made_twice() {
    assert!(STEPS.len() >= 30);
    let mut session = Session { desk: Desk::plain(), windows: [None, None] };
    for step in STEPS {
        session.take(step);
    }
    let Session { desk, windows } = session;
    windows.into_iter().flatten().for_each(quit);

    let log = desk.odd.rough.log();
    let sent = log.asked.iter().filter(|asked| asked.method == "PATCH");
    let sent: Vec<(&str, Value)> = sent
        .map(|asked| (asked.target.strip_prefix("/v1/persons/").unwrap(), asked.json()))
        .collect();
    assert_eq!(sent, expected(), "only what was changed, and only when somebody sent it");

    let made = desk.odd.bodies("POST");
    let [made] = made.as_slice() else { panic!("{made:?}") };
    assert_eq!((&made["name"], &made["job_id"]), (&json!("Grace Hopper"), &json!(JOB)));
    assert_eq!(desk.odd.count(), 4, "nobody was made twice");

    let people: Vec<String> =
        (1..=4).map(|number| desk.odd.person(&format!("per_{number}")).to_string()).collect();
    let kept = [people, desk.on_disk()].concat().join("\n");
    for typed in [
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
        assert!(kept.contains(typed), "{typed} is lost: {kept}");
    }
    assert_eq!(desk.on_disk().len(), 1, "only what the other window left");
}
