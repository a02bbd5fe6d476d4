use proptest::prelude::*;

use super::*;
use crate::theme;

/// What the reads yield, in the notation of keys. An empty read is a silence.
fn inputs_of(reads: &[&[u8]]) -> Vec<String> {
    let mut parser = Parser::default();
    let inputs = reads.iter().flat_map(|read| take(&mut parser, read));
    inputs.map(|input| describe(&input)).collect()
}

/// Silence follows only where the thread waits for one.
fn take(parser: &mut Parser, read: &[u8]) -> Vec<Input> {
    match read {
        [] if parser.awaits().is_none() => Vec::new(),
        [] => parser.flush(),
        read => parser.feed(read),
    }
}

fn describe(input: &Input) -> String {
    match input {
        Input::Key(key) => key.to_string(),
        Input::Paste(text) => format!("paste {text:?}"),
        Input::Mouse(mouse) => format!("{:?} {} {}", mouse.kind, mouse.column, mouse.row),
        Input::Background(color) => format!("{color:?}"),
    }
}

const SILENCE: &[u8] = b"";

#[test]
fn keys_have_one_name_whatever_the_terminal_sends() {
    let table: &[(&str, &str)] = &[
        ("j", "j"),
        ("J", "J"),
        ("\u{e9}", "é"),
        ("佐", "佐"),
        ("\r", "enter"),
        ("\n", "ctrl-j"),
        ("\t", "tab"),
        ("\x7f", "backspace"),
        (" ", "space"),
        ("\x03", "ctrl-c"),
        ("\x1b[A", "up"),
        ("\x1bOA", "up"),
        ("\x1bOP", "f1"),
        ("\x1b[[A", "f1"),
        ("\x1b[15~", "f5"),
        ("\x1b[3~", "delete"),
        ("\x1b[5~", "pageup"),
        ("\x1b[Z", "shift-tab"),
        ("\x1b[1;5D", "ctrl-left"),
        ("\x1b[1;3B", "alt-down"),
        ("\x1b[1;2A", "shift-up"),
        ("\x1b[3;3~", "alt-delete"),
        ("\x1b[106;2u", "J"),
        ("\x1b[106;5u", "ctrl-j"),
        ("\x1bj", "alt-j"),
        ("\x1bJ", "alt-J"),
        ("\x1bé", "alt-é"),
        ("\x1b\r", "alt-enter"),
        ("\x1b\x7f", "alt-backspace"),
        ("\x1b/", "alt-/"),
        ("\x1b[<0;5;3M", "Down(Left) 4 2"),
        ("\x1b[<64;5;3M", "Scroll(Up) 4 2"),
        ("\x1b[M !!", "Down(Left) 0 0"),
    ];
    for (bytes, expected) in table {
        assert_eq!(inputs_of(&[bytes.as_bytes()]), [*expected], "{bytes:?} in one read");
        // A slow line delivers the bytes of a sequence one by one.
        let reads: Vec<&[u8]> = bytes.as_bytes().chunks(1).collect();
        assert_eq!(inputs_of(&reads), [*expected], "{bytes:?} byte by byte");
    }
}

#[test]
fn sequences_without_a_meaning_press_no_key() {
    let table: &[&str] = &[
        "\x1b[106;1:3u",
        "\x1b[I",
        "\x1b[?1;2c",
        "\x1b[?64;1;2x",
        "\x1b[>0;276;0c",
        "\x1b[12;40R",
        "\x1b[8;24;80t",
        "\x1b[201~",
        "\x1b[<0;0;0M",
        "\x1b[<0;+0;1M",
        "\x1b[32;0;0M",
        "\x1b[<0;5M",
        "\x1b[<0;5;70000m",
        "\x1bO5P",
        "\x1b]10;rgb:0/0/0\x07",
        "\x1b]11;blue\x1b\\",
        "\x1bP1+r524742=38\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
    ];
    for bytes in table {
        assert_eq!(inputs_of(&[bytes.as_bytes(), b"j"]), ["j"], "{bytes:?}");
    }
    let long = format!("\x1b[{}Aj", "1;".repeat(1000));
    assert_eq!(inputs_of(&[long.as_bytes()]), ["j"]);
    assert_eq!(inputs_of(&[b"\xff\xc3(\x80"]), ["("], "invalid UTF-8");
}

#[test]
fn an_unfinished_sequence_is_dropped_after_a_silence() {
    let table: &[(&[u8], &[&str])] = &[
        (b"\x1b", &["esc"]),
        (b"\x1b[", &["alt-["]),
        (b"\x1bO", &["alt-O"]),
        (b"\x1b]", &["alt-]"]),
        (b"\x1b[<", &[]),
        (b"\x1b[<0;5;", &[]),
        (b"\x1b[M", &[]),
        (b"\x1b[M !", &[]),
        (b"\x1b[[", &[]),
        (b"\x1b[1;5", &[]),
        (b"\xe4\xbd", &[]),
        (b"\x1b\xc3", &[]),
        (b"\x1b]11;rgb:ff", &[]),
        (b"\x1b]11;rgb:ff/ff/ff\x1b", &[]),
        (b"\x1bP1+r", &[]),
        (b"\x1b[200~", &[]),
        (b"\x1b[200~pasted", &["paste \"pasted\""]),
    ];
    for (bytes, expected) in table {
        for key in ["j", "ctrl-c", "esc", "up"] {
            let typed: &[u8] = match key {
                "ctrl-c" => b"\x03",
                "esc" => b"\x1b",
                "up" => b"\x1b[A",
                _ => b"j",
            };
            let inputs = inputs_of(&[bytes, SILENCE, typed, SILENCE]);
            assert_eq!(inputs, [*expected, &[key]].concat(), "{bytes:?}, {key}");
        }
    }
}

#[test]
fn ctrl_c_gets_through_inside_every_sequence() {
    let table: &[(&[u8], &[&str])] = &[
        (b"\x1b\x03", &["esc", "ctrl-c"]),
        (b"\x1b\x1b\x03", &["esc", "esc", "ctrl-c"]),
        (b"\x1b[\x03", &["ctrl-c"]),
        (b"\x1b[<0;5;\x03", &["ctrl-c"]),
        (b"\x1b[M\x03", &["ctrl-c"]),
        (b"\x1bO\x03", &["ctrl-c"]),
        (b"\x1b]11;\x03", &["ctrl-c"]),
        (b"\x1b]11;\x1b\x03", &["esc", "ctrl-c"]),
        (b"\x1bP\x03", &["ctrl-c"]),
        (b"\xe4\xbd\x03", &["ctrl-c"]),
        (b"\x1b[200~pasted\x03", &["ctrl-c"]),
    ];
    for (bytes, expected) in table {
        assert_eq!(inputs_of(&[bytes]), *expected, "{bytes:?}");
        let (last, before) = bytes.split_last().unwrap();
        assert_eq!(inputs_of(&[before, &[*last]]), *expected, "{bytes:?} in two reads");
    }
    let whole: &[u8] = b"\x1b[200~a\x03b\x1b[201~";
    assert_eq!(inputs_of(&[whole]), ["paste \"a\\u{3}b\""], "a paste may contain it");
}

#[test]
fn esc_before_another_sequence_is_a_key_of_its_own() {
    assert_eq!(inputs_of(&[b"\x1b\x1b[A"]), ["esc", "up"]);
    assert_eq!(inputs_of(&[b"\x1b[<0\x1b[A"]), ["up"]);
    assert_eq!(inputs_of(&[b"\x1b]11;\x1b[A"]), ["up"]);
}

#[test]
fn a_paste_is_one_text_with_normal_line_endings() {
    let text = inputs_of(&[b"\x1b[200~a\r\nb\rc", b"\nd\x1b[2", b"01~j"]);
    assert_eq!(text, ["paste \"a\\nb\\nc\\nd\"", "j"]);
    assert_eq!(inputs_of(&[b"\x1b[200~\x1b[A\x1b[201~"]), ["paste \"\\u{1b}[A\""]);
    assert_eq!(inputs_of(&[b"\x1b[200~\x1b[201~j"]), ["j"], "an empty paste");
}

#[test]
fn a_large_paste_is_read_whole() {
    let text = "0123456789é佐\r".repeat(80_000);
    let bytes = format!("\x1b[200~{text}\x1b[201~j");
    let mut parser = Parser::default();
    let inputs: Vec<Input> =
        bytes.as_bytes().chunks(4095).flat_map(|read| parser.feed(read)).collect();
    assert_eq!(inputs, [Input::Paste(text.replace('\r', "\n")), decode::sequence(b"j").unwrap()]);
}

#[test]
fn a_stalled_paste_goes_on_with_a_burst_or_its_end_and_not_with_a_key() {
    let burst = "x".repeat(BURST);
    let whole = format!("paste \"ab{burst}\"");
    let begin: &[u8] = b"\x1b[200~ab";
    assert_eq!(inputs_of(&[begin, SILENCE, burst.as_bytes(), b"\x1b[201~"]), [whole.as_str()]);
    assert_eq!(inputs_of(&[begin, SILENCE, b"c\x1b[201~j"]), ["paste \"abc\"", "j"]);
    assert_eq!(inputs_of(&[b"\x1b[200~ab\x1b[2", SILENCE, b"01~"]), ["paste \"ab\""]);
    assert_eq!(inputs_of(&[begin, SILENCE, b"d"]), ["paste \"ab\"", "d"]);
}

#[test]
fn a_stalled_response_goes_on_with_its_end_and_not_with_a_key() {
    let begin: &[u8] = b"\x1b]11;rgb:ff";
    for end in [b"/ff/ff\x1b\\" as &[u8], b"/ff/ff\x07"] {
        assert_eq!(inputs_of(&[begin, SILENCE, end, b"j"]), ["(255, 255, 255)", "j"]);
    }
    let split: [&[u8]; 3] = [b"\x1b]11;rgb:ff/ff/ff\x1b", SILENCE, b"\\"];
    assert_eq!(inputs_of(&split), ["(255, 255, 255)"]);
    assert_eq!(inputs_of(&[begin, SILENCE, b"/", b"f"]), ["/", "f"]);
}

#[test]
fn a_background_color_is_read_in_every_spelling() {
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

/// Bytes that begin, continue and end sequences, and arbitrary ones.
fn byte() -> impl Strategy<Value = u8> {
    let special = b"\x1b\x1b\x1b[[]OPM_<?;0125~ARMmu\\\x07\x03\r\xc3\xa9\xe4\xbd";
    prop_oneof![prop::sample::select(special.to_vec()), any::<u8>()]
}

fn reads() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(prop::collection::vec(byte(), 0..12), 0..12)
}

proptest! {
    #[test]
    fn no_bytes_block_what_is_typed_after_a_silence(reads in reads()) {
        let mut parser = Parser::default();
        for read in &reads {
            take(&mut parser, read);
        }
        take(&mut parser, SILENCE);
        prop_assert!(parser.awaits().is_none());
        let typed = parser.feed(b"j").last().map(describe);
        prop_assert_eq!(typed.as_deref(), Some("j"));
    }

    #[test]
    fn ctrl_c_gets_through_whatever_came_before(reads in reads()) {
        let mut parser = Parser::default();
        for read in &reads {
            take(&mut parser, read);
        }
        let typed = parser.feed(b"\x03").last().map(describe);
        prop_assert_eq!(typed.as_deref(), Some("ctrl-c"));
    }

    #[test]
    fn the_reads_that_bytes_arrive_in_do_not_matter(bytes in prop::collection::vec(byte(), 0..80), at in 0..80_usize) {
        // Ctrl-C inside a paste is a key only at the end of a read.
        let bytes: Vec<u8> = bytes.into_iter().filter(|byte| *byte != CTRL_C).collect();
        let (before, after) = bytes.split_at(at.min(bytes.len()));
        let (mut whole, mut split) = (Parser::default(), Parser::default());
        let expected = whole.feed(&bytes);
        prop_assert_eq!([split.feed(before), split.feed(after)].concat(), expected);
        prop_assert_eq!(whole.bytes, split.bytes);
    }

    #[test]
    fn no_parameters_of_a_sequence_are_read_as_keys(
        parameters in "[0-9;:<=>?]{0,20}",
        last in "[@-LN-Z\\\\-~]",
    ) {
        let bytes = format!("\x1b[{parameters}{last}");
        let mut parser = Parser::default();
        let inputs = parser.feed(bytes.as_bytes());
        prop_assert!(inputs.len() <= 1, "{:?}", inputs);
        prop_assert!(!inputs.contains(&decode::sequence(last.as_bytes()).unwrap()), "{:?}", inputs);
    }
}
