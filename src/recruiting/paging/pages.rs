//! The state of each page: read in this pass, failed, or still to request.

use std::collections::BTreeMap;

use crate::recruiting::failure::Failure;
use crate::wire::MAX_PAGE_SIZE;

/// What is special about a page. Most have nothing; a server with small pages and a large total has
/// a million pages.
#[derive(Debug, Default, PartialEq)]
struct PageNotes {
    /// Records in it that the list leaves out.
    unreadable: usize,
    /// Those of them that belong to another job; the others cannot be parsed.
    foreign: usize,
    /// Positions for which the server sent nothing.
    missing: usize,
    failure: Option<Failure>,
    /// Read before in this pass; read again because a row moved away.
    is_repair: bool,
}

#[derive(Debug)]
pub(crate) struct Pages {
    /// The pass in which each page was read; 0 for none.
    passes: Vec<u32>,
    notes: BTreeMap<usize, PageNotes>,
    step: usize,
    pass: u32,
    unread: usize,
    unreadable: usize,
    missing: usize,
    /// Every page before this one is done.
    hint: usize,
}

impl Default for Pages {
    fn default() -> Self {
        Self {
            passes: vec![0],
            notes: BTreeMap::new(),
            step: MAX_PAGE_SIZE,
            pass: 1,
            unread: 1,
            unreadable: 0,
            missing: 0,
            hint: 0,
        }
    }
}

impl Pages {
    pub(crate) const fn page_size(&self) -> usize {
        self.step
    }

    pub(crate) const fn unread(&self) -> usize {
        self.unread
    }

    pub(crate) const fn count(&self) -> usize {
        self.passes.len()
    }

    pub(crate) const fn unreadable(&self) -> usize {
        self.unreadable
    }

    pub(crate) fn foreign(&self) -> usize {
        self.notes.values().map(|notes| notes.foreign).sum()
    }

    pub(crate) const fn missing(&self) -> usize {
        self.missing
    }

    pub(crate) fn failures(&self) -> Option<(usize, &Failure)> {
        let mut failures = self.notes.values().filter_map(|notes| notes.failure.as_ref());
        let first = failures.next()?;
        Some((failures.count() + 1, first))
    }

    pub(crate) fn count_failed(&self, matches: impl Fn(&Failure) -> bool) -> usize {
        let failures = self.notes.values().filter_map(|notes| notes.failure.as_ref());
        failures.filter(|failure| matches(failure)).count()
    }

    pub(crate) fn failure(&self, page: usize) -> Option<&Failure> {
        self.notes.get(&page)?.failure.as_ref()
    }

    pub(crate) fn has_unreadable(&self, page: usize) -> bool {
        self.notes.get(&page).is_some_and(|notes| notes.unreadable > 0)
    }

    /// Whether a page that was read is read again, because one of its rows moved.
    pub(crate) fn is_repair(&self, page: usize) -> bool {
        self.notes.get(&page).is_some_and(|notes| notes.is_repair)
    }

    pub(crate) fn is_wanted(&self, page: usize) -> bool {
        self.is_unread(page) && self.failure(page).is_none()
    }

    /// Whether there is such a page, and this pass has not read it.
    fn is_unread(&self, page: usize) -> bool {
        self.passes.get(page).is_some_and(|pass| *pass != self.pass)
    }

    /// Whether this pass has read a page.
    pub(crate) fn is_read(&self, page: usize) -> bool {
        self.passes.get(page) == Some(&self.pass)
    }

    pub(crate) const fn pass(&self) -> u32 {
        self.pass
    }

    /// The pages that may still be needed.
    pub(crate) fn rest(&self) -> impl Iterator<Item = usize> + use<> {
        self.hint..self.passes.len()
    }

    pub(crate) fn refresh(&mut self) {
        self.pass += 1;
        self.unread = self.passes.len();
        self.hint = 0;
        for notes in self.notes.values_mut() {
            (notes.failure, notes.is_repair) = (None, false);
        }
        self.drop_empty_notes();
    }

    pub(crate) fn mark_read(&mut self, at: usize, (unreadable, foreign): (usize, usize)) {
        if at >= self.passes.len() {
            return;
        }
        self.unread -= usize::from(self.is_unread(at));
        self.passes[at] = self.pass;
        self.drop_notes(at);
        if unreadable > 0 {
            self.unreadable += unreadable;
            let notes = PageNotes { unreadable, foreign, ..PageNotes::default() };
            self.notes.insert(at, notes);
        }
        while self.passes.get(self.hint) == Some(&self.pass) {
            self.hint += 1;
        }
    }

    fn drop_notes(&mut self, at: usize) {
        if let Some(notes) = self.notes.remove(&at) {
            self.unreadable -= notes.unreadable;
            self.missing -= notes.missing;
        }
    }

    fn drop_empty_notes(&mut self) {
        self.notes.retain(|_, notes| *notes != PageNotes::default());
    }

    /// Marks the pages that lie completely within these positions as read.
    pub(crate) fn mark_covered(&mut self, positions: std::ops::Range<usize>) {
        for page in positions.start.div_ceil(self.step)..positions.end / self.step {
            if self.is_unread(page) {
                self.mark_read(page, (0, 0));
            }
        }
    }

    pub(crate) fn set_missing(&mut self, at: usize, missing: usize) {
        let before = self.notes.get(&at).map_or(0, |notes| notes.missing);
        if at < self.passes.len() && missing != before {
            self.missing = self.missing - before + missing;
            self.notes.entry(at).or_default().missing = missing;
        }
    }

    /// Marks a page as unread because one of its rows is elsewhere now. Returns whether it was read.
    pub(crate) fn mark_for_repair(&mut self, at: usize) -> bool {
        let was_read = self.mark_unread(at);
        if was_read {
            self.notes.entry(at).or_default().is_repair = true;
        }
        was_read
    }

    /// Marks a page as unread. Returns whether it was read.
    fn mark_unread(&mut self, at: usize) -> bool {
        let was_read = self.passes.get(at) == Some(&self.pass);
        if was_read {
            self.passes[at] = 0;
            self.unread += 1;
            self.hint = self.hint.min(at);
        }
        was_read
    }

    pub(crate) fn fail(&mut self, at: usize, failure: Failure) {
        if at < self.passes.len() {
            self.notes.entry(at).or_default().failure = Some(failure);
        }
    }

    pub(crate) fn clear_failure(&mut self, at: usize) {
        if let Some(notes) = self.notes.get_mut(&at) {
            notes.failure = None;
            self.hint = self.hint.min(at);
        }
    }

    pub(crate) fn clear_failures(&mut self, matches: impl Fn(&Failure) -> bool) {
        for notes in self.notes.values_mut() {
            notes.failure.take_if(|failure| matches(failure));
        }
        self.drop_empty_notes();
        self.hint = 0;
    }

    /// Resizes from `before` to `after` positions. Returns whether the list shrank under a pass
    /// that had read some of it.
    pub(crate) fn resize(&mut self, before: usize, after: usize) -> bool {
        let count = after.div_ceil(self.step).max(1);
        if after > before && !before.is_multiple_of(self.step) {
            self.mark_unread(before / self.step);
        }
        while let Some((page, _)) = self.notes.last_key_value().filter(|(page, _)| **page >= count)
        {
            self.drop_notes(*page);
        }
        let removed = self.passes.drain(count.min(self.passes.len())..);
        self.unread -= removed.filter(|pass| *pass != self.pass).count();
        if count < self.passes.capacity() / 4 {
            self.passes.shrink_to(count);
        }
        self.unread += count - self.passes.len();
        self.passes.resize(count, 0);
        self.hint = self.hint.min(count - 1);
        after < before && self.unread < self.passes.len()
    }

    /// Changes the page size. A page counts as read if all its positions were.
    pub(crate) fn change_page_size(
        &mut self,
        step: usize,
        positions: usize,
        is_filled: impl Fn(usize) -> bool,
    ) {
        let is_read = |position: usize| {
            self.passes.get(position / self.step) == Some(&self.pass) && is_filled(position)
        };
        let is_whole = |page: usize| (page * step..positions.min((page + 1) * step)).all(&is_read);
        let pass = |page| if is_whole(page) { self.pass } else { 0 };
        self.passes = (0..positions.div_ceil(step).max(1)).map(pass).collect();
        self.notes.clear();
        self.step = step;
        (self.unreadable, self.missing) = (0, 0);
        self.unread = self.passes.iter().filter(|pass| **pass != self.pass).count();
        self.hint = 0;
    }
}
