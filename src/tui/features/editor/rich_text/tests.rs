//! Every step of a save, with hostile input.

use proptest::prelude::*;

use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::wording::WriteKind;
use crate::recruiting::person::{
    Conflict, CreatedPerson, DraftId, FieldValue as Held, Form, FormKind, JobChoice,
    PersonField as Which, Report, ResponseKind, SaveStep, ServerQuirks, WriteFailure,
};
use crate::text::hostile;
use crate::tui::app::clock::Moment;
use crate::tui::app::fixture::{TODAY, timestamp};
use crate::tui::app::request::Ticket;
use crate::tui::features::editor::rich_text;
use crate::tui::features::editor::state::{ConflictSide, Editor, EditorQuestion, EditorStep};
use crate::tui::widgets::rich_text::tests::safe::{check_lines, hostile_record, widths};
use crate::tui::widgets::rich_text::tests::{page, records};
use crate::wire::{Contact, Person};

fn contact(kind: &str, value: &str) -> Contact {
    Contact { contact_data_type: kind.into(), value: value.into(), ..Contact::default() }
}

fn text(text: &str) -> Held {
    Held::Text(text.into())
}

fn editor(person: &Person, typed: &[(Which, Held)], step: EditorStep) -> Editor {
    let mut form = Form::update(&person.id, person);
    for (field, value) in typed {
        form.set(*field, value.clone());
    }
    let mut editor = Editor::new(DraftId("d".into()), form);
    editor.step = step;
    editor
}

fn review(typed: &[(Which, Held)], quirks: ServerQuirks) -> String {
    let step = EditorStep::Review { scroll: 0, at: 0, duplicates: Vec::new(), compared_count: 150 };
    page(&rich_text::review::review(&editor(&records::person(), typed, step), quirks, 70).0)
}

#[test]
fn the_review_lists_only_changes_and_marks_empty_values() {
    assert!(review(&[], ServerQuirks::default()).ends_with("Nothing has changed"));
    let message = review(&[(Which::CompanyName, text(""))], ServerQuirks::default());
    assert!(message.contains("▸ (empty)"), "{message}");
    assert!(message.contains("This field changes") && !message.contains("title"), "{message}");
    let message = review(&[(Which::Address, text("here"))], ServerQuirks::default());
    assert!(message.contains("The server does not return this field"), "{message}");
}

#[test]
fn invisible_differences_are_pointed_out() {
    let mut person = records::person();
    person.current_job_title = "Staff Engineer".into();
    let step = EditorStep::Review { scroll: 0, at: 0, duplicates: Vec::new(), compared_count: 150 };
    for (typed, message) in [
        ("Staff Engineer ", "Staff Engineer ▸ \"Staff Engineer \""),
        ("Staff\tEngineer", "Only spaces, line breaks or invisible"),
    ] {
        let typed = [(Which::CurrentJobTitle, text(typed))];
        let lines = rich_text::review::review(
            &editor(&person, &typed, step.clone()),
            ServerQuirks::default(),
            70,
        )
        .0;
        assert!(page(&lines).contains(message), "{}", page(&lines));
    }
}

#[test]
fn server_quirks_are_named_where_they_matter() {
    let (extends, clears) = ("adds to lists", "clears fields that an update leaves out");
    let fewer = [(Which::Emails, Held::Contacts(Vec::new()))];
    let more = [(Which::CompanyName, text("Umbra"))];
    let all = ServerQuirks { extends_lists: true, clears_omitted: true };
    let message = review(&fewer, all);
    assert!(message.contains(extends) && message.contains(clears), "{message}");
    let message = review(&more, ServerQuirks { extends_lists: true, ..ServerQuirks::default() });
    assert!(!message.contains(extends) && !message.contains(clears), "{message}");
}

#[test]
fn a_failure_says_what_it_means_and_what_to_do() {
    let details = |kind, maybe, write| {
        let failure = Failure::new(kind, "it broke");
        page(&rich_text::save_flow::failure_details(
            &WriteFailure { is_uncertain: maybe, ..WriteFailure::not_sent(failure) },
            write,
            false,
            70,
        ))
    };
    let message = |kind, maybe| details(kind, maybe, WriteKind::Save);
    assert!(message(FailureKind::InvalidKey, false).contains("Not saved: it broke"));
    assert!(message(FailureKind::InvalidKey, false).contains("asks for the key"));
    assert!(message(FailureKind::Timeout, true).contains("May have been saved: it broke"));
    assert!(!message(FailureKind::Timeout, true).contains("Not saved"));
    for (maybe, lead) in
        [(false, "Not created: it broke"), (true, "May have been created: it broke")]
    {
        assert!(details(FailureKind::Timeout, maybe, WriteKind::Create).contains(lead), "{lead}");
    }
}

#[test]
fn the_line_range_of_the_selected_conflict_is_returned() {
    let conflict = |field, theirs: &str| Conflict {
        field,
        base: text("a"),
        theirs: text(theirs),
        mine: text("c"),
        is_stale: false,
    };
    let conflicts = [conflict(Which::Name, &"long ".repeat(40)), conflict(Which::CompanyName, "b")];
    for width in [40, 100] {
        let (lines, range) =
            rich_text::conflict::conflict(&conflicts, &[None, Some(ConflictSide::Mine)], 1, width);
        let message = page(&lines[range]);
        assert!(message.starts_with("▌ company - mine will be saved"), "{message}");
        let words = page(&lines).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("nothing was") && words.contains("1 of 2 left"), "{words}");
    }
}

fn field_value() -> impl Strategy<Value = Held> {
    let entry =
        || (hostile::text(), hostile::text()).prop_map(|(kind, value)| contact(&kind, &value));
    prop_oneof![
        2 => hostile::text().prop_map(Held::Text),
        2 => prop::collection::vec(entry(), 0..4).prop_map(Held::Contacts),
        1 => prop::collection::vec(hostile::text(), 0..4).prop_map(Held::Texts),
        1 => hostile::text().prop_map(|name| Held::Job(Some(JobChoice { id: "job_1".into(), name }))),
        1 => any::<bool>().prop_map(Held::Switch),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_review_fits_the_width(
        person in hostile_record::<Person>(),
        typed in prop::collection::btree_map(prop::sample::select(FormKind::Create.fields().chain(FormKind::Update.fields()).map(|spec| spec.field).collect::<Vec<_>>()), field_value(), 0..6),
        name in hostile::text(),
        (extends_lists, clears_omitted, is_new) in any::<(bool, bool, bool)>(),
        width in widths(),
    ) {
        let duplicate = PossibleDuplicate {
            person: "per_1".into(), name: name.clone(), headline: name.clone(),
            jobs: vec![name.clone(); 2], job_ids: [].into(), reasons: vec![name.clone()], candidacy: None,
        };
        let mut editor = editor(&person, &[], EditorStep::Review { scroll: 0, at: 0, duplicates: vec![duplicate], compared_count: 150 });
        if is_new {
            editor.form = Form::create(FormKind::Create, None, name);
        }
        editor.form.typed = typed;
        check_lines(&rich_text::review::review(&editor, ServerQuirks { extends_lists, clears_omitted }, width).0, width)?;
        for question in [EditorQuestion::Enrich, EditorQuestion::Leave, EditorQuestion::SendAgain] {
            check_lines(&rich_text::save_flow::question(&editor, question, width), width)?;
        }
        for step in [SaveStep::Reading, SaveStep::Sending, SaveStep::Verifying, SaveStep::Settling] {
            editor.step = EditorStep::Sending { ticket: Ticket(1), step, searches_first: false, since: Moment(0) };
            check_lines(&rich_text::save_flow::progress_details(&editor, Moment(9_000), width), width)?;
        }
    }

    #[test]
    fn any_conflict_or_report_fits_the_width(
        before in hostile_record::<Person>(),
        now in hostile_record::<Person>(),
        typed in prop::collection::btree_map(prop::sample::select(FormKind::Update.fields().map(|spec| spec.field).collect::<Vec<_>>()), field_value(), 1..5),
        (theirs, base) in (field_value(), field_value()),
        words in hostile::text(),
        at in 0_usize..6,
        width in widths(),
    ) {
        let conflict = |(field, mine): (&Which, &Held)| Conflict {
            field: *field, base: base.clone(), theirs: theirs.clone(), mine: mine.clone(),
            is_stale: false,
        };
        let conflicts: Vec<Conflict> = typed.iter().map(conflict).collect();
        let (lines, range) = rich_text::conflict::conflict(&conflicts, &[Some(ConflictSide::Theirs), None], at, width);
        check_lines(&lines, width)?;
        prop_assert!(range.end <= lines.len());
        let lost = ResponseKind::Lost(words.clone());
        let report = Report::new(before.clone(), &typed, now.clone(), lost);
        check_lines(&rich_text::report::report(&report, width), width)?;
        let response = ResponseKind::Accepted(words.clone());
        let person = Some(Box::new(now.clone()));
        check_lines(&rich_text::report::report(&Report::new(before, &typed, now, response), width), width)?;
        let failure = Failure::new(FailureKind::Server, &words);
        check_lines(&rich_text::save_flow::failure_details(&WriteFailure { is_uncertain: at > 2, ..WriteFailure::not_sent(failure) }, WriteKind::Save, at > 3, width), width)?;
        let created = CreatedPerson {
            id: "per_1".into(), name: words.clone(), candidate: None, was_recovered: true, person,
            job: Some(JobChoice { id: "job_1".into(), name: words.clone() }), warnings: vec![words; at],
        };
        check_lines(&rich_text::save_flow::created_details(&created, timestamp(TODAY), width), width)?;
    }
}
