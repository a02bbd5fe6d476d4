//! A reason belongs to one verdict: it takes three keys, and never carries over.

use serde_json::{Value, json};

use crate::support::pty::Screen;
use crate::support::triage_fixture::{TriageFixture, wait_for_log};

#[test]
fn declining_with_a_reason_takes_two_keys_and_the_reason_carries_over_to_nothing() {
    let fixture = TriageFixture::with_jobs(&[
        ("job_rust", "Rust Engineer", 4),
        ("job_sales", "Head of Sales", 4),
    ]);
    let reasons = || -> Vec<(Value, Value)> {
        let verdicts = fixture.verdicts().into_iter();
        verdicts.map(|row| (row["name"].clone(), row["reason"].clone())).collect()
    };
    let mut screen = Screen::wide(fixture.command());
    screen.wait_for_text("RUST 03");
    wait_for_log(&mut screen, "8 waiting");
    screen.type_keys("3gg");
    screen.type_keys("x3");
    screen.wait_for_text("Declined RUST 00: location · u undoes");
    screen.type_keys("d");
    screen.wait_for_text("Declined RUST 01 · u undoes");
    screen.type_keys("X");
    screen.wait_for_text("Declined RUST 02: location · u undoes");
    let expected = [
        (json!("RUST 02"), json!("location")),
        (json!("RUST 01"), Value::Null),
        (json!("RUST 00"), json!("location")),
    ];
    assert_eq!(reasons(), expected, "the newest first");
    screen.type_keys("1j");
    screen.wait_for_text("SALES 03");
    screen.type_keys("3ggX");
    screen.wait_for_text("No reason given in this job yet. Press x to choose one");
    screen.type_keys("<c-c>");
    screen.exit();

    let mut screen = Screen::wide(fixture.command());
    screen.wait_for_text("▌     SALES 00");
    wait_for_log(&mut screen, "5 waiting");
    screen.wait_for_text("3 to do");
    screen.type_keys("1k");
    screen.wait_for_text("RUST 03");
    screen.type_keys("3GX");
    screen.wait_for_text("No reason given in this job yet");
    screen.type_keys("d");
    screen.wait_for_text("Declined RUST 03 · u undoes");
    assert_eq!(reasons()[0], (json!("RUST 03"), Value::Null));
}
