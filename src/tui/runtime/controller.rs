//! The desk: state, keys, looks and background together, for whoever drives it.
//!
//! It turns what comes in into messages, lets `update` take them and has the
//! effects carried out. It knows no terminal: the loop gives it one by drawing
//! and by doing what [`TerminalRequest`] says, and a test can do the same.

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

/// What the terminal has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TerminalRequest {
    /// Put this into the clipboard.
    Copy(String),
    /// Take the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Have this edited in the person's own editor.
    EditOutside(String),
    /// Go back to the shell for a while.
    Suspend,
    /// End.
    Quit,
}

/// State, keys, looks and background together.
pub struct Controller {
    /// What is seen.
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
    /// Files with texts from outside that are not on disk elsewhere yet.
    outside: Vec<PathBuf>,
    /// When the current wait of a frame for the disk began.
    pub(crate) frame_held_since: Option<Instant>,
    /// How many verdicts were not on disk when the user was last warned. While it is not
    /// zero the disk hangs, and frames do not wait for it.
    pub(crate) late_verdicts: usize,
}

/// The left button went down.
struct Pressing {
    at: Instant,
    place: (u16, u16),
    /// Something lay over the panes.
    over: bool,
}

impl Controller {
    /// A desk of this size, nothing asked for yet.
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
        let mut desk = Self {
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
        let mut told: Vec<String> = mistakes.chain(wrong).collect();
        if !told.is_empty() {
            desk.tick();
        }
        // The newest stand last: the first mistake is read first.
        told.reverse();
        for told in told {
            desk.feed(Message::Notice(crate::text::sanitize(&told).into_owned()));
        }
        desk
    }

    /// Begins to open the workspace; the first frame is drawn before.
    pub fn open(&mut self) {
        self.worker.open(None);
    }

    /// Whether the colour behind the text would decide anything.
    #[must_use]
    pub fn wants_background(&self) -> bool {
        let with = |colour| theme::choose(self.choice, &self.environment, Some(colour));
        with((0, 0, 0)) != with((255, 255, 255))
    }

    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let look = RenderContext { theme: self.theme, symbols: self.symbols, keymap: &self.keymap };
        app::view::draw(&self.state, &look, frame);
    }

    /// The end is near: what is typed and not on disk yet goes there now.
    pub fn end(&mut self) {
        self.tick();
        self.feed(Message::Ending);
    }

    /// Waits for what is being written. What went wrong and was not told yet.
    pub async fn finish(&mut self) -> Vec<String> {
        let mut untold = self.worker.finish().await;
        let batch = self.state.batch.as_ref().filter(|batch| batch.is_under_way());
        untold.extend(batch.map(|batch| format!("not all were attached: {}", batch.progress())));
        untold
    }

    /// Whether something is on its way to the server that is worth a wait.
    #[must_use]
    pub fn is_sending(&self) -> bool {
        self.worker.is_sending()
    }

    /// When something changes by itself.
    #[must_use]
    pub fn wakes_at(&self) -> Option<Instant> {
        let Moment(millis) = self.state.wakes_at()?;
        Some(self.began + Duration::from_millis(millis))
    }

    /// What the terminal has to do next.
    pub fn wish(&mut self) -> Option<TerminalRequest> {
        self.wishes.pop_front()
    }

    /// Waits for news from the background.
    pub async fn news(&mut self) -> Message {
        self.worker.next().await
    }

    /// News that are there already.
    pub fn ready(&mut self) -> Option<Message> {
        self.worker.ready()
    }

    /// Tells it what time it is. To be done before anything else is told.
    pub fn tick(&mut self) {
        let moment = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let zone = Local::now().offset().fix();
        let clock = Clock { moment: Moment(moment), date: Utc::now().into(), zone };
        self.feed(Message::Time(clock));
    }

    /// Takes something in from the keyboard or the mouse.
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

    /// Takes a key.
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
                    // What it was meant for went away with its first half.
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

    /// Wants something, as if a key had said so.
    pub fn act(&mut self, action: Action) {
        self.feed(Message::Act(action));
    }

    /// Takes a text that came back from outside. The file that it is from goes
    /// when the text is kept elsewhere on disk, or nothing of it is left to keep.
    pub fn edited(&mut self, outcome: Result<String, String>, file: Option<PathBuf>) {
        self.tick();
        // Nobody there to take it: it stays where it is.
        self.outside.extend(file.filter(|_| self.state.editor.is_some()));
        self.feed(Message::EditedOutside(outcome));
    }

    /// Takes a message in and has carried out what follows.
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
            // Carried out; the worker gives none of these back.
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
        // What stays is told at the next start.
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
