//! Where everything is on the screen.
//!
//! Computed once per message from [`LayoutInput`]. `update` scrolls by it and the views draw
//! into it, so both use the same areas.

use ratatui::layout::Rect;
use serde::{Deserialize, Serialize};

use crate::keymap::action::{BorderMove, Pane};

/// Cells that a border moves at a time, across and down.
const STEP: (u16, u16) = (4, 2);
/// The smallest pane, when the user moves a border.
const MIN_PANE: (u16, u16) = (24, 6);
/// The widest job and candidate pane that still gain from more room.
const AMPLE: [u16; 2] = [72, 62];

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

/// Where the user moved the borders, in thousandths of the screen. `None` follows the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PaneSizes {
    /// Between the jobs above and the candidates below.
    pub(crate) rows: Option<u16>,
    /// Between the job list and the job.
    pub(crate) jobs: Option<u16>,
    /// Between the candidate list and the candidate.
    pub(crate) candidates: Option<u16>,
    /// Between the board and the candidate.
    pub(crate) board: Option<u16>,
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
    /// The widths at which the job list and the candidate list show all columns in full.
    pub(crate) needs: [u16; 2],
    pub(crate) sizes: PaneSizes,
}

impl LayoutInput {
    pub(crate) fn new(size: (u16, u16)) -> Self {
        Self {
            size,
            focus: Pane::Jobs,
            zoom: false,
            board: false,
            banner: false,
            filters: [false; 2],
            needs: [0; 2],
            sizes: PaneSizes::default(),
        }
    }

    /// The sizes after a border has moved; `None` if it cannot move.
    pub(crate) fn move_border(self, by: BorderMove) -> Option<PaneSizes> {
        let layout = Layout::compute(self);
        let is_above = matches!(self.focus, Pane::Jobs | Pane::Job);
        let left = layout.pane(if is_above { Pane::Jobs } else { Pane::Candidates })?.outer;
        let mut sizes = self.sizes;
        let (share, before, step, min, all) = match by {
            BorderMove::Left | BorderMove::Right => {
                let share = match (is_above, layout.board) {
                    (true, _) => &mut sizes.jobs,
                    (false, true) => &mut sizes.board,
                    (false, false) => &mut sizes.candidates,
                };
                (share, left.width, STEP.0, MIN_PANE.0, layout.main.width)
            }
            BorderMove::Up | BorderMove::Down => {
                let above = layout.pane(Pane::Jobs)?.outer;
                (&mut sizes.rows, above.height, STEP.1, MIN_PANE.1, layout.main.height)
            }
        };
        let after = match by {
            BorderMove::Left | BorderMove::Up => before.saturating_sub(step),
            BorderMove::Right | BorderMove::Down => before + step,
        };
        let after = after.clamp(min.min(all), all.saturating_sub(min).max(min.min(all)));
        if before == all || after == before {
            return None;
        }
        // Rounded up, so that the share gives the same cells again.
        let thousandths = (u32::from(after) * 1000).div_ceil(u32::from(all.max(1)));
        *share = u16::try_from(thousandths).ok();
        Some(sizes)
    }
}

/// The cells of the first part: as the user set it, or else `auto`.
fn part(all: u16, share: Option<u16>, auto: u16, min: u16) -> u16 {
    let set = share.and_then(|share| u16::try_from(u32::from(all) * u32::from(share) / 1000).ok());
    set.unwrap_or(auto).clamp(min.min(all / 2), all - min.min(all / 2))
}

/// In fewer lines, all of them are for jobs.
const MIN_ROWS_BELOW_ALL: u16 = 4;

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
    /// The row for all candidates, above the jobs.
    pub(crate) all: Rect,
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
        let (main, sizes, least) = (self.main, input.sizes, MIN_PANE.0);
        let board = input.board && matches!(input.focus, Pane::Candidates | Pane::Candidate);
        self.board = board;
        let pair = match input.focus {
            Pane::Jobs | Pane::Job => [Pane::Jobs, Pane::Job],
            Pane::Candidates | Pane::Candidate => [Pane::Candidates, Pane::Candidate],
        };
        if input.zoom || self.mode == Mode::Narrow || (board && self.mode == Mode::Medium) {
            self.put(input.focus, main, input);
        } else if board {
            let auto = (main.width * 2 / 3).max(main.width.saturating_sub(AMPLE[1]));
            self.put_pair(pair, main, part(main.width, sizes.board, auto, least), input);
        } else if self.mode == Mode::Medium {
            let is_above = pair[0] == Pane::Jobs;
            let share = if is_above { sizes.jobs } else { sizes.candidates };
            let needs = input.needs[usize::from(!is_above)];
            let auto = needs.clamp(main.width / 2, main.width * 11 / 20);
            self.put_pair(pair, main, part(main.width, share, auto, least), input);
        } else {
            let auto = (main.height * 2 / 5).clamp(8, 18);
            let (above, below) = split_top(main, part(main.height, sizes.rows, auto, MIN_PANE.1));
            let width = main.width;
            let most = |share: u16, ample: u16| share.max(width.saturating_sub(ample));
            let jobs = input.needs[0].clamp(width * 2 / 5, most(width * 11 / 20, AMPLE[0]));
            let candidates = input.needs[1].clamp(width / 2, most(width * 2 / 3, AMPLE[1]));
            let (jobs, candidates) = (
                part(width, sizes.jobs, jobs, least),
                part(width, sizes.candidates, candidates, least),
            );
            self.put_pair([Pane::Jobs, Pane::Job], above, jobs, input);
            self.put_pair([Pane::Candidates, Pane::Candidate], below, candidates, input);
        }
    }

    /// Puts two panes side by side.
    fn put_pair(&mut self, [left, right]: [Pane; 2], area: Rect, width: u16, input: LayoutInput) {
        let areas = split_left(area, width);
        self.put(left, areas.0, input);
        self.put(right, areas.1, input);
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
        let (heading, rest) = split_top(rest, u16::from(pane.is_list() && rest.height > 1));
        let has_all = pane == Pane::Jobs && rest.height >= MIN_ROWS_BELOW_ALL;
        let (all, body) = split_top(rest, u16::from(has_all));
        self.panes[pane as usize] = Some(PaneArea { outer, filter, errors, heading, all, body });
    }

    /// Makes room for lines below the filter of a list, but keeps one row and its heading.
    pub(crate) fn add_error_lines(&mut self, pane: Pane, lines: usize) {
        let Some(area) = &mut self.panes[pane as usize] else { return };
        let available = area.body.height.saturating_sub(1);
        let lines = u16::try_from(lines).unwrap_or(u16::MAX).min(available);
        area.errors.height += lines;
        area.heading.y += lines;
        area.all.y += lines;
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
        LayoutInput { focus, ..LayoutInput::new((width, height)) }
    }

    fn width_of(input: LayoutInput, pane: Pane) -> u16 {
        Layout::compute(input).pane(pane).map_or(0, |area| area.outer.width)
    }

    #[test]
    fn the_panes_follow_what_their_rows_need() {
        let width = |size, needs, pane| {
            let input = LayoutInput { needs, ..LayoutInput::new(size) };
            width_of(input, pane)
        };
        assert_eq!(width((200, 60), [100, 110], Pane::Jobs), 100);
        assert_eq!(width((200, 60), [100, 110], Pane::Candidates), 110);
        assert_eq!(width((200, 60), [20, 20], Pane::Jobs), 80, "short rows leave room");
        assert_eq!(width((200, 60), [300, 300], Pane::Job), 72, "the job keeps its room");
        assert_eq!(width((120, 40), [300, 300], Pane::Candidate), 40);
    }

    #[test]
    fn a_border_moves_as_far_as_both_panes_stay_usable() {
        let mut input = LayoutInput::new((120, 40));
        let before = width_of(input, Pane::Jobs);
        input.sizes = input.move_border(BorderMove::Right).unwrap();
        assert_eq!(width_of(input, Pane::Jobs), before + 4);
        input.sizes = input.move_border(BorderMove::Left).unwrap();
        assert_eq!(width_of(input, Pane::Jobs), before);
        while let Some(sizes) = input.move_border(BorderMove::Left) {
            input.sizes = sizes;
        }
        assert_eq!(width_of(input, Pane::Jobs), 24);
        while let Some(sizes) = input.move_border(BorderMove::Down) {
            input.sizes = sizes;
        }
        let layout = Layout::compute(input);
        assert_eq!(layout.pane(Pane::Candidates).unwrap().outer.height, 6);
        let zoomed = LayoutInput { zoom: true, ..input };
        assert_eq!(zoomed.move_border(BorderMove::Left), None, "there is only one pane");
        let medium = LayoutInput { size: (80, 24), ..input };
        assert_eq!(medium.move_border(BorderMove::Up), None, "no pane is above");
        assert!(medium.move_border(BorderMove::Right).is_some());
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
            needs in proptest::array::uniform2(0..400_u16), share in proptest::option::of(0..=1000_u16),
        ) {
            let sizes =
                PaneSizes { rows: share, jobs: share, candidates: share, board: share };
            let focus = Pane::ALL[focus];
            let mut layout = Layout::compute(LayoutInput {
                zoom, board, banner, filters: [filter; 2], needs, sizes,
                ..input(width, height, focus)
            });
            layout.add_error_lines(Pane::Candidates, errors);
            let screen = Rect::new(0, 0, width, height);
            prop_assert_eq!(layout.mode == Mode::Tiny, layout.pane(focus).is_none());
            let mut areas = vec![layout.header, layout.banner, layout.footer];
            for pane in Pane::ALL {
                if let Some(area) = layout.pane(pane) {
                    areas.push(area.outer);
                    for inside in [area.filter, area.errors, area.heading, area.all, area.body] {
                        prop_assert_eq!(area.outer.intersection(inside), inside);
                    }
                    prop_assert_eq!(area.errors.bottom(), area.heading.y);
                    prop_assert_eq!(area.heading.bottom(), area.all.y);
                    prop_assert_eq!(area.all.bottom(), area.body.y);
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
