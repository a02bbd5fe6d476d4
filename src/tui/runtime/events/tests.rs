use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::*;

fn inputs_of(event: Event) -> Vec<Input> {
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
    for (event, expected) in table {
        assert_eq!(inputs_of(Event::Key(event)), [Input::Key(expected)], "{event:?}");
    }
}

#[test]
fn a_repeated_key_counts_and_a_released_key_does_not() {
    let kind = |kind| KeyEvent { kind, ..key('j', KeyModifiers::NONE) };
    assert_eq!(inputs_of(Event::Key(kind(KeyEventKind::Release))), []);
    let repeat = kind(KeyEventKind::Repeat);
    assert_eq!(inputs_of(Event::Key(repeat)), [Input::Key(repeat)]);
}

#[test]
fn line_endings_of_a_paste_are_normalized() {
    let paste = inputs_of(Event::Paste("a\r\nb\rc\nd\r\r\n".to_owned()));
    assert_eq!(paste, [Input::Paste("a\nb\nc\nd\n\n".to_owned())]);
}

#[test]
fn mouse_events_are_forwarded_and_resize_and_focus_events_are_not() {
    let press = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: 3,
        row: 4,
        modifiers: KeyModifiers::NONE,
    };
    assert_eq!(inputs_of(Event::Mouse(press)), [Input::Mouse(press)]);
    assert_eq!(inputs_of(Event::Resize(1, 1)), []);
    assert_eq!(inputs_of(Event::FocusLost), []);
}
