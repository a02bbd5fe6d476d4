//! What a report says of what a server did.

use super::*;

/// The report of a change of Ada after which the server shows this.
fn report(typed: &[(Field, Value)], doing: Doing) -> Report {
    let mut now = ada();
    doing(&mut now);
    Report::new(ada(), &plan(typed).wanted, now, Answered::Done(String::new()))
}

fn verdict(field: Field, wanted: Value, doing: Doing) -> Verdict {
    let report = report(&[(field, wanted)], doing);
    let verdict = report.lines[0].verdict;
    let is_fine = matches!(verdict, Verdict::Seen | Verdict::Unseen);
    assert_eq!(report.is_as_meant(), is_fine, "{report:?}");
    verdict
}

#[test]
fn a_field_is_seen_unseen_kept_or_made_something_else_of() {
    let table: [(Doing, Verdict); 3] = [
        (|p| p.last_name = "King".to_owned(), Verdict::Seen),
        (|_| {}, Verdict::Kept),
        (|p| p.last_name = "KING".to_owned(), Verdict::Other),
    ];
    for (doing, expected) in table {
        assert_eq!(verdict(Field::LastName, text("King"), doing), expected);
    }
    assert_eq!(verdict(Field::FirstName, text(""), |p| p.first_name.clear()), Verdict::Seen);
    assert_eq!(verdict(Field::Address, text("Ockham"), |_| {}), Verdict::Unseen);
}

#[test]
fn a_page_is_seen_by_its_handle() {
    let url = || text("https://social.example/in/Ada%20King?x=1#y");
    let table: [(Doing, Verdict); 3] = [
        (|p| p.social_public_id = "ada king".to_owned(), Verdict::Seen),
        (|p| p.social_public_id.clear(), Verdict::Other),
        (|_| {}, Verdict::Kept),
    ];
    for (doing, expected) in table {
        assert_eq!(verdict(Field::SocialUrl, url(), doing), expected);
    }
}

#[test]
fn lists_entries_and_jobs_are_seen_where_they_show() {
    let renamed: Doing = |p| p.emails = vec![contact(("work", "b@k.example"))];
    let mine = contacts(&[("work_email", "b@k.example")]);
    assert_eq!(verdict(Field::Emails, mine, renamed), Verdict::Seen);
    let turned = contacts(&[("personal", "a@h.example"), ("work", "a@k.example")]);
    assert_eq!(verdict(Field::Emails, turned, |_| {}), Verdict::Kept);
    let added: Doing = |p| p.phones.push(contact(("work", "456")));
    assert_eq!(verdict(Field::WorkPhone, text("456"), added), Verdict::Seen);
    let attached: Doing = |p| {
        p.jobs.push(JobAssociation { job_id: "job_2".into(), ..JobAssociation::default() });
    };
    assert_eq!(verdict(Field::JobId, job("job_2"), attached), Verdict::Seen);
    assert_eq!(verdict(Field::JobId, job("job_2"), |_| {}), Verdict::Kept);
}

#[test]
fn what_changed_unasked_is_told() {
    let typed = [(Field::WorkEmail, text("b@k.example"))];
    let fine = report(&typed, |p| p.emails[0].value = "b@k.example".to_owned());
    assert_eq!(fine.unasked, [], "the entry that was set shows in its list");
    let lost = report(&typed, |p| p.emails = vec![contact(("work", "b@k.example"))]);
    assert_eq!(lost.unasked.len(), 1, "the other one is gone");
    assert_eq!(lost.unasked[0].field, Field::Emails);
    assert!(!lost.is_as_meant());
    let jobless = report(&[(Field::JobId, job("job_2"))], |p| p.jobs.clear());
    assert_eq!(jobless.lost_jobs, ada().jobs);
    assert!(!jobless.is_as_meant());
}

#[test]
fn a_list_was_extended_only_where_nothing_else_explains_it() {
    let b = [("work", "b@k.example")];
    let ab = [("work", "a@k.example"), ("personal", "a@h.example"), ("work", "b@k.example")];
    let table: [(&str, Value, Doing, bool); 6] = [
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
        let report = report(&[(Field::Emails, wanted)], doing);
        assert_eq!(report.learned.extends_lists, extends, "{what}: {report:?}");
    }
}

#[test]
fn what_was_left_out_was_cleared_only_where_all_of_it_is_gone() {
    let typed = [(Field::LastName, text("King"))];
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
    let two = [(Field::LastName, text("King")), (Field::CurrentJobTitle, text("Countess"))];
    let table: [(Doing, Settled); 3] = [
        (|_| {}, Settled::NotApplied),
        (|p| p.last_name = "King".to_owned(), Settled::Partly),
        (
            |p| {
                p.last_name = "King".to_owned();
                p.current_job_title = "Countess".to_owned();
            },
            Settled::Applied,
        ),
    ];
    for (doing, settled) in table {
        assert_eq!(report(&two, doing).settled(), settled);
    }
    for (field, value) in [(Field::Address, "Ockham"), (Field::SocialUrl, "https://o.example/ada")]
    {
        assert_eq!(report(&[(field, text(value))], |_| {}).settled(), Settled::Unknowable);
    }
}
