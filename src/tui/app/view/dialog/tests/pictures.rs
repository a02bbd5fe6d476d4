//! Each of them as it is seen.

use super::*;

#[test]
fn every_dialog_on_a_wide_a_medium_and_a_small_screen() {
    for (name, open) in ALL {
        for (width, height) in [(120, 40), (80, 24), (40, 10)] {
            let mut server = server(width, height);
            open(&mut server);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&server.state));
        }
    }
}

#[test]
fn in_ascii_mode_everything_but_names_is_ascii() {
    for (name, open) in ALL {
        for size in [(80, 24), (40, 10)] {
            let mut server = FakeServer::in_ascii(size.0, size.1);
            server.state.actions = Keymap::default().action_infos();
            open(server.settle());
            let rendered = text(&render(&server.state, size, ThemeName::Plain, Symbols::ascii()));
            // One of the notices has a name in it.
            let ours = rendered.replace(['佐', '藤', '健', '太', '郎'], "");
            assert!(ours.is_ascii(), "{name}: {rendered}");
        }
    }
}

#[test]
fn empty_results_and_empty_logs_say_so() {
    let mut server = server(80, 24);
    server.act(&[Action::Palette]).type_text("zzzz");
    assert!(screen(&server.state).contains("nothing is called so"));
    for (action, expected) in [
        (Action::Notices, "nothing was told yet"),
        (Action::Requests, "nothing was asked yet"),
        (Action::History, "you have been nowhere else yet"),
    ] {
        server.state.dialog = None;
        server.act(&[action]);
        assert!(screen(&server.state).contains(expected), "{expected}");
    }
}

#[test]
fn help_scrolls_no_further_than_its_last_line() {
    let mut server = server(80, 24);
    server.act(&[Action::Help]);
    assert!(screen(&server.state).contains('↓'), "there is more");
    server.act(&[Action::Bottom, Action::Down, Action::PageDown]);
    let end = screen(&server.state);
    let edge = end.lines().find(|line| line.starts_with('╰')).unwrap();
    assert!(end.contains("mistakes in that file") && !edge.contains('↓'), "{end}");
    server.act(&[Action::Up]);
    assert!(screen(&server.state).contains("↓1 "), "one step back is one line");
}

#[test]
fn the_selected_request_stays_selected_when_others_come() {
    let mut server = server(120, 40);
    requests(&mut server);
    let selected_line =
        |text: &str| text.lines().find(|line| line.contains('▌')).unwrap().to_owned();
    let before = selected_line(&screen(&server.state));
    let update = RequestUpdate::Queued { request_line: "GET /v1/jobs".into() };
    server.send(Message::Request(RequestId(9), update));
    assert_eq!(selected_line(&screen(&server.state)), before);
}
