//! Completions, highlights and the terms for similar rows.

use super::*;

fn completions(text: &str) -> Vec<String> {
    completions_at(text, text.len())
}

fn completions_at(text: &str, cursor: usize) -> Vec<String> {
    let values = |field: ListField| match field {
        ListField::Stage => {
            ["Applied", "Recruiter screen", "Screen", "Late screening"].map(str::to_owned).to_vec()
        }
        ListField::Company => (0..20).map(|number| format!("Company, {number}")).collect(),
        _ => Vec::new(),
    };
    complete(text, cursor, CANDIDATE_FIELDS, values)
        .into_iter()
        .map(|completion| {
            let mut line = text.get(..cursor).expect("a cursor").to_owned();
            line.replace_range(completion.range, &completion.text);
            line
        })
        .collect()
}

#[test]
fn names_and_values_are_completed_nearest_first() {
    for (text, expected) in [
        ("st", &["stage:", "stage_id:", "star:"][..]),
        ("rust -sta", &["rust -stage:", "rust -stage_id:", "rust -star:"]),
        ("ag", &["age>"]),
        ("zzz", &[]),
        ("stage:scr", &["stage:Screen", "stage:\"Late screening\"", "stage:\"Recruiter screen\""]),
        ("stage:offer,appl", &["stage:offer,Applied"]),
        ("stage:\"late s", &["stage:\"Late screening\""]),
        ("age>", &["age>7d", "age>14d", "age>30d", "age>3m"]),
        ("nofield:x", &[]),
    ] {
        assert_eq!(completions(text), expected, "{text}");
    }
    assert_eq!(completions("company:").len(), 8);
    assert_eq!(completions("company:")[0], "company:\"Company, 0\"");
    assert_eq!(completions("").len(), 8);
    assert_eq!(completions_at("sta rust", 3), ["stage:", "stage_id:", "star:"]);
}

#[test]
fn field_values_are_sorted_by_frequency() {
    let mut store = people();
    assert_eq!(
        values(&store, ListField::Stage),
        ["Applied", "Recruiter screen", "Offer", "Rejected"]
    );
    store.remove(store.find("can_0").expect("a row"));
    assert_eq!(
        values(&store, ListField::Stage),
        ["Recruiter screen", "Applied", "Offer", "Rejected"]
    );
    assert_eq!(values(&store, ListField::Company).len(), 4, "an empty cell is not a value");
    assert_eq!(values(&store, ListField::Name).len(), 5);
}

#[test]
fn marks_cover_the_original_letters() {
    let text = "Zoe\u{308} Łukaß 佐藤";
    for (filter, expected) in [
        ("zoe", &["Zoe\u{308}"][..]),
        ("lukas", &["Łukaß"]),
        ("uk ka", &["uka"]),
        ("佐", &["佐"]),
        ("name:oe -zo", &["oe\u{308}"]),
        ("stage:zoe", &[]),
        ("zeo lukaz", &[]),
    ] {
        let filter = parse(filter, CANDIDATE_FIELDS).filter;
        let marks = filter.marks(ListField::Name, text);
        let marks: Vec<&str> = marks.into_iter().filter_map(|mark| text.get(mark)).collect();
        assert_eq!(marks, expected, "{filter:?}");
    }
    let near = parse("lukazs", CANDIDATE_FIELDS).filter;
    assert_eq!(near.marks(ListField::Name, text), [0..0; 0]);
    let marks = near.marks_of_similar(ListField::Name, text);
    assert_eq!(marks.first().and_then(|mark| text.get(mark.clone())), Some("Łukaß"));
    assert_eq!(near.marks_of_similar(ListField::Stage, text), [0..0; 0]);
}

#[test]
fn a_cell_becomes_a_filter_for_similar_rows() {
    let store = people();
    let row = |number: usize| store.find(&format!("can_{number}")).expect("a row");
    for (number, field, text) in [
        (1, ListField::Stage, "stage:\"Recruiter screen\""),
        (0, ListField::Stage, "stage:Applied"),
        (1, ListField::Company, "company:\"Acme, Inc.\""),
        (4, ListField::Name, "name:\"Ann-Marie \\\"Mia\\\" Kowalski\""),
        (3, ListField::Title, "title:\"\""),
        (3, ListField::Age, "age:\"\""),
        (0, ListField::Age, "age=1d"),
        (2, ListField::Added, "added:2026-03-12"),
        (2, ListField::Id, "id:can_2"),
        (2, ListField::Count, ""),
    ] {
        assert_eq!(filter_like(&store, &now(), row(number), field), text);
    }
}
