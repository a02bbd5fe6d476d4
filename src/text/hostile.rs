//! For tests: hostile texts, and the characters that must never be printed.
//!
//! The list repeats [`is_unsafe`](super::is_unsafe) on purpose: a mistake there
//! must not cause the same mistake in its tests.

use proptest::prelude::*;

const SEQUENCES: [&str; 16] = [
    "\u{1b}[31m",
    "\u{1b}[2J",
    "\u{9b}2J",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]52;c;cm0=\u{1b}\\",
    "\u{9d}8;;http://x\u{9c}",
    "\u{1b}P$q\u{1b}\\",
    "\u{8}\u{8}\u{7f}",
    "\r\n",
    "\u{85}",
    "\u{202e}",
    "\u{2066}\u{2069}",
    "\u{e0067}\u{e007f}",
    "\u{301}\u{302}\u{303}\u{304}\u{305}",
    "👩🏽\u{200d}💻",
    "\u{fff9}\u{fffa}\u{fffb}",
];

/// Characters with a special meaning, wide and invisible ones, one that joins
/// the next into its cluster, and parts of a Hangul syllable.
const ODD: &str = "=+-@'\",;\t\r\n\\ 佐ا\u{feff}\u{ad}\u{61c}\u{3164}\u{600}\u{1100}\u{1161}";

/// Any text, or one that is mostly hostile.
pub(crate) fn text() -> BoxedStrategy<String> {
    let character = prop_oneof![
        3 => any::<char>(),
        3 => (0_u32..0xa0).prop_map(|code| char::from_u32(code).unwrap_or(' ')),
        2 => (0x2000_u32..0x2070).prop_map(|code| char::from_u32(code).unwrap_or(' ')),
        1 => (0xe0000_u32..0xe0200).prop_map(|code| char::from_u32(code).unwrap_or(' ')),
        1 => (0x300_u32..0x370).prop_map(|code| char::from_u32(code).unwrap_or(' ')),
        2 => prop::sample::select(ODD.chars().collect::<Vec<_>>()),
    ];
    let fragment = prop_oneof![
        3 => character.prop_map(String::from),
        1 => prop::sample::select(&SEQUENCES[..]).prop_map(String::from),
        1 => "[a-z ]{1,6}",
    ];
    prop_oneof![
        any::<String>(),
        prop::collection::vec(fragment, 0..24).prop_map(|fragments| fragments.concat()),
    ]
    .boxed()
}

/// Whether a character could control a terminal, reorder a line or deceive the reader.
pub(crate) fn is_offending(c: char) -> bool {
    const LONE: [u32; 13] = [
        0xad, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x3164,
        0xfeff, 0xffa0,
    ];
    let code = u32::from(c);
    c.is_control()
        || LONE.contains(&code)
        || (0x202a..=0x202e).contains(&code)
        || (0x2060..=0x2069).contains(&code)
        || (0xfff9..=0xfffb).contains(&code)
        || (0xe0000..=0xe007f).contains(&code)
}
