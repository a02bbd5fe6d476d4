use proptest::prelude::*;

use super::*;
use crate::text::hostile;

const KINDS: [InputKind; 3] = [InputKind::Line, InputKind::Field, InputKind::Prose];

/// An input with its cursor at the `|` of the text.
fn input_at(text: &str, kind: InputKind) -> TextInput {
    let (head, tail) = text.split_once('|').unwrap();
    let mut input = TextInput::new(&format!("{head}{tail}"), kind);
    input.set_cursor(head.len());
    input
}

/// The text with `|` at the cursor and brackets around the selection.
fn marked_text(input: &TextInput) -> String {
    let text = input.text();
    let mut marked = String::new();
    let selection = input.selection().unwrap_or(0..0);
    for (at, letter) in
        text.char_indices().map(|(at, letter)| (at, Some(letter))).chain([(text.len(), None)])
    {
        if at == selection.end && !selection.is_empty() {
            marked.push(']');
        }
        if at == input.cursor() {
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
        let mut input = input_at(before, InputKind::Prose);
        input.edit(edit);
        assert_eq!(marked_text(&input), after, "{before} {edit:?}");
    }
    let mut line = input_at("one\ntw|o", InputKind::Field);
    line.edit(Home);
    assert_eq!(
        marked_text(&line),
        "|one\ntwo",
        "in a field, home goes to the start of the whole text"
    );
}

#[test]
fn a_selection_is_dropped_by_moving_and_replaced_by_typing() {
    let selected = || {
        let mut input = input_at("Ada |Lovelace King", InputKind::Field);
        input.select(TextEdit::WordRight);
        input.select(TextEdit::Left);
        input
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
        let mut input = selected();
        input.edit(edit);
        assert_eq!(marked_text(&input), after, "{edit:?}");
    }
    let mut input = selected();
    assert!(input.insert('é'));
    assert_eq!(marked_text(&input), "Ada é| King");
    let mut input = selected();
    assert_eq!(input.cut().as_deref(), Some("Lovelace"));
    assert_eq!((marked_text(&input).as_str(), input.cut()), ("Ada | King", None));
    input.select_all();
    assert!(input.paste("佐藤"));
    assert_eq!(marked_text(&input), "佐藤|");
    input.select(TextEdit::Left);
    input.select(TextEdit::Right);
    assert_eq!(marked_text(&input), "佐藤|", "moving back empties the selection");
}

#[test]
fn a_paste_drops_control_characters() {
    let hidden = "a\u{200b}b\u{a0}\u{202e}";
    for (pasted, wanted) in [
        ("one\r\ntwo\rthree\n", ["one  two three", "one two three", "one\ntwo\nthree\n"]),
        ("a\t\n\nb", ["a   b", "a b", "a\t\n\nb"]),
        ("\u{1b}[31mred\u{7}\u{0}\u{9b}", [" [31mred   ", "[31mred", "[31mred"]),
        (hidden, [hidden; 3]),
    ] {
        for (kind, wanted) in KINDS.into_iter().zip(wanted) {
            let mut input = TextInput::new("", kind);
            assert!(input.paste(pasted));
            assert_eq!(input.text(), wanted, "{pasted:?}");
        }
    }
    let mut input = input_at("|x", InputKind::Field);
    input.select_all();
    assert!(input.insert('\n') && input.insert('\u{1b}') && input.paste("\u{7}"));
    assert_eq!(marked_text(&input), "[x]|", "ignored characters keep the selection");
}

#[test]
fn a_text_that_does_not_fit_is_rejected_whole() {
    let mut input = TextInput::new(&"é".repeat(MAX_FIELD_CHARS - 2), InputKind::Field);
    let full = input.text().to_owned();
    assert!(!input.paste("abc"));
    assert_eq!(input.text(), full);
    assert!(input.paste("ab") && !input.insert('c'));
    input.select(TextEdit::Left);
    assert!(input.insert('c'), "replacing the selection makes room");
    let mut long = TextInput::new(&"é".repeat(MAX_FIELD_CHARS + 2), InputKind::Field);
    assert!(!long.insert('a'));
    long.edit(TextEdit::Erase);
    assert_eq!(
        long.text().chars().count(),
        MAX_FIELD_CHARS + 1,
        "a value over the limit can be shortened"
    );
}

#[test]
fn a_combining_mark_joins_the_letter_typed_before_it() {
    let mut input = input_at("|\u{301}b", InputKind::Field);
    input.insert('e');
    assert_eq!(marked_text(&input), "e\u{301}|b");
}

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

fn apply(input: &mut TextInput, operation: &TextOperation) {
    match operation {
        TextOperation::Edit(edit) => input.edit(*edit),
        TextOperation::Select(edit) => input.select(*edit),
        TextOperation::Insert(letter) => assert!(input.insert(*letter)),
        TextOperation::Paste(text) => assert!(input.paste(text)),
        TextOperation::SetCursor(at) => input.set_cursor(*at),
        TextOperation::SelectAll => input.select_all(),
        TextOperation::Cut => drop(input.cut()),
    }
}

/// The text after an operation, computed from the state before it.
fn expected_text(before: &TextInput, operation: &TextOperation) -> String {
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
            let mut alone = TextInput::new("", before.kind());
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
        kind in prop::sample::select(KINDS.to_vec()),
        operations in prop::collection::vec(operation(), 0..24),
    ) {
        let mut input = TextInput::new(&text, kind);
        for operation in operations {
            let wanted = expected_text(&input, &operation);
            apply(&mut input, &operation);
            prop_assert_eq!(input.text(), wanted, "{:?}", operation);
            let is_edge = |at: usize| grapheme_start(input.text(), at) == at;
            prop_assert!(is_edge(input.cursor()), "{:?}", operation);
            if let Some(selection) = input.selection() {
                prop_assert!(is_edge(selection.start) && is_edge(selection.end), "{:?}", operation);
                prop_assert!(selection.end <= input.text().len());
            }
        }
    }

    #[test]
    fn existing_text_stays_unchanged(text in hostile::text(), steps in 0_usize..9) {
        let mut input = TextInput::new(&text, InputKind::Field);
        for _ in 0..steps {
            input.select(TextEdit::Left);
        }
        input.edit(TextEdit::Home);
        input.insert('x');
        prop_assert_eq!(input.text(), format!("x{text}"));
    }
}
