use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::*;

fn heard(event: Event) -> Vec<Input> {
    inputs(event, &mut Listener::default())
}

fn key(letter: char, modifiers: KeyModifiers) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(letter), modifiers)
}

#[test]
fn a_letter_is_the_same_from_every_terminal() {
    let (none, shift) = (KeyModifiers::NONE, KeyModifiers::SHIFT);
    let (alt, control) = (KeyModifiers::ALT, KeyModifiers::CONTROL);
    let table = [
        (key('J', shift), key('J', none)),
        (key('j', shift), key('J', none)),
        (key('J', none), key('J', none)),
        (key('?', shift), key('?', none)),
        (key('é', shift), key('É', none)),
        (key('ß', shift), key('ß', none)),
        (key('j', alt | shift), key('J', alt)),
        (key('j', control | shift), key('j', control | shift)),
        (KeyEvent::new(KeyCode::BackTab, shift), KeyEvent::new(KeyCode::BackTab, none)),
        (KeyEvent::new(KeyCode::Up, shift), KeyEvent::new(KeyCode::Up, shift)),
    ];
    for (came, expected) in table {
        assert_eq!(heard(Event::Key(came)), [Input::Key(expected)], "{came:?}");
    }
}

#[test]
fn a_key_that_is_held_counts_and_one_that_goes_up_does_not() {
    let kind = |kind| KeyEvent { kind, ..key('j', KeyModifiers::NONE) };
    assert_eq!(heard(Event::Key(kind(KeyEventKind::Release))), []);
    let held = kind(KeyEventKind::Repeat);
    assert_eq!(heard(Event::Key(held)), [Input::Key(held)]);
}

#[test]
fn the_lines_of_a_paste_end_in_one_way() {
    let paste = heard(Event::Paste("a\r\nb\rc\nd\r\r\n".to_owned()));
    assert_eq!(paste, [Input::Paste("a\nb\nc\nd\n\n".to_owned())]);
}

#[test]
fn the_mouse_is_handed_on_and_sizes_and_focus_are_not() {
    let press = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: 3,
        row: 4,
        modifiers: KeyModifiers::NONE,
    };
    assert_eq!(heard(Event::Mouse(press)), [Input::Mouse(press)]);
    assert_eq!(heard(Event::Resize(1, 1)), []);
    assert_eq!(heard(Event::FocusLost), []);
}
