//! The state of the terminal: everything the views show and `update` decides by.
//!
//! `update` is the only writer. State of a feature lives in that feature's folder and is a
//! field here; what several features read is a method here or in `selectors`.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use chrono::DateTime;

use super::all_candidates::state::{AllCandidates, find_list};
use super::clock::{Clock, Moment};
use super::confirmation::Confirmation;
use super::connection::status::ConnectionStatus;
use super::dialog::stack::DialogStack;
use super::fetch::state::FetchState;
use super::follow_up::FollowUp;
use super::last_screen::LastScreen;
use super::layout::{Layout, LayoutInput, PaneSizes};
use super::list::List;
use super::local_data::LocalData;
use super::open_job::OpenJob;
use super::record_cache::{Loaded, RecordCache};
use super::workspace_choice::WorkspaceChoice;
use crate::config::{ListSettings, SavedView};
use crate::keymap::action::{Action, KeyContext, Pane};
use crate::keymap::group::ActionInfo;
use crate::keymap::key::Key;
use crate::recruiting::duplicates::contact_index::ContactIndex;
use crate::recruiting::failure::Failure;
use crate::recruiting::mail::MailSettings;
use crate::recruiting::table::{JobTable, Row};
use crate::recruiting::triage::TriageState;
use crate::tui::app::request::Ticket;
use crate::tui::features::attach::state::AttachBatch;
use crate::tui::features::copy::state::PendingCopy;
use crate::tui::features::edit_log::state::EditLog;
use crate::tui::features::editor::edit_session::EditSession;
use crate::tui::features::editor::state::Editor;
use crate::tui::features::filter::state::FilterPrompt;
use crate::tui::features::inbox::state::{Inbox, InboxPosition};
use crate::tui::features::job_editor::state::JobChangeLog;
use crate::tui::features::lists::state::ColumnNeeds;
use crate::tui::features::messages::state::{Notices, Severity};
use crate::tui::features::navigation::state::Navigation;
use crate::tui::features::requests::state::Requests;
use crate::tui::features::shortlist::state::Shortlist;
use crate::tui::features::stage_moves::state::MoveLog;
use crate::tui::features::sync::state::SyncState;
use crate::tui::features::today::state::TodayState;
use crate::tui::features::todo::state::TodoCounter;
use crate::tui::features::triage::session::{TriageRules, TriageSession};
use crate::wire::{Candidate, CandidateId, JobId, Person, PersonId, Timestamp};

/// Delay before the spinner appears.
pub(crate) const SPINNER_DELAY: Duration = Duration::from_millis(300);
pub(crate) const SPINNER_INTERVAL: Duration = Duration::from_millis(120);
/// Records kept per cache.
const CACHE_CAPACITY: usize = 400;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WorkspaceStatus {
    /// Holds the progress message.
    Opening(String),
    /// Holds the title of the workspace.
    Open(String),
    Failed(Failure),
}

#[derive(Debug)]
pub struct State {
    pub(crate) clock: Clock,
    /// Columns and lines of the terminal.
    pub size: (u16, u16),
    pub(crate) layout: Layout,
    pub(crate) focus: Pane,
    /// Whether the focused pane fills the screen.
    pub(crate) zoom: bool,
    /// Whether the candidates are shown as columns.
    pub(crate) board: bool,
    pub(crate) column_needs: ColumnNeeds,
    pub(crate) pane_sizes: PaneSizes,
    pub(crate) last_screen: LastScreen,
    pub(crate) workspace: WorkspaceStatus,
    pub(crate) jobs: List<JobTable>,
    /// Columns and sort orders, from the config.
    pub(crate) list_settings: ListSettings,
    /// The selected job.
    pub(crate) job: Option<JobId>,
    /// The jobs whose lists are kept in memory.
    pub(crate) open: HashMap<JobId, OpenJob>,
    pub(crate) recent: Vec<JobId>,
    /// The candidates of all of them, and of the mirror.
    pub(crate) all_candidates: AllCandidates,
    pub(crate) candidates: RecordCache<CandidateId, Candidate>,
    pub(crate) people: RecordCache<PersonId, Person>,
    /// The contacts of everyone loaded, for the duplicates screen.
    pub(crate) contacts: ContactIndex,
    pub fetching: FetchState,
    pub(crate) connection: ConnectionStatus,
    pub(crate) sync: SyncState,
    /// The open editor: above the panes, below the dialogs.
    pub(crate) editor: Option<Box<Editor>>,
    pub(crate) edit_session: EditSession,
    pub(crate) edit_log: EditLog,
    /// The people being attached to a job, or attached last.
    pub(crate) attach_batch: Option<AttachBatch>,
    pub(crate) local_data: LocalData,
    /// Verdicts, notes, tags and snoozes.
    pub(crate) triage: TriageState,
    pub(crate) todo_counter: TodoCounter,
    /// The news since the last visit.
    pub(crate) today: TodayState,
    /// The stage moves that undo can revert.
    pub(crate) stage_moves: MoveLog,
    /// The changes of jobs that undo can revert.
    pub(crate) job_changes: JobChangeLog,
    /// The open inbox: above the panes, below `editor`.
    pub inbox: Option<Box<Inbox>>,
    /// The position in the inbox that is on disk: where it opens next.
    pub(crate) inbox_position: Option<InboxPosition>,
    /// State of the current triage session.
    pub(crate) triage_session: TriageSession,
    /// A note that was begun and not saved.
    pub(crate) unsaved_note: Option<(CandidateId, String)>,
    /// The shortlist that waits for records.
    pub(crate) shortlist: Option<Shortlist>,
    /// The copy that waits for records.
    pub(crate) pending_copy: Option<PendingCopy>,
    pub rules: TriageRules,
    /// The templates for mails.
    pub(crate) mail: MailSettings,
    pub(crate) dialogs: DialogStack,
    pub(crate) confirmation: Confirmation,
    /// Empty between two messages.
    pub(crate) follow_ups: VecDeque<FollowUp>,
    pub(crate) filter_prompt: FilterPrompt,
    /// The keys of an unfinished chord.
    pub(crate) pending: Vec<Key>,
    pub(crate) notices: Notices,
    pub(crate) requests: Requests,
    pub(crate) navigation: Navigation,
    pub(crate) views: Vec<SavedView>,
    /// The workspaces that the user can switch to.
    pub(crate) workspaces: Vec<WorkspaceChoice>,
    /// Whether the terminal captures the mouse.
    pub(crate) mouse: bool,
    /// Every action with its keys, for the palette and for messages.
    pub(crate) actions: Vec<ActionInfo>,
}

impl State {
    #[must_use]
    pub fn new(size: (u16, u16)) -> Self {
        let input = LayoutInput::new(size);
        let utc = DateTime::UNIX_EPOCH.fixed_offset().timezone();
        let date = Timestamp::from(DateTime::UNIX_EPOCH);
        let mut state = Self {
            clock: Clock { moment: Moment(0), date, zone: utc },
            size,
            layout: Layout::compute(input),
            focus: Pane::Jobs,
            zoom: false,
            board: false,
            column_needs: ColumnNeeds::default(),
            pane_sizes: PaneSizes::default(),
            last_screen: LastScreen::default(),
            workspace: WorkspaceStatus::Opening(String::new()),
            jobs: List::default(),
            list_settings: ListSettings::default(),
            job: None,
            open: HashMap::new(),
            recent: Vec::new(),
            all_candidates: AllCandidates::default(),
            candidates: RecordCache::new(CACHE_CAPACITY),
            people: RecordCache::new(CACHE_CAPACITY),
            contacts: ContactIndex::default(),
            fetching: FetchState::default(),
            connection: ConnectionStatus::default(),
            sync: SyncState::default(),
            editor: None,
            edit_session: EditSession::default(),
            edit_log: EditLog::default(),
            attach_batch: None,
            local_data: LocalData::default(),
            triage: TriageState::default(),
            todo_counter: TodoCounter::default(),
            today: TodayState::default(),
            stage_moves: MoveLog::default(),
            job_changes: JobChangeLog::default(),
            inbox: None,
            inbox_position: None,
            triage_session: TriageSession::default(),
            unsaved_note: None,
            shortlist: None,
            pending_copy: None,
            rules: TriageRules::default(),
            mail: MailSettings::default(),
            dialogs: DialogStack::default(),
            confirmation: Confirmation::default(),
            follow_ups: VecDeque::new(),
            filter_prompt: FilterPrompt::default(),
            pending: Vec::new(),
            notices: Notices::default(),
            requests: Requests::default(),
            navigation: Navigation::default(),
            views: Vec::new(),
            workspaces: Vec::new(),
            mouse: true,
            actions: Vec::new(),
        };
        state.use_list_settings(ListSettings::default());
        state
    }

    /// The selected job, if it was opened, or the list of all candidates.
    #[must_use]
    pub fn open_job(&self) -> Option<&OpenJob> {
        self.list_of_job(self.job.as_ref()?)
    }

    pub(crate) fn open_job_mut(&mut self) -> Option<&mut OpenJob> {
        find_list(&mut self.open, &mut self.all_candidates, self.job.as_ref()?)
    }

    /// The selected candidate and person.
    #[must_use]
    pub fn selected(&self) -> Option<(CandidateId, PersonId)> {
        let (open, row) = self.current_row()?;
        let list = &open.list;
        Some((list.pages.rows.id(row).into(), list.pages.rows.person_id(row).into()))
    }

    /// The row of the selected candidate: on the card of the inbox, or in the list of the job.
    pub(crate) fn current_row(&self) -> Option<(&OpenJob, Row)> {
        if let Some(inbox) = &self.inbox {
            return Some((self.open.get(&inbox.job()?.id)?, inbox.item()?.row));
        }
        let open = self.open_job()?;
        Some((open, open.list.row()?))
    }

    pub(crate) fn candidate(&self) -> Option<&Loaded<Candidate>> {
        self.candidates.get(&self.selected()?.0)
    }

    pub(crate) fn person(&self) -> Option<&Loaded<Person>> {
        self.people.get(&self.selected()?.1)
    }

    /// The first key of an action, for use in a sentence; without a key, the name of the
    /// action.
    pub(crate) fn key_of(&self, action: Action) -> Cow<'_, str> {
        // The inbox has its own keys for actions of the panes.
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

    /// Queues a task for another feature, to run after the current one returns.
    pub(crate) fn follow_up(&mut self, follow_up: FollowUp) {
        self.follow_ups.push_back(follow_up);
    }

    pub(crate) fn notify(&mut self, severity: Severity, text: impl Into<String>) {
        self.notices.push(severity, text, &self.clock);
    }

    /// Whether the cursor has stopped moving.
    pub(crate) fn is_selection_at_rest(&self) -> bool {
        self.fetching.cursor_rests_at.is_none_or(|at| at <= self.clock.moment)
    }

    pub(crate) const fn next_ticket(&mut self) -> Ticket {
        self.fetching.last_ticket += 1;
        Ticket(self.fetching.last_ticket)
    }
}
