//! What a hurried user does: scripts of keys, and everything else that a terminal can send.

use rustix::process::Signal;

use crate::keys;
use crate::program::WIDE;
use crate::random::Random;
use crate::tokens::token;

pub(crate) enum Step {
    Bytes(Vec<u8>),
    /// Milliseconds.
    Pause(u64),
    /// Rows and columns.
    Resize(u16, u16),
    Signal(Signal),
}

/// Scripts by weight, in the notation of the tests. `{t}` is a new token, `{w}` a word, `{.}` a
/// pause. Esc is followed by a pause: a key right behind it would be Alt.
#[rustfmt::skip]
const SCRIPTS: &[(usize, &str)] = &[
    // Moving.
    (40, "j"), (20, "k"), (10, "jjjjjjjj"), (8, "<down>"), (6, "<up>"), (6, "<pgdn>"), (5, "<pgup>"),
    (5, "G"), (5, "gg"), (4, "<c-d>"), (4, "<c-u>"), (4, "h"), (4, "l"), (3, "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"),
    (6, "1"), (4, "2"), (10, "3"), (6, "4"), (5, "<tab>"), (3, "<s-tab>"), (12, "<enter>"), (12, "<esc>"),
    (6, "1j<enter>"), (6, "1G<enter>{.}3"), (5, "-"), (3, "gb"), (6, "<esc><esc><esc>"),
    // Triage.
    (8, "3a"), (6, "3w"), (6, "3d"), (6, "u"), (4, "<c-r>"), (4, "f"), (8, "i"), (6, "i{.}a"), (8, "i{.}adwadw"),
    (5, "i<enter>{.}ad{.}wu<c-r>"), (4, "iO{.}a"), (3, "iB{.}d"), (3, "i/{w}<enter>a<esc>"), (3, "uuu"), (2, "<c-r><c-r>"),
    (5, "3n{t}<enter>"), (4, "n{w} {t}<enter>"), (3, "t{w}<enter>"), (2, "t{w},{w}<tab><enter>"), (3, "Z3d<enter>"), (2, "Zmon<enter>"),
    (2, "x{w}<enter>"), (2, "x1"), (2, "x<tab><tab>0"), (3, "n{w}<esc>"),
    (3, "3   a<enter>"), (2, "3vjjjd<enter>"), (2, "3*w<esc><esc>"), (2, "3  n{t}<enter>"), (2, "3  t{w}<enter>"), (2, "3*f<enter>"),
    // Lists.
    (5, "/{w}<enter>"), (3, "/{w}<esc>"), (3, "3/stage:screen<enter>"), (2, "3/age>14d -stage:rejected<enter>"),
    (2, "3/verdict:none<tab><enter>"), (2, "1/count>50<enter>"), (2, "/{w}<c-u>{w}<c-w>{w}<enter>"), (4, "<c-l>"), (2, "@"),
    (2, "sn"), (2, "sa"), (2, "ss"), (2, "sc"), (2, "sd"), (2, "sr"), (2, "so"), (1, "sk"), (1, "sz"),
    // Editing.
    (6, "3et{t}<c-s>{.}<enter>{.}{.}<enter>"), (4, "et<c-u>{t}<enter>{.}<enter>{.}<enter>"), (3, "et{t}<esc><enter>"), (2, "et{t}<esc>d"),
    (3, "3ee<down><down>{t}<tab>{w}<c-s>{.}<enter>{.}{.}<enter>"), (2, "em<a-n>{t}@x.example<c-s>{.}<enter>{.}<enter>"),
    (2, "ep<a-n>+49 30 12345<a-k><c-s>{.}<enter>{.}<enter>"), (2, "ec{w}<a-u><a-r><a-o>{t}<c-s>{.}<enter>"), (1, "ea{w}<a-enter>{t}<c-s>{.}<enter>"),
    (1, "en<a-l>{t}<c-s>{.}<enter>{.}tm<enter>"), (2, "ee<f1><esc><esc><enter>"), (1, "ee<a-q>d"), (1, "E"), (1, "ee<a-e>"),
    (2, "t"), (2, "m"), (2, "r<enter>"), (2, "U"), (2, "U<enter>"), (2, "ge"), (2, "ge<enter>"), (1, "ged"), (3, "<c-s>"),
    (4, "c{t}<tab>{w}<c-s>{.}<enter>{.}{.}<enter>"), (2, "c{t} {w}<enter>{w}<c-s>{.}<enter>{.}<enter><enter>"), (2, "c{t}<esc><enter>"), (1, "c<esc>"),
    (2, "3J{w}<enter>"), (2, "3  J<enter><enter>"), (1, "A"), (1, "Ap"), (1, "Ax"), (1, "Ar"),
    // Dialogs and other screens.
    (4, "?"), (3, "?jjG<esc>"), (2, "?q"), (2, "<f1>"), (3, "\\"), (2, "\\jjjj<esc>"), (4, "!"), (2, "!jj<enter>"), (2, "!x"), (3, "b"), (3, "bhjlk"),
    (3, "z"), (3, "F"), (3, "3  ="), (2, "=lh"), (4, "D"), (2, "D<enter>"), (3, "T"), (2, "Ty"), (2, "Tx<esc>"), (2, "gn"), (1, "gm"), (1, "gmgm"), (1, "P<esc>"),
    (3, "<c-p>{w}<esc>"), (2, "<c-p>engineer<enter>"), (2, "<c-p>analyst<enter>"), (2, ":inbox<enter>"), (2, ":board<enter>"), (2, ":funnel<enter>"), (2, ":refresh<enter>"),
    (2, "y"), (1, "Y"), (1, "W<esc>"), (1, "o"), (1, "gs{w}<esc>"),
    (10, "R"), (4, "<f5>"), (2, "RRRR"), (1, "<c-z>"), (4, "<esc><enter>"), (2, "<enter><enter>"),
    (3, "{.}{.}{.}{.}"),
];

const WORDS: &[&str] = &[
    "eng", "zoe", "manager", "berlin", "rust", "an", "o", "é", "佐", "xyzzy", "senior", "data",
    "head of", "e", "ni",
];

/// The steps of a random act.
pub(crate) fn act(random: &mut Random, next_token: &mut usize) -> Vec<Step> {
    match random.below(100) {
        0..=2 => resize(random),
        3..=7 => mouse(random),
        8 | 9 => paste(random, next_token),
        10 => junk(random),
        11 => partial(random),
        12 => vec![Step::Signal(Signal::TSTP), Step::Pause(20), Step::Signal(Signal::CONT)],
        13 => vec![Step::Bytes(b"\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\".to_vec())],
        _ => script(random.pick_weighted(SCRIPTS), random, next_token),
    }
}

fn script(script: &str, random: &mut Random, next_token: &mut usize) -> Vec<Step> {
    let mut text = script.to_owned();
    while text.contains("{w}") {
        text = text.replacen("{w}", random.pick(WORDS), 1);
    }
    while text.contains("{t}") {
        *next_token += 1;
        text = text.replacen("{t}", &token(*next_token), 1);
    }
    typed(&text)
}

/// The steps that type a script.
pub(crate) fn typed(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for part in text.split("{.}") {
        for (index, keys) in part.split("<esc>").enumerate() {
            if index > 0 {
                steps.push(Step::Bytes(b"\x1b".to_vec()));
                steps.push(Step::Pause(60));
            }
            if !keys.is_empty() {
                steps.push(Step::Bytes(keys::bytes(&keys.replace("<a-enter>", "\x1b\r"))));
            }
        }
        steps.push(Step::Pause(250));
    }
    // The pause behind the last part is the caller's.
    steps.pop();
    steps
}

fn resize(random: &mut Random) -> Vec<Step> {
    const SIZES: [(u16, u16); 9] =
        [(24, 80), (10, 40), (30, 100), (60, 220), (1, 1), (5, 30), (200, 500), (2, 300), (100, 3)];
    let (mut steps, times) = (Vec::new(), random.below(4) + 1);
    for _ in 0..times {
        let (rows, columns) = random.pick(&SIZES);
        steps.push(Step::Resize(rows, columns));
        steps.push(Step::Pause(u64::try_from(random.below(300)).unwrap_or(0)));
        if random.is_in(50) {
            steps.extend(script("jk<enter>", random, &mut 0));
        }
    }
    if random.is_in(70) {
        steps.push(Step::Resize(WIDE.0, WIDE.1));
    }
    steps
}

fn mouse(random: &mut Random) -> Vec<Step> {
    let (row, column) = (random.below(45) + 1, random.below(150) + 1);
    let report = |button: usize, end: char| format!("\x1b[<{button};{column};{row}{end}");
    let text = match random.below(6) {
        0 => report(64, 'M').repeat(random.below(20) + 1),
        1 => report(65, 'M').repeat(random.below(20) + 1),
        2 => [report(0, 'M'), report(0, 'm'), report(0, 'M'), report(0, 'm')].concat(),
        3 => [report(2, 'M'), report(2, 'm')].concat(),
        // Drags, and a release without a press.
        4 => [report(0, 'M'), report(32, 'M'), report(0, 'm'), report(1, 'm')].concat(),
        _ => [report(0, 'M'), report(0, 'm')].concat(),
    };
    vec![Step::Bytes(text.into_bytes())]
}

fn paste(random: &mut Random, next_token: &mut usize) -> Vec<Step> {
    *next_token += 1;
    let text = match random.below(5) {
        0 => token(*next_token),
        1 => format!("{}\r\nline two\nand three\ttab", token(*next_token)),
        2 => "long ".repeat(20_000),
        3 => "\x1b[2J\x07\u{202e}\0{hostile}\u{9b}31m".to_owned(),
        _ => String::new(),
    };
    let mut steps = match random.below(3) {
        0 => script("3et", random, next_token),
        1 => script("/", random, next_token),
        _ => Vec::new(),
    };
    steps.push(Step::Bytes(format!("\x1b[200~{text}\x1b[201~").into_bytes()));
    steps
}

fn junk(random: &mut Random) -> Vec<Step> {
    const JUNK: [&[u8]; 7] = [
        b"\xff\xfe\xc3",
        b"\0\0",
        b"\x1b[99;99~",
        b"\x1b[1;9Z",
        b"\x1b[?1;2c",
        b"\x1b[24;80R",
        b"\x1bO\x1b[200",
    ];
    // Each ends in a way that a terminal could have meant.
    let bytes = [random.pick(&JUNK[..6]), b" ".as_slice()].concat();
    vec![Step::Bytes(bytes), Step::Pause(60)]
}

fn partial(random: &mut Random) -> Vec<Step> {
    const PARTIAL: [&[u8]; 6] =
        [b"\x1b[<0;10", b"\x1b[", b"\x1b[1;", b"\x1b]11;rgb:", b"\x1b[200~never ends", b"\xf0\x9f"];
    vec![Step::Bytes(random.pick(&PARTIAL).to_vec()), Step::Pause(300)]
}
