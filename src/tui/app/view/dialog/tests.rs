mod agreement;
mod pictures;
mod safe;

use ratatui::buffer::Buffer;

use crate::keymap::Keymap;
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::key::Key;
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::state::State;
use crate::tui::app::view::tests::{render_with, text};
use crate::tui::app::view::{dialog, which_key};
use crate::tui::features::attach::view::tests;
use crate::tui::features::filter::completions;
use crate::tui::features::messages::toasts;
use crate::tui::features::requests::state::{RequestId, RequestUpdate};

type OpenDialog = fn(&mut FakeServer);

/// Every dialog, by the name of its snapshot.
const ALL: [(&str, OpenDialog); 15] = [
    ("help", |server| {
        server.act(&[Action::Help]);
    }),
    ("requests", requests),
    ("notices", |server| {
        add_notices(server);
        server.act(&[Action::Notices]).wait(20_000);
    }),
    ("raw", |server| {
        server.act(&[Action::Raw]);
    }),
    ("history", |server| {
        server.act(&[Action::Open, Action::Open, Action::Go(Pane::Jobs), Action::Down]).settle();
        server.act(&[Action::Open, Action::History, Action::Down]);
    }),
    ("palette", |server| {
        server.act(&[Action::Palette]).type_text("eng");
    }),
    ("pick_job", |server| {
        tests::open_picker(server, 3);
        server.type_text("a");
    }),
    ("batch_confirm", |server| tests::open_confirmation(server, 3)),
    ("batch", |server| {
        tests::open_confirmation(server, 7);
        tests::run_batch(server);
    }),
    ("key", |server| {
        server.send(Message::KeyNeeded("the server refused the key (401)".into()));
        server.type_text("sl_secret");
    }),
    ("save_view", |server| {
        server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:screen");
        server.act(&[Action::Edit(TextEdit::Accept), Action::SaveView]);
        server.type_text("screened");
    }),
    ("save_view_taken", |server| {
        server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:screen");
        server.act(&[Action::Edit(TextEdit::Accept)]);
        for _ in 0..2 {
            server.act(&[Action::SaveView]).type_text("screened");
            server.act(&[Action::Edit(TextEdit::Accept)]);
        }
        server.wait(20_000);
    }),
    ("stack", add_notices),
    ("which_key", |server| {
        server.act(&[Action::Go(Pane::Candidates)]).wait(20_000);
        server.send(Message::Pending(vec![Key::char('s')]));
    }),
    ("completions", |server| {
        server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:");
        server.act(&[Action::Edit(TextEdit::Next)]);
    }),
];

fn requests(server: &mut FakeServer) {
    server.act(&[Action::Requests]);
    let mut send = |id: u64, update: RequestUpdate, later: u64| {
        server.send(Message::Request(RequestId(id), update)).wait(later);
    };
    let queued = |path: &str| RequestUpdate::Queued { request_line: format!("GET /v1/{path}") };
    send(1, queued("jobs?limit=100"), 4);
    send(1, RequestUpdate::Sent(1), 38);
    send(1, RequestUpdate::Answered { status: 200, bytes: 18_432 }, 0);
    send(2, queued("jobs/job_rust/candidates?offset=200&limit=100"), 1);
    send(2, RequestUpdate::Sent(1), 1500);
    send(2, RequestUpdate::Waiting(4800, "the server is busy (503)".into()), 2000);
    send(3, queued("candidates/can_2"), 0);
    send(3, RequestUpdate::Sent(1), 90);
    let why = "the server refused (422): the offset is beyond what it can count, and it says so at \
               some length, so that the reason needs more than the one line which it would be given \
               in a table";
    send(3, RequestUpdate::Failed { status: Some(422), why: why.into() }, 0);
    send(4, queued("persons/per_2"), 0);
    send(4, RequestUpdate::Dropped, 0);
    send(5, queued("persons/per_3"), 0);
    send(5, RequestUpdate::Sent(3), 700);
    send(6, queued("jobs/job_sales"), 10);
    send(7, queued("candidates/can_4"), 0);
    send(7, RequestUpdate::Sent(1), 400);
    send(7, RequestUpdate::Cancelled, 0);
    server.act(&[Action::Top]).act(&[Action::Down; 4]);
}

fn add_notices(server: &mut FakeServer) {
    for text in [
        "config.toml:4:1: no action is called \"refersh\"; did you mean \"refresh\"?",
        "the server answers slowly",
        "the server answers slowly",
        "佐藤 健太郎 was read again, and everything that belongs to it was read again as well, \
         which took a while and is told here at such a length that three lines cannot hold it, \
         not even on a screen that is wider than most screens are",
    ] {
        server.send(Message::Notice(text.into()));
    }
    server.send(Message::ViewSaved(Err("the view cannot be kept: no space is left".into())));
}

pub(crate) fn server(width: u16, height: u16) -> FakeServer {
    let mut server = FakeServer::settled(width, height);
    server.state.actions = Keymap::default().action_infos();
    server
}

/// The dialog without the panes around it.
pub(crate) fn render(
    state: &State,
    size: (u16, u16),
    theme: ThemeName,
    symbols: &'static Symbols,
) -> Buffer {
    render_with(size, theme, symbols, |context, frame| {
        completions::popup(state, context, frame);
        dialog::draw(state, context, frame);
        which_key::popup(state, context, frame);
        toasts::stack(state, context, frame);
    })
}

pub(crate) fn screen(state: &State) -> String {
    text(&render(state, state.size, ThemeName::Dark, Symbols::unicode()))
}
