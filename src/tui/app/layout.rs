//! Where everything is on the screen.
//!
//! Computed once per message from [`LayoutInput`]. `update` scrolls by it and the views draw
//! into it, so both use the same areas.

use ratatui::layout::Rect;

use crate::keymap::action::Pane;

/// How much room the terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Four panes.
    Wide,
    /// Two panes.
    Medium,
    /// One pane.
    Narrow,
    /// Only a message that the terminal is too small.
    Tiny,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LayoutInput {
    /// Columns and lines of the terminal.
    pub(crate) size: (u16, u16),
    pub(crate) focus: Pane,
    /// Whether the focused pane fills the screen.
    pub(crate) zoom: bool,
    /// Whether the candidates are shown as columns.
    pub(crate) board: bool,
    /// Whether the line above the panes is shown.
    pub(crate) banner: bool,
    /// Whether the job list and the candidate list show their filters.
    pub(crate) filters: [bool; 2],
}

impl LayoutInput {
    pub(crate) const fn new(size: (u16, u16)) -> Self {
        let (focus, filters) = (Pane::Jobs, [false; 2]);
        Self { size, focus, zoom: false, board: false, banner: false, filters }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaneArea {
    /// With its frame.
    pub(crate) outer: Rect,
    /// Lists only.
    pub(crate) filter: Rect,
    /// The errors of the filter; empty if they fit beside it.
    pub(crate) errors: Rect,
    /// The column headings, in lists.
    pub(crate) heading: Rect,
    pub(crate) body: Rect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) mode: Mode,
    pub(crate) header: Rect,
    /// Empty without a banner.
    pub(crate) banner: Rect,
    /// All panes together.
    pub(crate) main: Rect,
    pub(crate) footer: Rect,
    /// Whether the candidates are shown as columns.
    pub(crate) board: bool,
    panes: [Option<PaneArea>; 4],
}

impl Layout {
    pub(crate) const fn pane(&self, pane: Pane) -> Option<PaneArea> {
        self.panes[pane as usize]
    }

    pub(crate) fn at(&self, x: u16, y: u16) -> Option<(Pane, PaneArea)> {
        let holds = |area: &PaneArea| area.outer.contains((x, y).into());
        Pane::ALL.iter().find_map(|pane| Some((*pane, self.pane(*pane).filter(holds)?)))
    }

    pub(crate) fn compute(input: LayoutInput) -> Self {
        let screen = Rect::new(0, 0, input.size.0, input.size.1);
        let mode = mode(input.size);
        let banner = u16::from(input.banner && screen.height > 6);
        let (header, rest) = split_top(screen, 1);
        let (banner, rest) = split_top(rest, banner);
        let (main, footer) = split_top(rest, rest.height.saturating_sub(1));
        let mut layout =
            Self { mode, header, banner, main, footer, board: false, panes: [None; 4] };
        if mode != Mode::Tiny {
            layout.place(input);
        }
        layout
    }

    fn place(&mut self, input: LayoutInput) {
        let main = self.main;
        let board = input.board && matches!(input.focus, Pane::Candidates | Pane::Candidate);
        self.board = board;
        let pair = match input.focus {
            Pane::Jobs | Pane::Job => [Pane::Jobs, Pane::Job],
            Pane::Candidates | Pane::Candidate => [Pane::Candidates, Pane::Candidate],
        };
        if input.zoom || self.mode == Mode::Narrow || (board && self.mode == Mode::Medium) {
            self.put(input.focus, main, input);
        } else if board {
            let (left, right) = split_left(main, main.width * 2 / 3);
            self.put(Pane::Candidates, left, input);
            self.put(Pane::Candidate, right, input);
        } else if self.mode == Mode::Medium {
            let (left, right) = split_left(main, main.width / 2);
            self.put(pair[0], left, input);
            self.put(pair[1], right, input);
        } else {
            let (above, below) = split_top(main, (main.height * 2 / 5).clamp(8, 18));
            let (jobs, job) = split_left(above, main.width * 2 / 5);
            let (candidates, candidate) = split_left(below, main.width * 11 / 20);
            self.put(Pane::Jobs, jobs, input);
            self.put(Pane::Job, job, input);
            self.put(Pane::Candidates, candidates, input);
            self.put(Pane::Candidate, candidate, input);
        }
    }

    fn put(&mut self, pane: Pane, outer: Rect, input: LayoutInput) {
        let inner = inner_area(outer);
        let has_filter = match pane {
            Pane::Jobs => input.filters[0],
            Pane::Candidates => input.filters[1],
            _ => false,
        };
        let (filter, rest) = split_top(inner, u16::from(has_filter));
        let (errors, rest) = split_top(rest, 0);
        let (heading, body) = split_top(rest, u16::from(pane.is_list() && rest.height > 1));
        self.panes[pane as usize] = Some(PaneArea { outer, filter, errors, heading, body });
    }

    /// Makes room for lines below the filter of a list, but keeps one row and its heading.
    pub(crate) fn add_error_lines(&mut self, pane: Pane, lines: usize) {
        let Some(area) = &mut self.panes[pane as usize] else { return };
        let available = area.body.height.saturating_sub(1);
        let lines = u16::try_from(lines).unwrap_or(u16::MAX).min(available);
        area.errors.height += lines;
        area.heading.y += lines;
        (_, area.body) = split_top(area.body, lines);
    }
}

const fn mode((width, height): (u16, u16)) -> Mode {
    match (width, height) {
        (110.., 22..) => Mode::Wide,
        (80.., 10..) => Mode::Medium,
        (40.., 10..) => Mode::Narrow,
        _ => Mode::Tiny,
    }
}

/// An area without its frame.
pub(crate) fn inner_area(area: Rect) -> Rect {
    Rect {
        x: area.x + area.width.min(1),
        y: area.y + area.height.min(1),
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(2),
    }
}

/// An area of this size in the middle of another, or as much of it as there is room for.
pub(crate) fn centered(outer: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(outer.width), height.min(outer.height));
    Rect {
        x: outer.x + (outer.width - width) / 2,
        y: outer.y + (outer.height - height) / 2,
        width,
        height,
    }
}

pub(crate) fn split_top(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    let top = Rect { height, ..area };
    (top, Rect { y: area.y + height, height: area.height - height, ..area })
}

fn split_left(area: Rect, width: u16) -> (Rect, Rect) {
    let width = width.min(area.width);
    let left = Rect { width, ..area };
    (left, Rect { x: area.x + width, width: area.width - width, ..area })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn input(width: u16, height: u16, focus: Pane) -> LayoutInput {
        LayoutInput {
            size: (width, height),
            focus,
            zoom: false,
            board: false,
            banner: false,
            filters: [false; 2],
        }
    }

    #[test]
    fn the_visible_panes_depend_on_the_size() {
        let visible = |width, height, focus| {
            let layout = Layout::compute(input(width, height, focus));
            let panes = Pane::ALL.into_iter().filter(|pane| layout.pane(*pane).is_some());
            panes.collect::<Vec<_>>()
        };
        assert_eq!(visible(120, 40, Pane::Jobs), Pane::ALL);
        assert_eq!(visible(80, 24, Pane::Job), [Pane::Jobs, Pane::Job]);
        assert_eq!(visible(100, 30, Pane::Candidates), [Pane::Candidates, Pane::Candidate]);
        assert_eq!(visible(40, 10, Pane::Candidate), [Pane::Candidate]);
        assert_eq!(visible(39, 50, Pane::Jobs), []);
        assert_eq!(visible(200, 9, Pane::Jobs), []);
    }

    proptest! {
        #[test]
        fn at_any_size_the_focused_pane_exists_and_nothing_overlaps(
            width in 0..320_u16, height in 0..120_u16, focus in 0..4_usize,
            zoom: bool, board: bool, banner: bool, filter: bool, errors in 0..9_usize,
        ) {
            let focus = Pane::ALL[focus];
            let mut layout = Layout::compute(LayoutInput {
                zoom, board, banner, filters: [filter; 2],
                ..input(width, height, focus)
            });
            layout.add_error_lines(Pane::Candidates, errors);
            let screen = Rect::new(0, 0, width, height);
            prop_assert_eq!(layout.mode == Mode::Tiny, layout.pane(focus).is_none());
            let mut areas = vec![layout.header, layout.banner, layout.footer];
            for pane in Pane::ALL {
                if let Some(area) = layout.pane(pane) {
                    areas.push(area.outer);
                    for inside in [area.filter, area.errors, area.heading, area.body] {
                        prop_assert_eq!(area.outer.intersection(inside), inside);
                    }
                    prop_assert_eq!(area.errors.bottom(), area.heading.y);
                    prop_assert_eq!(area.heading.bottom(), area.body.y);
                }
            }
            for (at, area) in areas.iter().enumerate() {
                prop_assert_eq!(screen.intersection(*area).area(), area.area());
                for other in &areas[at + 1..] {
                    prop_assert_eq!(area.intersection(*other).area(), 0);
                }
            }
        }
    }
}
