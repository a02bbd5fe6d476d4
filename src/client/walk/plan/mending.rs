//! Seams that do not hold, and the pages asked for to mend them.

use super::{Ask, MENDING, Plan, Purpose};
use crate::client::PAGE;
use crate::client::walk::seam::{Edge, Seam};
use crate::client::walk::statement::{Gap, Reason};

impl Plan {
    pub(super) fn between_arrived(&mut self, order: u64, edge: Edge) {
        if let Some(seam) = self.mending.remove(&order) {
            for half in seam.split(edge) {
                self.check(half);
            }
        }
    }

    pub(super) fn check(&mut self, seam: Seam) {
        if self.overlap() > 0 && !seam.holds() {
            self.torn.push_back(seam);
        }
    }

    pub(super) fn mend(&mut self, seam: Seam) -> Option<Ask> {
        if seam.tries == 0 || self.mended >= self.pages.max(MENDING) {
            self.gaps.push(gap_at(&seam, Reason::Shifted));
            return None;
        }
        self.mended += 1;
        let ask = self.ask(seam.between(self.size), self.size.min(PAGE), Purpose::Between);
        self.mending.insert(ask.order, seam);
        Some(ask)
    }
}

pub(super) fn gap_at(seam: &Seam, reason: Reason) -> Gap {
    let from = seam.left.end();
    Gap { from, until: Some(seam.right.offset.max(from)), reason }
}
