use super::names::{Choice, NamedRecord, choose, looks_like_id};

fn record(id: &str, name: &str, details: &[&str]) -> NamedRecord {
    let details = details.iter().map(|text| (*text).to_owned()).collect();
    NamedRecord { id: id.to_owned(), name: name.to_owned(), details }
}

fn jobs() -> Vec<NamedRecord> {
    vec![
        record("1", "Graduate Marketing Assistant", &["Kestrel"]),
        record("2", "Senior Rust Engineer", &["Northwind"]),
        record("3", "Rust Engineer", &["Northwind"]),
        record("4", "Ingénieur Réseau", &["Kestrel"]),
        record("5", "Rust Engineer, Payments", &["Umbra"]),
    ]
}

/// The IDs that a text chooses.
fn ids(text: &str) -> Vec<String> {
    match choose(text, &jobs()) {
        Choice::One(record) => vec![record.id],
        Choice::Several(records) => records.into_iter().map(|record| record.id).collect(),
        Choice::None(_) => Vec::new(),
    }
}

#[test]
fn a_part_of_a_name_is_found_whatever_its_accents_and_the_order_of_words() {
    for (text, expected) in [
        ("graduate marketing", &["1"][..]),
        ("MARKETING grad", &["1"]),
        ("ingenieur", &["4"]),
        ("engineer", &["2", "3", "5"]),
        ("rust northwind", &["2", "3"]),
        ("rust umbra", &["5"]),
        ("nobody", &[]),
    ] {
        assert_eq!(ids(text), expected, "{text}");
    }
}

#[test]
fn an_exact_name_wins_over_names_that_contain_it() {
    assert_eq!(ids("rust engineer"), ["3"]);
    assert_eq!(ids(" Senior Rust Engineer "), ["2"]);
}

#[test]
fn details_alone_name_nothing() {
    assert_eq!(ids("northwind"), [""; 0]);
}

#[test]
fn a_misspelled_name_has_a_suggestion() {
    let guess = |text| choose(text, &jobs());
    let name = || Some("Senior Rust Engineer".to_owned());
    assert_eq!(guess("senior rust enginer"), Choice::None(name()));
    assert_eq!(
        guess("gradute marketing"),
        Choice::None(Some("Graduate Marketing Assistant".into()))
    );
    assert_eq!(guess("baker"), Choice::None(None));
}

#[test]
fn a_word_with_a_digit_or_an_underscore_is_taken_as_an_id_unless_it_is_a_term() {
    for (text, expected) in [
        ("job_j7fx3j0fzvj5ehcg", true),
        ("42", true),
        ("job_rust", true),
        ("a81bc81b-dead-4e5d-abff-90865d1e13b1", true),
        ("p1", true),
        ("c10", true),
        ("k8s", false),
        ("web3", false),
        ("Java17", false),
        ("engineer", false),
        ("engineer 2", false),
    ] {
        assert_eq!(looks_like_id(text), expected, "{text}");
    }
}
