//! Conditions on a point in time as intervals, so that a row costs a comparison. `eval` computes them
//! once for a filter.

use crate::recruiting::query::filter::{CompareOp, Condition, Test};
use crate::recruiting::table::ListField;
use crate::wire::Timestamp;

/// The times, in microseconds since 1970, that meet any alternative of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spans {
    /// First and last.
    spans: Vec<(i64, i64)>,
    /// Whether a row without a time meets it.
    or_none: bool,
}

impl Spans {
    /// None for a condition on another field.
    pub(super) fn new(condition: &Condition, now: Timestamp) -> Option<Self> {
        if !matches!(condition.field, ListField::Age | ListField::New | ListField::Added) {
            return None;
        }
        let (mut spans, mut or_none) = (Vec::new(), false);
        for test in &condition.any {
            let (first, last) = match *test {
                Test::Age(compare, wanted, unit) => {
                    // When a record of at least this age began, at the latest.
                    let latest = |age: i128| match age {
                        ..=0 => i128::from(i64::MAX),
                        age => i128::from(now.micros()) - age * i128::from(unit.micros()),
                    };
                    let wanted = i128::from(wanted);
                    let (from, to) = ages(compare, wanted);
                    let first = to.map_or(i128::from(i64::MIN), |to| latest(to + 1) + 1);
                    (first, from.map_or(i128::from(i64::MAX), latest))
                }
                Test::Date(compare, from, to) => {
                    let (from, to) = (i128::from(from), i128::from(to));
                    days(compare, from, to)
                }
                Test::Empty => {
                    or_none = true;
                    continue;
                }
                _ => return None,
            };
            let is_empty = first > last || first > i64::MAX.into() || last < i64::MIN.into();
            if !is_empty {
                spans.push((clamp(first), clamp(last)));
            }
        }
        Some(Self { spans, or_none })
    }

    #[inline]
    pub(super) fn contain(&self, time: Option<i64>) -> bool {
        time.map_or(self.or_none, |time| {
            self.spans.iter().any(|(first, last)| (*first..=*last).contains(&time))
        })
    }
}

/// The least and the greatest age that compare so.
const fn ages(compare: CompareOp, wanted: i128) -> (Option<i128>, Option<i128>) {
    match compare {
        CompareOp::Less => (None, Some(wanted - 1)),
        CompareOp::AtMost => (None, Some(wanted)),
        CompareOp::Equal => (Some(wanted), Some(wanted)),
        CompareOp::AtLeast => (Some(wanted), None),
        CompareOp::More => (Some(wanted + 1), None),
    }
}

/// The first and the last time that compare so with a period.
fn days(compare: CompareOp, from: i128, to: i128) -> (i128, i128) {
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    match compare {
        CompareOp::Less => (least, from - 1),
        CompareOp::AtMost => (least, to - 1),
        CompareOp::Equal => (from, to - 1),
        CompareOp::AtLeast => (from, greatest),
        CompareOp::More => (to, greatest),
    }
}

fn clamp(time: i128) -> i64 {
    let limit = if time < 0 { i64::MIN } else { i64::MAX };
    i64::try_from(time).unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::recruiting::query::context::age;
    use crate::recruiting::query::filter::Unit;

    const OPERATORS: [CompareOp; 5] =
        [CompareOp::Less, CompareOp::AtMost, CompareOp::Equal, CompareOp::AtLeast, CompareOp::More];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn an_interval_agrees_with_the_age(
            operator in 0..5_usize,
            wanted in prop_oneof![-3..40_i64, Just(i64::MAX), Just(i64::MIN)],
            back in -100_000_000_000..4_000_000_000_000_i64,
        ) {
            let (compare, unit) = (OPERATORS[operator], Unit::Days);
            let now = Timestamp::parse("2026-11-15T12:00:00Z").unwrap();
            let start = now.micros() - back;
            let any = vec![Test::Age(compare, wanted, unit)];
            let condition = Condition { negated: false, field: ListField::New, any };
            let spans = Spans::new(&condition, now).unwrap();
            let expected = compare.holds(age(start, now, unit.micros()).cmp(&wanted));
            prop_assert_eq!(spans.contain(Some(start)), expected);
            prop_assert!(!spans.contain(None));
        }
    }
}
