//! Everything the person can see, and what is asked for to complete it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use chrono::DateTime;

use super::clock::{Clock, Moment};
use super::dialog::Dialog;
use super::layout::{Layout, LayoutInput};
use super::list::{List, Sort};
use super::open_job::OpenJob;
use super::record_cache::{Loaded, RecordCache};
use super::rules::Rules;
use crate::keymap::action::{Action, KeyContext, Pane};
use crate::keymap::action_info::ActionInfo;
use crate::keymap::key::Key;
use crate::recruiting::duplicates::contact_index::ContactIndex;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::recruiting::person::saved_edit::SavedEdit;
use crate::recruiting::query::{Completion, Direction};
use crate::recruiting::table::{JobTable, ListField, Row};
use crate::recruiting::triage::TriageState;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::app::restored::Restored;
use crate::tui::features::attach::state::AttachBatch;
use crate::tui::features::editor::edit_session::EditSession;
use crate::tui::features::editor::state::{Editor, EditorStep};
use crate::tui::features::inbox::state::Inbox;
use crate::tui::features::messages::state::{Notices, Severity};
use crate::tui::features::navigation::state::{Location, NavigationHistory};
use crate::tui::features::requests::state::Requests;
use crate::tui::features::saved_views::state::SavedView;
use crate::tui::features::todo::state::TodoCounter;
use crate::tui::features::triage::session::TriageSession;
use crate::wire::{Candidate, CandidateId, JobId, Person, PersonId, Timestamp};

/// So long something may take before it is shown that it takes long.
pub(crate) const SPINNER_DELAY: Duration = Duration::from_millis(300);
/// How fast a spinner turns.
pub(crate) const SPINNER_INTERVAL: Duration = Duration::from_millis(120);
/// Details that are kept.
const CACHE_CAPACITY: usize = 400;

/// How jobs are sorted at first: one works on the newer ones.
pub(crate) const NEWEST_FIRST: Sort =
    Sort { field: ListField::Age, direction: Direction::Ascending };

/// Where the workspace stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WorkspaceStatus {
    /// It is being opened; how far it is.
    Opening(String),
    /// It is open under this name.
    Open(String),
    /// It could not be opened.
    Failed(Failure),
}

/// A request that is out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InFlight {
    /// Which asking.
    pub(crate) ticket: Ticket,
    /// Since when.
    pub(crate) since: Moment,
    /// How soon it is needed.
    pub(crate) urgency: Urgency,
}

/// The server cannot be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offline {
    /// Since when.
    pub(crate) since: Timestamp,
    /// What happened.
    pub(crate) failure: Failure,
    /// When it is tried again.
    pub(crate) probe_at: Moment,
    /// How long to wait after that.
    pub(crate) wait: Duration,
}

/// Everything the person can see.
#[derive(Debug)]
pub struct State {
    /// What time it is.
    pub(crate) clock: Clock,
    /// Columns and lines of the terminal.
    pub size: (u16, u16),
    /// Where everything is.
    pub(crate) layout: Layout,
    /// Where the keys go.
    pub(crate) focus: Pane,
    /// That pane alone.
    pub(crate) zoom: bool,
    /// Candidates as columns.
    pub(crate) board: bool,
    /// Where the workspace stands.
    pub(crate) workspace: WorkspaceStatus,
    /// The jobs.
    pub(crate) jobs: List<JobTable>,
    /// The selected job.
    pub(crate) job: Option<JobId>,
    /// Jobs that were looked at.
    pub(crate) open: HashMap<JobId, OpenJob>,
    pub(crate) recent: Vec<JobId>,
    /// Candidates that were looked at.
    pub(crate) candidates: RecordCache<CandidateId, Candidate>,
    /// People that were looked at.
    pub(crate) people: RecordCache<PersonId, Person>,
    /// What tells whether two of them are one.
    pub(crate) contacts: ContactIndex,
    /// What is asked for.
    pub in_flight: BTreeMap<Slot, InFlight>,
    pub(crate) tickets: u64,
    /// The selection moved; details are asked for when it rests.
    pub(crate) settles_at: Option<Moment>,
    /// How often it moved without a rest.
    pub(crate) rapid_steps: u32,
    pub(crate) fetched_at: Moment,
    /// A person is being edited; it lies over the panes, and below `over`.
    pub(crate) editor: Option<Box<Editor>>,
    /// The edits of this session that were sent, the newest last.
    pub(crate) edits: Vec<SavedEdit>,
    /// People who are put forward for a job, or were.
    pub(crate) batch: Option<AttachBatch>,
    /// What this machine remembers: unsaved edits, the server's habits.
    pub(crate) restored: Restored,
    /// What is to be known of this window's drafts.
    pub(crate) edit_session: EditSession,
    /// What was decided and jotted down.
    pub(crate) triage: TriageState,
    /// How many of those are still to be carried out.
    pub(crate) todo_counter: TodoCounter,
    /// The queue of those who wait for a decision; it lies over the panes, and
    /// below `editor`.
    pub inbox: Option<Box<Inbox>>,
    /// What is to be known between one verdict and the next.
    pub(crate) triage_session: TriageSession,
    /// What the config says of triage.
    pub rules: Rules,
    /// The open dialog, if any.
    pub(crate) dialog: Option<Dialog>,
    /// The dialogs under it; the last one comes back when it closes.
    pub(crate) suspended: Vec<Dialog>,
    /// The filter of this pane is being typed.
    pub(crate) filtering: Option<Pane>,
    pub(crate) previous_filter: String,
    /// What was selected when the filter was begun.
    pub(crate) filter_origin: Option<Row>,
    /// Where the keys went then.
    pub(crate) filter_focus: Pane,
    /// What could be typed next into it.
    pub(crate) completions: Vec<Completion>,
    /// The one of those that is selected.
    pub(crate) completion_index: usize,
    /// The beginning of a chord.
    pub(crate) pending: Vec<Key>,
    /// What was told.
    pub(crate) notices: Notices,
    /// What was asked.
    pub(crate) requests: Requests,
    /// The server asked everybody to wait until then.
    pub(crate) paused_until: Option<Moment>,
    /// The server cannot be reached.
    pub(crate) offline: Option<Offline>,
    /// Why the key was refused; nothing is asked until there is another.
    pub(crate) locked: Option<String>,
    /// Why a key is asked for as soon as nobody types any more.
    pub(crate) deferred_key_prompt: Option<String>,
    /// Where one was.
    pub(crate) history: NavigationHistory,
    /// A place to go to when what it names has been read.
    pub(crate) destination: Option<Location>,
    /// Saved views.
    pub(crate) views: Vec<SavedView>,
    /// Whether the mouse is ours.
    pub(crate) mouse: bool,
    /// Everything that can be done, for the palette.
    pub(crate) actions: Vec<ActionInfo>,
}

impl State {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(size: (u16, u16)) -> Self {
        let input = LayoutInput::new(size);
        let utc = DateTime::UNIX_EPOCH.fixed_offset().timezone();
        let date = Timestamp::from(DateTime::UNIX_EPOCH);
        Self {
            clock: Clock { moment: Moment(0), date, zone: utc },
            size,
            layout: Layout::compute(input),
            focus: Pane::Jobs,
            zoom: false,
            board: false,
            workspace: WorkspaceStatus::Opening(String::new()),
            jobs: List::with_sort(NEWEST_FIRST),
            job: None,
            open: HashMap::new(),
            recent: Vec::new(),
            candidates: RecordCache::new(CACHE_CAPACITY),
            people: RecordCache::new(CACHE_CAPACITY),
            contacts: ContactIndex::default(),
            in_flight: BTreeMap::new(),
            tickets: 0,
            settles_at: None,
            rapid_steps: 0,
            fetched_at: Moment(0),
            editor: None,
            edits: Vec::new(),
            batch: None,
            restored: Restored::default(),
            edit_session: EditSession::default(),
            triage: TriageState::default(),
            todo_counter: TodoCounter::default(),
            inbox: None,
            triage_session: TriageSession::default(),
            rules: Rules::default(),
            dialog: None,
            suspended: Vec::new(),
            filtering: None,
            previous_filter: String::new(),
            filter_origin: None,
            filter_focus: Pane::Jobs,
            completions: Vec::new(),
            completion_index: 0,
            pending: Vec::new(),
            notices: Notices::default(),
            requests: Requests::default(),
            paused_until: None,
            offline: None,
            locked: None,
            deferred_key_prompt: None,
            history: NavigationHistory::default(),
            destination: None,
            views: Vec::new(),
            mouse: true,
            actions: Vec::new(),
        }
    }

    /// The selected job, as far as it is known.
    #[must_use]
    pub fn open_job(&self) -> Option<&OpenJob> {
        self.open.get(self.job.as_ref()?)
    }

    pub(crate) fn open_job_mut(&mut self) -> Option<&mut OpenJob> {
        self.open.get_mut(self.job.as_ref()?)
    }

    /// The selected candidate and the person behind.
    #[must_use]
    pub fn selected(&self) -> Option<(CandidateId, PersonId)> {
        let (open, row) = self.current_row()?;
        let list = &open.list;
        Some((list.pages.rows.id(row).into(), list.pages.rows.person_id(row).into()))
    }

    /// The row of the selected candidate: on the card, or in the list of the job.
    pub(crate) fn current_row(&self) -> Option<(&OpenJob, Row)> {
        if let Some(inbox) = &self.inbox {
            return Some((self.open.get(&inbox.job()?.id)?, inbox.item()?.row));
        }
        let open = self.open_job()?;
        Some((open, open.list.row()?))
    }

    /// The selected candidate's record.
    pub(crate) fn candidate(&self) -> Option<&Loaded<Candidate>> {
        self.candidates.get(&self.selected()?.0)
    }

    /// The record of the person behind the selected candidate.
    pub(crate) fn person(&self) -> Option<&Loaded<Person>> {
        self.people.get(&self.selected()?.1)
    }

    /// The first key of an action as it is now, for a sentence; where it has
    /// none, its name and where that can be typed.
    pub(crate) fn key_of(&self, action: Action) -> Cow<'_, str> {
        // The inbox has keys of its own, also for what other panes have.
        let is_reachable = |context| context != KeyContext::Inbox || self.inbox.is_some();
        let is_match = |info: &&ActionInfo| info.action == action && is_reachable(info.context);
        if let Some(key) = self.actions.iter().filter(is_match).find_map(ActionInfo::key) {
            return key.into();
        }
        match self.actions.iter().find(is_match) {
            Some(info) => format!("`{}` in the palette", info.name).into(),
            None => "the palette".into(),
        }
    }

    /// Opens a dialog on top of the open one, which comes back afterwards.
    pub(crate) fn push_dialog(&mut self, dialog: Dialog) {
        self.suspended.extend(self.dialog.replace(dialog));
    }

    /// Closes the open dialog and brings back the one under it.
    pub(crate) fn pop_dialog(&mut self) {
        self.dialog = self.suspended.pop();
    }

    /// The dialogs from the top of the stack down.
    pub(crate) fn dialogs(&self) -> impl Iterator<Item = &Dialog> {
        self.dialog.iter().chain(self.suspended.iter().rev())
    }

    /// Tells the person something.
    pub(crate) fn notify(&mut self, severity: Severity, text: impl Into<String>) {
        self.notices.push(severity, text, &self.clock);
    }

    pub(crate) const fn next_ticket(&mut self) -> Ticket {
        self.tickets += 1;
        Ticket(self.tickets)
    }

    /// When something changes by itself; nothing need happen before.
    pub(crate) fn wakes_at(&self) -> Option<Moment> {
        let now = self.clock.moment;
        let visible =
            self.in_flight.values().filter(|in_flight| in_flight.urgency == Urgency::Visible);
        let spin = visible.map(|in_flight| {
            let spinner_at = in_flight.since.after(SPINNER_DELAY);
            if spinner_at > now { spinner_at } else { now.after(SPINNER_INTERVAL) }
        });
        let is_opening =
            matches!(self.workspace, WorkspaceStatus::Opening(_)) && self.locked.is_none();
        let opening = is_opening.then(|| now.after(SPINNER_INTERVAL));
        let next_second = Moment((now.0 / 1000 + 1) * 1000);
        let second = |until: Moment| until.min(next_second);
        let offline = self
            .offline
            .as_ref()
            .map(|offline| second(offline.probe_at.max(now.after(SPINNER_INTERVAL))));
        let paused = self.paused_until.map(second);
        let editor = self.editor.as_deref();
        let draft_save = editor.and_then(|editor| editor.write_draft_at);
        let sending =
            editor.filter(|editor| editor.is_sending()).map(|_| now.after(SPINNER_INTERVAL));
        let is_log = matches!(self.dialog, Some(Dialog::Requests { .. }));
        let log = (is_log && self.requests.counts() != (0, 0)).then_some(next_second);
        let lists = self.open_job().and_then(|open| open.list.wakes_at());
        spin.chain(opening)
            .chain(offline)
            .chain(paused)
            .chain(draft_save)
            .chain(sending)
            .chain(log)
            .chain(lists)
            .chain(self.jobs.wakes_at())
            .chain(self.settles_at)
            .chain(self.inbox.as_deref().and_then(|inbox| inbox.rebuild_at))
            .chain(self.dialog.as_ref().and_then(Dialog::refresh_at))
            .chain(self.next_age_at())
            .chain(self.next_count_at())
            .chain(self.notices.next_expiry(now))
            .min()
    }

    /// Whether nothing is asked for and nothing is on its way: what is on
    /// screen stays until somebody does something.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        matches!(self.workspace, WorkspaceStatus::Open(_))
            && self.in_flight.values().all(|in_flight| in_flight.urgency == Urgency::Idle)
            && self.editor.as_deref().is_none_or(|editor| {
                editor.write_draft_at.is_none()
                    && !matches!(editor.step, EditorStep::Sending { .. })
            })
            && self.settles_at.is_none()
            && self.inbox.as_deref().is_none_or(|inbox| inbox.rebuild_at.is_none())
            && self.jobs.is_settled()
            && self.open_job().is_none_or(|open| open.list.is_settled())
    }
}
