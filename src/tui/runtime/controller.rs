//! Connects state, keymap, theme and executor.
//!
//! It turns input into messages, feeds them to `update` and has the effects carried out. It
//! knows no terminal: `run` draws it and carries out its [`TerminalEffect`]s, and a test
//! can do the same.

use std::cell::Cell;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{Local, Offset, TimeZone};
use ratatui::Frame;
use terminput::{MouseButton, MouseEvent, MouseEventKind, ScrollDirection};

use super::durable_frame::FrameHold;
use super::events::Input;
use super::executor::Executor;
use super::external_editor::files::{EditFolder, UnstoredEdits};
use super::first_screen;
use super::trace::traced_update;
use super::workspace::WorkspaceOpener;
use crate::config::LoadedConfig;
use crate::keymap::action::Action;
use crate::keymap::key::{Key, KeySymbol, NamedKey};
use crate::keymap::{KeyMatch, Keymap};
use crate::recruiting::date_text;
use crate::theme;
use crate::theme::{ColorOverrides, Environment, Symbols, Theme, ThemeChoice};
use crate::tui::app;
use crate::tui::app::clock::{Clock, Moment};
use crate::tui::app::effect::{Effect, StorageEffect, TerminalEffect};
use crate::tui::app::message::{Message, MouseAction, MouseInput};
use crate::tui::app::mirror_message::MirrorMessage;
use crate::tui::app::state::State;
use crate::tui::app::view::hyperlinks::{Hyperlink, hyperlinks};
use crate::tui::features::editor::state::Editor;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::saved_views::shipped::with_shipped;
use crate::tui::widgets::hit_map::{Hit, HitMap};
use crate::tui::widgets::render_context::RenderContext;
use crate::wire::Timestamp;

/// Two clicks within this time are one double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

pub struct Controller {
    pub state: State,
    keymap: Keymap,
    environment: Environment,
    choice: ThemeChoice,
    theme: Theme,
    colors: ColorOverrides,
    symbols: &'static Symbols,
    pub(crate) executor: Executor,
    terminal_effects: VecDeque<TerminalEffect>,
    /// What the first screen asks for: there is no async runtime before its frame is drawn.
    held_effects: Option<Vec<Effect>>,
    started: Instant,
    last_click: Option<Click>,
    /// What can be clicked in the last frame.
    hits: HitMap,
    unstored_edits: UnstoredEdits,
    frame_hold: FrameHold,
    /// Whether addresses are links of the terminal.
    has_hyperlinks: bool,
}

struct Click {
    at: Instant,
    position: (u16, u16),
    /// A dialog was open.
    is_in_dialog: bool,
    hit: Option<Hit>,
}

/// The Linux console prints sequences that it does not know.
fn supports_hyperlinks() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term != "linux" && term != "dumb")
}

impl Controller {
    /// Sends no request yet.
    #[must_use]
    pub fn new(size: (u16, u16), loaded: LoadedConfig, opener: impl WorkspaceOpener) -> Self {
        Self::with_opener(size, loaded, Arc::new(opener))
    }

    pub(crate) fn with_opener(
        size: (u16, u16),
        loaded: LoadedConfig,
        opener: Arc<dyn WorkspaceOpener>,
    ) -> Self {
        let environment = Environment::read();
        let settings = loaded.settings;
        date_text::use_format(settings.dates);
        let (keymap, _shown) = Keymap::with_bindings(&settings.keys);
        let mut state = State::new(size);
        state.mouse = settings.mouse;
        state.rules.prefetch_histories = settings.history_prefetch;
        state.rules.limits = settings.limits;
        state.rules.reasons = settings.reasons;
        state.mail = settings.mail;
        state.use_list_settings(settings.lists);
        state.actions = keymap.action_infos();
        state.views = with_shipped(&settings.views);
        state.connection.read_only = opener.read_only();
        state.workspaces = opener.choices();
        let first = opener.local_store().and_then(|store| first_screen::read(&store));
        let theme = theme::choose(settings.theme, &environment, None);
        let mut controller = Self {
            state,
            keymap,
            theme,
            colors: ColorOverrides::new(&settings.colors, theme, &environment),
            symbols: theme::symbols(settings.symbols, &environment),
            choice: settings.theme,
            environment,
            executor: Executor::new(opener, loaded.file),
            has_hyperlinks: settings.hyperlinks && supports_hyperlinks(),
            terminal_effects: VecDeque::new(),
            held_effects: None,
            started: Instant::now(),
            last_click: None,
            hits: HitMap::default(),
            unstored_edits: UnstoredEdits::default(),
            frame_hold: FrameHold::default(),
        };
        if let Some(first) = first {
            controller.tick();
            controller.held_effects = Some(Vec::new());
            controller.feed(Message::Mirror(MirrorMessage::FirstScreen(Box::new(first))));
        }
        if !loaded.mistakes.is_empty() {
            controller.tick();
        }
        // The newest notice is shown last, so the first mistake comes last.
        for mistake in loaded.mistakes.iter().rev() {
            let text = crate::text::sanitize(&mistake.to_string()).into_owned();
            if mistake.is_of_file() {
                let text = format!("{text}; the defaults apply");
                controller.state.notify(Severity::Error, text);
            } else {
                controller.state.notify(Severity::Warning, text);
            }
        }
        controller
    }

    pub fn open(&mut self) {
        for effect in self.held_effects.take().into_iter().flatten() {
            self.carry_out(effect);
        }
        self.executor.open(None);
    }

    /// Whether the theme depends on the background color.
    pub(crate) fn wants_background(&self) -> bool {
        let theme_with = |colour| theme::choose(self.choice, &self.environment, Some(colour));
        theme_with((0, 0, 0)) != theme_with((255, 255, 255))
    }

    pub fn draw(&self, frame: &mut Frame<'_>) {
        self.with_context(self.symbols, |state, context| app::view::draw(state, context, frame));
    }

    /// Runs a view with these symbols.
    pub(crate) fn with_context<T>(
        &self,
        symbols: &'static Symbols,
        view: impl FnOnce(&State, &RenderContext<'_>) -> T,
    ) -> T {
        self.hits.clear();
        let cursor = Cell::default();
        let context = RenderContext {
            theme: self.theme,
            colors: &self.colors,
            symbols,
            keymap: &self.keymap,
            hits: &self.hits,
            cursor: &cursor,
        };
        view(&self.state, &context)
    }

    pub(crate) const fn keymap(&self) -> &Keymap {
        &self.keymap
    }

    /// Draws a frame. Returns the links on it.
    pub(crate) fn draw_with_links(&self, frame: &mut Frame<'_>) -> Vec<Hyperlink> {
        self.draw(frame);
        if self.has_hyperlinks { hyperlinks(&self.state, frame.buffer_mut()) } else { Vec::new() }
    }

    /// Writes unsaved drafts before the end.
    pub(crate) fn end(&mut self) {
        self.tick();
        self.feed(Message::Ending);
    }

    /// Waits for pending writes. Returns errors that were not shown.
    pub(crate) async fn finish(&mut self) -> Vec<String> {
        let mut unreported = self.executor.finish().await;
        let batch = self.state.attach_batch.as_ref().filter(|batch| batch.is_under_way());
        unreported.extend(
            batch.map(|batch| format!("not all were added: {}", batch.describe_progress())),
        );
        unreported
    }

    /// Whether a write to the server is in progress.
    pub(crate) fn is_sending(&self) -> bool {
        self.executor.is_sending()
    }

    /// What may be lost if the program ends now.
    pub(crate) fn describe_unfinished(&self) -> Vec<String> {
        self.executor.describe_unfinished()
    }

    /// When the state next changes by time alone.
    #[must_use]
    pub fn wakes_at(&self) -> Option<Instant> {
        let Moment(millis) = self.state.wakes_at()?;
        Some(self.started + Duration::from_millis(millis))
    }

    /// Whether the next frame must wait for the disk, and until when at most.
    pub(crate) fn frame_held_until(&mut self, now: Instant) -> Option<Instant> {
        while let Some(message) = self.executor.try_next_written() {
            self.feed(message);
        }
        self.frame_hold.until(self.executor.unwritten_count(), now)
    }

    pub(crate) fn open_link(&self, url: String) {
        self.executor.open_link(url);
    }

    pub(crate) fn terminal_effect(&mut self) -> Option<TerminalEffect> {
        self.terminal_effects.pop_front()
    }

    pub async fn next_message(&mut self) -> Message {
        self.executor.next().await
    }

    pub fn try_next_message(&mut self) -> Option<Message> {
        self.executor.try_next()
    }

    /// Updates the clock. Call it before feeding input.
    pub fn tick(&mut self) {
        let moment = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let date = Timestamp::now();
        let zone = Local.offset_from_utc_datetime(&date.to_utc().naive_utc()).fix();
        let clock = Clock { moment: Moment(moment), date, zone };
        self.feed(Message::Time(clock));
    }

    pub(crate) fn handle_input(&mut self, input: Input) {
        match input {
            Input::Key(key) => self.handle_key(key),
            Input::Paste(text) => self.feed(Message::Pasted(text)),
            Input::Mouse(event) => self.handle_mouse(event),
            Input::Background(colour) => {
                self.theme = theme::choose(self.choice, &self.environment, Some(colour));
            }
        }
    }

    pub fn handle_key(&mut self, key: Key) {
        let pending = self.state.pending.clone();
        let contexts = self.state.contexts();
        match self.keymap.lookup(contexts, &pending, key) {
            KeyMatch::Action(action) => self.feed(Message::Act(action)),
            KeyMatch::Char(letter) => self.feed(Message::Typed(letter)),
            KeyMatch::Prefix => {
                let keys = [pending.as_slice(), &[key]].concat();
                if let Some(refused) = self.refused_prefix(&keys) {
                    self.feed(Message::Act(refused));
                }
                // Also then: the next key of the chord must not act on its own.
                self.feed(Message::Pending(keys));
            }
            KeyMatch::Unbound if pending.is_empty() => self.feed(Message::Unbound(key)),
            KeyMatch::Unbound => {
                self.feed(Message::Pending(Vec::new()));
                if key.code != KeySymbol::Named(NamedKey::Esc) {
                    self.feed(Message::Unbound(key));
                }
            }
        }
    }

    /// An action after these keys, if none of those that can follow is possible here: it says why.
    fn refused_prefix(&self, keys: &[Key]) -> Option<Action> {
        let following = self.keymap.continuations(self.state.contexts(), keys);
        let mut actions = following.iter().map(|(_, entry)| entry.action);
        let first = actions.next()?;
        let is_refused = |action: Action| self.state.refusal(action).is_some();
        (is_refused(first) && actions.all(is_refused)).then_some(first)
    }

    fn handle_mouse(&mut self, event: MouseEvent) {
        let (x, y) = (event.column, event.row);
        let action = match event.kind {
            MouseEventKind::Scroll(ScrollDirection::Up) => MouseAction::WheelUp,
            MouseEventKind::Scroll(ScrollDirection::Down) => MouseAction::WheelDown,
            MouseEventKind::Down(MouseButton::Left) => {
                let (at, is_in_dialog) = (Instant::now(), !self.state.dialogs.is_empty());
                let hit = self.hits.at(x, y).filter(|_| self.state.mouse);
                let previous = self.last_click.take_if(|before| {
                    at.duration_since(before.at) <= DOUBLE_CLICK && before.position == (x, y)
                });
                match previous {
                    // The first click closed the dialog that the double click was for.
                    Some(before) if before.is_in_dialog && !is_in_dialog => return,
                    // The first click put something else there.
                    Some(before) if before.hit != hit => return,
                    Some(_) if hit.is_none() => MouseAction::DoubleClick,
                    _ => {
                        self.last_click = Some(Click { at, position: (x, y), is_in_dialog, hit });
                        MouseAction::Click
                    }
                }
            }
            _ => return,
        };
        let hit = self.hits.at(x, y).filter(|_| action == MouseAction::Click && self.state.mouse);
        match hit {
            Some(Hit::Action(action)) => self.feed(Message::Act(action)),
            Some(Hit::Prefix(key)) => self.feed(Message::Pending(vec![key])),
            Some(Hit::Sort(field)) => {
                // The click focuses the list that the action sorts.
                self.feed(Message::Mouse(MouseInput { action, x, y }));
                self.feed(Message::Act(Action::Sort(field)));
            }
            Some(Hit::Covered) | None => self.feed(Message::Mouse(MouseInput { action, x, y })),
        }
    }

    /// Where the files of the external editor are.
    pub(crate) fn edit_folder(&self) -> EditFolder {
        EditFolder::of(self.executor.local_store())
    }

    /// Takes the text of the external editor. Its file is deleted once the text is on disk
    /// as a draft, or nothing of it is left to store.
    pub(crate) fn finish_external_edit(
        &mut self,
        outcome: Result<String, String>,
        file: Option<PathBuf>,
    ) {
        self.tick();
        // Without an open editor the file stays.
        if self.state.editor.is_some() {
            self.unstored_edits.extend(file);
        }
        self.feed(Message::EditedExternally(outcome));
    }

    pub fn feed(&mut self, message: Message) {
        for effect in traced_update(&mut self.state, message) {
            match effect {
                Effect::Storage(StorageEffect::SaveDraft(draft))
                    if !self.unstored_edits.is_empty() =>
                {
                    let edits = std::mem::take(&mut self.unstored_edits);
                    self.executor.save_draft_then(draft, move || edits.remove());
                }
                effect => self.carry_out(effect),
            }
        }
        let is_typed = self.state.editor.as_deref().is_some_and(Editor::has_input);
        if !is_typed {
            std::mem::take(&mut self.unstored_edits).remove();
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        if let Some(held) = &mut self.held_effects {
            return held.push(effect);
        }
        match effect {
            Effect::Http(effect) => self.executor.carry_out_http(effect),
            Effect::Storage(effect) => self.executor.carry_out_storage(effect),
            Effect::Compute(effect) => self.executor.carry_out_compute(effect),
            Effect::Terminal(effect) => self.terminal_effects.push_back(effect),
        }
    }
}
