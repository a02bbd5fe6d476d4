//! What a walk asks for next, and what it knows. No network, no clock.
//!
//! The *front* goes through the list from the beginning, in pages that overlap
//! by one row. Where two neighbours turn out to share none, the *seam* between
//! them is mended. Without a trustworthy total the front goes *blind*: one page
//! at a time, until one brings nothing new. A server that cuts its pages at
//! places of its own is walked *aligned*, without overlap; there a changed
//! count is all that can show a move.

mod front;
mod mending;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::seam::{Edge, Seam};
use super::statement::{Gap, Reason, Statement};
use crate::client::{ClientError, Fault, PAGE};
use mending::gap_at;

/// Front pages in a row that bring nothing new before it is called repetition.
/// More than are out at once: what they hold may have come another way.
const MOST_BARREN: u64 = 20;
/// Failures in a row before the rest is given up.
const MOST_FAILURES: u32 = 3;
/// Rows read of a list without a total before it is called endless.
const UNANNOUNCED: u64 = 1_000_000;
/// Rows beyond twice the announced ones before it is called endless.
const GROWTH: u64 = 100_000;
/// No list is longer than this, whatever is announced.
const CEILING: u64 = 10_000_000;
/// Mending pages that any walk may ask for; a long one as many as it has pages.
const MENDING: u64 = 16;

/// A page to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ask {
    pub(super) offset: u64,
    pub(super) limit: u64,
    purpose: Purpose,
    order: u64,
    /// Which plan it belongs to; an older one only brings rows.
    era: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The page of this number.
    Front(u64),
    /// A page between two that do not meet.
    Between,
    /// The beginning, once more, since rows came in.
    Head,
}

/// What a page showed.
#[derive(Debug, Clone, Default)]
pub(super) struct Sight {
    /// The readable rows, by their ids.
    pub(super) ids: Vec<u64>,
    /// How many rows there were, readable or not.
    pub(super) sent: u64,
    /// Where the unreadable ones stood.
    pub(super) bad: Vec<usize>,
    pub(super) total: Option<u64>,
    pub(super) limit: Option<u64>,
}

#[derive(Debug)]
pub(super) struct Plan {
    enough: Option<u64>,
    /// How many rows this server puts on a page.
    size: u64,
    /// Where the front goes on.
    next: u64,
    /// Front pages asked for.
    pages: u64,
    order: u64,
    era: u64,
    outstanding: u64,
    /// The server's count, and when it was asked for.
    total: Option<(u64, u64)>,
    head: Option<Edge>,
    /// Front pages that wait for a neighbour: the page (none if it failed) and
    /// how many of its two sides are settled.
    fronts: BTreeMap<u64, (Option<Edge>, u8)>,
    torn: VecDeque<Seam>,
    mending: HashMap<u64, Seam>,
    mended: u64,
    seen: HashSet<u64>,
    bad: HashSet<u64>,
    gaps: Vec<Gap>,
    /// An empty page began here.
    ends_at: Option<u64>,
    /// The last front page was full: it does not show the end of the list.
    brimful: bool,
    trust: Trust,
    aligned: bool,
    /// The count changed on the way.
    moved: bool,
    barren: u64,
    failures: u32,
    phase: Phase,
}

/// What a page brought that was not there before.
#[derive(Debug, Clone, Copy)]
struct Brought {
    rows: usize,
    bad: usize,
}

/// How far the server's count is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// The front goes as far as it says, several pages at once.
    Counted,
    /// One page at a time, as long as the last brought something.
    Blind { more: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Going,
    /// What is out may still come in.
    Stopped,
    Finished,
}

impl Plan {
    pub(super) fn new(enough: Option<u64>) -> Self {
        Self {
            enough,
            size: PAGE,
            next: 0,
            pages: 0,
            order: 0,
            era: 0,
            outstanding: 0,
            total: None,
            head: None,
            fronts: BTreeMap::new(),
            torn: VecDeque::new(),
            mending: HashMap::new(),
            mended: 0,
            seen: HashSet::new(),
            bad: HashSet::new(),
            gaps: Vec::new(),
            ends_at: None,
            brimful: false,
            trust: Trust::Counted,
            aligned: false,
            moved: false,
            barren: 0,
            failures: 0,
            phase: if enough == Some(0) { Phase::Stopped } else { Phase::Going },
        }
    }

    pub(super) fn read(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Rows that were there, readable or not.
    fn met(&self) -> u64 {
        self.read() + self.bad.len() as u64
    }

    pub(super) fn total(&self) -> Option<u64> {
        self.total.map(|(_, total)| total)
    }

    /// The next page to ask for; `None` while there is none, and at the end.
    pub(super) fn next(&mut self) -> Option<Ask> {
        if self.phase != Phase::Going {
            return None;
        }
        while let Some(seam) = self.torn.pop_front() {
            if let Some(ask) = self.mend(seam) {
                return Some(ask);
            }
        }
        if self.pages == 0 {
            return Some(self.front());
        }
        self.head.as_ref()?;
        let idle = self.outstanding == 0;
        let on = match self.trust {
            Trust::Counted => self.next + self.overlap() < self.goal(),
            Trust::Blind { more } => idle && more && self.wants_more(),
        };
        if on {
            return Some(self.front());
        }
        if idle && self.wants_more() { self.last_doubts() } else { None }
    }

    /// Takes a page in, and tells which of its readable rows are new.
    pub(super) fn arrived(&mut self, ask: Ask, sight: Sight) -> Vec<bool> {
        self.outstanding -= 1;
        self.failures = 0;
        if let Some(total) = sight.total {
            self.moved |= self.total.is_some_and(|(_, before)| before != total);
            self.total = self.total.max(Some((ask.order, total)));
        }
        let fresh: Vec<bool> = sight.ids.iter().map(|id| self.seen.insert(*id)).collect();
        let bad: Vec<u64> = sight.bad.iter().map(|place| ask.offset + *place as u64).collect();
        let counts = ask.era == self.era;
        let brought = Brought {
            rows: fresh.iter().filter(|fresh| **fresh).count(),
            bad: bad.iter().filter(|place| counts && self.bad.insert(**place)).count(),
        };
        if self.head.is_none() {
            self.learn(&ask, &sight);
        }
        let edge = Edge {
            offset: ask.offset,
            rows: sight.sent,
            is_last: sight.sent < ask.limit.min(self.size),
            ids: sight.ids,
            bad,
            order: ask.order,
            total: sight.total,
        };
        if ask.era == self.era {
            match ask.purpose {
                Purpose::Front(number) => self.front_arrived(number, edge, brought),
                Purpose::Between => self.between_arrived(ask.order, edge),
                Purpose::Head => {
                    if let Some(old) = self.head.replace(edge.clone()) {
                        self.check(Seam::new(edge, old, self.size));
                    }
                }
            }
        }
        if self.met() > self.announced() {
            self.stop(Gap { from: self.met(), until: None, reason: Reason::Endless });
        }
        fresh
    }

    /// Takes note that a page could not be had.
    pub(super) fn failed(&mut self, ask: Ask, error: ClientError) {
        self.outstanding -= 1;
        self.failures += 1;
        let hopeless =
            matches!(error.fault(), Fault::Key | Fault::Input) || self.failures >= MOST_FAILURES;
        let reason = Reason::Failed(error);
        match ask.purpose {
            Purpose::Front(0) => {
                return self.stop(Gap { from: 0, until: self.total(), reason });
            }
            _ if ask.era != self.era => {}
            // Only a doubt, whether there is more than the server counts: all of
            // that is there, and nothing has shown yet that the count is wrong.
            Purpose::Front(_)
                if self.trust != Trust::Counted && self.total() == Some(self.met()) =>
            {
                return self.brought(false);
            }
            Purpose::Front(number) => {
                self.settle(number, None);
                let from = ask.offset + self.overlap();
                let until = Some((ask.offset + ask.limit).min(self.goal()));
                self.gaps.push(Gap { from, until, reason: reason.clone() });
                self.brought(false);
            }
            Purpose::Between => {
                if let Some(seam) = self.mending.remove(&ask.order) {
                    self.gaps.push(gap_at(&seam, reason.clone()));
                }
            }
            Purpose::Head => self.gaps.push(Gap { from: 0, until: None, reason: reason.clone() }),
        }
        let from = self.next + self.overlap();
        if hopeless && self.phase == Phase::Going {
            self.phase = Phase::Stopped;
            let until = (self.trust == Trust::Counted).then(|| self.goal());
            if until.is_none_or(|until| from < until) {
                self.gaps.push(Gap { from, until, reason });
            }
        }
    }

    /// Nothing is out and nothing is left to ask for.
    pub(super) const fn finish(&mut self) {
        self.phase = Phase::Finished;
    }

    pub(super) fn statement(&self) -> Statement {
        let mut gaps = self.gaps.clone();
        let (met, total) = (self.met(), self.total());
        let wanted = self.enough.map_or(total, |enough| total.map(|total| total.min(enough)));
        if self.phase == Phase::Finished && gaps.is_empty() {
            if wanted.is_some_and(|wanted| met < wanted) {
                gaps.push(Gap { from: met, until: wanted, reason: Reason::EndsEarly });
            } else if self.moved && self.overlap() == 0 && self.pages > 1 {
                // Without a row in common, what slipped between is not seen.
                gaps.push(Gap { from: 0, until: total, reason: Reason::Shifted });
            }
        }
        let mut unreadable: Vec<u64> = self.bad.iter().copied().collect();
        unreadable.sort_unstable();
        Statement { read: self.read(), total, unreadable, gaps }
    }

    /// How many rows two neighbours share.
    fn overlap(&self) -> u64 {
        u64::from(self.size >= 2 && !self.aligned)
    }

    /// Where the front ends, as far as is known.
    fn goal(&self) -> u64 {
        let bounds = [self.total(), self.enough, self.ends_at];
        bounds.into_iter().flatten().min().unwrap_or(u64::MAX)
    }

    /// More rows than these are not believed.
    fn announced(&self) -> u64 {
        self.head
            .as_ref()
            .and_then(|head| head.total)
            .map_or(UNANNOUNCED, |total| total.saturating_mul(2).saturating_add(GROWTH))
            .min(CEILING)
    }

    fn wants_more(&self) -> bool {
        self.enough.is_none_or(|enough| self.met() < enough)
    }

    fn front(&mut self) -> Ask {
        let offset = self.next;
        let room = self.enough.map_or(u64::MAX, |enough| enough.saturating_sub(offset)).max(1);
        // Only the first page is asked for short: a server that cuts its pages
        // itself would cut the others elsewhere.
        let limit = self.size.min(PAGE).min(if self.pages == 0 { room } else { PAGE });
        let number = self.pages;
        self.pages += 1;
        self.next += self.size.min(room) - self.overlap().min(room - 1);
        self.ask(offset, limit, Purpose::Front(number))
    }

    const fn ask(&mut self, offset: u64, limit: u64, purpose: Purpose) -> Ask {
        self.outstanding += 1;
        self.order += 1;
        Ask { offset, limit, purpose, order: self.order, era: self.era }
    }

    /// Whether going on blind makes sense.
    const fn brought(&mut self, something: bool) {
        if let Trust::Blind { more } = &mut self.trust {
            *more = something;
        }
    }

    /// All is there that was announced. Is it all there is?
    fn last_doubts(&mut self) -> Option<Ask> {
        if self.brimful && self.trust == Trust::Counted && self.ends_at.is_none() {
            // A count that is too small would look just like this.
            self.trust = Trust::Blind { more: false };
            return Some(self.front());
        }
        let (met, total) = (self.met(), self.total()?);
        let head = self.head.as_ref()?;
        if met < total && head.total.is_some_and(|then| then < total) && self.overlap() > 0 {
            // Rows came in, and not at the end: most likely at the beginning.
            let limit = self.size.min(PAGE);
            return Some(self.ask(0, limit, Purpose::Head));
        }
        None
    }

    fn stop(&mut self, gap: Gap) {
        if self.phase == Phase::Going {
            self.phase = Phase::Stopped;
            self.gaps.push(gap);
        }
    }
}

#[cfg(test)]
mod tests;
