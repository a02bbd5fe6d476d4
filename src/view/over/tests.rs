mod agreement;
mod asking;
mod attaching;
mod funnel;
mod pictures;
mod safe;
mod side;
mod todo;

use ratatui::buffer::Buffer;

use crate::app::State;
use crate::app::action::{Action, Edit, Pane};
use crate::app::fixture::Stage;
use crate::app::key::Key;
use crate::app::message::Message;
use crate::app::requests::{RequestId, Told};
use crate::keymap::Keymap;
use crate::theme::{Name, Symbols};
use crate::view::tests::{drawn_by, text};
use crate::view::{completions, notices, over, which};

/// Brings it onto the screen.
type Opens = fn(&mut Stage);

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
        attaching::picks(stage, 3);
        stage.type_text("a");
    }),
    ("batch_asked", |stage| attaching::asks(stage, 3)),
    ("batch", |stage| {
        attaching::asks(stage, 7);
        attaching::runs(stage);
    }),
    ("key", |stage| {
        stage.send(Message::KeyNeeded("the server refused the key (401)".into()));
        stage.type_text("sl_secret");
    }),
    ("save_view", |stage| {
        stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:screen");
        stage.act(&[Action::Edit(Edit::Accept), Action::SaveView]);
        stage.type_text("screened");
    }),
    ("save_view_taken", |stage| {
        stage.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:screen");
        stage.act(&[Action::Edit(Edit::Accept)]);
        for _ in 0..2 {
            stage.act(&[Action::SaveView]).type_text("screened");
            stage.act(&[Action::Edit(Edit::Accept)]);
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
        stage.act(&[Action::Edit(Edit::Next)]);
    }),
];

fn requests(stage: &mut Stage) {
    stage.act(&[Action::Requests]);
    let mut news = |id: u64, told: Told, later: u64| {
        stage.send(Message::Request(RequestId(id), told)).wait(later);
    };
    let asked = |path: &str| Told::Queued { asked: format!("GET /v1/{path}") };
    news(1, asked("jobs?limit=100"), 4);
    news(1, Told::Sent(1), 38);
    news(1, Told::Answered { status: 200, bytes: 18_432 }, 0);
    news(2, asked("jobs/job_rust/candidates?offset=200&limit=100"), 1);
    news(2, Told::Sent(1), 1500);
    news(2, Told::Waits(4800, "the server is busy (503)".into()), 2000);
    news(3, asked("candidates/can_2"), 0);
    news(3, Told::Sent(1), 90);
    let why = "the server refused (422): the offset is beyond what it can count, and it says so at \
               some length, so that the reason needs more than the one line which it would be given \
               in a table";
    news(3, Told::Failed { status: Some(422), why: why.into() }, 0);
    news(4, asked("persons/per_2"), 0);
    news(4, Told::Dropped, 0);
    news(5, asked("persons/per_3"), 0);
    news(5, Told::Sent(3), 700);
    news(6, asked("jobs/job_sales"), 10);
    news(7, asked("candidates/can_4"), 0);
    news(7, Told::Sent(1), 400);
    news(7, Told::Cancelled, 0);
    stage.act(&[Action::Top]).act(&[Action::Down; 4]);
}

fn tell(stage: &mut Stage) {
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

fn stage(width: u16, height: u16) -> Stage {
    let mut stage = Stage::settled(width, height);
    stage.state.actions = Keymap::default().doables();
    stage
}

/// What lies over the panes, and nothing of the panes.
fn drawn(state: &State, size: (u16, u16), theme: Name, symbols: &'static Symbols) -> Buffer {
    drawn_by(size, theme, symbols, |look, frame| {
        completions::popup(state, look, frame);
        over::over(state, look, frame);
        which::popup(state, look, frame);
        notices::stack(state, look, frame);
    })
}

fn screen(state: &State) -> String {
    text(&drawn(state, state.size, Name::Dark, Symbols::unicode()))
}
