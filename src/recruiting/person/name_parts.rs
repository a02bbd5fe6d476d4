//! Keeps the full name and its parts in step: what a change to one of them suggests for the others.
//!
//! The editor offers it; nothing changes a name unasked.

use super::fields::{FormKind, PersonField};
use super::form::Form;
use super::value::FieldValue;

/// The fields that hold a name or a part of it.
pub(crate) const NAME_FIELDS: [PersonField; 3] =
    [PersonField::Name, PersonField::FirstName, PersonField::LastName];

/// The other name fields that follow from the changed one, with their new values. Empty unless the
/// full name consisted of the parts before, and the new name divides in only one way.
pub(crate) fn suggest_names(form: &Form) -> Vec<(PersonField, String)> {
    let Some(order) = part_order(form).filter(|_| form.kind == FormKind::Update) else {
        return Vec::new();
    };
    let is_typed = |field: PersonField| form.typed.contains_key(&field);
    match (is_typed(PersonField::Name), order.into_iter().any(is_typed)) {
        (true, false) => {
            let before = order.map(|field| base_text(form, field));
            let parts = divide(&text(form, PersonField::Name), &before).into_iter().flatten();
            let changed = order.into_iter().zip(parts).zip(before);
            changed.filter(|((_, now), was)| now != was).map(|(part, _)| part).collect()
        }
        (false, true) => {
            let parts = order.map(|field| text(form, field));
            let is_whole = parts.iter().all(|part| !part.is_empty());
            is_whole.then(|| (PersonField::Name, parts.join(" "))).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The parts in the order in which the full name on the server has them.
fn part_order(form: &Form) -> Option<[PersonField; 2]> {
    let orders = [
        [PersonField::FirstName, PersonField::LastName],
        [PersonField::LastName, PersonField::FirstName],
    ];
    let name = base_text(form, PersonField::Name);
    let parts = |order: &[PersonField; 2]| order.map(|field| base_text(form, field));
    let has_parts = parts(&orders[0]).iter().all(|part| !part.is_empty());
    let order = orders.into_iter().find(|order| parts(order).join(" ") == name);
    // Two words are a first and a last name, also if the parts were left behind before.
    let is_plain = |name: &str| name.split(' ').count() == 2;
    let is_left_behind = form.typed.contains_key(&PersonField::Name)
        && [name, text(form, PersonField::Name)].iter().all(|name| is_plain(name));
    order.or(is_left_behind.then_some(orders[0])).filter(|_| has_parts)
}

/// Divides a new name where the old one was divided. A middle name could belong to either part, so
/// a name that has one is not divided.
fn divide(name: &str, [front, back]: &[String; 2]) -> Option<[String; 2]> {
    let words: Vec<&str> = name.split(' ').collect();
    let tail = name.strip_prefix(front.as_str()).and_then(|rest| rest.strip_prefix(' '));
    let head = name.strip_suffix(back.as_str()).and_then(|rest| rest.strip_suffix(' '));
    match (tail, head) {
        (Some(tail), None) => Some([front.clone(), tail.to_owned()]),
        (None, Some(head)) => Some([head.to_owned(), back.clone()]),
        (None, None) if words.len() == 2 && !front.contains(' ') && !back.contains(' ') => {
            Some([words[0].to_owned(), words[1].to_owned()])
        }
        _ => None,
    }
}

fn text(form: &Form, field: PersonField) -> String {
    words(&form.value(field))
}

fn base_text(form: &Form, field: PersonField) -> String {
    words(&form.base_value(field))
}

/// With one space between the words.
fn words(value: &FieldValue) -> String {
    match value {
        FieldValue::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Person;

    fn suggestions([name, first, last]: [&str; 3], typed: &[(PersonField, &str)]) -> String {
        let [name, first_name, last_name] = [name, first, last].map(str::to_owned);
        let record = Person { name, first_name, last_name, ..Person::default() };
        let mut form = Form::update(&"per_1".into(), &record);
        for (field, text) in typed {
            form.set(*field, FieldValue::Text((*text).to_owned()));
        }
        let suggestions = suggest_names(&form).into_iter();
        let all = suggestions.map(|(field, text)| format!("{}={text}", field.spec().wire));
        all.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_new_full_name_suggests_the_part_that_changed() {
        let anna = ["Anna Smith", "Anna", "Smith"];
        let cruz = ["Ana de la Cruz", "Ana", "de la Cruz"];
        for (before, name, expected) in [
            (anna, "Anne Smith", "first_name=Anne"),
            (anna, "Anna Smith-Jones", "last_name=Smith-Jones"),
            (anna, " Anna  Jones ", "last_name=Jones"),
            (anna, "Anne Jones", "first_name=Anne, last_name=Jones"),
            (cruz, "Eva de la Cruz", "first_name=Eva"),
            (cruz, "Ana García", "last_name=García"),
            (["佐藤 健", "健", "佐藤"], "鈴木 健", "last_name=鈴木"),
            (["Anne Smith", "Anna", "Smith"], "Anne Jones", "first_name=Anne, last_name=Jones"),
        ] {
            assert_eq!(suggestions(before, &[(PersonField::Name, name)]), expected, "{name}");
        }
    }

    #[test]
    fn a_name_that_divides_in_several_ways_is_not_divided() {
        let anna = ["Anna Smith", "Anna", "Smith"];
        for (before, name) in [
            (anna, "Anna Maria Smith"),
            (anna, "Anne Maria Jones"),
            (anna, "Madonna"),
            (anna, ""),
            (["Madonna", "", ""], "Anna Smith"),
            (["Madonna", "Madonna", ""], "Anna Smith"),
            (["Dr. Anna Smith", "Anna", "Smith"], "Dr. Anne Smith"),
            (["Ana de la Cruz", "Ana", "de la Cruz"], "Eva Gómez"),
        ] {
            assert_eq!(suggestions(before, &[(PersonField::Name, name)]), "", "{before:?} {name}");
        }
    }

    #[test]
    fn a_new_part_suggests_the_full_name() {
        let anna = ["Anna Smith", "Anna", "Smith"];
        let (first, last) = (PersonField::FirstName, PersonField::LastName);
        assert_eq!(suggestions(anna, &[(first, "Anne ")]), "name=Anne Smith");
        assert_eq!(suggestions(anna, &[(first, "Anne"), (last, "Jones")]), "name=Anne Jones");
        assert_eq!(suggestions(["佐藤 健", "健", "佐藤"], &[(last, "鈴木")]), "name=鈴木 健");
        assert_eq!(suggestions(anna, &[(first, "")]), "", "a part is missing");
        assert_eq!(suggestions(["A. Smith", "Anna", "Smith"], &[(first, "Anne")]), "");
        let all = [(first, "Anne"), (PersonField::Name, "Annie Smith")];
        assert_eq!(suggestions(anna, &all), "", "the user typed both");
    }
}
