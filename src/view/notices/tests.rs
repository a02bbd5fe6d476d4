//! What is told covers nothing that one looks at.

use crate::app::action::{Action, Edit};
use crate::app::asking::{About, Asking, Whom};
use crate::app::fixture::Stage;
use crate::app::inbox::Side;
use crate::app::message::Message;
use crate::app::over::Over;
use crate::view::inbox::tests::stage as inbox;
use crate::view::tests::screen;

/// Tells several things, some of them long.
fn tell(stage: &mut Stage) {
    for told in
        ["one", "something that is told in many words, so that it takes lines", "three", "4"]
    {
        stage.send(Message::Notice(told.into()));
    }
}

/// The screen without what is told, and with it.
fn both(stage: &mut Stage) -> (Vec<String>, Vec<String>) {
    let lines = |stage: &Stage| screen(&stage.state).lines().map(str::to_owned).collect();
    stage.state.notices.dismiss(stage.state.clock.moment);
    let without = lines(stage);
    tell(stage);
    (without, lines(stage))
}

#[test]
fn the_row_under_the_cursor_of_the_queue_is_left_free() {
    for (width, height) in [(160, 44), (120, 40), (100, 30), (80, 24), (80, 18)] {
        for at in 0..6 {
            let mut stage = inbox(width, height, Side::Queue);
            stage.state.inbox.as_mut().unwrap().at = at;
            let (without, with) = both(&mut stage);
            let row = without.iter().position(|line| line.contains('▌')).unwrap();
            assert_eq!(with[row], without[row], "{width}x{height} {at}");
            assert!(with != without && with.join("\n").contains("! 4"), "{width}x{height} {at}");
            assert_eq!(with[1], without[1], "how far one is, {width}x{height}");
        }
    }
}

#[test]
fn where_there_is_little_room_the_keys_of_the_inbox_stay() {
    for side in [Side::Queue, Side::Card] {
        let (without, with) = both(&mut inbox(40, 10, side));
        assert_eq!(with[1..], without[1..]);
        assert!(with[0].contains('4'), "{}", with[0]);
    }
}

#[test]
fn a_small_question_and_the_cursor_of_a_list_are_left_free() {
    for (width, height) in [(120, 40), (100, 30), (80, 24)] {
        let mut stage = inbox(width, height, Side::Queue);
        let asking = Asking::new(About::Note, Whom::default());
        stage.state.over = Some(Over::Asking(Box::new(asking)));
        let area = stage.state.over.as_ref().unwrap().area(&stage.state.layout);
        let (without, with) = both(&mut stage);
        for y in area.top()..area.bottom() {
            assert_eq!(with[usize::from(y)], without[usize::from(y)], "{width}x{height} {y}");
        }
        assert!(with != without, "{width}x{height}");
        for moves in 0..6 {
            let mut stage = Stage::settled(width, height);
            stage.act(&[Action::Palette]);
            stage.act(&vec![Action::Edit(Edit::Next); moves]);
            let (without, with) = both(&mut stage);
            let row = without.iter().position(|line| line.contains('▌')).unwrap();
            assert_eq!(with[row], without[row], "{width}x{height} {moves}");
        }
    }
}
