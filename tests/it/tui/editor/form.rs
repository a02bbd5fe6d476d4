//! Editing people in the TUI: what the screen shows and what is sent.

use serde_json::json;

use crate::support::edit_fixture::{
    CONFLICT, EditFixture, REVIEW, go_to_candidates, open_form, review_and_send, save, send,
    title_line, wait_for_saved, wait_sendable,
};
use crate::support::pty::Screen;
use crate::support::quirky_server::Quirks;

#[test]
fn only_the_changed_title_is_sent_and_the_result_needs_no_key() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    open_form(&mut screen, "Ada Lovelace");
    screen.type_keys(" II");
    screen.wait_for_text(&title_line("Engineer II"));
    let before = fixture.server.requests().len();
    save(&mut screen);
    assert!(!screen.shows("PATCH"), "the form shows people, not the API");
    let requests = fixture.server.requests().split_off(before);
    let [read, update, verification, ..] = requests.as_slice() else { panic!("{requests:?}") };
    assert_eq!([&**read, &**verification], ["GET /v1/persons/per_1"; 2]);
    assert_eq!(update, "PATCH /v1/persons/per_1");
    screen.wait_for_text("▌  Ada Lovelace        Engineer II");
    screen.wait_until_gone("draft");
    assert_eq!(fixture.patches(), [json!({"current_job_title": "Engineer II"})]);
    screen.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn a_field_is_edited_in_place_by_its_key() {
    const VERIFIED: &str = "Saved and verified · u undoes";
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    for (keys, title, message, body) in [
        ("et", "Edit title: Ada", VERIFIED, json!({"current_job_title": "Engineer!"})),
        ("en", "Edit name: Ada", VERIFIED, json!({"name": "Ada Lovelace!"})),
        ("ec", "Edit company: Ada", VERIFIED, json!({"company_name": "Kestrel!"})),
        ("ea", "Edit address: Ada", "does not return the address", json!({"address": "!"})),
        (
            "eh",
            "Edit headline: Ada",
            "does not return the headline",
            json!({"social_headline": "!"}),
        ),
    ] {
        screen.type_keys(keys);
        screen.wait_for_text(title);
        screen.type_keys("!<enter>");
        screen.wait_for(message, |screen| {
            let contents = screen.contents();
            contents.contains(message) && !contents.contains(title)
        });
        assert_eq!(fixture.patches().last(), Some(&body));
    }
    assert_eq!(fixture.patches().len(), 5);
    assert_eq!(fixture.server.write_only_fields("per_1")["address"], "!");
    screen.quit();
}

#[test]
fn a_changed_list_is_sent_whole() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    screen.type_keys("em");
    screen.wait_for_text("Edit emails: Ada");
    screen.type_keys("<a-n>ada@union.example");
    screen.wait_for_text("ada@union.example");
    // Moves the entry to the top and gives it a kind that no list offers.
    screen.type_keys("<a-up><a-up><s-tab><c-u>union");
    screen.wait_for_text("union         ada@union.example");
    screen.type_keys("<down><down><a-d>");
    screen.wait_until_gone("personal      ada@home.example");
    save(&mut screen);
    let emails = json!([
        {"contact_data_type": "union", "value": "ada@union.example"},
        {"contact_data_type": "work", "value": "ada@kestrel.example"},
    ]);
    assert_eq!(fixture.patches(), [json!({"emails": emails})]);
    assert_eq!(fixture.server.person("per_1")["emails"], emails);
    screen.quit();
}

#[test]
fn any_script_can_be_typed_pasted_and_undone() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    screen.type_keys("en");
    screen.wait_for_text("Edit name: Ada");
    screen.type_keys("<c-u>");
    screen.send("\u{1b}[200~佐藤 健太郎\u{1b}[201~".as_bytes());
    screen.wait_for_text("佐藤 健太郎");
    screen.type_keys(" שלום<a-u>");
    screen.wait_until_gone("שלום");
    screen.type_keys(" Þór");
    screen.wait_for_text("Þór");
    screen.type_keys("<enter>");
    wait_for_saved(&screen);
    assert_eq!(fixture.patches(), [json!({"name": "佐藤 健太郎 Þór"})]);
    screen.quit();
}

#[test]
fn invalid_values_block_the_review_and_unusual_ones_only_warn() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    screen.type_keys("em");
    screen.wait_for_text("Edit emails: Ada");
    screen.type_keys("<c-u>nowhere<c-s>");
    screen.wait_for_text("Emails: ");
    assert!(!screen.shows(REVIEW));
    screen.type_keys("@kestrel.example");
    save(&mut screen);
    screen.type_keys("ep");
    screen.wait_for_text("Edit phones: Ada");
    screen.type_keys("<c-u>12");
    screen.wait_for_text("! A complete number has at least 7 digits");
    save(&mut screen);
    assert_eq!(fixture.server.person("per_1")["emails"][0]["value"], "nowhere@kestrel.example");
    assert_eq!(fixture.server.person("per_1")["phones"][0]["value"], "12");
    assert_eq!(fixture.patches().len(), 2);
    screen.quit();
}

#[test]
fn an_external_editor_is_checked_like_the_form() {
    let fixture = EditFixture::new();
    let command = fixture.command_with_editor(r#"sed -i 's/"Engineer"/"Countess"/' "$1""#);
    let mut screen = Screen::wide(command);
    go_to_candidates(&mut screen);
    screen.type_keys("E");
    screen.wait_for_texts(&[REVIEW, "Countess"]);
    screen.type_keys("<enter>");
    wait_for_saved(&screen);

    fixture.write_editor(r#"sed -i 's/"Countess"/"Duchess"/' "$1"; echo oops >> "$1""#);
    screen.type_keys("E");
    screen.wait_for_text("Cannot read the text from your editor");
    fixture.wait_for_draft("Duchess");
    screen.type_keys("<c-s>");
    screen.wait_for_text("alt-e opens the text again, alt-o discards it");
    fixture.write_editor(r#"sed -i '/^oops/d' "$1""#);
    screen.type_keys("<a-e>");
    screen.wait_for_texts(&[REVIEW, "Duchess"]);
    screen.type_keys("<enter>");
    wait_for_saved(&screen);
    let bodies = ["Countess", "Duchess"].map(|title| json!({"current_job_title": title}));
    assert_eq!(fixture.patches(), bodies);
    screen.quit();
}

#[test]
fn undo_and_redo_of_a_saved_edit_send_one_request_each() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    open_form(&mut screen, "Ada Lovelace");
    screen.type_keys(" II");
    // The address, which no read returns.
    screen.type_keys(&"<down>".repeat(10));
    screen.type_keys("1 Main St");
    screen.wait_for_text("*address          1 Main St");
    review_and_send(&mut screen);
    wait_for_saved(&screen);
    screen.type_keys("u");
    screen.wait_for_texts(&["Undone and verified", "Cannot be undone: address"]);
    screen.wait_until_gone("Undo: Ada");
    screen.type_keys(":edits");
    screen.wait_for_text("edits of this session");
    screen.type_keys("<enter>");
    screen.wait_for_text("Edits of this session: 1");
    screen.wait_for_text("undone · ");
    screen.type_keys("q");
    screen.wait_until_gone("Edits of this session");
    screen.type_keys("<c-r>");
    screen.wait_for_text("Redone and verified");
    screen.wait_until_gone("Redo: Ada");
    screen.type_keys("U");
    screen.wait_for_text("Edits of this session: 1");
    assert!(!screen.shows("undone · "));
    let bodies = [
        json!({"current_job_title": "Engineer II", "address": "1 Main St"}),
        json!({"current_job_title": "Engineer"}),
        json!({"current_job_title": "Engineer II"}),
    ];
    assert_eq!(fixture.patches(), bodies);
    screen.quit();
}

#[test]
fn an_undo_does_not_overwrite_a_later_edit_of_another_user() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    open_form(&mut screen, "Ada Lovelace");
    screen.type_keys(" II");
    save(&mut screen);
    fixture.server.edit_as_other_user("per_1", &json!({"current_job_title": "Poet"}));
    screen.type_keys("u");
    screen.wait_for_texts(&[CONFLICT, "Engineer II", "Poet", "nothing was overwritten"]);
    screen.type_keys("t<enter>");
    screen.wait_for_text("the server keeps its values");
    assert_eq!(fixture.patches().len(), 1);
    assert_eq!(fixture.server.person("per_1")["current_job_title"], "Poet");
    screen.quit();
}

#[test]
fn a_draft_is_kept_listed_discarded_and_restored() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    open_form(&mut screen, "Ada Lovelace");
    screen.type_keys(" of Numbers");
    screen.wait_for_text("1 unsaved edit");
    screen.type_keys("<esc>");
    screen.wait_for_text("Keep your unsaved changes?");
    screen.type_keys("<enter>");
    screen.wait_for_text("Kept your changes to Ada Lovelace");
    fixture.wait_for_draft("Engineer of Numbers");
    screen.type_keys("ge");
    screen.wait_for_text("Unsaved edits: 1");
    screen.type_keys("<enter>");
    screen.wait_for_text(&title_line("Engineer of Numbers"));
    screen.wait_for_text("Unsaved edit from");
    screen.type_keys("<esc>");
    screen.wait_for_text("Keep your unsaved changes?");
    screen.type_keys("d");
    screen.wait_for_text("Discarded your changes to Ada Lovelace · u restores them");
    screen.wait_until_gone("1 unsaved edit");
    screen.type_keys("u");
    screen.wait_for_text(&title_line("Engineer of Numbers"));
    screen.wait_for_text("1 unsaved edit");
    fixture.wait_for_draft("Engineer of Numbers");
    screen.quit();
    let mut restarted = fixture.start();
    restarted.wait_for_text("Unsaved changes to Ada Lovelace from ");
    assert_eq!(fixture.patches().len(), 0, "nothing is sent so far");
    wait_sendable(&restarted, &title_line("Engineer of Numbers"));
    send(&mut restarted);
    wait_for_saved(&restarted);
    restarted.wait_until_gone("1 unsaved edit");
    restarted.quit();
    assert_eq!(fixture.drafts_on_disk(), [""; 0]);
}

#[test]
fn an_unchanged_form_closes_without_a_question_or_a_draft() {
    let fixture = EditFixture::with_quirks(Quirks { clears_omitted: true, ..Quirks::default() });
    let mut screen = fixture.start_at_candidates();
    open_form(&mut screen, "Ada Lovelace");
    screen.type_keys("x<bs><c-s>");
    screen.wait_for_text("Nothing has changed");
    screen.type_keys("<esc>");
    screen.wait_until_gone("Edit Ada");
    screen.quit();
    assert_eq!((fixture.patches().len(), fixture.drafts_on_disk().len()), (0, 0));
}

#[test]
fn a_new_name_takes_its_parts_along_on_request() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    screen.type_keys("en<home><del><del><del>Eda");
    screen.wait_for_texts(&["First name: Ada -> Eda?", "alt-y change too"]);
    screen.type_keys("<a-y>");
    screen.wait_for_text("*first name       Eda");
    screen.type_keys("<a-u>");
    screen.wait_until_gone("*first name");
    screen.type_keys("<a-y><enter>");
    wait_for_saved(&screen);
    assert_eq!(fixture.patches(), [json!({"name": "Eda Lovelace", "first_name": "Eda"})]);
    screen.type_keys("u");
    screen.wait_for_text("Undone and verified");
    assert_eq!(fixture.server.person("per_1")["first_name"], "Ada");
    screen.quit();
}

#[test]
fn values_are_sent_without_spaces_around_them_and_no_address_has_two_at_signs() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    screen.type_keys("et  <enter>");
    screen.wait_for_text("Nothing has changed");
    screen.type_keys("II <enter>");
    wait_for_saved(&screen);
    screen.type_keys("em<c-u>a@b@c.example<enter>");
    screen.wait_for_text("✗ An email address has only one @");
    screen.type_keys("<c-u>a b@c.example<enter>");
    screen.wait_for_text("✗ An email address has no spaces");
    assert_eq!(fixture.patches(), [json!({"current_job_title": "EngineerII"})]);
    screen.quit();
}

#[test]
fn the_location_of_the_details_is_in_the_form_and_sent_only_when_changed() {
    let fixture = EditFixture::new();
    let mut screen = fixture.start_at_candidates();
    open_form(&mut screen, "Ada Lovelace");
    screen.wait_for_text("advanced         enrich");
    assert!(!screen.shows("work email") && !screen.shows("or one of them alone"));
    screen.type_keys("<esc>");
    screen.wait_until_gone("Edit Ada");
    screen.type_keys("eoLondon<enter>");
    screen.wait_for_text("Sent · this server does not return the location");
    assert_eq!(fixture.patches(), [json!({"social_location": "London"})]);
    screen.quit();
}
