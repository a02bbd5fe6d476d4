//! Finds the candidates of a job who may be the person of a create whose response was lost.
//!
//! `usecases` reads the records of these candidates and compares the external ID.

use super::names::{NamePattern, NameSimilarity};
use crate::recruiting::person::Form;
use crate::recruiting::table::fold;
use crate::wire::CandidateItem;

/// The number of newest candidates to read, whatever their name.
const NEWEST: usize = 20;

/// The most candidates to read.
const MAX_MATCHES: usize = 200;

/// The candidates who may be the person of a create without a response.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PossibleMatches<'a> {
    /// The likeliest first.
    pub(crate) rows: Vec<PossibleMatch<'a>>,
    /// Whether candidates who may be new as well were left out.
    pub(crate) is_partial: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PossibleMatch<'a> {
    pub(crate) item: &'a CandidateItem,
    pub(crate) is_namesake: bool,
}

/// All namesakes, and the newest candidates, since a server may change a name.
pub(crate) fn possible_matches<'a>(form: &Form, list: &'a [CandidateItem]) -> PossibleMatches<'a> {
    let name = NamePattern::new(&fold(&form.name));
    let is_namesake =
        |item: &CandidateItem| name.similarity(&fold(&item.name)) == Some(NameSimilarity::Same);
    let mut rows: Vec<PossibleMatch<'a>> = list
        .iter()
        .rev()
        .map(|item| PossibleMatch { item, is_namesake: is_namesake(item) })
        .collect();
    // A candidate without a date may be new. Among equals, the last of the list comes first.
    let age =
        |row: &PossibleMatch<'_>| row.item.created_at.map(|at| std::cmp::Reverse(at.micros()));
    rows.sort_by_key(age);
    let (mut near, far): (Vec<_>, Vec<_>) =
        rows.into_iter().enumerate().partition(|(at, row)| row.is_namesake || *at < NEWEST);
    near.sort_by_key(|(at, row)| (!row.is_namesake, *at));
    let is_undated = |(_, row): &(usize, PossibleMatch<'_>)| row.item.created_at.is_none();
    let is_partial = near.len() > MAX_MATCHES || far.iter().any(is_undated);
    let rows = near.into_iter().take(MAX_MATCHES).map(|(_, row)| row).collect();
    PossibleMatches { rows, is_partial }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recruiting::person::{FieldValue, FormKind, PersonField};
    use crate::wire::Timestamp;

    #[test]
    fn possible_matches_are_namesakes_or_the_newest() {
        let item = |number: usize, name: &str, at: Option<&str>| CandidateItem {
            id: format!("can_{number}").into(),
            name: name.to_owned(),
            created_at: at.map(|at| Timestamp::parse(at).unwrap()),
            ..CandidateItem::default()
        };
        let mut form = Form::create(FormKind::Create, None, "x".to_owned());
        form.set(PersonField::FirstName, FieldValue::Text("Þóra".to_owned()));
        form.set(PersonField::LastName, FieldValue::Text("Ægisdóttir".to_owned()));
        let day = |day: usize| format!("2026-05-{day:02}T09:00:00Z");
        let mut list: Vec<CandidateItem> =
            (1..=28).map(|at| item(at, "Somebody", Some(&day(at)))).collect();
        list[0].name = "THORA  aegisdottir".to_owned();
        let matches = possible_matches(&form, &list);
        assert_eq!(matches.rows.len(), 21);
        assert_eq!(matches.rows[0].item.id.as_str(), "can_1");
        assert!(matches.rows[0].is_namesake && !matches.rows[1].is_namesake && !matches.is_partial);
        assert_eq!(
            matches.rows[1].item.id.as_str(),
            "can_28",
            "the newest candidate comes right after the namesake"
        );

        // Without dates no candidate can be excluded.
        for item in &mut list {
            item.created_at = None;
        }
        let matches = possible_matches(&form, &list);
        assert!(matches.is_partial);
        assert_eq!(
            matches.rows[1].item.id.as_str(),
            "can_28",
            "without dates, the last of the list comes first"
        );
        assert!(!possible_matches(&form, &list[..20]).is_partial);
    }
}
