//! Groups the candidacies of a person, so that a list shows one row for each person.
//!
//! A row stands for its group: among those that match the filter, the one that is furthest in its
//! pipeline and neither rejected nor withdrawn. `tui::app::list::grouping` chooses it.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::context::QueryContext;
use crate::recruiting::stage::{StageKind, StageRef};
use crate::recruiting::table::{ListField, Row, Table};

#[derive(Debug, Default)]
pub(crate) struct RowGroups {
    /// The group of each row.
    pub(crate) groups: Vec<u32>,
    /// How far each row is: the furthest stands for its group.
    pub(crate) ranks: Vec<u32>,
    /// The next row of the same group; the last one points to the first.
    next: Vec<u32>,
    /// The first row of each group.
    pub(crate) first: Vec<u32>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// The rank of each interned stage, once known.
    stages: Vec<Option<u32>>,
}

impl RowGroups {
    pub(crate) fn new<T: Table>(table: &T, context: &QueryContext<'_>) -> Self {
        let mut groups = Self::default();
        for row in (0..table.lines().rows()).map(Row::at) {
            groups.add(table, row);
            groups.rank(table, context, row);
        }
        groups
    }

    /// Takes new and changed rows.
    pub(crate) fn update<T: Table>(&mut self, table: &T, context: &QueryContext<'_>, rows: &[Row]) {
        for row in (self.groups.len()..table.lines().rows()).map(Row::at) {
            self.add(table, row);
        }
        for row in rows {
            self.rank(table, context, *row);
        }
    }

    fn add<T: Table>(&mut self, table: &T, row: Row) {
        let person = |row: u32| table.text(Row::at(row as usize), ListField::PersonId);
        let number = u32::try_from(row.index()).unwrap_or(u32::MAX);
        let own = person(number);
        let Self { groups, ranks, next, first, index, hasher, .. } = self;
        ranks.push(0);
        next.push(number);
        let hash = hasher.hash_one(own);
        // A row without a person is a group of its own.
        let is_same = |group: &u32| !own.is_empty() && person(first[*group as usize]) == own;
        if let Some(group) = index.find(hash, is_same).copied() {
            groups.push(group);
            let head = first[group as usize] as usize;
            next[row.index()] = next[head];
            next[head] = number;
            return;
        }
        let group = u32::try_from(first.len()).unwrap_or(u32::MAX);
        groups.push(group);
        first.push(number);
        index.insert_unique(hash, group, |other| hasher.hash_one(person(first[*other as usize])));
    }

    fn rank<T: Table>(&mut self, table: &T, context: &QueryContext<'_>, row: Row) {
        let Some(key) = table.interned(row, ListField::Stage) else { return };
        if self.stages.len() <= key {
            self.stages.resize(key + 1, None);
        }
        let rank = *self.stages[key].get_or_insert_with(|| stage_rank(table, context, row));
        self.ranks[row.index()] = rank;
    }

    /// The rows of a person, this one first.
    pub(crate) fn members(&self, row: Row) -> impl Iterator<Item = Row> {
        let mut at = self.next.get(row.index()).copied();
        let rest = std::iter::from_fn(move || {
            let member = at.filter(|member| *member as usize != row.index())?;
            at = self.next.get(member as usize).copied();
            Some(Row::at(member as usize))
        });
        std::iter::once(row).chain(rest)
    }
}

/// The later in the pipeline the higher; candidates who are out come last.
fn stage_rank<T: Table>(table: &T, context: &QueryContext<'_>, row: Row) -> u32 {
    let (id, name) = (table.text(row, ListField::StageId), table.text(row, ListField::Stage));
    let pipeline = context.stages_of(table, row);
    let stage = StageRef::new(id, name).find(pipeline);
    let order = stage.and_then(|stage| stage.stage_order).unwrap_or(0);
    let order = u32::try_from(order.saturating_add(1)).unwrap_or(1).min(u32::MAX / 2);
    if StageKind::find(id, name, pipeline).is_closed() { order } else { order + u32::MAX / 2 }
}
