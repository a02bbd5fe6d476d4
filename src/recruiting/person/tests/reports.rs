//! Reports for the various ways in which a server applies an update.

use std::collections::BTreeMap;

use super::*;
use crate::recruiting::person::conflict::find_conflicts;
use crate::recruiting::person::wording::describe_conflicts;

/// The report of an edit of Ada's record, where `mutation` is what the server did.
fn report(typed: &[(PersonField, FieldValue)], mutation: Mutation) -> Report {
    let mut now = ada();
    mutation(&mut now);
    Report::new(ada(), &plan(typed).wanted, now, ResponseKind::Accepted(String::new()))
}

fn outcome(field: PersonField, wanted: FieldValue, mutation: Mutation) -> FieldOutcome {
    let report = report(&[(field, wanted)], mutation);
    let outcome = report.fields[0].outcome;
    let is_fine = matches!(outcome, FieldOutcome::Verified | FieldOutcome::Unverifiable);
    assert_eq!(report.is_as_requested(), is_fine, "{report:?}");
    outcome
}

#[test]
fn a_field_is_verified_unverifiable_not_visible_or_different() {
    let table: [(Mutation, FieldOutcome); 3] = [
        (|p| p.last_name = "King".to_owned(), FieldOutcome::Verified),
        (|_| {}, FieldOutcome::NotVisible),
        (|p| p.last_name = "KING".to_owned(), FieldOutcome::Different),
    ];
    for (mutation, expected) in table {
        assert_eq!(outcome(PersonField::LastName, text("King"), mutation), expected);
    }
    assert_eq!(
        outcome(PersonField::FirstName, text(""), |p| p.first_name.clear()),
        FieldOutcome::Verified
    );
    assert_eq!(outcome(PersonField::Address, text("Ockham"), |_| {}), FieldOutcome::Unverifiable);
}

#[test]
fn a_social_url_is_verified_by_its_handle() {
    let url = || text("https://social.example/in/Ada%20King?x=1#y");
    let table: [(Mutation, FieldOutcome); 3] = [
        (|p| p.social_public_id = "ada king".to_owned(), FieldOutcome::Verified),
        (|p| p.social_public_id.clear(), FieldOutcome::Different),
        (|_| {}, FieldOutcome::NotVisible),
    ];
    for (doing, expected) in table {
        assert_eq!(outcome(PersonField::SocialUrl, url(), doing), expected);
    }
}

#[test]
fn lists_entries_and_jobs_are_verified_where_they_appear() {
    let renamed: Mutation = |p| p.emails = vec![contact(("work", "b@k.example"))];
    let mine = contacts(&[("work_email", "b@k.example")]);
    assert_eq!(outcome(PersonField::Emails, mine, renamed), FieldOutcome::Verified);
    let reordered = contacts(&[("personal", "a@h.example"), ("work", "a@k.example")]);
    assert_eq!(outcome(PersonField::Emails, reordered, |_| {}), FieldOutcome::NotVisible);
    let added: Mutation = |p| p.phones.push(contact(("work", "456")));
    assert_eq!(outcome(PersonField::WorkPhone, text("456"), added), FieldOutcome::Verified);
    let attached: Mutation = |p| {
        p.jobs.push(JobAssociation { job_id: "job_2".into(), ..JobAssociation::default() });
    };
    assert_eq!(outcome(PersonField::JobId, job("job_2"), attached), FieldOutcome::Verified);
    assert_eq!(outcome(PersonField::JobId, job("job_2"), |_| {}), FieldOutcome::NotVisible);
}

#[test]
fn unrequested_changes_are_reported() {
    let typed = [(PersonField::WorkEmail, text("b@k.example"))];
    let fine = report(&typed, |p| p.emails[0].value = "b@k.example".to_owned());
    assert_eq!(fine.unrequested, [], "the list changed only as requested");
    let lost = report(&typed, |p| p.emails = vec![contact(("work", "b@k.example"))]);
    assert_eq!(lost.unrequested.len(), 1, "the list lost its other entry");
    assert_eq!(lost.unrequested[0].field, PersonField::Emails);
    assert!(!lost.is_as_requested());
    let jobless = report(&[(PersonField::JobId, job("job_2"))], |p| p.jobs.clear());
    assert_eq!(jobless.lost_jobs, ada().jobs);
    assert!(!jobless.is_as_requested());
}

#[test]
fn a_list_was_extended_only_where_nothing_else_explains_it() {
    let b = [("work", "b@k.example")];
    let ab = [("work", "a@k.example"), ("personal", "a@h.example"), ("work", "b@k.example")];
    let table: [(&str, FieldValue, Mutation, bool); 6] = [
        ("replaced", contacts(&b), |p| p.emails = vec![contact(("work", "b@k.example"))], false),
        ("extended", contacts(&b), |p| p.emails.push(contact(("work", "b@k.example"))), true),
        ("ignored", contacts(&b), |_| {}, false),
        ("nothing removed", contacts(&ab[..1]), |_| {}, false),
        (
            "doubled",
            contacts(&ab),
            |p| {
                p.emails.extend(p.emails.clone());
                p.emails.push(contact(("work", "b@k.example")));
            },
            true,
        ),
        (
            "somebody else added",
            contacts(&ab),
            |p| {
                p.emails.push(contact(("work", "b@k.example")));
                p.emails.push(contact(("club", "c@k.example")));
            },
            false,
        ),
    ];
    for (name, wanted, mutation, extends) in table {
        let report = report(&[(PersonField::Emails, wanted)], mutation);
        assert_eq!(report.quirks.extends_lists, extends, "{name}: {report:?}");
    }
}

#[test]
fn omitted_fields_count_as_cleared_only_if_all_are_empty() {
    let typed = [(PersonField::LastName, text("King"))];
    let all: Mutation = |p| {
        *p = Person {
            id: p.id.clone(),
            name: p.name.clone(),
            last_name: "King".to_owned(),
            ..Person::default()
        };
    };
    assert!(report(&typed, all).quirks.clears_omitted, "a server may keep the name");
    let single: Mutation = |p| p.current_job_title.clear();
    assert!(!report(&typed, single).quirks.clears_omitted);
}

#[test]
fn a_lost_response_is_settled_by_the_record() {
    let two =
        [(PersonField::LastName, text("King")), (PersonField::CurrentJobTitle, text("Countess"))];
    let table: [(Mutation, Settlement); 3] = [
        (|_| {}, Settlement::NotApplied),
        (|p| p.last_name = "King".to_owned(), Settlement::Partly),
        (
            |p| {
                p.last_name = "King".to_owned();
                p.current_job_title = "Countess".to_owned();
            },
            Settlement::Applied,
        ),
    ];
    for (mutation, expected) in table {
        assert_eq!(report(&two, mutation).settlement(), expected);
    }
    for (field, value) in
        [(PersonField::Address, "Ockham"), (PersonField::SocialUrl, "https://o.example/ada")]
    {
        assert_eq!(report(&[(field, text(value))], |_| {}).settlement(), Settlement::Unknowable);
    }
}

#[test]
fn old_values_are_not_visible_yet_unless_a_field_shows_the_change() {
    let two =
        [(PersonField::LastName, text("King")), (PersonField::CurrentJobTitle, text("Countess"))];
    let outcomes = |mutation: Mutation| {
        report(&two, mutation).fields.iter().map(|row| row.outcome).collect::<Vec<_>>()
    };
    assert_eq!(outcomes(|_| {}), [FieldOutcome::NotVisible; 2]);
    let partly = outcomes(|p| p.last_name = "King".to_owned());
    assert_eq!(partly, [FieldOutcome::Verified, FieldOutcome::Unchanged]);
    let third = outcomes(|p| p.last_name = "KING".to_owned());
    assert_eq!(third, [FieldOutcome::Different, FieldOutcome::Unchanged]);
    // Another field may lag behind less, or another user may have changed it.
    assert_eq!(outcomes(|p| p.name = "Ada King".to_owned()), [FieldOutcome::NotVisible; 2]);
    assert_eq!(outcomes(|p| p.jobs.clear()), [FieldOutcome::NotVisible; 2]);
}

#[test]
fn a_record_that_does_not_show_the_change_teaches_nothing_about_the_server() {
    let typed = [(PersonField::LastName, text("King"))];
    let report = report(&typed, |p| {
        *p = Person { id: p.id.clone(), name: p.name.clone(), ..Person::default() };
    });
    assert!(report.is_invisible() && !report.unrequested.is_empty(), "{report:?}");
    assert_eq!(report.quirks, ServerQuirks::default());
}

#[test]
fn a_value_that_the_record_had_before_is_neither_verified_nor_write_only() {
    let title = (PersonField::CurrentJobTitle, text("Engineer"));
    let company = (PersonField::CompanyName, text("Umbra"));
    let accepted = || ResponseKind::Accepted(String::new());
    for (wanted, response, is_fine, expected) in [
        (
            vec![title.clone()],
            accepted(),
            true,
            "sent, but not verified: the record had these values before, too",
        ),
        (
            vec![title.clone(), company],
            accepted(),
            true,
            "sent, but not every field could be verified",
        ),
        (
            vec![title],
            ResponseKind::Lost("cut".to_owned()),
            false,
            "may have been saved: no clear response came; the record had these values before, too",
        ),
    ] {
        let now = Person { current_company_name: "Umbra".to_owned(), ..ada() };
        let before = if wanted.len() == 1 { now.clone() } else { ada() };
        let report = Report::new(before, &wanted.into_iter().collect(), now, response);
        assert_eq!(report.headline(), expected);
        assert_eq!(report.is_fine(), is_fine, "{expected}");
        let fields = report.describe_fields();
        assert!(fields.contains("title: sent, not verified (the record had this value before)"));
    }
}

#[test]
fn a_record_as_before_the_last_edit_is_not_called_a_change_of_another_user() {
    let mut plan = plan(&[(PersonField::CurrentJobTitle, text("Duchess"))]);
    plan.base.insert(PersonField::CurrentJobTitle, text("Countess"));
    let conflicts = find_conflicts(&plan, &ada());
    assert!(describe_conflicts(&conflicts).contains("another user"));
    let own_edit = OwnEdit { before: text("Engineer"), after: text("Countess") };
    plan.own_edits.insert(PersonField::CurrentJobTitle, own_edit.clone());
    let conflicts = find_conflicts(&plan, &ada());
    assert!(conflicts[0].is_stale);
    assert_eq!(
        describe_conflicts(&conflicts),
        "not saved: the server still shows title as before your last change; nothing was overwritten"
    );
    // The edit began on a record that lagged behind, and now the last edit is visible.
    plan.base.insert(PersonField::CurrentJobTitle, text("Engineer"));
    let visible = Person { current_job_title: "Countess".to_owned(), ..ada() };
    assert_eq!(find_conflicts(&plan, &visible), []);
    // The edit began on a value of another user.
    plan.base.insert(PersonField::CurrentJobTitle, text("Peer"));
    assert!(!find_conflicts(&plan, &visible)[0].is_stale);
}

#[test]
fn the_values_that_an_undo_starts_from_are_old_even_if_the_record_lagged_behind() {
    let wanted = BTreeMap::from([(PersonField::CurrentJobTitle, text("Engineer"))]);
    let base = BTreeMap::from([(PersonField::CurrentJobTitle, text("Countess"))]);
    let accepted = || ResponseKind::Accepted(String::new());
    let now = Person { current_job_title: "Countess".to_owned(), ..ada() };
    let report = Report::with_base(ada(), (&wanted, &base), now, accepted());
    assert!(report.is_invisible(), "{report:?}");
    let report = Report::with_base(ada(), (&wanted, &base), ada(), accepted());
    assert!(report.is_fine(), "{report:?}");
}

#[test]
fn the_headline_says_what_happened() {
    let accepted = || ResponseKind::Accepted(String::new());
    let lost = || ResponseKind::Lost("cut".to_owned());
    let refused = || ResponseKind::Refused("no".to_owned());
    let title = (PersonField::CurrentJobTitle, text("Lead"));
    let address = (PersonField::Address, text("here"));
    let saved: Mutation = |p| p.current_job_title = "Lead".to_owned();
    let other: Mutation = |p| p.current_job_title = "Chief".to_owned();
    let more: Mutation = |p| {
        p.current_job_title = "Lead".to_owned();
        p.current_company_name.clear();
    };
    let kept: Mutation = |_| {};
    let both = [title.clone(), address.clone()];
    let (title, address) = ([title], [address]);
    for (typed, mutation, response, is_fine, headline) in [
        (&title[..], saved, accepted(), true, "saved and verified"),
        (&both, saved, accepted(), true, "saved; every field that the server returns is verified"),
        (&address, kept, accepted(), true, "sent, but not verified: the server does not"),
        (
            &title,
            kept,
            accepted(),
            false,
            "the server accepted the change but does not show it yet",
        ),
        (&title, other, accepted(), false, "saved, but not as requested"),
        (&title, more, accepted(), false, "saved, but the server changed more than requested"),
        (&title, saved, lost(), true, "saved: no clear response came; the record shows the change"),
        (
            &title,
            more,
            lost(),
            false,
            "saved, but the server changed more than requested: no clear",
        ),
        (
            &title,
            kept,
            lost(),
            false,
            "may have been saved: no clear response came; the record does",
        ),
        (&title, other, lost(), false, "saved, but not as requested: no clear response came; the"),
        (&address, kept, lost(), false, "may have been saved: no clear response came; the server"),
        (
            &title,
            saved,
            refused(),
            true,
            "saved, although the server refused the change: the record shows it",
        ),
        (&title, other, refused(), false, "saved, but not as requested: the server refused the"),
        (&title, kept, ResponseKind::Unsent, false, "not saved: this server only adds to lists"),
    ] {
        let mut now = ada();
        mutation(&mut now);
        let report = Report::new(ada(), &plan(typed).wanted, now, response);
        assert!(report.headline().starts_with(headline), "{} {headline}", report.headline());
        assert_eq!(report.is_fine(), is_fine, "{headline}");
    }
}

#[test]
fn a_report_names_its_fields_and_what_changed_without_a_request() {
    let typed = [
        (PersonField::CurrentJobTitle, text("Lead")),
        (PersonField::Address, text("here")),
        (PersonField::FirstName, text("Augusta")),
    ];
    let mut before = ada();
    before.jobs[0].job_name = "Data Analyst".to_owned();
    let mut now = Person { jobs: Vec::new(), ..before.clone() };
    now.current_job_title = "Lead".to_owned();
    now.current_company_name.clear();
    let response = ResponseKind::Accepted(String::new());
    let report = Report::new(before, &plan(&typed).wanted, now, response);
    assert_eq!(
        report.describe_fields(),
        "title: saved and verified; address: sent, not verified (write-only); \
         first name: not saved, the old value is still there; \
         no longer a candidate for Data Analyst; also changed by the server: company"
    );
}
