//! Connects state, keymap, theme and executor.
//!
//! It turns input into messages, feeds them to `update` and has the effects carried out. It
//! knows no terminal: `run` draws it and carries out its [`TerminalRequest`]s, and a test
//! can do the same.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chrono::{Local, Offset, Utc};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;

use super::events::Input;
use super::executor::Executor;
use super::workspace::WorkspaceOpener;
use crate::config::Loaded;
use crate::keymap::action::Action;
use crate::keymap::key::{Key, KeySymbol, NamedKey};
use crate::keymap::{Keymap, Meaning};
use crate::theme::{Choice, Environment, Symbols, Theme};
use crate::tui::app;
use crate::tui::app::clock::{Clock, Moment};
use crate::tui::app::effect::Effect;
use crate::tui::app::message::{Message, MouseAction, MouseInput};
use crate::tui::app::state::State;
use crate::tui::app::update::update;
use crate::tui::features::editor::state::Editor;
use crate::tui::features::saved_views::state::SavedView;
use crate::tui::widgets::render_context::RenderContext;
use crate::{config, keymap, theme};

/// Two clicks within this time are one double click.
const DOUBLE: Duration = Duration::from_millis(400);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TerminalRequest {
    /// To the clipboard.
    Copy(String),
    /// Whether to capture the mouse.
    Mouse(bool),
    /// Edit this text in the user's own editor.
    EditOutside(String),
    Suspend,
    Quit,
}

pub struct Controller {
    pub state: State,
    keymap: Keymap,
    environment: Environment,
    choice: Choice,
    theme: Theme,
    symbols: &'static Symbols,
    pub(crate) worker: Executor,
    wishes: VecDeque<TerminalRequest>,
    began: Instant,
    clicked: Option<Pressing>,
    config: Option<PathBuf>,
    /// Files of the external editor whose text is not stored elsewhere yet.
    outside: Vec<PathBuf>,
    /// When the current wait of a frame for the disk began.
    pub(crate) frame_held_since: Option<Instant>,
    /// How many verdicts were not on disk when the user was last warned. While it is not
    /// zero the disk hangs, and frames do not wait for it.
    pub(crate) late_verdicts: usize,
}

struct Pressing {
    at: Instant,
    place: (u16, u16),
    /// A dialog was open.
    over: bool,
}

impl Controller {
    /// Sends no request yet.
    #[must_use]
    pub fn new(size: (u16, u16), loaded: Loaded, door: impl WorkspaceOpener) -> Self {
        let environment = Environment::read();
        let settings = loaded.settings;
        let (keymap, wrong) = Keymap::with(&settings.keys);
        let mut state = State::new(size);
        state.mouse = settings.mouse;
        state.rules.ageing = settings.ageing;
        state.rules.limits = settings.limits;
        state.rules.reasons = settings.reasons;
        state.actions = keymap.doables();
        state.views = settings.views.iter().map(saved).collect();
        let mut controller = Self {
            state,
            keymap,
            theme: theme::choose(settings.theme, &environment, None),
            symbols: theme::symbols(settings.symbols, &environment),
            choice: settings.theme,
            environment,
            worker: Executor::new(door),
            wishes: VecDeque::new(),
            began: Instant::now(),
            clicked: None,
            config: loaded.file,
            outside: Vec::new(),
            frame_held_since: None,
            late_verdicts: 0,
        };
        let mistakes = loaded.mistakes.iter().map(ToString::to_string);
        let wrong = wrong.iter().map(|mistake| format!("in the config's keys, {mistake}"));
        let mut notices: Vec<String> = mistakes.chain(wrong).collect();
        if !notices.is_empty() {
            controller.tick();
        }
        // The newest notice is shown last, so the first mistake comes last.
        notices.reverse();
        for notice in notices {
            controller.feed(Message::Notice(crate::text::sanitize(&notice).into_owned()));
        }
        controller
    }

    pub fn open(&mut self) {
        self.worker.open(None);
    }

    /// Whether the theme depends on the background color.
    #[must_use]
    pub fn wants_background(&self) -> bool {
        let with = |colour| theme::choose(self.choice, &self.environment, Some(colour));
        with((0, 0, 0)) != with((255, 255, 255))
    }

    pub fn draw(&self, frame: &mut Frame<'_>) {
        let look = RenderContext { theme: self.theme, symbols: self.symbols, keymap: &self.keymap };
        app::view::draw(&self.state, &look, frame);
    }

    /// Writes unsaved drafts before the end.
    pub fn end(&mut self) {
        self.tick();
        self.feed(Message::Ending);
    }

    /// Waits for pending writes. Returns errors that were not shown.
    pub async fn finish(&mut self) -> Vec<String> {
        let mut untold = self.worker.finish().await;
        let batch = self.state.batch.as_ref().filter(|batch| batch.is_under_way());
        untold.extend(batch.map(|batch| format!("not all were attached: {}", batch.progress())));
        untold
    }

    /// Whether a write to the server is in progress.
    #[must_use]
    pub fn is_sending(&self) -> bool {
        self.worker.is_sending()
    }

    /// When the state next changes by time alone.
    #[must_use]
    pub fn wakes_at(&self) -> Option<Instant> {
        let Moment(millis) = self.state.wakes_at()?;
        Some(self.began + Duration::from_millis(millis))
    }

    pub fn wish(&mut self) -> Option<TerminalRequest> {
        self.wishes.pop_front()
    }

    pub async fn news(&mut self) -> Message {
        self.worker.next().await
    }

    pub fn ready(&mut self) -> Option<Message> {
        self.worker.ready()
    }

    /// Updates the clock. Call it before feeding input.
    pub fn tick(&mut self) {
        let moment = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let zone = Local::now().offset().fix();
        let clock = Clock { moment: Moment(moment), date: Utc::now().into(), zone };
        self.feed(Message::Time(clock));
    }

    pub fn input(&mut self, input: Input) {
        match input {
            Input::Key(event) => {
                if let Some(key) = keymap::key(&event) {
                    self.key(key);
                }
            }
            Input::Paste(text) => self.feed(Message::Pasted(text)),
            Input::Mouse(event) => self.mouse(event),
            Input::Background(colour) => {
                self.theme = theme::choose(self.choice, &self.environment, Some(colour));
            }
        }
    }

    pub fn key(&mut self, key: Key) {
        let pending = self.state.pending.clone();
        let contexts = self.state.contexts();
        match self.keymap.meaning(contexts, &pending, key) {
            Meaning::Act(action) => self.feed(Message::Act(action)),
            Meaning::Typed(letter) => self.feed(Message::Typed(letter)),
            Meaning::Begins => {
                let keys = [pending.as_slice(), &[key]].concat();
                self.feed(Message::Pending(keys));
            }
            Meaning::Nothing if pending.is_empty() => self.feed(Message::Unbound(key)),
            Meaning::Nothing => {
                self.feed(Message::Pending(Vec::new()));
                if key.code != KeySymbol::Named(NamedKey::Esc) {
                    self.feed(Message::Unbound(key));
                }
            }
        }
    }

    fn mouse(&mut self, event: MouseEvent) {
        let (x, y) = (event.column, event.row);
        let what = match event.kind {
            MouseEventKind::ScrollUp => MouseAction::WheelUp,
            MouseEventKind::ScrollDown => MouseAction::WheelDown,
            MouseEventKind::Down(MouseButton::Left) => {
                let (at, over) = (Instant::now(), self.state.over.is_some());
                let again = self.clicked.take_if(|before| {
                    at.duration_since(before.at) <= DOUBLE && before.place == (x, y)
                });
                match again {
                    // The first click closed the dialog that the double click was for.
                    Some(before) if before.over && !over => return,
                    Some(_) => MouseAction::Twice,
                    None => {
                        self.clicked = Some(Pressing { at, place: (x, y), over });
                        MouseAction::Once
                    }
                }
            }
            _ => return,
        };
        self.feed(Message::Mouse(MouseInput { what, x, y }));
    }

    pub fn act(&mut self, action: Action) {
        self.feed(Message::Act(action));
    }

    /// Takes the text of the external editor. Its file is deleted once the text is on disk
    /// as a draft, or nothing of it is left to store.
    pub fn edited(&mut self, outcome: Result<String, String>, file: Option<PathBuf>) {
        self.tick();
        // Without an open editor the file stays.
        self.outside.extend(file.filter(|_| self.state.editor.is_some()));
        self.feed(Message::EditedOutside(outcome));
    }

    pub fn feed(&mut self, message: Message) {
        for effect in update(&mut self.state, message) {
            match effect {
                Effect::KeepDraft(draft) if !self.outside.is_empty() => {
                    let files = std::mem::take(&mut self.outside);
                    self.worker.keep_then(draft, move || remove(&files));
                }
                effect => self.carry_out(effect),
            }
        }
        let is_typed = self.state.editor.as_deref().is_some_and(Editor::is_typed_into);
        if !is_typed {
            remove(&std::mem::take(&mut self.outside));
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match self.worker.carry_out(effect) {
            Some(Effect::Copy(text)) => self.wishes.push_back(TerminalRequest::Copy(text)),
            Some(Effect::Mouse(ours)) => self.wishes.push_back(TerminalRequest::Mouse(ours)),
            Some(Effect::EditOutside(text)) => {
                self.wishes.push_back(TerminalRequest::EditOutside(text));
            }
            Some(Effect::Suspend) => self.wishes.push_back(TerminalRequest::Suspend),
            Some(Effect::SaveView(view)) => self.save(&view),
            Some(Effect::Quit) => self.wishes.push_back(TerminalRequest::Quit),
            // The executor never returns these.
            None
            | Some(
                Effect::Fetch { .. }
                | Effect::Cancel(_)
                | Effect::Similar(..)
                | Effect::StopSimilar(_)
                | Effect::Alike(..)
                | Effect::CancelRequest(_)
                | Effect::UseKey(_)
                | Effect::Reopen
                | Effect::Save { .. }
                | Effect::Create { .. }
                | Effect::StopWriting(_)
                | Effect::KeepDraft(_)
                | Effect::DropDraft(_)
                | Effect::ForgetDraft(_)
                | Effect::RestoreDraft(_)
                | Effect::WhoElse(_)
                | Effect::Learn(_)
                | Effect::Unlearn(_)
                | Effect::FreshId
                | Effect::Append { .. }
                | Effect::KeepPlace(_)
                | Effect::Tail
                | Effect::Looked(_)
                | Effect::Recall(_)
                | Effect::RecallPerson(_)
                | Effect::Export { .. }
                | Effect::OpenLink(_)
                | Effect::Apply { .. }
                | Effect::ForgetPerson(_),
            ) => {}
        }
    }

    fn save(&mut self, view: &SavedView) {
        let pane = if view.over_jobs { config::Pane::Jobs } else { config::Pane::Candidates };
        let (job, filter) = (view.job.clone(), view.filter.clone());
        let sort = view.sort.clone().unwrap_or_default();
        let name = view.name.clone();
        let written = config::View { job, pane, filter, sort };
        let Some(file) = self.config.clone() else {
            let told = "the view is kept until you quit: there is no place for a config file";
            return self.feed(Message::ViewSaved(Err(told.to_owned())));
        };
        self.worker.save(move || match config::save_view(&file, &name, &written) {
            Ok(()) => Ok(format!("kept as {name:?} in {}", file.display())),
            Err(error) => Err(error.to_string()),
        });
    }
}

fn remove(files: &[PathBuf]) {
    for file in files {
        // A file that stays is reported at the next start.
        let _ = std::fs::remove_file(file);
    }
}

fn saved(view: &config::SavedView) -> SavedView {
    SavedView {
        name: view.name.clone(),
        job: view.view.job.clone(),
        over_jobs: view.view.pane == config::Pane::Jobs,
        filter: view.view.filter.clone(),
        sort: Some(view.view.sort.clone()).filter(|sort| !sort.is_empty()),
    }
}
