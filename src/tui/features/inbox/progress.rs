//! Progress and pace in the queue.

use std::time::Duration;

use super::state::{Inbox, InboxReason};
use crate::recruiting::triage::CandidateTriage;
use crate::tui::app::clock::Moment;
use crate::tui::app::state::State;

/// The pace is measured over this many verdicts.
const PACE_WINDOW: usize = 30;
/// Fewer verdicts give no pace.
const MIN_VERDICTS: usize = 5;
/// A shorter time gives no pace either.
const MIN_TIME: Duration = Duration::from_secs(20);
/// A shorter remaining time is not displayed.
const MIN_REMAINING: Duration = Duration::from_mins(1);
/// Longer pauses do not count.
const MAX_PAUSE: Duration = Duration::from_mins(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InboxProgress {
    /// Decided in this sitting or earlier today.
    pub(crate) decided: usize,
    /// Including those done.
    pub(crate) total: usize,
    pub(crate) per_minute: Option<u32>,
    pub(crate) remaining: Option<Duration>,
}

/// Candidates decided in this sitting whose decision is not on disk yet. The counts on the screen
/// leave them out: what looks decided is saved.
pub(crate) fn pending_decisions<'a>(
    state: &'a State,
    inbox: &'a Inbox,
) -> impl Iterator<Item = &'a CandidateTriage> {
    state.triage.pending_candidates().filter(|triage| {
        let is_decided = triage.verdict.is_some() || triage.snooze.is_some();
        is_decided && inbox.decided.contains(triage.subject.candidate.as_str())
    })
}

impl Inbox {
    pub(crate) fn waiting(&self) -> usize {
        self.jobs.iter().map(|job| job.waiting).sum()
    }

    pub(crate) fn progress(&self, now: Moment) -> InboxProgress {
        let (waiting, total) = (self.waiting(), self.items.len() + self.decided_earlier);
        let millis = self.millis_per_verdict(now);
        let per_minute = millis.map(|millis| {
            let rate = 60_000.0 / millis.max(1.0);
            // Never zero while there is a pace.
            rate.round().clamp(1.0, 9_999.0)
        });
        InboxProgress {
            decided: total.saturating_sub(waiting),
            total,
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between 1 and 9,999"
            )]
            per_minute: per_minute.map(|rate| rate as u32),
            remaining: millis
                .map(|millis| {
                    let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
                    Duration::from_secs_f64((millis * f64::from(waiting) / 1000.0).min(1e9))
                })
                .filter(|remaining| *remaining >= MIN_REMAINING),
        }
    }

    /// Milliseconds per verdict.
    fn millis_per_verdict(&self, now: Moment) -> Option<f64> {
        if self.pace.len() < MIN_VERDICTS {
            return None;
        }
        let last = self.pace.get(self.pace.len().saturating_sub(PACE_WINDOW)..)?;
        let intervals = last.windows(2).map(|pair| pair[1].since(pair[0]));
        let (mut time, mut count) = (Duration::ZERO, 0_u32);
        for interval in intervals.filter(|interval| *interval <= MAX_PAUSE) {
            time += interval;
            count += 1;
        }
        // The current verdict counts as soon as it takes longer than the average.
        let since = last.last().map_or(Duration::ZERO, |at| now.since(*at));
        if count > 0 && since <= MAX_PAUSE && since > time / count {
            time += since;
            count += 1;
        }
        let elapsed = self.pace.first().map_or(Duration::ZERO, |first| now.since(*first));
        (count > 0 && elapsed >= MIN_TIME).then(|| time.as_secs_f64() * 1000.0 / f64::from(count))
    }

    pub(crate) fn is_waiting(&self, at: usize) -> bool {
        self.items.get(at).is_some_and(|item| item.reason != InboxReason::Decided)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recruiting::table::Row;
    use crate::tui::features::inbox::state::{InboxItem, InboxJob};

    fn inbox(waiting: usize, pace: &[u64]) -> Inbox {
        let decided = pace.len();
        let item = |at| InboxItem {
            job: 0,
            row: Row::at(at),
            reason: if at < decided { InboxReason::Decided } else { InboxReason::New },
        };
        Inbox {
            jobs: vec![InboxJob { id: "a".into(), name: String::new(), waiting, is_read: true }],
            items: (0..decided + waiting).map(item).collect(),
            pace: pace.iter().map(|second| Moment(second * 1000)).collect(),
            ..Inbox::default()
        }
    }

    #[test]
    fn the_pace_needs_some_verdicts_and_ignores_long_pauses() {
        let summary = |waiting, pace: &[u64], now: u64| {
            let progress = inbox(waiting, pace).progress(Moment(now * 1000));
            (progress.decided, progress.total, progress.per_minute, progress.remaining)
        };
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let five = [0, 5, 10, 15, 20];
        assert_eq!(summary(10, &[], 0), (0, 10, None, None));
        assert_eq!(summary(8, &[0, 50], 51), (2, 10, None, None), "too few verdicts");
        assert_eq!(summary(15, &[0, 1, 2, 3, 4], 5), (5, 20, None, None), "too short a time");
        assert_eq!(summary(15, &five, 21), (5, 20, Some(12), seconds(75)));
        assert_eq!(summary(3, &five, 21), (5, 8, Some(12), None), "less than a minute remains");
        let late = [0, 5, 10, 15, 20, 2000];
        assert_eq!(summary(14, &late, 2001), (6, 20, Some(12), seconds(70)));
        assert_eq!(summary(15, &five, 5000).2, Some(12), "a long pause does not count");
        assert_eq!(
            summary(15, &five, 50).2,
            Some(6),
            "the pace drops while the current verdict takes long"
        );
    }

    #[test]
    fn earlier_verdicts_of_today_count() {
        let mut inbox = inbox(10, &[]);
        inbox.decided_earlier = 37;
        let progress = inbox.progress(Moment(0));
        assert_eq!((progress.decided, progress.total), (37, 47));
    }
}
