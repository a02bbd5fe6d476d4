//! The state of each page: read in this pass, failed, or still to be requested.

use crate::recruiting::failure::Failure;

/// The largest page that the API allows.
const PAGE: usize = 100;
/// After this many unexpected empty pages the total is considered wrong.
const EMPTY: usize = 5;

#[derive(Debug, Clone, Default)]
struct PageState {
    /// The pass in which it was read; 0 for none.
    pass: u32,
    /// Records in it that cannot be parsed.
    bad: u32,
    failed: Option<Box<Failure>>,
}

#[derive(Debug)]
pub(crate) struct Pages {
    list: Vec<PageState>,
    step: usize,
    pass: u32,
    unread: usize,
    bad: usize,
    /// No page before this one is wanted.
    hint: usize,
    /// Pages of this pass that were empty although the total says otherwise.
    empty: usize,
}

impl Default for Pages {
    fn default() -> Self {
        Self {
            list: vec![PageState::default()],
            step: PAGE,
            pass: 1,
            unread: 1,
            bad: 0,
            hint: 0,
            empty: 0,
        }
    }
}

impl Pages {
    pub(crate) const fn step(&self) -> usize {
        self.step
    }

    pub(crate) const fn unread(&self) -> usize {
        self.unread
    }

    pub(crate) const fn count(&self) -> usize {
        self.list.len()
    }

    pub(crate) const fn bad(&self) -> usize {
        self.bad
    }

    pub(crate) fn failed(&self) -> Option<(usize, &Failure)> {
        let mut failed = self.list.iter().filter_map(|page| page.failed.as_deref());
        let first = failed.next()?;
        Some((failed.count() + 1, first))
    }

    pub(crate) fn count_failed(&self, which: impl Fn(&Failure) -> bool) -> usize {
        self.list.iter().filter_map(|page| page.failed.as_deref()).filter(|f| which(f)).count()
    }

    pub(crate) fn failure(&self, page: usize) -> Option<&Failure> {
        self.list.get(page)?.failed.as_deref()
    }

    pub(crate) fn is_wanted(&self, page: usize) -> bool {
        self.list.get(page).is_some_and(|page| page.pass != self.pass && page.failed.is_none())
    }

    /// The pages that may be wanted.
    pub(crate) fn rest(&self) -> impl Iterator<Item = usize> + use<> {
        self.hint..self.list.len()
    }

    pub(crate) fn refresh(&mut self) {
        self.pass += 1;
        self.unread = self.list.len();
        self.hint = 0;
        self.empty = 0;
        for page in &mut self.list {
            page.failed = None;
        }
    }

    pub(crate) fn read(&mut self, at: usize, bad: usize) {
        let pass = self.pass;
        let Some(page) = self.list.get_mut(at) else { return };
        if page.pass != pass {
            self.unread -= 1;
        }
        self.bad = self.bad - page.bad as usize + bad;
        *page = PageState { pass, bad: u32::try_from(bad).unwrap_or(0), failed: None };
        while self.list.get(self.hint).is_some_and(|page| page.pass == pass) {
            self.hint += 1;
        }
    }

    /// Marks the pages that lie completely within these positions as read.
    pub(crate) fn cover(&mut self, places: std::ops::Range<usize>) {
        for page in places.start.div_ceil(self.step)..places.end / self.step {
            if self.list.get(page).is_some_and(|page| page.pass != self.pass) {
                self.read(page, 0);
            }
        }
    }

    /// Counts an empty page. Returns whether the total must be wrong.
    pub(crate) const fn is_exhausted(&mut self) -> bool {
        self.empty += 1;
        self.empty >= EMPTY
    }

    /// The total is wrong: marks all unread pages as empty.
    pub(crate) fn give_up(&mut self, places: usize) {
        for page in 0..self.list.len() {
            if self.list[page].pass != self.pass {
                self.read(page, self.step.min(places - page * self.step));
            }
        }
    }

    /// Marks a page as unread. Returns whether it was read.
    pub(crate) fn spoil(&mut self, at: usize) -> bool {
        let read = self.list.get_mut(at).filter(|page| page.pass == self.pass);
        let Some(page) = read else { return false };
        page.pass = 0;
        self.unread += 1;
        self.hint = self.hint.min(at);
        true
    }

    pub(crate) fn fail(&mut self, at: usize, failure: Failure) {
        if let Some(page) = self.list.get_mut(at) {
            page.failed = Some(Box::new(failure));
        }
    }

    pub(crate) fn forgive(&mut self, which: impl Fn(&Failure) -> bool) {
        for page in &mut self.list {
            page.failed.take_if(|failure| which(failure));
        }
        self.hint = 0;
    }

    /// Resizes from `before` to `after` positions. Returns whether the list shrank under a pass that
    /// had read some of it.
    pub(crate) fn fit(&mut self, before: usize, after: usize) -> bool {
        let count = after.div_ceil(self.step).max(1);
        if after > before && !before.is_multiple_of(self.step) {
            self.spoil(before / self.step);
        }
        for page in self.list.drain(count.min(self.list.len())..) {
            self.bad -= page.bad as usize;
            self.unread -= usize::from(page.pass != self.pass);
        }
        self.unread += count - self.list.len();
        self.list.resize(count, PageState::default());
        self.hint = self.hint.min(count - 1);
        after < before && self.unread < self.list.len()
    }

    /// Changes the page size. A page counts as read if all its positions were.
    pub(crate) fn regrid(&mut self, step: usize, places: usize, is_there: impl Fn(usize) -> bool) {
        let is_read = |place: usize| {
            let page = self.list.get(place / self.step);
            page.is_some_and(|page| page.pass == self.pass) && is_there(place)
        };
        let whole = |page: usize| (page * step..places.min((page + 1) * step)).all(&is_read);
        let pass = |page| if whole(page) { self.pass } else { 0 };
        self.list = (0..places.div_ceil(step).max(1))
            .map(|page| PageState { pass: pass(page), ..PageState::default() })
            .collect();
        self.step = step;
        self.bad = 0;
        self.unread = self.list.iter().filter(|page| page.pass != self.pass).count();
        self.hint = 0;
    }
}
