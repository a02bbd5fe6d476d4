//! The notation of keys in tests: letters as they are, other keys by name:
//! `<enter> <esc> <tab> <s-tab> <up> <f5> <c-x>` (Ctrl) `<a-x>` (Alt) `<lt>`.

const NAMED: &[(&str, &str)] = &[
    ("enter", "\r"),
    ("esc", "\x1b"),
    ("tab", "\t"),
    ("s-tab", "\x1b[Z"),
    ("space", " "),
    ("bs", "\x7f"),
    ("lt", "<"),
    ("up", "\x1b[A"),
    ("down", "\x1b[B"),
    ("right", "\x1b[C"),
    ("left", "\x1b[D"),
    ("home", "\x1b[H"),
    ("end", "\x1b[F"),
    ("ins", "\x1b[2~"),
    ("del", "\x1b[3~"),
    ("pgup", "\x1b[5~"),
    ("pgdn", "\x1b[6~"),
    ("f1", "\x1bOP"),
    ("f2", "\x1bOQ"),
    ("f3", "\x1bOR"),
    ("f4", "\x1bOS"),
    ("f5", "\x1b[15~"),
    ("c-right", "\x1b[1;5C"),
    ("a-up", "\x1b[1;3A"),
    ("a-down", "\x1b[1;3B"),
];

/// The bytes that a terminal sends for keys. Esc must come last: a byte right behind it would turn
/// it into Alt, so a test must wait for its effect first.
pub(crate) fn bytes(keys: &str) -> Vec<u8> {
    let mut bytes = String::new();
    let mut rest = keys.chars();
    while let Some(letter) = rest.next() {
        let named = rest.as_str().split_once('>').filter(|_| letter == '<');
        let Some((name, after)) = named else {
            bytes.push(letter);
            continue;
        };
        assert!(name != "esc" || after.is_empty(), "{keys}: wait after <esc>");
        bytes.push_str(&key(name).unwrap_or_else(|| panic!("unknown key <{name}>")));
        rest = after.chars();
    }
    bytes.into_bytes()
}

fn key(name: &str) -> Option<String> {
    if let Some((_, bytes)) = NAMED.iter().find(|(known, _)| *known == name) {
        return Some((*bytes).to_owned());
    }
    let (kind, letter) = name.split_once('-')?;
    let mut letters = letter.chars();
    let (letter, None) = (letters.next()?, letters.next()) else { return None };
    match kind {
        "a" => Some(format!("\x1b{letter}")),
        "c" => Some(char::from(u8::try_from(letter).ok()? & 31).to_string()),
        _ => None,
    }
}

#[test]
fn keys_become_the_bytes_of_a_terminal() {
    let table: &[(&str, &[u8])] = &[
        ("jé", "jé".as_bytes()),
        ("a<enter>b", b"a\rb"),
        ("<c-x><a-x><lt>", b"\x18\x1bx<"),
        ("gg<esc>", b"gg\x1b"),
        ("1 < 2", b"1 < 2"),
    ];
    for (keys, expected) in table {
        assert_eq!(bytes(keys), *expected, "{keys}");
    }
}
