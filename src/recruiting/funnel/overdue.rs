//! How long a candidate may stay in a stage, by the limits of the config. Lists, board, card and
//! funnel ask here.
//!
//! A limit names stages by a prefix of the stage's name or of a word in it.

use crate::recruiting::date_text::days;
use crate::recruiting::table::fold;
use crate::wire::Timestamp;

/// By how many days a candidate exceeds the limit of the stage, if at all.
pub(crate) fn overdue(
    limits: &[(String, u32)],
    stage: &str,
    entered: Timestamp,
    now: Timestamp,
) -> Option<u32> {
    let (days_in_stage, limit) = (days(entered, now)?, limit_of(limits, stage)?);
    u32::try_from(days_in_stage - i64::from(limit)).ok().filter(|excess| *excess > 0)
}

/// The limit with the longest prefix applies.
pub(crate) fn limit_of(limits: &[(String, u32)], stage: &str) -> Option<u32> {
    if limits.is_empty() {
        return None;
    }
    let stage = fold(stage);
    let has_prefix = |prefix: &[u8]| {
        let words = stage.split(|letter| !letter.is_ascii_alphanumeric());
        stage.starts_with(prefix) || words.into_iter().any(|word| word.starts_with(prefix))
    };
    let matching = limits.iter().filter_map(|(prefix, days)| {
        let prefix = fold(prefix.trim());
        (!prefix.is_empty() && has_prefix(&prefix)).then_some((prefix.len(), *days))
    });
    // Of two prefixes of the same length, the shorter time.
    matching.max_by_key(|(length, days)| (*length, std::cmp::Reverse(*days))).map(|(_, days)| days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_with_the_longest_prefix_applies() {
        let limits = [("screen", 5), ("Client", 10), ("client interview", 12), ("scr", 9), ("", 1)];
        let limits = limits.map(|(name, days)| (name.to_owned(), days));
        let table = [
            ("Screen", Some(5)),
            ("Recruiter screen", Some(5)),
            ("SCREENING (phone)", Some(5)),
            ("Client call", Some(10)),
            ("Client Interview 2", Some(12)),
            ("Script test", Some(9)),
            ("Smokescreen", None),
            ("Applied", None),
            ("", None),
        ];
        for (stage, limit) in table {
            assert_eq!(limit_of(&limits, stage), limit, "{stage}");
        }
        assert_eq!(limit_of(&[], "Screen"), None);
    }
}
