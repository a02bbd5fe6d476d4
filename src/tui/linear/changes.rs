//! What a command changed, in lines: nothing is read twice, nothing that changed is left out.

use super::describe::{self, Place, form, inbox};
use super::reading::Line;
use crate::keymap::action::Pane;
use crate::tui::app::list::Sort;
use crate::tui::app::state::State;
use crate::tui::runtime::controller::Controller;

/// Lines of a text that are read at once.
pub(super) const PAGE: usize = 30;

/// What was said about the current place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Description {
    place: Place,
    heading: Vec<String>,
    /// Filter and sort order: another one makes another list.
    order: (String, Option<Sort>),
    row: Option<String>,
    /// The id of the current row or record, since two may read the same.
    row_id: Option<String>,
    text: Vec<Line>,
    connection: Option<String>,
    /// How many changes the log of messages had.
    notices: u64,
    /// How many edits were sent.
    edits: usize,
    /// How many decisions were made in the inbox.
    decisions: usize,
}

impl Description {
    pub(crate) fn of(controller: &Controller) -> Self {
        let state = &controller.state;
        let place = Place::of(state);
        let candidate = || state.selected().map(|(candidate, _)| candidate.to_string());
        let row_id = match &place {
            Place::Pane(Pane::Jobs | Pane::Job, _) => state.job.as_ref().map(ToString::to_string),
            Place::Inbox | Place::Pane(Pane::Candidates | Pane::Candidate, _) => candidate(),
            Place::Dialog(_) | Place::Editor(..) => None,
        };
        Self {
            heading: describe::heading(controller),
            order: order(state),
            row: describe::current_row(state),
            row_id,
            text: describe::text(controller),
            connection: describe::connection(state),
            notices: state.notices.changes,
            edits: state.edit_log.edits.len(),
            decisions: state.inbox.as_deref().map_or(0, |inbox| inbox.pace.len()),
            place,
        }
    }

    /// Whether the cursor is on the same record, or there is none.
    pub(super) fn is_at_row_of(&self, other: &Self) -> bool {
        self.row_id == other.row_id
    }

    /// Whether a list has the same rows in the same order, new ones aside.
    pub(super) fn is_in_order_of(&self, other: &Self) -> bool {
        self.place == other.place && self.order == other.order
    }

    /// Whether its text is about the same: what one record has in common with another is read.
    pub(super) fn has_text_of(&self, other: &Self) -> bool {
        self.place == other.place && (self.place.is_list() || self.is_at_row_of(other))
    }

    pub(super) const fn place(&self) -> &Place {
        &self.place
    }
}

fn order(state: &State) -> (String, Option<Sort>) {
    let sort = match state.focus {
        Pane::Jobs => state.jobs.sort,
        _ => state.open_job().and_then(|open| open.list.sort),
    };
    (state.filter_text(state.focus).to_owned(), sort)
}

/// What to say after a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Report {
    pub(crate) lines: Vec<String>,
    /// How many lines of the text have been read, if the place is new.
    pub(crate) read: Option<usize>,
}

/// What to say now that it was `before` and is `now`. `covered` is what was said about this place
/// before a dialog covered it.
pub(crate) fn report(
    controller: &Controller,
    before: &Description,
    covered: Option<&Description>,
    now: &Description,
) -> Report {
    let mut lines = messages(controller, before, now);
    // While the report is open, it is the text of the place.
    if now.edits > before.edits && !matches!(now.place, Place::Editor(..)) {
        lines.extend(form::last_report(controller));
    }
    if now.decisions > covered.unwrap_or(before).decisions {
        lines.extend(inbox::last_verdict(&controller.state));
    }
    let changed = changes(before, covered, now);
    lines.extend(changed.lines);
    Report { lines, read: changed.read }
}

/// New messages, and what is new about the connection.
pub(crate) fn messages(
    controller: &Controller,
    before: &Description,
    now: &Description,
) -> Vec<String> {
    let notices = controller.state.notices.since(before.notices);
    let mut lines: Vec<String> = notices.map(|notice| notice.text.clone()).collect();
    if now.connection != before.connection {
        lines.extend(now.connection.clone());
    }
    lines
}

/// The beginning of a place that is new, or what changed in the same place.
fn changes(before: &Description, covered: Option<&Description>, now: &Description) -> Report {
    if let Some(covered) = covered.filter(|_| now.place != before.place) {
        let mut lines = changes(covered, None, now).lines;
        if lines.is_empty() {
            // So that the user knows where they are.
            let row = now.row.clone().map(|row| vec![row]);
            lines = row.unwrap_or_else(|| now.heading.clone());
        }
        return Report { lines, read: None };
    }
    if !now.has_text_of(before) {
        let (text, read) = page(&now.text, 0);
        let lines = now.heading.iter().cloned().chain(now.row.clone()).chain(text).collect();
        return Report { lines, read: Some(read) };
    }
    let mut lines: Vec<String> =
        now.heading.iter().filter(|line| !before.heading.contains(line)).cloned().collect();
    if now.row != before.row || now.row_id != before.row_id {
        lines.extend(now.row.clone());
    }
    lines.extend(changed_lines(&before.text, &now.text));
    Report { lines, read: None }
}

/// Lines that are new, and the line that is selected now.
fn changed_lines(before: &[Line], now: &[Line]) -> Vec<String> {
    let is_new = |line: &&Line| {
        let same = before.iter().find(|other| other.text == line.text);
        same.is_none_or(|same| line.is_selected && !same.is_selected)
    };
    let mut lines: Vec<String> = now.iter().filter(is_new).map(spoken).collect();
    if lines.len() > PAGE {
        let more = lines.len() - PAGE;
        lines.truncate(PAGE);
        lines.push(format!("{more} more lines changed: read prints all"));
    }
    lines
}

/// The lines from a position on, and how many have been read then.
pub(super) fn page(text: &[Line], from: usize) -> (Vec<String>, usize) {
    let to = text.len().min(from + PAGE);
    let mut lines: Vec<String> = text[from.min(to)..to].iter().map(spoken).collect();
    if to < text.len() {
        lines.push(format!("{} more lines: list reads on", text.len() - to));
    }
    (lines, to)
}

pub(super) fn spoken(line: &Line) -> String {
    if line.is_selected { format!("Selected: {}", line.text) } else { line.text.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(pane: Pane, heading: &str, row: &str, text: &[(&str, bool)]) -> Description {
        let line = |(text, is_selected): &(&str, bool)| Line {
            is_selected: *is_selected,
            ..Line::plain(*text)
        };
        Description {
            place: Place::Pane(pane, None),
            order: Default::default(),
            heading: vec![heading.to_owned()],
            row: Some(row.to_owned()).filter(|row| !row.is_empty()),
            row_id: None,
            text: text.iter().map(line).collect(),
            connection: None,
            notices: 0,
            edits: 0,
            decisions: 0,
        }
    }

    #[test]
    fn only_what_changed_is_read() {
        let jobs = description(Pane::Jobs, "Jobs: 3.", "1 of 3: Clerk", &[]);
        let next = description(Pane::Jobs, "Jobs: 3.", "2 of 3: Baker", &[]);
        let filtered = description(Pane::Jobs, "Jobs: 3. 1 shown.", "1 of 1: Clerk", &[]);
        let changes = |before, now| changes(before, None, now);
        assert_eq!(changes(&jobs, &jobs).lines, [""; 0]);
        assert_eq!(changes(&jobs, &next).lines, ["2 of 3: Baker"]);
        assert_eq!(changes(&jobs, &filtered).lines, ["Jobs: 3. 1 shown.", "1 of 1: Clerk"]);
        let other = description(Pane::Job, "Clerk", "", &[("Applied", false), ("Screen", true)]);
        let opened = changes(&jobs, &other);
        assert_eq!(opened.lines, ["Clerk", "Applied", "Selected: Screen"]);
        assert_eq!(opened.read, Some(2));
    }

    #[test]
    fn another_record_is_read_whole() {
        let lines = [("Email: none", false), ("Phone: none", false)];
        let record = |name: &str| Description {
            row_id: Some(name.to_owned()),
            ..description(Pane::Candidate, name, "", &lines)
        };
        let report = changes(&record("Ada Obi"), None, &record("Bo Lind"));
        assert_eq!(report.lines, ["Bo Lind", "Email: none", "Phone: none"]);
        assert_eq!(report.read, Some(2));
    }

    #[test]
    fn of_a_text_the_new_lines_and_the_selected_one_are_read() {
        let text = |lines: &[(&str, bool)]| description(Pane::Job, "Clerk", "", lines);
        let before = text(&[("Applied", true), ("Screen", false), ("Offer", false)]);
        let moved = text(&[("Applied", false), ("Screen", true), ("Offer", false)]);
        let renamed = text(&[("Applied", true), ("Interview", false), ("Offer", false)]);
        assert_eq!(changes(&before, None, &moved).lines, ["Selected: Screen"]);
        assert_eq!(changes(&before, None, &renamed).lines, ["Interview"]);
    }

    #[test]
    fn a_place_that_a_dialog_covered_is_not_read_again() {
        let clerk = description(Pane::Job, "Clerk", "", &[("Applied", false), ("Screen", false)]);
        let dialog = description(Pane::Jobs, "Notes", "", &[]);
        let changed = description(Pane::Job, "Clerk", "", &[("Applied", false), ("Offer", false)]);
        assert_eq!(changes(&dialog, Some(&clerk), &clerk).lines, ["Clerk"]);
        assert_eq!(changes(&dialog, Some(&clerk), &changed).lines, ["Offer"]);
    }

    #[test]
    fn a_long_text_is_read_in_pages() {
        let text: Vec<Line> = (0..70).map(|at| Line::plain(format!("line {at}"))).collect();
        let (lines, read) = page(&text, 0);
        assert_eq!((lines.len(), read), (31, 30));
        assert_eq!(lines[30], "40 more lines: list reads on");
        let (lines, read) = page(&text, 60);
        assert_eq!((lines.len(), read, &*lines[9]), (10, 70, "line 69"));
        assert_eq!(page(&text, 90), (vec![], 70));
    }
}
