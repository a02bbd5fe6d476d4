//! How long a candidate may stay in a stage: by the limits of the config, else by the kind of the
//! stage, or longer if that is usual.
//! Lists, filters, board, card and funnel ask here.
//!
//! A limit names stages by a prefix of the stage's name or of a word in it.

use crate::recruiting::date_text::days;
use crate::recruiting::stage::{StageKind, is_offer};
use crate::recruiting::table::fold;
use crate::wire::Timestamp;

/// What a stage without a configured limit is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StageRole {
    /// The first stage.
    Entry,
    Plain,
    Interview,
    Offer,
}

/// The limits that apply without a configured one, in days.
pub(crate) const DEFAULT_LIMITS: [(StageRole, u32); 4] = [
    (StageRole::Entry, 7),
    (StageRole::Plain, 10),
    (StageRole::Interview, 14),
    (StageRole::Offer, 7),
];

/// A median of fewer stays says little about what is usual.
pub(crate) const MIN_STAYS: usize = 5;

impl StageRole {
    /// `None` for a stage that candidates do not leave: a rejection, or a last stage that is no
    /// offer. `is_first` and `is_last` are among the stages that candidates progress through.
    pub(crate) fn new(kind: StageKind, name: &str, is_first: bool, is_last: bool) -> Option<Self> {
        match kind {
            _ if kind.is_closed() => None,
            _ if is_offer(name) => Some(Self::Offer),
            _ if is_last => None,
            StageKind::Interview => Some(Self::Interview),
            _ if is_first => Some(Self::Entry),
            _ => Some(Self::Plain),
        }
    }

    fn default_days(self) -> i64 {
        let limit = DEFAULT_LIMITS.iter().find(|(role, _)| *role == self);
        limit.map_or(0, |(_, days)| (*days).into())
    }
}

/// The days above which a stay in a stage counts as long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Threshold {
    pub(crate) days: i64,
    /// Whether the config sets it.
    pub(crate) is_limit: bool,
}

impl Threshold {
    /// The limit of the config; without one, the default, or twice the median stay if that is
    /// longer and enough candidates left the stage. `median` is in days, with the number of stays.
    pub(crate) fn new(
        limit: Option<u32>,
        role: Option<StageRole>,
        median: Option<(i64, usize)>,
    ) -> Option<Self> {
        if let Some(limit) = limit {
            return Some(Self { days: limit.into(), is_limit: true });
        }
        let usual = median.filter(|(_, stays)| *stays >= MIN_STAYS).map_or(0, |(days, _)| days * 2);
        role.map(|role| Self { days: role.default_days().max(usual), is_limit: false })
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
    fn a_stage_without_a_limit_has_one_by_its_kind_or_by_what_is_usual() {
        let plain = |first, last| StageRole::new(StageKind::Plain, "Applied", first, last);
        let interview = StageRole::new(StageKind::Interview, "Screen", false, false);
        let offer = StageRole::new(StageKind::Plain, "Offer out", false, true);
        let table = [
            (None, plain(true, false), None, Some(7)),
            (None, plain(false, false), None, Some(10)),
            (None, interview, None, Some(14)),
            (None, offer, None, Some(7)),
            (None, plain(false, true), Some((9, 50)), None),
            (None, StageRole::new(StageKind::Rejection, "No offer", false, false), None, None),
            (None, plain(true, false), Some((9, MIN_STAYS - 1)), Some(7)),
            (None, plain(true, false), Some((9, MIN_STAYS)), Some(18)),
            (None, plain(true, false), Some((2, 50)), Some(7)),
            (Some(3), plain(true, false), Some((9, 50)), Some(3)),
            (Some(3), plain(false, true), None, Some(3)),
        ];
        for (limit, role, median, expected) in table {
            let threshold = Threshold::new(limit, role, median);
            assert_eq!(threshold.map(|it| it.days), expected, "{limit:?} {role:?} {median:?}");
        }
        assert_eq!(
            StageRole::new(StageKind::Unlisted, "Old", false, false),
            Some(StageRole::Plain)
        );
    }

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
