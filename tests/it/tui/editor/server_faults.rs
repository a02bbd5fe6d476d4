//! What faulty servers do to an edit: what the screen shows and what is sent.

use serde_json::{Value, json};

use crate::support::edit_fixture::{
    CONFLICT, EditFixture, REPORT, REVIEW, SAVED, close_report, confirm_review, go_to_candidates,
    open_form, review_and_send, save, send, title_line, wait_for_report, wait_for_saved,
};
use crate::support::pty::{Screen, shortlist_on};
use crate::support::quirky_server::{Quirks, Reaction};
use crate::support::scripted_server::latch;
use crate::support::tcp_proxy::{Proxy, ProxyMode};

const TITLE: &str = "Engineer of Numbers";

/// The body of an update that changes the title alone.
fn body() -> Value {
    json!({"current_job_title": TITLE})
}

/// Checks that the form and its draft are still there, and saves the form.
fn save_kept_form(fixture: &EditFixture, screen: &mut Screen) {
    screen.wait_for_texts(&[&title_line(TITLE), "1 unsaved edit"]);
    fixture.wait_for_draft(TITLE);
    save(screen);
    screen.wait_until_gone("1 unsaved edit");
    assert_eq!(fixture.server.person("per_1")["current_job_title"], TITLE);
}

#[test]
fn an_update_with_a_lost_answer_is_verified_as_applied() {
    let fixture = EditFixture::new();
    fixture.server.react_to("PATCH", [Reaction::ApplyAndReset]);
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    wait_for_report(&screen, "Saved: no clear response came; the record shows the change");
    screen.wait_for_text(&format!("saved and verified: {TITLE}"));
    close_report(&mut screen);
    assert_eq!(fixture.patches(), [body()]);
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn a_server_that_does_not_answer_a_change_does_not_hold_the_form() {
    let fixture = EditFixture::new();
    let (open, latch) = latch();
    fixture.server.react_to("PATCH", [Reaction::WaitFor(latch)]);
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    screen.wait_for_texts(&["Sending", "continue in the background"]);
    screen.type_keys("<esc>");
    screen.wait_for_texts(&[
        "Saving continues in the background",
        "▸3 Candidates",
        "1 unsaved edit",
    ]);
    screen.type_keys("j");
    screen.wait_for_text("4 Bo ─");
    drop(open);
    screen.wait_for_text("Ada Lovelace: saved and verified");
    screen.wait_until_gone("1 unsaved edit");
    screen.quit();
    assert_eq!(fixture.patches(), [body()]);
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn an_update_with_a_lost_answer_is_verified_as_not_applied() {
    let fixture = EditFixture::new();
    fixture.server.react_to("PATCH", [Reaction::Reset]);
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    wait_for_report(
        &screen,
        "May have been saved: no clear response came; the record does not show the change yet",
    );
    assert_eq!(fixture.patches(), [body()], "an update is not retried automatically");
    close_report(&mut screen);
    save_kept_form(&fixture, &mut screen);
    assert_eq!(fixture.patches(), [body(), body()]);
    screen.quit();
}

#[test]
fn a_server_that_ignores_updates_is_detected() {
    let fixture = EditFixture::with_quirks(Quirks { ignores_updates: true, ..Quirks::default() });
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    wait_for_report(&screen, "The server accepted the change but does not show it yet");
    screen.wait_for_text(&format!("requested: {TITLE}"));
    fixture.server.change_quirks(|quirks| quirks.ignores_updates = false);
    close_report(&mut screen);
    save_kept_form(&fixture, &mut screen);
    assert_eq!(fixture.patches(), [body(), body()]);
    screen.quit();
}

#[test]
fn a_server_that_appends_to_lists_is_detected_and_remembered() {
    let fixture = EditFixture::with_quirks(Quirks { appends_to_lists: true, ..Quirks::default() });
    let mut screen = fixture.start_at_candidates();
    let add = |screen: &mut Screen, address: &str| {
        screen.type_keys("em");
        screen.wait_for_text("Edit emails: Ada");
        screen.type_keys(&format!("<a-n>{address}"));
        screen.wait_for_text(address);
    };
    add(&mut screen, "ada@union.example");
    send(&mut screen);
    wait_for_report(&screen, "this server adds to lists instead of replacing them");
    screen.wait_for_text("saved as another value");
    screen.quit();
    let entry = |kind: &str, value: &str| json!({"contact_data_type": kind, "value": value});
    let full_list = json!({"emails": [
        entry("work", "ada@kestrel.example"), entry("personal", "ada@home.example"),
        entry("work", "ada@union.example"),
    ]});
    assert_eq!(fixture.patches(), [full_list]);

    let mut restarted = fixture.start_at_candidates();
    add(&mut restarted, "ada@court.example");
    restarted.type_keys("<up><a-d><c-s>");
    restarted.wait_for_texts(&[REVIEW, "Entries that you removed or changed will stay"]);
    restarted.type_keys("<enter>");
    restarted.wait_for_text(REPORT);
    let new_entry = json!({"emails": [entry("work", "ada@court.example")]});
    assert_eq!(fixture.patches()[1..], [new_entry], "only the new entry is sent");
    restarted.quit();
}

#[test]
fn fields_that_a_server_cleared_are_reported_and_restored() {
    let fixture = EditFixture::with_quirks(Quirks { clears_omitted: true, ..Quirks::default() });
    let before = fixture.server.person("per_1");
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    wait_for_report(&screen, "Saved, but the server changed more than requested");
    screen.wait_for_text("also changed by the server");
    screen.wait_for_text("this server clears fields that an update leaves out");
    assert_eq!(fixture.server.person("per_1")["current_company_name"], "");
    screen.type_keys("r");
    screen.wait_for_texts(&[REVIEW, "Kestrel", "ada@home.example", "clears fields"]);
    assert_eq!(fixture.patches(), [body()], "nothing is restored before the review");
    screen.type_keys("<enter>");
    screen.wait_for_text(SAVED);
    screen.wait_until_gone(REVIEW);
    let now = fixture.server.person("per_1");
    for key in ["name", "first_name", "last_name", "current_company_name", "emails", "phones"] {
        assert_eq!(now[key], before[key], "{key}");
    }
    assert_eq!(now["current_job_title"], TITLE, "the edit itself stays");
    // The next edit sends the fields that would be cleared.
    screen.type_keys("et!<enter>");
    confirm_review(&mut screen);
    wait_for_saved(&screen);
    assert_eq!(fixture.server.person("per_1")["current_company_name"], "Kestrel");
    screen.quit();
}

#[test]
fn a_conflict_is_shown_and_nothing_is_sent_before_it_is_resolved() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_with_title(TITLE);
    screen.type_keys("<down> Ltd");
    screen.wait_for_text("*company          Kestrel Ltd");
    let theirs = json!({"current_job_title": "Poet", "company_name": "Byron", "name": "Ada L."});
    fixture.server.edit_as_other_user("per_1", &theirs);
    review_and_send(&mut screen);
    screen.wait_for_texts(&[CONFLICT, "before", "theirs, now", "mine", "Poet", TITLE, "Byron"]);
    screen.wait_for_text("Choose a value for each field; 2 of 2 left.");
    screen.type_keys("<enter>");
    screen.wait_for_text("Choose a side for 2 more");
    screen.type_keys("m");
    screen.wait_for_text("1 of 2 left");
    assert_eq!(fixture.patches().len(), 0);
    screen.type_keys("t");
    screen.wait_for_text("All chosen");
    screen.type_keys("<enter>");
    screen.wait_for_text(REVIEW);
    assert!(!screen.shows("Kestrel Ltd"));
    assert_eq!(fixture.patches().len(), 0);
    screen.type_keys("<enter>");
    wait_for_saved(&screen);
    assert_eq!(fixture.patches(), [body()]);
    let now = fixture.server.person("per_1");
    assert_eq!((&now["current_company_name"], &now["name"]), (&json!("Byron"), &json!("Ada L.")));
    screen.quit();
}

#[test]
fn an_update_with_a_stale_etag_is_refused_and_shown_as_a_conflict() {
    let fixture = EditFixture::with_quirks(Quirks { etags: true, ..Quirks::default() });
    // Between the read and the write.
    fixture
        .server
        .react_to("PATCH", [Reaction::AfterEdit("per_1", json!({"current_job_title": "Poet"}))]);
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    screen.wait_for_text(CONFLICT);
    screen.wait_for_text("Poet");
    assert_eq!(
        fixture.server.person("per_1")["current_job_title"],
        "Poet",
        "nothing is overwritten"
    );
    screen.type_keys("m<enter>");
    confirm_review(&mut screen);
    wait_for_saved(&screen);
    let etags: Vec<_> = fixture.server.writes("PATCH").into_iter().map(|(etag, _)| etag).collect();
    let [first, second] = etags.as_slice() else { panic!("{etags:?}") };
    assert!(first.is_some() && second.is_some() && first != second, "{etags:?}");
    screen.quit();
}

#[test]
fn a_refusal_is_shown_at_its_field_and_keeps_the_form() {
    let refuse =
        |status, error: &str| Reaction::Reply(status, json!({"success": false, "error": error}));
    let at_field = json!({"success": false, "error": "not valid",
        "errors": [{"field": "current_job_title", "message": "that is too grand"}]});
    let table = [
        (
            Reaction::Reply("422 Unprocessable Entity", at_field),
            "✗ that is too grand",
            "See the marked fields",
        ),
        (refuse("403 Forbidden", "readers only"), "readers only", "Your key does not allow this"),
        (refuse("404 Not Found", "who is that"), "who is that", "may have deleted the record"),
        (refuse("409 Conflict", "locked by hr"), "locked by hr", "save again to compare"),
        (refuse("412 Precondition Failed", "faster"), "faster", "save again to compare"),
        (refuse("429 Too Many Requests", "too fast"), "too fast", "save again in a moment"),
    ];
    let fixture = EditFixture::new();
    let mut screen = fixture.start_with_title(TITLE);
    for (number, (reaction, message, advice)) in table.into_iter().enumerate() {
        fixture.server.react_to("PATCH", [reaction]);
        send(&mut screen);
        screen.wait_for_texts(&[message, advice, "✗ Probably not saved", &title_line(TITLE)]);
        assert_eq!(fixture.patches().len(), number + 1, "{message}: not retried automatically");
    }
    save_kept_form(&fixture, &mut screen);
    assert_eq!(fixture.patches(), vec![body(); 7]);
    screen.quit();
}

#[test]
fn after_a_server_error_the_record_is_read_again_and_the_form_stays() {
    let fixture = EditFixture::new();
    let body = json!({"success": false, "error": "the shelf fell over"});
    fixture.server.react_to("PATCH", [Reaction::Reply("500 Oh", body)]);
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    wait_for_report(&screen, "May have been saved: ");
    screen.wait_for_text("the shelf fell over");
    close_report(&mut screen);
    save_kept_form(&fixture, &mut screen);
    screen.quit();
}

#[test]
fn a_key_revoked_while_typing_is_prompted_for_over_the_form() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_with_title(TITLE);
    fixture.server.accept_only_key("sl_another-key");
    send(&mut screen);
    screen.wait_for_text("Enter the API key");
    screen.wait_for_text("no such key");
    assert_eq!(fixture.patches().len(), 0);
    fixture.wait_for_draft("Engineer of Numbers");
    screen.type_keys("sl_another-key<enter>");
    screen.wait_until_gone("Enter the API key");
    screen.wait_for_text(&title_line(TITLE));
    save_kept_form(&fixture, &mut screen);
    assert_eq!(fixture.patches(), [body()]);
    assert!(!String::from_utf8_lossy(&screen.raw()).contains("sl_another-key"));
    screen.quit();
}

#[test]
fn a_key_revoked_between_read_and_write_leaves_the_outcome_unknown() {
    let refused = || json!({"success": false, "error": "no such key"});
    for (reaction, is_applied) in [
        (Reaction::Reply("401 Unauthorized", refused()), false),
        (Reaction::ApplyAndReply("401 Unauthorized", refused()), true),
    ] {
        let fixture = EditFixture::new();
        fixture.server.react_to("PATCH", [reaction]);
        let mut screen = fixture.start_with_title(TITLE);
        send(&mut screen);
        screen.wait_for_text("Enter the API key");
        screen.type_keys("sl_another-key<enter>");
        screen.wait_until_gone("Enter the API key");
        screen.wait_for_texts(&[
            "May have been saved: the server rejected the key (401)",
            &title_line(TITLE),
        ]);
        if is_applied {
            send(&mut screen);
            screen.wait_for_text("Already saved: the server has these values");
            assert_eq!(fixture.patches(), [body()]);
        } else {
            save_kept_form(&fixture, &mut screen);
            assert_eq!(fixture.patches(), [body(), body()]);
        }
        screen.quit();
    }
}

#[test]
fn an_update_that_was_refused_and_applied_is_reported_as_saved() {
    for status in ["422 Unprocessable Entity", "409 Conflict", "200 OK"] {
        let fixture = EditFixture::new();
        let refused = json!({"success": false, "error": "not valid",
            "errors": [{"field": "current_job_title", "message": "that is too grand"}]});
        fixture.server.react_to("PATCH", [Reaction::ApplyAndReply(status, refused)]);
        let mut screen = fixture.start_with_title(TITLE);
        send(&mut screen);
        wait_for_report(
            &screen,
            "Saved, although the server refused the change: the record shows it",
        );
        screen.wait_for_texts(&["that is too grand", &format!("saved and verified: {TITLE}")]);
        close_report(&mut screen);
        assert_eq!(fixture.patches(), [body()]);
        screen.quit();
        assert_eq!(fixture.drafts_on_disk(), [""; 0]);
    }
}

#[tokio::test]
async fn an_outage_while_typing_loses_nothing() {
    let fixture = EditFixture::new();
    let proxy = Proxy::to(fixture.server.http.address);
    let url = format!("http://{}", proxy.address);
    let command = shortlist_on(&fixture.program, &url, &["--deadline", "2s"]);
    let mut screen = Screen::wide(command);
    go_to_candidates(&mut screen);
    open_form(&mut screen, "Ada Lovelace");
    screen.type_keys(" of Numbers");
    proxy.set(ProxyMode::Refuse).await;
    send(&mut screen);
    screen.wait_for_text("save again when the server is back");
    screen.wait_for_text("Offline");
    screen.wait_for_text(&title_line(TITLE));
    assert_eq!(fixture.patches().len(), 0);
    screen.type_keys("!");
    screen.wait_for_text("Engineer of Numbers!");
    screen.type_keys("<bs>");
    screen.wait_until_gone("Engineer of Numbers!");
    proxy.set(ProxyMode::Open).await;
    screen.wait_for_text("The server answers again");
    screen.wait_until_gone("Offline");
    save_kept_form(&fixture, &mut screen);
    assert_eq!(fixture.patches(), [body()]);
    screen.quit();
}

#[test]
fn an_update_with_an_unknown_outcome_is_reported_and_not_retried() {
    let fixture = EditFixture::new();
    fixture.server.react_to("PATCH", [Reaction::ThenGoDown(Box::new(Reaction::ApplyAndReset))]);
    let mut screen = fixture.start_with_title(TITLE);
    send(&mut screen);
    screen.wait_for_text("May have been saved: no clear response came");
    screen.wait_for_text(&title_line(TITLE));
    fixture.server.change_quirks(|quirks| quirks.is_down = false);
    // The record is read first, and the update is not needed.
    send(&mut screen);
    screen.wait_for_text("Already saved: the server has these values");
    assert_eq!(fixture.patches(), [body()]);
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}
