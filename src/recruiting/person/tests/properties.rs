//! Properties of forms, for any input and any record.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

fn word() -> impl Strategy<Value = String> {
    "[a-cé佐 \\u{202e}\"]{0,3}"
}

fn entries() -> impl Strategy<Value = Vec<Contact>> {
    let kind = select(&["work", "work_email", "personal", "club", ""][..]);
    vec((kind, word()).prop_map(|(kind, value)| contact((kind, &value))), 0..4)
}

fn person() -> impl Strategy<Value = Person> {
    (word(), word(), word(), entries(), entries()).prop_map(
        |(name, title, handle, emails, phones)| Person {
            id: "per_1".into(),
            name,
            current_job_title: title,
            social_public_id: handle,
            emails,
            phones,
            ..Person::default()
        },
    )
}

fn typed() -> impl Strategy<Value = (PersonField, FieldValue)> {
    let fields: Vec<PersonField> = FormKind::Update.fields().map(|spec| spec.field).collect();
    (select(fields), word(), entries(), any::<bool>()).prop_map(|(field, word, entries, on)| {
        let value = match field.spec().kind {
            FieldKind::Emails | FieldKind::Phones => FieldValue::Contacts(entries),
            FieldKind::Job => {
                FieldValue::Job(on.then(|| JobChoice { id: word.as_str().into(), name: word }))
            }
            FieldKind::Switch => FieldValue::Switch(on),
            _ => FieldValue::Text(word),
        };
        (field, value)
    })
}

fn form(person: &Person, typed: &[(PersonField, FieldValue)]) -> Form {
    let mut form = Form::update(&person.id, person);
    for (field, value) in typed {
        form.set(*field, value.clone());
    }
    form
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_body_names_only_what_was_changed(person in person(), typed in vec(typed(), 0..6)) {
        let form = form(&person, &typed);
        let remaining = form.plan().unwrap().remaining(&person);
        for extends_lists in [false, true] {
            let quirks = ServerQuirks { extends_lists, clears_omitted: false };
            let body = json!(body(&remaining, &person, quirks));
            for (name, value) in body.as_object().into_iter().flatten() {
                let field = PersonField::from_wire(name).unwrap();
                prop_assert!(form.typed.contains_key(&field), "{} was not typed", name);
                if !extends_lists {
                    prop_assert_eq!(value, &form.typed[&field].to_json());
                }
            }
        }
        if form.is_untouched() {
            prop_assert!(remaining.is_empty());
        }
    }

    #[test]
    fn unchanged_records_never_conflict(person in person(), typed in vec(typed(), 0..6)) {
        prop_assert_eq!(find_conflicts(&form(&person, &typed).plan().unwrap(), &person), []);
    }

    #[test]
    fn a_record_with_the_wanted_values_has_nothing_remaining(now in person(), before in person()) {
        // Typing every value of `now` over `before` requests `now`.
        let target = Form::update(&now.id, &now);
        let typed: Vec<(PersonField, FieldValue)> = target.base.clone().into_iter().collect();
        let plan = form(&before, &typed).plan().unwrap();
        prop_assert!(plan.remaining(&now).is_empty());
        let report = Report::new(before, &plan.wanted, now, ResponseKind::Lost(String::new()));
        prop_assert!(report.is_as_requested(), "{:?}", report);
        prop_assert_ne!(report.settlement(), Settlement::NotApplied);
    }

    #[test]
    fn a_draft_survives_serialization(
        person in person(),
        typed in vec(typed(), 0..6),
        fields in btree_map(word(), word(), 0..3),
        micros in 0..2_000_000_000_000_000_i64,
        sent in any::<bool>(),
    ) {
        let mut form = form(&person, &typed);
        form.name = fields.into_values().collect();
        let at = Timestamp::from_micros(micros).unwrap();
        let text = sent.then(|| form.name.clone());
        let draft = Draft { id: DraftId("d".to_owned()), form, at, text, sent, kept: !sent, waiting: sent };
        let json = serde_json::to_string(&draft).unwrap();
        prop_assert_eq!(serde_json::from_str::<Draft>(&json).unwrap(), draft);
    }
}
