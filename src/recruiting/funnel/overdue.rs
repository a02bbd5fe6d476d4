//! How long a candidate may stay in a stage: by the limits of the config, else by what is usual.
//! Lists, filters, board, card and funnel ask here.
//!
//! A limit names stages by a prefix of the stage's name or of a word in it.

use crate::recruiting::date_text::days;
use crate::recruiting::table::fold;
use crate::wire::Timestamp;

/// Without a configured limit, a shorter stay never counts as long. In days.
pub(crate) const LONG_STAY_DAYS: i64 = 14;

/// The days above which a stay in a stage counts as long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Threshold {
    pub(crate) days: i64,
    /// Whether the config sets it.
    pub(crate) is_limit: bool,
}

impl Threshold {
    /// The limit of the config; without one, twice the median stay. A stage that candidates do not
    /// leave has none: a rejection, the last stage.
    pub(crate) fn new(limit: Option<u32>, has_end: bool, median_days: Option<i64>) -> Option<Self> {
        match limit {
            Some(limit) => Some(Self { days: limit.into(), is_limit: true }),
            None => has_end.then(|| Self {
                days: (median_days.unwrap_or(0) * 2).max(LONG_STAY_DAYS),
                is_limit: false,
            }),
        }
    }

    /// By how many days a candidate has stayed longer, if at all.
    pub(crate) fn excess(self, entered: Timestamp, now: Timestamp) -> Option<u32> {
        u32::try_from(days(entered, now)? - self.days).ok().filter(|excess| *excess > 0)
    }
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
