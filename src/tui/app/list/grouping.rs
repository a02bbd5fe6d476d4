//! A list with one row for each person: which candidacy stands for them.

use super::List;
use crate::recruiting::query::{QueryContext, RowGroups};
use crate::recruiting::table::Row;
use crate::recruiting::table::store::RowStore;

impl<S: RowStore> List<S> {
    /// Shows one row for each person, or for each candidacy again. Returns whether it groups now.
    pub(crate) fn toggle_groups(&mut self, context: &QueryContext<'_>) -> bool {
        self.groups = match self.groups.take() {
            Some(_) => None,
            None => Some(Box::new(RowGroups::new(&self.pages.rows, context))),
        };
        self.rebuild(context);
        self.restore_cursor();
        self.groups.is_some()
    }

    pub(crate) const fn is_grouped(&self) -> bool {
        self.groups.is_some()
    }

    /// All candidacies of the row's person; `None` unless the list groups them.
    pub(crate) fn members(&self, row: Row) -> Option<Vec<Row>> {
        let groups = self.groups.as_deref()?;
        let mut rows: Vec<Row> =
            groups.members(row).filter(|member| self.pages.rows.is_live(*member)).collect();
        rows.sort_by_key(|member| std::cmp::Reverse(groups.ranks[member.index()]));
        Some(rows)
    }

    pub(super) fn update_groups(&mut self, context: &QueryContext<'_>, changed: Option<&[Row]>) {
        let rows = &self.pages.rows;
        match (&mut self.groups, changed) {
            (Some(groups), Some(changed)) => groups.update(rows, context, changed),
            (Some(groups), None) => **groups = RowGroups::new(rows, context),
            (None, _) => {}
        }
    }

    /// The row that stands for each group, of those that fit; `None` without groups.
    pub(super) fn heads(&self, fits: impl Fn(&Row) -> bool) -> Option<Vec<u32>> {
        let groups = self.groups.as_deref()?;
        let mut heads = vec![u32::MAX; groups.first.len()];
        for row in self.pages.in_order().filter(fits) {
            // A row that just arrived has no group yet.
            let Some(group) = groups.groups.get(row.index()) else { continue };
            let head = &mut heads[*group as usize];
            let rank = |row: usize| groups.ranks[row];
            if *head == u32::MAX || rank(row.index()) > rank(*head as usize) {
                *head = u32::try_from(row.index()).unwrap_or(u32::MAX);
            }
        }
        Some(heads)
    }

    pub(super) fn is_head(&self, heads: &[u32], row: Row) -> bool {
        let Some(groups) = self.groups.as_deref() else { return true };
        let group = groups.groups.get(row.index());
        group.is_none_or(|group| heads[*group as usize] as usize == row.index())
    }
}
