//! The order of rows, compared with a simple sort.

use proptest::prelude::*;

use super::*;
use crate::recruiting::table::fold;

const FIELDS: [ListField; 6] = [
    ListField::Name,
    ListField::Title,
    ListField::Stage,
    ListField::Age,
    ListField::Added,
    ListField::Id,
];

fn order(
    store: &CandidateTable,
    by: ListField,
    direction: Direction,
) -> RowOrder<'_, CandidateTable, impl Fn(Row) -> u64> {
    // The order of the server differs from the order of arrival.
    RowOrder {
        table: store,
        context: now(),
        by,
        direction,
        position: |row: Row| u64::MAX - row.index() as u64,
    }
}

#[test]
fn rows_without_a_value_come_last_both_ways() {
    let store = people();
    let rows: Vec<Row> = store.rows().collect();
    let sorted = |by, direction| -> Vec<usize> {
        order(&store, by, direction).sort(&rows).rows.into_iter().map(Row::index).collect()
    };
    assert_eq!(sorted(ListField::Added, Direction::Ascending), [4, 2, 1, 0, 5, 3]);
    assert_eq!(sorted(ListField::Added, Direction::Descending), [5, 0, 1, 2, 4, 3]);
    assert_eq!(sorted(ListField::Age, Direction::Ascending), [5, 0, 1, 2, 4, 3]);
    assert_eq!(sorted(ListField::Company, Direction::Ascending), [2, 1, 5, 4, 0, 3]);
    assert_eq!(sorted(ListField::Name, Direction::Ascending), [4, 5, 3, 0, 2, 1]);
    assert_eq!(sorted(ListField::Stage, Direction::Ascending), [5, 0, 2, 4, 1, 3]);
    assert_eq!(
        sorted(ListField::Stage, Direction::Descending),
        [3, 4, 1, 2, 5, 0],
        "ties keep the order of the server"
    );
}

#[test]
fn a_list_that_several_cores_sort_is_in_the_order_of_a_short_one() {
    let mut store = CandidateTable::default();
    for number in 0..70_000_usize {
        let word = ["anna", "łukasz", "zoë", ""][number % 4];
        let rest =
            if number % 5 == 0 { "-with-a-very-long-name-that-goes-on-and-on-and-on" } else { "" };
        let name =
            if word.is_empty() { String::new() } else { format!("{word}{rest}{}", number % 97) };
        let day = format!("2026-01-{:02}", number % 28 + 1);
        store.put(&candidate(number, [&name, "", "", "", if number % 3 == 0 { "" } else { &day }]));
    }
    let rows: Vec<Row> = store.rows().collect();
    for by in [ListField::Name, ListField::Added] {
        let sorted = order(&store, by, Direction::Ascending).sort(&rows);
        assert_eq!(sorted.rows, reference_sort(&store, by, Direction::Ascending), "{by:?}");
        let descending = order(&store, by, Direction::Descending).sort(&rows);
        assert_eq!(descending.rows, reference_sort(&store, by, Direction::Descending), "{by:?}");
        assert_eq!(sorted.reversed(), descending);
    }
}

fn any_store() -> impl Strategy<Value = CandidateTable> {
    let cells = (
        "[aAéłb]{0,2}(a long beginning of a name, which goes on and on and on )?[ab]{0,2}",
        "[abÄ]{0,2}",
        "[xy]{0,1}",
        0..5_u8,
    );
    prop::collection::vec(cells, 0..60).prop_map(|people| {
        let mut store = CandidateTable::default();
        for (number, (name, title, stage, day)) in people.into_iter().enumerate() {
            let day = if day == 0 { String::new() } else { format!("2026-01-0{day}") };
            store.put(&candidate(number, [&name, &title, "", &stage, &day]));
        }
        store
    })
}

fn reference_sort(store: &CandidateTable, by: ListField, direction: Direction) -> Vec<Row> {
    let value = |row: Row| {
        match by {
            ListField::Added => store.created(row).map(|at| (at.micros(), Vec::new())),
            ListField::Age => store.created(row).map(|at| (-at.micros(), Vec::new())),
            ListField::Name => Some((0, fold(store.name(row)))),
            ListField::Title => Some((0, fold(store.title(row)))),
            ListField::Stage => Some((0, fold(store.stage_name(row)))),
            _ => Some((0, fold(store.id(row)))),
        }
        .filter(|(number, text)| *number != 0 || !text.is_empty())
    };
    let mut rows: Vec<Row> = store.rows().collect();
    rows.reverse();
    rows.sort_by(|a, b| match (value(*a), value(*b)) {
        (Some(a), Some(b)) if direction == Direction::Ascending => a.cmp(&b),
        (Some(a), Some(b)) => b.cmp(&a),
        (a, b) => a.is_none().cmp(&b.is_none()),
    });
    rows
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_agrees_with_a_reference_sort(
        store in any_store(),
        by in prop::sample::select(FIELDS.to_vec()),
        down in any::<bool>(),
        split in 0..60_usize,
    ) {
        let direction = if down { Direction::Descending } else { Direction::Ascending };
        let rows: Vec<Row> = store.rows().collect();
        let order = order(&store, by, direction);
        let sorted = order.sort(&rows);
        prop_assert_eq!(&sorted.rows, &reference_sort(&store, by, direction));
        let (old, new) = rows.split_at(split.min(rows.len()));
        let merge = |sorted| order.merge(sorted, new, |_| true);
        prop_assert_eq!(&merge(order.sort(old)), &sorted);
        prop_assert_eq!(&merge(sorted.clone()), &sorted, "merging moves known rows instead of duplicating them");
        let removed = order.merge(sorted.clone(), &[], |row| old.contains(&row));
        prop_assert_eq!(&removed, &order.sort(old));
        let other = RowOrder { direction: direction.reversed(), ..order };
        prop_assert_eq!(&sorted.reversed(), &other.sort(&rows));
    }
}
