//! Each of them as it is seen.

use super::*;

#[test]
fn each_has_its_picture_on_a_wide_a_usual_and_a_small_screen() {
    for (name, open) in ALL {
        for (width, height) in [(120, 40), (80, 24), (40, 10)] {
            let mut stage = stage(width, height);
            open(&mut stage);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&stage.state));
        }
    }
}

#[test]
fn without_unicode_there_is_none_but_in_names() {
    for (name, open) in ALL {
        for size in [(80, 24), (40, 10)] {
            let mut stage = FakeServer::in_ascii(size.0, size.1);
            stage.state.actions = Keymap::default().doables();
            open(stage.settle());
            let shown = text(&drawn(&stage.state, size, Name::Plain, Symbols::ascii()));
            // One of the notices has a name in it.
            let ours = shown.replace(['佐', '藤', '健', '太', '郎'], "");
            assert!(ours.is_ascii(), "{name}: {shown}");
        }
    }
}

#[test]
fn nothing_found_and_nothing_told_say_so() {
    let mut stage = stage(80, 24);
    stage.act(&[Action::Palette]).type_text("zzzz");
    assert!(screen(&stage.state).contains("nothing is called so"));
    for (action, told) in [
        (Action::Notices, "nothing was told yet"),
        (Action::Requests, "nothing was asked yet"),
        (Action::History, "you have been nowhere else yet"),
    ] {
        stage.state.over = None;
        stage.act(&[action]);
        assert!(screen(&stage.state).contains(told), "{told}");
    }
}

#[test]
fn help_ends_where_its_last_line_is_seen() {
    let mut stage = stage(80, 24);
    stage.act(&[Action::Help]);
    assert!(screen(&stage.state).contains('↓'), "there is more");
    stage.act(&[Action::Bottom, Action::Down, Action::PageDown]);
    let end = screen(&stage.state);
    let edge = end.lines().find(|line| line.starts_with('╰')).unwrap();
    assert!(end.contains("mistakes in that file") && !edge.contains('↓'), "{end}");
    stage.act(&[Action::Up]);
    assert!(screen(&stage.state).contains("↓1 "), "one step back is one line");
}

#[test]
fn the_selected_request_stays_selected_when_others_come() {
    let mut stage = stage(120, 40);
    requests(&mut stage);
    let chosen = |text: &str| text.lines().find(|line| line.contains('▌')).unwrap().to_owned();
    let before = chosen(&screen(&stage.state));
    let asked = RequestUpdate::Queued { asked: "GET /v1/jobs".into() };
    stage.send(Message::Request(RequestId(9), asked));
    assert_eq!(chosen(&screen(&stage.state)), before);
}
