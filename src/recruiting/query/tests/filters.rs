//! The rows that match a filter.

use proptest::prelude::*;

use super::*;
use crate::recruiting::table::{RowChange, fold};

#[test]
fn each_term_narrows_and_a_comma_widens() {
    for (text, rows) in [
        ("", &[0, 1, 2, 3, 4, 5][..]),
        ("lukasz", &[0]),
        ("ŁUKASZ", &[0]),
        ("strasse", &[0]),
        ("straße", &[0]),
        ("zoe", &[2]),
        ("zoë o'brien", &[2]),
        ("佐藤", &[1]),
        ("boris елкин", &[3]),
        ("senior rust", &[0, 2]),
        ("rust senior -acme", &[0]),
        ("\"rust engineer\"", &[0]),
        ("\"engineer rust\"", &[]),
        ("stage:screen", &[1, 4]),
        ("stage:screen,offer", &[1, 2, 4]),
        ("stage:\"Recruiter screen\",reject", &[1, 3, 4]),
        ("-stage:screen,offer", &[0, 3, 5]),
        ("company:\"acme, inc\"", &[1]),
        ("title:\"\"", &[3]),
        ("-company:\"\" title:dev", &[1, 2]),
        ("name:anna", &[5]),
        ("company:anna", &[]),
        ("id:can_4", &[4]),
        ("person_id:PER_2", &[2]),
        ("company_id:com_acme stage_id:stg_offer", &[2]),
        ("c++", &[4]),
        ("\\\"", &[]),
        ("\"\\\"mia\\\"\"", &[4]),
        ("new<7d", &[0, 5]),
        ("new<1h", &[5]),
        ("new<=0d", &[5]),
        ("age>14", &[2, 4]),
        ("age>=2w", &[1, 2, 4]),
        ("age>=1y", &[4]),
        ("age=1d,14d", &[0, 1]),
        ("-age>14d", &[0, 1, 3, 5]),
        ("added:2026-11", &[0, 1, 5]),
        ("added<2026", &[4]),
        ("added>=2026-11-14", &[0, 5]),
        ("added:\"\"", &[3]),
        ("STAGE:applied", &[0, 5]),
    ] {
        assert_eq!(matching_rows(text), rows, "{text}");
    }
}

#[test]
fn unfinished_terms_filter_nothing() {
    for text in ["stage:", "-", "-stage:", "age>", "stage:\"", "company:,", "\"", "new<", "\u{301}"]
    {
        let parsed = parse(text, CANDIDATE_FIELDS);
        assert_eq!((parsed.filter.is_empty(), parsed.mistakes), (true, Vec::new()), "{text}");
    }
}

#[test]
fn a_mistake_has_its_range_and_the_rest_still_works() {
    for (text, marked, suggestion) in [
        ("rust stgae:offer", "stgae", Some("stage")),
        ("rust http://x", "http", None),
        ("rust age>soon", "soon", None),
        ("rust age>14q", "14q", Some("14d")),
        ("rust age>99999999999999999999d", "99999999999999999999d", None),
        ("rust added>yesterday", "yesterday", None),
        ("rust added>2026-02-30", "2026-02-30", None),
        ("rust stage>offer", "stage>offer", None),
        ("rust verdict:nonne", "nonne", Some("none")),
        ("rust star:perhaps", "perhaps", Some("yes")),
        ("rust count>5", "count", None),
    ] {
        let parsed = parse(text, CANDIDATE_FIELDS);
        let [mistake] = parsed.mistakes.as_slice() else { panic!("{text}: {parsed:?}") };
        assert_eq!(text.get(mistake.range.clone()), Some(marked), "{text}");
        if suggestion.is_some() {
            assert_eq!(mistake.suggestion.as_deref(), suggestion, "{text}");
        }
        let rows: Vec<usize> =
            parsed.filter.matches(&people(), &now()).iter().map(Row::index).collect();
        assert_eq!(rows, [0, 2], "{text}");
    }
    let parsed = parse("verdict:maybe", CANDIDATE_FIELDS);
    assert_eq!(parsed.mistakes[0].to_string(), "verdict: takes none, advance, wait, decline");
}

#[test]
fn a_field_of_the_other_list_is_explained() {
    for (text, fields, message) in [
        ("verdict:advance", JOB_FIELDS, "verdict works only for candidates"),
        ("Tag:x", JOB_FIELDS, "Tag works only for candidates"),
        ("status:open", CANDIDATE_FIELDS, "status works only for jobs"),
    ] {
        assert_eq!(parse(text, fields).mistakes[0].describe(), message);
    }
}

#[test]
fn jobs_have_their_own_fields() {
    let mut jobs = JobTable::default();
    for (number, (name, client, status, archived, count)) in [
        ("Rust Engineer", "Northwind", "Open", false, Some(640)),
        ("Head of Sales", "Umbra", "On hold", false, None),
        ("Data Analyst", "Köln GmbH", "Closed", true, Some(45)),
    ]
    .into_iter()
    .enumerate()
    {
        jobs.put(&JobItem {
            id: format!("job_{number}").into(),
            name: name.to_owned(),
            client_company_name: client.to_owned(),
            job_status_name: status.to_owned(),
            is_archived: archived,
            candidate_count: count,
            ..JobItem::default()
        });
    }
    for (text, rows) in [
        ("koln", &[2][..]),
        ("client:north", &[0]),
        ("status:open,closed", &[0, 2]),
        ("archived:no", &[0, 1]),
        ("archived:y", &[2]),
        ("-archived:yes count>100", &[0]),
        ("count<=45", &[2]),
        ("count=\"\"", &[1]),
        ("new<7d", &[]),
        ("id:job_1", &[1]),
    ] {
        let parsed = parse(text, JOB_FIELDS);
        assert_eq!(parsed.mistakes, [], "{text}");
        let matching: Vec<usize> =
            parsed.filter.matches(&jobs, &now()).iter().map(Row::index).collect();
        assert_eq!(matching, rows, "{text}");
    }
    for text in ["count>many", "archived:perhaps", "archived>no", "stage:x"] {
        assert_eq!(parse(text, JOB_FIELDS).mistakes.len(), 1, "{text}");
    }
}

#[test]
fn the_age_in_a_stage_is_exact_where_it_is_known() {
    let store = people();
    let since = |row: Row| (row.index() == 2).then(|| Timestamp::parse("2026-11-13")).flatten();
    let exact = QueryContext { since: &since, ..now() };
    let rows = |text: &str| -> Vec<usize> {
        let filter = parse(text, CANDIDATE_FIELDS).filter;
        filter.matches(&store, &exact).iter().map(Row::index).collect()
    };
    assert_eq!(rows("age>14d"), [4]);
    assert_eq!(rows("age=2d"), [2]);
    assert_eq!(rows("new>14d"), [2, 4], "`new` counts from the day they were added");
}

#[test]
fn a_removed_row_is_found_by_nothing() {
    let mut store = people();
    store.remove(store.find("can_5").expect("a row"));
    for text in ["", "anna", "-rust", "stage:applied", "-stage:offer", "age<1d"] {
        let matches = parse(text, CANDIDATE_FIELDS).filter.matches(&store, &now());
        assert!(matches.iter().all(|row| row.index() != 5), "{text}");
    }
}

#[test]
fn chunks_of_a_long_list_join_correctly() {
    let mut store = CandidateTable::default();
    let names: Vec<String> = (0..9000).map(|number| format!("n{number}e")).collect();
    for (number, name) in names.iter().enumerate() {
        store.put(&candidate(number, [name, "", "", if number % 3 == 0 { "a" } else { "b" }, ""]));
    }
    let removed = [0, 4095, 4096, 8999];
    for number in removed {
        store.remove(Row::at(number));
    }
    for (text, words, stage) in [
        ("n40", &["n40"][..], 3),
        ("e", &["e"], 3),
        ("409 n4", &["409", "n4"], 3),
        ("n e 6e", &["n", "e", "6e"], 3),
        ("9e stage:a", &["9e"], 1),
        ("", &[], 3),
    ] {
        let filter = parse(text, CANDIDATE_FIELDS).filter;
        let expected: Vec<usize> = (0..9000)
            .filter(|number| !removed.contains(number))
            .filter(|number| stage == 3 || number % 3 == 0)
            .filter(|number| words.iter().all(|word| names[*number].contains(word)))
            .collect();
        let mut matches = filter.matches(&store, &now());
        assert_eq!(matches.iter().map(Row::index).collect::<Vec<_>>(), expected, "{text}");
        let whole = matches.clone();
        for from in [0, 63, 64, 4095, 4096, 8999] {
            filter.extend(&store, &now(), &mut matches, Row::at(from));
            assert_eq!(matches, whole, "{text} from {from}");
        }
    }
}

fn any_text() -> impl Strategy<Value = String> {
    "[abŁßé佐 \",\\\\-]{0,5}"
}

fn any_people() -> impl Strategy<Value = Vec<CandidateItem>> {
    let cells = (any_text(), any_text(), any_text(), "[ab]{0,2}", 0..40_i64);
    prop::collection::vec(cells, 1..40).prop_map(|people| {
        let person = |(number, (name, title, company, stage, day)): (usize, _)| {
            let (name, title, company, stage): (String, String, String, String) =
                (name, title, company, stage);
            let day: i64 = day;
            let mut item = candidate(number, [&name, &title, &company, &stage, ""]);
            let now = now().now.micros();
            item.created_at =
                (day > 0).then(|| Timestamp::from_micros(now - day * 43_200_000_000)).flatten();
            item
        };
        people.into_iter().enumerate().map(person).collect()
    })
}

/// A term in a form that the reference filter can evaluate.
#[derive(Debug, Clone)]
enum TestTerm {
    Word(String),
    Cell(&'static str, Vec<String>),
    Older(i64),
}

fn any_term() -> impl Strategy<Value = (bool, TestTerm)> {
    let value = "[abłsz佐 ,]{1,2}";
    let key = prop::sample::select(vec!["name", "title", "company", "stage"]);
    let term = prop_oneof![
        value.prop_map(TestTerm::Word),
        (key, prop::collection::vec(value, 1..3)).prop_map(|(key, any)| TestTerm::Cell(key, any)),
        (0..20_i64).prop_map(TestTerm::Older),
    ];
    (any::<bool>(), term)
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn format_term((negated, term): &(bool, TestTerm)) -> String {
    let sign = if *negated { "-" } else { "" };
    match term {
        TestTerm::Word(word) => format!("{sign}{}", quote(word)),
        TestTerm::Cell(key, any) => {
            let any: Vec<String> = any.iter().map(|value| quote(value)).collect();
            format!("{sign}{key}:{}", any.join(","))
        }
        TestTerm::Older(days) => format!("{sign}age>{days}d"),
    }
}

fn reference_matches((negated, term): &(bool, TestTerm), item: &CandidateItem) -> bool {
    let plain = |text: &str| String::from_utf8(fold(text)).expect("text");
    let holds = |text: &str, word: &str| plain(text).contains(&plain(word));
    let holds = match term {
        TestTerm::Word(word) => [&item.name, &item.current_job_title, &item.current_company_name]
            .into_iter()
            .any(|text| holds(text, word)),
        TestTerm::Cell(key, any) => {
            let text = match *key {
                "name" => &item.name,
                "title" => &item.current_job_title,
                "company" => &item.current_company_name,
                _ => &item.current_pipeline_stage_name,
            };
            any.iter().any(|value| holds(text, value))
        }
        TestTerm::Older(days) => item.created_at.is_some_and(|created| {
            (now().now.micros() - created.micros()) / 86_400_000_000 > *days
        }),
    };
    holds != *negated
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_filter_agrees_with_a_reference_implementation(
        people in any_people(),
        terms in prop::collection::vec(any_term(), 0..4),
        split in 0..40_usize,
    ) {
        let text: Vec<String> = terms.iter().map(format_term).collect();
        let parsed = parse(&text.join(" "), CANDIDATE_FIELDS);
        prop_assert_eq!(&parsed.mistakes, &[]);
        let mut store = CandidateTable::default();
        let mut extended = Matches::default();
        let split = split.min(people.len());
        for item in &people[..split] {
            store.put(item);
        }
        parsed.filter.extend(&store, &now(), &mut extended, Row::at(0));
        for item in &people[split..] {
            store.put(item);
        }
        parsed.filter.extend(&store, &now(), &mut extended, Row::at(split));
        let matches = parsed.filter.matches(&store, &now());
        prop_assert_eq!(&extended, &matches);
        let expected: Vec<usize> = people
            .iter()
            .enumerate()
            .filter(|(_, item)| terms.iter().all(|term| reference_matches(term, item)))
            .map(|(at, _)| at)
            .collect();
        prop_assert_eq!(matches.len(), expected.len());
        prop_assert_eq!(matches.iter().map(Row::index).collect::<Vec<_>>(), expected, "{:?}", text);
    }

    #[test]
    fn only_a_changed_row_is_rechecked(
        people in any_people(),
        cells in (any_text(), any_text(), any_text(), "[ab]{0,2}"),
        terms in prop::collection::vec(any_term(), 1..3),
    ) {
        let text: Vec<String> = terms.iter().map(format_term).collect();
        let filter = parse(&text.join(" "), CANDIDATE_FIELDS).filter;
        let mut store = CandidateTable::default();
        for item in &people {
            store.put(item);
        }
        let mut matches = filter.matches(&store, &now());
        let (name, title, company, stage) = cells;
        let (row, change) = store.put(&candidate(0, [&name, &title, &company, &stage, "2026-11-01"]));
        prop_assert_ne!(change, RowChange::New);
        filter.recheck(&store, &now(), &mut matches, &[row]);
        prop_assert_eq!(matches, filter.matches(&store, &now()));
    }

    #[test]
    fn rows_like_a_cell_include_its_own_row(people in any_people(), at in any::<prop::sample::Index>()) {
        let mut store = CandidateTable::default();
        let rows: Vec<Row> = people.iter().map(|item| store.put(item).0).collect();
        let row = rows[at.index(rows.len())];
        for column in CANDIDATE_FIELDS {
            let text = filter_like(&store, &now(), row, column.field);
            let parsed = parse(&text, CANDIDATE_FIELDS);
            prop_assert_eq!(&parsed.mistakes, &[], "{}", &text);
            prop_assert!(parsed.filter.matches(&store, &now()).contains(row), "{}", text);
        }
    }

    #[test]
    fn no_text_breaks_the_parser(text in any::<String>(), cursor in 0..40_usize) {
        let _ = parse(&text, CANDIDATE_FIELDS);
        let _ = complete(&text, cursor, JOB_FIELDS, |_| vec![text.clone()]);
        let filter = parse(&text, CANDIDATE_FIELDS).filter;
        for mark in filter.marks_of_similar(ListField::Name, &text) {
            prop_assert!(text.get(mark).is_some());
        }
    }
}
