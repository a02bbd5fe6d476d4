use proptest::prelude::*;

use super::*;
use crate::theme;

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn letters(text: &str) -> impl Iterator<Item = KeyEvent> {
    text.chars().map(|letter| key(KeyCode::Char(letter)))
}

fn with(letter: char, modifiers: KeyModifiers) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(letter), modifiers)
}

fn start() -> KeyEvent {
    with(']', KeyModifiers::ALT)
}

fn feed(keys: impl IntoIterator<Item = KeyEvent>) -> Vec<Input> {
    let mut listener = Listener::default();
    keys.into_iter().flat_map(|key| listener.feed(key)).collect()
}

fn answer(text: &str) -> Vec<KeyEvent> {
    [start()].into_iter().chain(letters(text)).collect()
}

#[test]
fn an_answer_is_read_in_every_spelling() {
    let table = [
        ("rgb:1e1e/2e2e/3e3e", Some((0x1e, 0x2e, 0x3e))),
        ("rgb:ff/80/00", Some((0xff, 0x80, 0))),
        ("rgb:f/0/f", Some((0xff, 0, 0xff))),
        ("rgb:fff/000/800", Some((0xff, 0, 0x80))),
        ("rgba:ffff/ffff/ffff/8000", Some((0xff, 0xff, 0xff))),
        ("#102030", Some((0x10, 0x20, 0x30))),
        ("rgb:12345/0/0", None),
        ("rgb:/0/0", None),
        ("rgb:1/2", None),
        ("rgb:+1/2/3", None),
        ("#1020", None),
        ("", None),
    ];
    for (text, expected) in table {
        assert_eq!(theme::parse_colour(text), expected, "{text}");
    }
}

#[test]
fn an_answer_presses_no_key_however_it_ends() {
    let white = (255, 255, 255);
    let endings = [
        vec![with('\\', KeyModifiers::ALT)],
        vec![with('g', KeyModifiers::CONTROL)],
        vec![key(KeyCode::Esc), key(KeyCode::Char('\\'))],
    ];
    for ending in endings {
        let keys = letters("j").chain(answer("11;rgb:ffff/ffff/ffff")).chain(ending);
        let inputs = feed(keys.chain(letters("k")));
        let j = Input::Key(key(KeyCode::Char('j')));
        let k = Input::Key(key(KeyCode::Char('k')));
        assert_eq!(inputs, [j, Input::Background(white), k]);
    }
}

proptest! {
    #[test]
    fn keys_that_are_no_answer_are_forwarded_unchanged(
        text in "[\\]1;rgb:f/xq]{0,60}",
        starts in prop::collection::vec(any::<bool>(), 60),
    ) {
        let typed: Vec<KeyEvent> = text
            .chars()
            .zip(starts)
            .map(|(letter, alt)| if alt && letter == ']' { start() } else { with(letter, KeyModifiers::NONE) })
            .chain([key(KeyCode::Enter)])
            .collect();
        let expected: Vec<Input> = typed.iter().copied().map(Input::Key).collect();
        prop_assert_eq!(feed(typed), expected);
    }
}
