//! A whole triage session in the TUI, and the to-do list that follows from it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::pty::Screen;
use crate::support::triage_fixture::{TriageFixture, open_inbox};

/// Waits for the progress in the head of the inbox, such as `3 of 34`.
fn wait_for_progress(screen: &Screen, done: usize, total: usize) {
    screen.wait_for_text(&format!(" {done} of {total}"));
}

/// The verdict on each candidate.
fn verdicts_by_candidate(fixture: &TriageFixture) -> BTreeMap<String, String> {
    let text = |verdict: &Value, key: &str| verdict[key].as_str().unwrap_or_default().to_owned();
    let verdicts = fixture.verdicts();
    verdicts.iter().map(|entry| (text(entry, "candidate_id"), text(entry, "verdict"))).collect()
}

/// Types keys and counts them.
struct KeyCounter {
    count: usize,
}

impl KeyCounter {
    fn type_keys(&mut self, screen: &mut Screen, keys: &str) {
        let letters =
            keys.split('<').map(|part| part.split_once('>').map_or(part, |(_, rest)| rest));
        self.count += keys.matches('<').count() + letters.map(str::len).sum::<usize>();
        screen.type_keys(keys);
    }
}

/// Gives thirty verdicts, three of them with a note, with a kill in the middle.
fn give_thirty_verdicts(fixture: &TriageFixture) -> Screen {
    // The key that opens the inbox, before and after the kill.
    let mut counter = KeyCounter { count: 2 };
    let mut screen = fixture.start();
    open_inbox(&mut screen, "34 waiting");
    counter.type_keys(&mut screen, "<enter>");
    screen.wait_for_text("RUST 13");
    counter.type_keys(&mut screen, "adwadnok<enter>wad");
    wait_for_progress(&screen, 8, 34);
    counter.type_keys(&mut screen, "aaaaddd");
    wait_for_progress(&screen, 15, 34);
    screen.kill();
    assert_eq!(verdicts_by_candidate(fixture).len(), 15, "the verdicts on the screen are on disk");

    let mut screen = fixture.start();
    open_inbox(&mut screen, " 15 of 34");
    counter.type_keys(&mut screen, "nhm<enter>aaaaawwwwwdd");
    wait_for_progress(&screen, 27, 34);
    counter.type_keys(&mut screen, "dnno<enter>dd");
    wait_for_progress(&screen, 30, 34);
    assert!(counter.count <= 60, "{} keys", counter.count);
    let has_note =
        |entry: &&Value| entry["notes"].as_array().is_some_and(|notes| !notes.is_empty());
    assert_eq!(fixture.verdicts().iter().filter(has_note).count(), 3);
    screen
}

#[test]
fn thirty_verdicts_take_sixty_keys_survive_a_kill_and_make_the_right_to_do_list() {
    let fixture = TriageFixture::new();
    let mut screen = give_thirty_verdicts(&fixture);
    let verdicts = verdicts_by_candidate(&fixture);
    assert_eq!(verdicts.len(), 30);
    let with_verdict = |name: &str| -> Vec<String> {
        verdicts.iter().filter(|(_, verdict)| *verdict == name).map(|(id, _)| id.clone()).collect()
    };
    let (advanced, declined) = (with_verdict("advance"), with_verdict("decline"));
    // Meanwhile another user moves candidates.
    fixture.move_to_stage(&advanced[0], "Screen");
    fixture.move_to_stage(&advanced[1], "Rejected");
    fixture.move_to_stage(&declined[0], "Rejected");
    fixture.move_to_stage(&declined[1], "Interview");
    let left = advanced.len() + declined.len() - 4;
    screen.type_keys("R<enter>");
    screen.wait_for_text("6 waiting");
    screen.type_keys("q");
    screen.wait_for_text("1 Jobs");
    screen.type_keys("T");
    screen.wait_for_text(&format!("To do in the ATS: {left}; changed in the ATS: 2"));
    let rows = screen.lines();
    let has_row =
        |texts: [&str; 2]| rows.iter().any(|line| texts.iter().all(|text| line.contains(text)));
    for id in &advanced[2..] {
        let row = format!("advance {}", candidate_name(&fixture, id));
        assert!(has_row([&row, "move to Screen"]), "{row}");
    }
    for id in &declined[2..] {
        let row = format!("decline {}", candidate_name(&fixture, id));
        assert!(has_row([&row, "move to Rejected"]), "{row}");
    }
    for done in [&advanced[0], &declined[0]] {
        assert!(!has_row([&candidate_name(&fixture, done), ""]), "{done} is done");
    }
    screen.type_keys("q");
    screen.wait_until_gone("To do in the ATS");
    // Candidates who were moved against their verdict wait again.
    screen.type_keys("i");
    screen.wait_for_text("6 waiting");
    screen.wait_for_text("moved on");
    screen.wait_for_text("moved on");
}

fn candidate_name(fixture: &TriageFixture, id: &str) -> String {
    let candidate: Value = serde_json::from_str(&fixture.ok(&["candidate", id, "--json"])).unwrap();
    candidate["name"].as_str().unwrap().to_owned()
}
