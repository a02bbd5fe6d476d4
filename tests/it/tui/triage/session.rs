//! Triage as a recruiter does it: typed into the real program, on the real service.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::pty::Screen;
use crate::support::triage_fixture::{Office, open_inbox};

/// How far one is, as the head of the inbox says it: `3 of 34`.
fn is_at(screen: &Screen, done: usize, total: usize) {
    screen.wait_text(&format!(" {done} of {total}"));
}

/// What was decided about each candidate.
fn decided(office: &Office) -> BTreeMap<String, String> {
    let word = |verdict: &Value, key: &str| verdict[key].as_str().unwrap_or_default().to_owned();
    let verdicts = office.verdicts();
    verdicts.iter().map(|given| (word(given, "candidate_id"), word(given, "verdict"))).collect()
}

/// Types, and counts the keys.
struct Typist {
    keys: usize,
}

impl Typist {
    fn types(&mut self, screen: &mut Screen, typed: &str) {
        let bare = typed.split('<').map(|part| part.split_once('>').map_or(part, |(_, rest)| rest));
        self.keys += typed.matches('<').count() + bare.map(str::len).sum::<usize>();
        screen.type_keys(typed);
    }
}

/// Thirty candidates are decided on, three of them with a note, through a kill in
/// the middle. The screen after it.
fn sitting(office: &Office) -> Screen {
    // The key that opens the inbox, before and after the kill.
    let mut typist = Typist { keys: 2 };
    let mut screen = office.start();
    open_inbox(&mut screen, "34 waiting");
    typist.types(&mut screen, "<enter>");
    screen.wait_text("RUST 13");
    typist.types(&mut screen, "adwadnok<enter>wad");
    is_at(&screen, 8, 34);
    typist.types(&mut screen, "aaaaddd");
    is_at(&screen, 15, 34);
    screen.signal("KILL");
    screen.exit();
    assert_eq!(decided(office).len(), 15, "what was on the screen is on disk");

    let mut screen = office.start();
    open_inbox(&mut screen, " 15 of 34");
    typist.types(&mut screen, "nhm<enter>aaaaawwwwwdd");
    is_at(&screen, 27, 34);
    typist.types(&mut screen, "dnno<enter>dd");
    is_at(&screen, 30, 34);
    assert!(typist.keys <= 60, "{} keys", typist.keys);
    let is_noted =
        |given: &&Value| given["notes"].as_array().is_some_and(|notes| !notes.is_empty());
    assert_eq!(office.verdicts().iter().filter(is_noted).count(), 3);
    screen
}

#[test]
fn thirty_are_decided_in_sixty_keys_through_a_kill_and_the_list_of_what_is_to_do_is_right() {
    let office = Office::new();
    let mut screen = sitting(&office);
    let given = decided(&office);
    assert_eq!(given.len(), 30);
    let of = |word: &str| -> Vec<String> {
        given.iter().filter(|(_, verdict)| *verdict == word).map(|(id, _)| id.clone()).collect()
    };
    let (advanced, declined) = (of("advance"), of("decline"));
    // Meanwhile somebody works in the recruiting system.
    office.moves(&advanced[0], "Screen");
    office.moves(&advanced[1], "Rejected");
    office.moves(&declined[0], "Rejected");
    office.moves(&declined[1], "Interview");
    let left = advanced.len() + declined.len() - 4;
    screen.type_keys("R<enter>");
    screen.wait_text("6 waiting");
    screen.type_keys("q");
    screen.wait_text("1 Jobs");
    screen.type_keys("T");
    screen.wait_text(&format!("To do in the recruiting system: {left}; disagrees: 2"));
    let rows = screen.lines();
    let is_there =
        |words: [&str; 2]| rows.iter().any(|line| words.iter().all(|word| line.contains(word)));
    for id in &advanced[2..] {
        let row = format!("advance {}", shown(&office, id));
        assert!(is_there([&row, "move to Screen"]), "{row}");
    }
    for id in &declined[2..] {
        let row = format!("decline {}", shown(&office, id));
        assert!(is_there([&row, "move to Rejected"]), "{row}");
    }
    for done in [&advanced[0], &declined[0]] {
        assert!(!is_there([&shown(&office, done), ""]), "{done} is done");
    }
    screen.type_keys("q");
    screen.wait_gone("To do in the recruiting system");
    // Who was moved against the verdict is back, saying why.
    screen.type_keys("i");
    screen.wait_text("6 waiting");
    screen.wait_text("rejected there");
    screen.wait_text("moved on");
}

/// What somebody of the office is called on the screen.
fn shown(office: &Office, id: &str) -> String {
    let told: Value = serde_json::from_str(&office.ok(&["candidate", id, "--json"])).unwrap();
    told["name"].as_str().unwrap().to_owned()
}
