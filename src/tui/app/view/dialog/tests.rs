mod agreement;
mod pictures;
mod safe;

use ratatui::buffer::Buffer;

use crate::keymap::Keymap;
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::key::Key;
use crate::theme::{Name, Symbols};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::state::State;
use crate::tui::app::view::tests::{drawn_by, text};
use crate::tui::app::view::{dialog, which_key};
use crate::tui::features::attach::view::tests;
use crate::tui::features::filter::completions;
use crate::tui::features::messages::toasts;
use crate::tui::features::requests::state::{RequestId, RequestUpdate};

/// Brings it onto the screen.
type Opens = fn(&mut FakeServer);

/// Everything that can lie over the panes, by the name of its picture.
const ALL: [(&str, Opens); 15] = [
    ("help", |stage| {
        stage.act(&[Action::Help]);
    }),
    ("requests", requests),
    ("notices", |stage| {
        tell(stage);
        stage.act(&[Action::Notices]).wait(20_000);
    }),
    ("raw", |stage| {
        stage.act(&[Action::Raw]);
    }),
    ("history", |stage| {
        stage.act(&[Action::Open, Action::Open, Action::Go(Pane::Jobs), Action::Down]).settle();
        stage.act(&[Action::Open, Action::History, Action::Down]);
    }),
    ("palette", |stage| {
        stage.act(&[Action::Palette]).type_text("eng");
    }),
    ("pick_job", |stage| {
        tests::picks(stage, 3);
        stage.type_text("a");
    }),
    ("batch_asked", |stage| tests::asks(stage, 3)),
    ("batch", |stage| {
        tests::asks(stage, 7);
        tests::runs(stage);
    }),
    ("key", |stage| {
        stage.send(Message::KeyNeeded("the server refused the key (401)".into()));
        stage.type_text("sl_secret");
    }),
    ("save_view", |stage| {
        stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:screen");
        stage.act(&[Action::Edit(TextEdit::Accept), Action::SaveView]);
        stage.type_text("screened");
    }),
    ("save_view_taken", |stage| {
        stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:screen");
        stage.act(&[Action::Edit(TextEdit::Accept)]);
        for _ in 0..2 {
            stage.act(&[Action::SaveView]).type_text("screened");
            stage.act(&[Action::Edit(TextEdit::Accept)]);
        }
        stage.wait(20_000);
    }),
    ("stack", tell),
    ("which", |stage| {
        stage.act(&[Action::Go(Pane::Candidates)]).wait(20_000);
        stage.send(Message::Pending(vec![Key::char('s')]));
    }),
    ("completions", |stage| {
        stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:");
        stage.act(&[Action::Edit(TextEdit::Next)]);
    }),
];

fn requests(stage: &mut FakeServer) {
    stage.act(&[Action::Requests]);
    let mut news = |id: u64, told: RequestUpdate, later: u64| {
        stage.send(Message::Request(RequestId(id), told)).wait(later);
    };
    let asked = |path: &str| RequestUpdate::Queued { asked: format!("GET /v1/{path}") };
    news(1, asked("jobs?limit=100"), 4);
    news(1, RequestUpdate::Sent(1), 38);
    news(1, RequestUpdate::Answered { status: 200, bytes: 18_432 }, 0);
    news(2, asked("jobs/job_rust/candidates?offset=200&limit=100"), 1);
    news(2, RequestUpdate::Sent(1), 1500);
    news(2, RequestUpdate::Waits(4800, "the server is busy (503)".into()), 2000);
    news(3, asked("candidates/can_2"), 0);
    news(3, RequestUpdate::Sent(1), 90);
    let why = "the server refused (422): the offset is beyond what it can count, and it says so at \
               some length, so that the reason needs more than the one line which it would be given \
               in a table";
    news(3, RequestUpdate::Failed { status: Some(422), why: why.into() }, 0);
    news(4, asked("persons/per_2"), 0);
    news(4, RequestUpdate::Dropped, 0);
    news(5, asked("persons/per_3"), 0);
    news(5, RequestUpdate::Sent(3), 700);
    news(6, asked("jobs/job_sales"), 10);
    news(7, asked("candidates/can_4"), 0);
    news(7, RequestUpdate::Sent(1), 400);
    news(7, RequestUpdate::Cancelled, 0);
    stage.act(&[Action::Top]).act(&[Action::Down; 4]);
}

fn tell(stage: &mut FakeServer) {
    for told in [
        "config.toml:4:1: no action is called \"refersh\"; did you mean \"refresh\"?",
        "the server answers slowly",
        "the server answers slowly",
        "佐藤 健太郎 was read again, and everything that belongs to it was read again as well, \
         which took a while and is told here at such a length that three lines cannot hold it, \
         not even on a screen that is wider than most screens are",
    ] {
        stage.send(Message::Notice(told.into()));
    }
    stage.send(Message::ViewSaved(Err("the view cannot be kept: no space is left".into())));
}

pub(crate) fn stage(width: u16, height: u16) -> FakeServer {
    let mut stage = FakeServer::settled(width, height);
    stage.state.actions = Keymap::default().doables();
    stage
}

/// What lies over the panes, and nothing of the panes.
pub(crate) fn drawn(
    state: &State,
    size: (u16, u16),
    theme: Name,
    symbols: &'static Symbols,
) -> Buffer {
    drawn_by(size, theme, symbols, |look, frame| {
        completions::popup(state, look, frame);
        dialog::over(state, look, frame);
        which_key::popup(state, look, frame);
        toasts::stack(state, look, frame);
    })
}

pub(crate) fn screen(state: &State) -> String {
    text(&drawn(state, state.size, Name::Dark, Symbols::unicode()))
}
