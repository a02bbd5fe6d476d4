//! What a report says of what a server did.

use super::*;

/// The report of a change of Ada after which the server shows this.
fn report(typed: &[(PersonField, FieldValue)], doing: Doing) -> Report {
    let mut now = ada();
    doing(&mut now);
    Report::new(ada(), &plan(typed).wanted, now, ResponseKind::Done(String::new()))
}

fn verdict(field: PersonField, wanted: FieldValue, doing: Doing) -> FieldOutcome {
    let report = report(&[(field, wanted)], doing);
    let verdict = report.lines[0].verdict;
    let is_fine = matches!(verdict, FieldOutcome::Seen | FieldOutcome::Unseen);
    assert_eq!(report.is_as_meant(), is_fine, "{report:?}");
    verdict
}

#[test]
fn a_field_is_seen_unseen_kept_or_made_something_else_of() {
    let table: [(Doing, FieldOutcome); 3] = [
        (|p| p.last_name = "King".to_owned(), FieldOutcome::Seen),
        (|_| {}, FieldOutcome::Kept),
        (|p| p.last_name = "KING".to_owned(), FieldOutcome::Other),
    ];
    for (doing, expected) in table {
        assert_eq!(verdict(PersonField::LastName, text("King"), doing), expected);
    }
    assert_eq!(
        verdict(PersonField::FirstName, text(""), |p| p.first_name.clear()),
        FieldOutcome::Seen
    );
    assert_eq!(verdict(PersonField::Address, text("Ockham"), |_| {}), FieldOutcome::Unseen);
}

#[test]
fn a_page_is_seen_by_its_handle() {
    let url = || text("https://social.example/in/Ada%20King?x=1#y");
    let table: [(Doing, FieldOutcome); 3] = [
        (|p| p.social_public_id = "ada king".to_owned(), FieldOutcome::Seen),
        (|p| p.social_public_id.clear(), FieldOutcome::Other),
        (|_| {}, FieldOutcome::Kept),
    ];
    for (doing, expected) in table {
        assert_eq!(verdict(PersonField::SocialUrl, url(), doing), expected);
    }
}

#[test]
fn lists_entries_and_jobs_are_seen_where_they_show() {
    let renamed: Doing = |p| p.emails = vec![contact(("work", "b@k.example"))];
    let mine = contacts(&[("work_email", "b@k.example")]);
    assert_eq!(verdict(PersonField::Emails, mine, renamed), FieldOutcome::Seen);
    let turned = contacts(&[("personal", "a@h.example"), ("work", "a@k.example")]);
    assert_eq!(verdict(PersonField::Emails, turned, |_| {}), FieldOutcome::Kept);
    let added: Doing = |p| p.phones.push(contact(("work", "456")));
    assert_eq!(verdict(PersonField::WorkPhone, text("456"), added), FieldOutcome::Seen);
    let attached: Doing = |p| {
        p.jobs.push(JobAssociation { job_id: "job_2".into(), ..JobAssociation::default() });
    };
    assert_eq!(verdict(PersonField::JobId, job("job_2"), attached), FieldOutcome::Seen);
    assert_eq!(verdict(PersonField::JobId, job("job_2"), |_| {}), FieldOutcome::Kept);
}

#[test]
fn what_changed_unasked_is_told() {
    let typed = [(PersonField::WorkEmail, text("b@k.example"))];
    let fine = report(&typed, |p| p.emails[0].value = "b@k.example".to_owned());
    assert_eq!(fine.unasked, [], "the entry that was set shows in its list");
    let lost = report(&typed, |p| p.emails = vec![contact(("work", "b@k.example"))]);
    assert_eq!(lost.unasked.len(), 1, "the other one is gone");
    assert_eq!(lost.unasked[0].field, PersonField::Emails);
    assert!(!lost.is_as_meant());
    let jobless = report(&[(PersonField::JobId, job("job_2"))], |p| p.jobs.clear());
    assert_eq!(jobless.lost_jobs, ada().jobs);
    assert!(!jobless.is_as_meant());
}

#[test]
fn a_list_was_extended_only_where_nothing_else_explains_it() {
    let b = [("work", "b@k.example")];
    let ab = [("work", "a@k.example"), ("personal", "a@h.example"), ("work", "b@k.example")];
    let table: [(&str, FieldValue, Doing, bool); 6] = [
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
    for (what, wanted, doing, extends) in table {
        let report = report(&[(PersonField::Emails, wanted)], doing);
        assert_eq!(report.learned.extends_lists, extends, "{what}: {report:?}");
    }
}

#[test]
fn what_was_left_out_was_cleared_only_where_all_of_it_is_gone() {
    let typed = [(PersonField::LastName, text("King"))];
    let all: Doing = |p| {
        *p = Person {
            id: p.id.clone(),
            name: p.name.clone(),
            last_name: "King".to_owned(),
            ..Person::default()
        };
    };
    assert!(report(&typed, all).learned.clears_omitted, "a name may be kept");
    let one: Doing = |p| p.current_job_title.clear();
    assert!(!report(&typed, one).learned.clears_omitted);
}

#[test]
fn a_lost_answer_is_settled_by_what_shows() {
    let two =
        [(PersonField::LastName, text("King")), (PersonField::CurrentJobTitle, text("Countess"))];
    let table: [(Doing, Settlement); 3] = [
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
    for (doing, settled) in table {
        assert_eq!(report(&two, doing).settled(), settled);
    }
    for (field, value) in
        [(PersonField::Address, "Ockham"), (PersonField::SocialUrl, "https://o.example/ada")]
    {
        assert_eq!(report(&[(field, text(value))], |_| {}).settled(), Settlement::Unknowable);
    }
}
