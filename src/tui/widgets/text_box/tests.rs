//! A text under the fingers.

use proptest::prelude::*;

use super::*;
use crate::text::hostile;

/// A box with the cursor where the text says `|`.
fn text_box_at(text: &str, is_prose: bool) -> TextBox {
    let (head, tail) = text.split_once('|').unwrap();
    let mut textbox = TextBox::new(&format!("{head}{tail}"), is_prose);
    textbox.set_cursor(head.len());
    textbox
}

/// The text with `|` at the cursor and brackets round what is selected.
fn marked_text(textbox: &TextBox) -> String {
    let text = textbox.text();
    let mut marked = String::new();
    let selection = textbox.selection().unwrap_or(0..0);
    for (at, letter) in
        text.char_indices().map(|(at, letter)| (at, Some(letter))).chain([(text.len(), None)])
    {
        if at == selection.end && !selection.is_empty() {
            marked.push(']');
        }
        if at == textbox.cursor() {
            marked.push('|');
        }
        if at == selection.start && !selection.is_empty() {
            marked.push('[');
        }
        marked.extend(letter);
    }
    marked
}

#[test]
fn edits_move_and_erase_whole_letters_and_words() {
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
        let mut textbox = text_box_at(before, true);
        textbox.edit(edit);
        assert_eq!(marked_text(&textbox), after, "{before} {edit:?}");
    }
    let mut line = text_box_at("one\ntw|o", false);
    line.edit(Home);
    assert_eq!(
        marked_text(&line),
        "|one\ntwo",
        "a single line has one beginning, whatever came in it"
    );
}

#[test]
fn a_selection_is_dropped_by_moving_and_replaced_by_typing() {
    let selected = || {
        let mut textbox = text_box_at("Ada |Lovelace King", false);
        textbox.select(TextEdit::WordRight);
        textbox.select(TextEdit::Left);
        textbox
    };
    assert_eq!(marked_text(&selected()), "Ada [Lovelace]| King");
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
        assert_eq!(marked_text(&textbox), after, "{edit:?}");
    }
    let mut textbox = selected();
    assert!(textbox.insert('é'));
    assert_eq!(marked_text(&textbox), "Ada é| King");
    let mut textbox = selected();
    assert_eq!(textbox.cut().as_deref(), Some("Lovelace"));
    assert_eq!((marked_text(&textbox).as_str(), textbox.cut()), ("Ada | King", None));
    textbox.select_all();
    assert!(textbox.paste("佐藤"));
    assert_eq!(marked_text(&textbox), "佐藤|");
    textbox.select(TextEdit::Left);
    textbox.select(TextEdit::Right);
    assert_eq!(marked_text(&textbox), "佐藤|", "what was left again is not selected");
}

#[test]
fn a_paste_drops_control_characters() {
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
    let mut textbox = text_box_at("|x", false);
    textbox.select_all();
    assert!(textbox.insert('\n') && textbox.insert('\u{1b}') && textbox.paste("\u{7}"));
    assert_eq!(marked_text(&textbox), "[x]|", "nothing came, so nothing goes");
}

#[test]
fn a_text_that_does_not_fit_is_rejected_whole() {
    let mut textbox = TextBox::new(&"é".repeat(MAX_CHARS - 2), false);
    let full = textbox.text().to_owned();
    assert!(!textbox.paste("abc"));
    assert_eq!(textbox.text(), full);
    assert!(textbox.paste("ab") && !textbox.insert('c'));
    textbox.select(TextEdit::Left);
    assert!(textbox.insert('c'), "what is selected makes room");
    let mut long = TextBox::new(&"é".repeat(MAX_CHARS + 2), false);
    assert!(!long.insert('a'));
    long.edit(TextEdit::Erase);
    assert_eq!(long.text().chars().count(), MAX_CHARS + 1, "what came longer can be shortened");
}

#[test]
fn a_combining_mark_joins_the_letter_typed_before_it() {
    let mut textbox = text_box_at("|\u{301}b", false);
    textbox.insert('e');
    assert_eq!(marked_text(&textbox), "e\u{301}|b");
}

/// What is done to a box, and to what it is held against.
#[derive(Debug, Clone)]
enum TextOperation {
    Edit(TextEdit),
    Select(TextEdit),
    Insert(char),
    Paste(String),
    SetCursor(usize),
    SelectAll,
    Cut,
}

fn operation() -> impl Strategy<Value = TextOperation> {
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
        4 => edit().prop_map(TextOperation::Edit),
        3 => edit().prop_map(TextOperation::Select),
        2 => any::<char>().prop_map(TextOperation::Insert),
        2 => hostile::text().prop_map(TextOperation::Paste),
        1 => (0_usize..60).prop_map(TextOperation::SetCursor),
        1 => Just(TextOperation::SelectAll),
        1 => Just(TextOperation::Cut),
    ]
}

fn apply(textbox: &mut TextBox, operation: &TextOperation) {
    match operation {
        TextOperation::Edit(edit) => textbox.edit(*edit),
        TextOperation::Select(edit) => textbox.select(*edit),
        TextOperation::Insert(letter) => assert!(textbox.insert(*letter)),
        TextOperation::Paste(text) => assert!(textbox.paste(text)),
        TextOperation::SetCursor(at) => textbox.set_cursor(*at),
        TextOperation::SelectAll => textbox.select_all(),
        TextOperation::Cut => drop(textbox.cut()),
    }
}

/// What the text must be afterwards, reckoned from what it was before.
fn expected_text(before: &TextBox, operation: &TextOperation) -> String {
    let text = before.text();
    let at = before.cursor()..before.cursor();
    let selection = before.selection();
    let replaced = selection.clone().unwrap_or(at);
    let (head, tail) = (text.split_at(replaced.start).0, text.split_at(replaced.end).1);
    let with = |put: &str| format!("{head}{put}{tail}");
    let line = |head: &str| head.rfind('\n').filter(|_| before.is_prose()).map_or(0, |at| at + 1);
    match operation {
        TextOperation::Insert(letter)
            if letter.is_control() && !(*letter == '\n' && before.is_prose()) =>
        {
            text.to_owned()
        }
        TextOperation::Insert(letter) => with(&letter.to_string()),
        TextOperation::Paste(pasted) => {
            let mut alone = TextBox::new("", before.is_prose());
            alone.paste(pasted);
            if alone.text().is_empty() { text.to_owned() } else { with(alone.text()) }
        }
        TextOperation::Cut => with(""),
        TextOperation::Edit(edit) | TextOperation::Select(edit) => {
            let join = |head: &str, tail: &str| format!("{head}{tail}");
            match (edit, selection) {
                (
                    TextEdit::Erase | TextEdit::Delete | TextEdit::EraseWord | TextEdit::EraseAll,
                    Some(_),
                ) => with(""),
                (TextEdit::Erase, None) => {
                    join(head.split_at(prev_grapheme(head, head.len())).0, tail)
                }
                (TextEdit::Delete, None) => join(head, tail.split_at(next_grapheme(tail, 0)).1),
                (TextEdit::EraseWord, None) => {
                    join(head.split_at(prev_word(text, head.len())).0, tail)
                }
                (TextEdit::EraseAll, None) => join(head.split_at(line(head)).0, tail),
                _ => text.to_owned(),
            }
        }
        TextOperation::SetCursor(_) | TextOperation::SelectAll => text.to_owned(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_operations_give_the_expected_text_and_split_no_letter(
        text in hostile::text(),
        is_prose in any::<bool>(),
        operations in prop::collection::vec(operation(), 0..24),
    ) {
        let mut textbox = TextBox::new(&text, is_prose);
        for operation in operations {
            let wanted = expected_text(&textbox, &operation);
            apply(&mut textbox, &operation);
            prop_assert_eq!(textbox.text(), wanted, "{:?}", operation);
            let is_edge = |at: usize| grapheme_start(textbox.text(), at) == at;
            prop_assert!(is_edge(textbox.cursor()), "{:?}", operation);
            if let Some(selection) = textbox.selection() {
                prop_assert!(is_edge(selection.start) && is_edge(selection.end), "{:?}", operation);
                prop_assert!(selection.end <= textbox.text().len());
            }
        }
    }

    #[test]
    fn existing_text_stays_unchanged(text in hostile::text(), steps in 0_usize..9) {
        let mut textbox = TextBox::new(&text, false);
        for _ in 0..steps {
            textbox.select(TextEdit::Left);
        }
        textbox.edit(TextEdit::Home);
        textbox.insert('x');
        prop_assert_eq!(textbox.text(), format!("x{text}"));
    }
}
