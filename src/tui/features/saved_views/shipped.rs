//! The views that every user has. A view of the same name in the config replaces one.

use crate::config::{SavedView, ViewPane};
use crate::tui::app::all_candidates::ALL_JOBS;

/// Name, filter and sort. All of them are over all candidates.
const SHIPPED: &[(&str, &str, &str)] = &[
    ("Interview > 14 days", "is:interview age>14d", "-age"),
    ("All new this week", "is:new", "-added"),
];

/// The views of the config, after those that are shipped.
pub(crate) fn with_shipped(configured: &[SavedView]) -> Vec<SavedView> {
    let is_replaced = |name: &str| configured.iter().any(|view| view.name == name);
    let shipped = SHIPPED.iter().filter(|(name, ..)| !is_replaced(name));
    let view = |(name, filter, sort): &(&str, &str, &str)| SavedView {
        name: (*name).to_owned(),
        job: Some(ALL_JOBS.to_owned()),
        pane: ViewPane::Candidates,
        filter: (*filter).to_owned(),
        sort: (*sort).to_owned(),
    };
    shipped.map(view).chain(configured.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recruiting::query::parse;
    use crate::recruiting::table::CANDIDATE_FIELDS;
    use crate::tui::app::list::sort_from_text;

    #[test]
    fn shipped_views_are_valid_and_a_view_of_the_same_name_replaces_one() {
        for (name, filter, sort) in SHIPPED {
            assert_eq!(parse(filter, CANDIDATE_FIELDS).mistakes, [], "{name}");
            assert!(sort_from_text(sort, CANDIDATE_FIELDS).is_some(), "{name}");
        }
        let own = SavedView { name: SHIPPED[0].0.to_owned(), ..SavedView::default() };
        let views = with_shipped(std::slice::from_ref(&own));
        assert_eq!(views.len(), SHIPPED.len());
        assert_eq!(views.last(), Some(&own));
    }
}
