//! A text under the fingers.

use proptest::prelude::*;

use super::*;
use crate::text::hostile;

/// A box with the cursor where the text says `|`.
fn at(text: &str, prose: bool) -> TextBox {
    let (head, tail) = text.split_once('|').unwrap();
    let mut textbox = TextBox::new(&format!("{head}{tail}"), prose);
    textbox.place(head.len());
    textbox
}

/// The text with `|` at the cursor and brackets round what is selected.
fn told(textbox: &TextBox) -> String {
    let text = textbox.text();
    let mut told = String::new();
    let selection = textbox.selection().unwrap_or(0..0);
    for (at, letter) in
        text.char_indices().map(|(at, letter)| (at, Some(letter))).chain([(text.len(), None)])
    {
        if at == selection.end && !selection.is_empty() {
            told.push(']');
        }
        if at == textbox.cursor() {
            told.push('|');
        }
        if at == selection.start && !selection.is_empty() {
            told.push('[');
        }
        told.extend(letter);
    }
    told
}

#[test]
fn one_moves_and_erases_by_whole_letters_and_words() {
    use crate::keymap::action::TextEdit::{
        Delete, End, Erase, EraseAll, EraseWord, Home, Left, Right, WordLeft, WordRight,
    };
    for (before, edit, after) in [
        ("ab👩🏽\u{200d}💻|c", Left, "ab|👩🏽\u{200d}💻c"),
        ("|e\u{301}a", Right, "e\u{301}|a"),
        ("🇮🇸🇩🇰|", Erase, "🇮🇸|"),
        ("|क्षत्रिय", Delete, "|त्रिय"),
        ("Ada Love|lace", WordLeft, "Ada |Lovelace"),
        ("Ada| Lovelace", WordRight, "Ada |Lovelace"),
        ("Ada Lovelace|", EraseWord, "Ada |"),
        ("Ada |", EraseWord, "|"),
        ("one\ntw|o\nthree", Home, "one\n|two\nthree"),
        ("one\ntw|o\r\nthree", End, "one\ntwo|\r\nthree"),
        ("one\ntw|o", EraseAll, "one\n|o"),
        ("|", Erase, "|"),
        ("|", Delete, "|"),
        ("|a", Left, "|a"),
        ("a|", Right, "a|"),
        ("a|b", TextEdit::Accept, "a|b"),
        ("a|b", TextEdit::Next, "a|b"),
    ] {
        let mut textbox = at(before, true);
        textbox.edit(edit);
        assert_eq!(told(&textbox), after, "{before} {edit:?}");
    }
    let mut line = at("one\ntw|o", false);
    line.edit(Home);
    assert_eq!(told(&line), "|one\ntwo", "a single line has one beginning, whatever came in it");
}

#[test]
fn what_is_selected_is_left_by_moving_and_replaced_by_typing() {
    let selected = || {
        let mut textbox = at("Ada |Lovelace King", false);
        textbox.select(TextEdit::WordRight);
        textbox.select(TextEdit::Left);
        textbox
    };
    assert_eq!(told(&selected()), "Ada [Lovelace]| King");
    assert_eq!(selected().selected(), Some("Lovelace"));
    for (edit, after) in [
        (TextEdit::Left, "Ada |Lovelace King"),
        (TextEdit::Right, "Ada Lovelace| King"),
        (TextEdit::Home, "|Ada Lovelace King"),
        (TextEdit::Erase, "Ada | King"),
        (TextEdit::Delete, "Ada | King"),
        (TextEdit::EraseWord, "Ada | King"),
        (TextEdit::EraseAll, "Ada | King"),
    ] {
        let mut textbox = selected();
        textbox.edit(edit);
        assert_eq!(told(&textbox), after, "{edit:?}");
    }
    let mut textbox = selected();
    assert!(textbox.insert('é'));
    assert_eq!(told(&textbox), "Ada é| King");
    let mut textbox = selected();
    assert_eq!(textbox.cut().as_deref(), Some("Lovelace"));
    assert_eq!((told(&textbox).as_str(), textbox.cut()), ("Ada | King", None));
    textbox.select_all();
    assert!(textbox.paste("佐藤"));
    assert_eq!(told(&textbox), "佐藤|");
    textbox.select(TextEdit::Left);
    textbox.select(TextEdit::Right);
    assert_eq!(told(&textbox), "佐藤|", "what was left again is not selected");
}

#[test]
fn a_paste_brings_its_text_and_nothing_that_steers() {
    for (pasted, line, prose) in [
        ("one\r\ntwo\rthree\n", "one two three", "one\ntwo\nthree\n"),
        ("a\t\n\nb", "a b", "a\t\n\nb"),
        ("\u{1b}[31mred\u{7}\u{0}\u{9b}", "[31mred", "[31mred"),
        ("a\u{200b}b\u{a0}\u{202e}", "a\u{200b}b\u{a0}\u{202e}", "a\u{200b}b\u{a0}\u{202e}"),
    ] {
        for (is_prose, wanted) in [(false, line), (true, prose)] {
            let mut textbox = TextBox::new("", is_prose);
            assert!(textbox.paste(pasted));
            assert_eq!(textbox.text(), wanted, "{pasted:?}");
        }
    }
    let mut textbox = at("|x", false);
    textbox.select_all();
    assert!(textbox.insert('\n') && textbox.insert('\u{1b}') && textbox.paste("\u{7}"));
    assert_eq!(told(&textbox), "[x]|", "nothing came, so nothing goes");
}

#[test]
fn what_does_not_fit_is_refused_whole() {
    let mut textbox = TextBox::new(&"é".repeat(MOST - 2), false);
    let full = textbox.text().to_owned();
    assert!(!textbox.paste("abc"));
    assert_eq!(textbox.text(), full);
    assert!(textbox.paste("ab") && !textbox.insert('c'));
    textbox.select(TextEdit::Left);
    assert!(textbox.insert('c'), "what is selected makes room");
    let mut long = TextBox::new(&"é".repeat(MOST + 2), false);
    assert!(!long.insert('a'));
    long.edit(TextEdit::Erase);
    assert_eq!(long.text().chars().count(), MOST + 1, "what came longer can be shortened");
}

#[test]
fn a_mark_that_stands_alone_joins_what_is_typed_before_it() {
    let mut textbox = at("|\u{301}b", false);
    textbox.insert('e');
    assert_eq!(told(&textbox), "e\u{301}|b");
}

/// What is done to a box, and to what it is held against.
#[derive(Debug, Clone)]
enum Deed {
    Edit(TextEdit),
    Select(TextEdit),
    Insert(char),
    Paste(String),
    Place(usize),
    All,
    Cut,
}

fn deed() -> impl Strategy<Value = Deed> {
    let edit = || {
        prop::sample::select(vec![
            TextEdit::Left,
            TextEdit::Right,
            TextEdit::WordLeft,
            TextEdit::WordRight,
            TextEdit::Home,
            TextEdit::End,
            TextEdit::Erase,
            TextEdit::Delete,
            TextEdit::EraseWord,
            TextEdit::EraseAll,
        ])
    };
    prop_oneof![
        4 => edit().prop_map(Deed::Edit),
        3 => edit().prop_map(Deed::Select),
        2 => any::<char>().prop_map(Deed::Insert),
        2 => hostile::text().prop_map(Deed::Paste),
        1 => (0_usize..60).prop_map(Deed::Place),
        1 => Just(Deed::All),
        1 => Just(Deed::Cut),
    ]
}

fn does(textbox: &mut TextBox, deed: &Deed) {
    match deed {
        Deed::Edit(edit) => textbox.edit(*edit),
        Deed::Select(edit) => textbox.select(*edit),
        Deed::Insert(letter) => assert!(textbox.insert(*letter)),
        Deed::Paste(text) => assert!(textbox.paste(text)),
        Deed::Place(at) => textbox.place(*at),
        Deed::All => textbox.select_all(),
        Deed::Cut => drop(textbox.cut()),
    }
}

/// What the text must be afterwards, reckoned from what it was before.
fn foreseen(before: &TextBox, deed: &Deed) -> String {
    let text = before.text();
    let at = before.cursor()..before.cursor();
    let selection = before.selection();
    let taken = selection.clone().unwrap_or(at);
    let (head, tail) = (text.split_at(taken.start).0, text.split_at(taken.end).1);
    let with = |put: &str| format!("{head}{put}{tail}");
    let line = |head: &str| head.rfind('\n').filter(|_| before.is_prose()).map_or(0, |at| at + 1);
    match deed {
        Deed::Insert(letter) if letter.is_control() && !(*letter == '\n' && before.is_prose()) => {
            text.to_owned()
        }
        Deed::Insert(letter) => with(&letter.to_string()),
        Deed::Paste(pasted) => {
            let mut alone = TextBox::new("", before.is_prose());
            alone.paste(pasted);
            if alone.text().is_empty() { text.to_owned() } else { with(alone.text()) }
        }
        Deed::Cut => with(""),
        Deed::Edit(edit) | Deed::Select(edit) => {
            let keeps = |head: &str, tail: &str| format!("{head}{tail}");
            match (edit, selection) {
                (
                    TextEdit::Erase | TextEdit::Delete | TextEdit::EraseWord | TextEdit::EraseAll,
                    Some(_),
                ) => with(""),
                (TextEdit::Erase, None) => {
                    keeps(head.split_at(prev_grapheme(head, head.len())).0, tail)
                }
                (TextEdit::Delete, None) => keeps(head, tail.split_at(next_grapheme(tail, 0)).1),
                (TextEdit::EraseWord, None) => {
                    keeps(head.split_at(prev_word(text, head.len())).0, tail)
                }
                (TextEdit::EraseAll, None) => keeps(head.split_at(line(head)).0, tail),
                _ => text.to_owned(),
            }
        }
        Deed::Place(_) | Deed::All => text.to_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_the_text_is_as_foreseen_and_no_letter_is_torn(
        text in hostile::text(),
        prose in any::<bool>(),
        deeds in prop::collection::vec(deed(), 0..24),
    ) {
        let mut textbox = TextBox::new(&text, prose);
        for deed in deeds {
            let wanted = foreseen(&textbox, &deed);
            does(&mut textbox, &deed);
            prop_assert_eq!(textbox.text(), wanted, "{:?}", deed);
            let is_edge = |at: usize| grapheme_start(textbox.text(), at) == at;
            prop_assert!(is_edge(textbox.cursor()), "{:?}", deed);
            if let Some(selection) = textbox.selection() {
                prop_assert!(is_edge(selection.start) && is_edge(selection.end), "{:?}", deed);
                prop_assert!(selection.end <= textbox.text().len());
            }
        }
    }

    #[test]
    fn what_came_stays_as_it_came(text in hostile::text(), steps in 0_usize..9) {
        let mut textbox = TextBox::new(&text, false);
        for _ in 0..steps {
            textbox.select(TextEdit::Left);
        }
        textbox.edit(TextEdit::Home);
        textbox.insert('x');
        prop_assert_eq!(textbox.text(), format!("x{text}"));
    }
}
