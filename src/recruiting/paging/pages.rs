//! The state of each page: read in this pass, failed, or still to request.

use crate::recruiting::failure::Failure;
use crate::wire::MAX_PAGE_SIZE;

#[derive(Debug, Clone, Default)]
struct PageState {
    /// The pass in which it was read; 0 for none.
    pass: u32,
    /// Records in it that the list leaves out.
    unreadable: usize,
    /// Those of them that belong to another job; the others cannot be parsed.
    foreign: usize,
    /// Positions for which the server sent nothing.
    missing: usize,
    failure: Option<Box<Failure>>,
    /// Read before in this pass; read again because a row moved away.
    is_repair: bool,
}

#[derive(Debug)]
pub(crate) struct Pages {
    list: Vec<PageState>,
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
            list: vec![PageState::default()],
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
        self.list.len()
    }

    pub(crate) const fn unreadable(&self) -> usize {
        self.unreadable
    }

    pub(crate) fn foreign(&self) -> usize {
        self.list.iter().map(|page| page.foreign).sum()
    }

    pub(crate) const fn missing(&self) -> usize {
        self.missing
    }

    pub(crate) fn failures(&self) -> Option<(usize, &Failure)> {
        let mut failures = self.list.iter().filter_map(|page| page.failure.as_deref());
        let first = failures.next()?;
        Some((failures.count() + 1, first))
    }

    pub(crate) fn count_failed(&self, matches: impl Fn(&Failure) -> bool) -> usize {
        self.list.iter().filter_map(|page| page.failure.as_deref()).filter(|f| matches(f)).count()
    }

    pub(crate) fn failure(&self, page: usize) -> Option<&Failure> {
        self.list.get(page)?.failure.as_deref()
    }

    pub(crate) fn has_unreadable(&self, page: usize) -> bool {
        self.list.get(page).is_some_and(|page| page.unreadable > 0)
    }

    /// Whether a page that was read is read again, because one of its rows moved.
    pub(crate) fn is_repair(&self, page: usize) -> bool {
        self.list.get(page).is_some_and(|page| page.is_repair)
    }

    pub(crate) fn is_wanted(&self, page: usize) -> bool {
        self.list.get(page).is_some_and(|page| page.pass != self.pass && page.failure.is_none())
    }

    /// The pages that may still be needed.
    pub(crate) fn rest(&self) -> impl Iterator<Item = usize> + use<> {
        self.hint..self.list.len()
    }

    pub(crate) fn refresh(&mut self) {
        self.pass += 1;
        self.unread = self.list.len();
        self.hint = 0;
        for page in &mut self.list {
            (page.failure, page.is_repair) = (None, false);
        }
    }

    pub(crate) fn mark_read(&mut self, at: usize, (unreadable, foreign): (usize, usize)) {
        let pass = self.pass;
        let Some(page) = self.list.get_mut(at) else { return };
        if page.pass != pass {
            self.unread -= 1;
        }
        self.unreadable = self.unreadable - page.unreadable + unreadable;
        self.missing -= page.missing;
        *page = PageState { pass, unreadable, foreign, ..PageState::default() };
        while self.list.get(self.hint).is_some_and(|page| page.pass == pass) {
            self.hint += 1;
        }
    }

    /// Marks the pages that lie completely within these positions as read.
    pub(crate) fn mark_covered(&mut self, positions: std::ops::Range<usize>) {
        for page in positions.start.div_ceil(self.step)..positions.end / self.step {
            if self.list.get(page).is_some_and(|page| page.pass != self.pass) {
                self.mark_read(page, (0, 0));
            }
        }
    }

    pub(crate) fn set_missing(&mut self, at: usize, missing: usize) {
        if let Some(page) = self.list.get_mut(at) {
            self.missing = self.missing - page.missing + missing;
            page.missing = missing;
        }
    }

    /// Marks a page as unread because one of its rows is elsewhere now. Returns whether it was read.
    pub(crate) fn mark_for_repair(&mut self, at: usize) -> bool {
        let was_read = self.mark_unread(at);
        if let Some(page) = self.list.get_mut(at).filter(|_| was_read) {
            page.is_repair = true;
        }
        was_read
    }

    /// Marks a page as unread. Returns whether it was read.
    fn mark_unread(&mut self, at: usize) -> bool {
        let read = self.list.get_mut(at).filter(|page| page.pass == self.pass);
        let Some(page) = read else { return false };
        page.pass = 0;
        self.unread += 1;
        self.hint = self.hint.min(at);
        true
    }

    pub(crate) fn fail(&mut self, at: usize, failure: Failure) {
        if let Some(page) = self.list.get_mut(at) {
            page.failure = Some(Box::new(failure));
        }
    }

    pub(crate) fn clear_failure(&mut self, at: usize) {
        if let Some(page) = self.list.get_mut(at) {
            page.failure = None;
            self.hint = self.hint.min(at);
        }
    }

    pub(crate) fn clear_failures(&mut self, matches: impl Fn(&Failure) -> bool) {
        for page in &mut self.list {
            page.failure.take_if(|failure| matches(failure));
        }
        self.hint = 0;
    }

    /// Resizes from `before` to `after` positions. Returns whether the list shrank under a pass
    /// that had read some of it.
    pub(crate) fn resize(&mut self, before: usize, after: usize) -> bool {
        let count = after.div_ceil(self.step).max(1);
        if after > before && !before.is_multiple_of(self.step) {
            self.mark_unread(before / self.step);
        }
        for page in self.list.drain(count.min(self.list.len())..) {
            self.unreadable -= page.unreadable;
            self.missing -= page.missing;
            self.unread -= usize::from(page.pass != self.pass);
        }
        if count < self.list.capacity() / 4 {
            self.list.shrink_to(count);
        }
        self.unread += count - self.list.len();
        self.list.resize(count, PageState::default());
        self.hint = self.hint.min(count - 1);
        after < before && self.unread < self.list.len()
    }

    /// Changes the page size. A page counts as read if all its positions were.
    pub(crate) fn change_page_size(
        &mut self,
        step: usize,
        positions: usize,
        is_filled: impl Fn(usize) -> bool,
    ) {
        let is_read = |position: usize| {
            let page = self.list.get(position / self.step);
            page.is_some_and(|page| page.pass == self.pass) && is_filled(position)
        };
        let is_whole = |page: usize| (page * step..positions.min((page + 1) * step)).all(&is_read);
        let pass = |page| if is_whole(page) { self.pass } else { 0 };
        self.list = (0..positions.div_ceil(step).max(1))
            .map(|page| PageState { pass: pass(page), ..PageState::default() })
            .collect();
        self.step = step;
        (self.unreadable, self.missing) = (0, 0);
        self.unread = self.list.iter().filter(|page| page.pass != self.pass).count();
        self.hint = 0;
    }
}
