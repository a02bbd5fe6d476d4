use proptest::prelude::*;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::Span;

use super::contrast::{contrast, fixed};
use super::*;

const COLOURED: [Name; 3] = [Name::Dark, Name::Light, Name::Contrast];

/// The grounds that a theme meets where it does not paint its own.
fn grounds(name: Name) -> [Rgb; 2] {
    match name {
        Name::Dark => [(0, 0, 0), (0x1e, 0x1e, 0x1e)],
        Name::Light => [(0xff, 0xff, 0xff), (0xfd, 0xf6, 0xe3)],
        _ => [(0, 0, 0), (0, 0, 0)],
    }
}

fn rgb(colour: Option<Color>) -> Option<Rgb> {
    match colour {
        Some(Color::Indexed(colour)) => Some(fixed(colour).expect("a colour of known value")),
        None => None,
        Some(other) => panic!("{other} differs from terminal to terminal"),
    }
}

/// The least contrast of a style on any of these grounds.
fn least(style: Style, grounds: &[Rgb]) -> f64 {
    let ink = rgb(style.fg).expect("a colour of its own");
    let own = rgb(style.bg);
    grounds.iter().map(|ground| contrast(ink, own.unwrap_or(*ground))).fold(f64::MAX, f64::min)
}

/// Those that are laid over what is there, and have no letters of their own.
fn is_laid_over(role: Role) -> bool {
    matches!(role, Role::Selected | Role::SelectedUnfocused)
}

#[test]
fn every_role_can_be_read_on_every_ground_its_theme_is_made_for() {
    for name in COLOURED {
        for role in Role::ALL.iter().copied().filter(|role| !is_laid_over(*role)) {
            let found = least(Theme::new(name).style(role), &grounds(name));
            assert!(found >= 4.5, "{name:?} {role:?}: {found:.2}");
        }
    }
}

#[test]
fn every_role_can_be_read_under_the_selection() {
    for name in COLOURED {
        let theme = Theme::new(name);
        for selection in [Role::Selected, Role::SelectedUnfocused] {
            for role in Role::ALL.iter().copied().filter(|role| !is_laid_over(*role)) {
                let found = least(theme.style(role).patch(theme.style(selection)), &[]);
                assert!(found >= 4.5, "{name:?} {role:?} under {selection:?}: {found:.2}");
            }
        }
    }
}

#[test]
fn the_theme_of_high_contrast_has_more_of_it() {
    for role in Role::ALL.iter().copied().filter(|role| !is_laid_over(*role)) {
        let found = least(Theme::new(Name::Contrast).style(role), &grounds(Name::Contrast));
        assert!(found >= 9.0, "{role:?}: {found:.2}");
    }
}

#[test]
fn what_tells_a_state_has_an_attribute_in_every_theme() {
    use Role::{BorderFocused, Changed, Error, Marked, Match, Selected, Warning};
    for name in Name::ALL {
        for role in [Selected, Marked, Error, BorderFocused, Match, Changed, Warning] {
            let attributes = Theme::new(name).style(role).add_modifier;
            assert_ne!(attributes, Modifier::empty(), "{name:?} {role:?}");
        }
    }
}

#[test]
fn without_colours_the_attributes_still_tell_apart_what_differs() {
    use Role::{
        Banner, Border, BorderFocused, Changed, Error, Good, Input, Marked, Match, Notice,
        Selected, SelectedUnfocused, StageInterview, StageRejection, Text, Warning,
    };
    let pairs = [
        (Selected, SelectedUnfocused),
        (Selected, Text),
        (SelectedUnfocused, Text),
        (Selected, Marked),
        (Border, BorderFocused),
        (Marked, Text),
        (Match, Text),
        (Changed, Text),
        (Error, Notice),
        (Error, Warning),
        (Error, Good),
        (Warning, Good),
        (Banner, Text),
        (Input, Text),
        (StageInterview, StageRejection),
    ];
    let plain = Theme::new(Name::Plain);
    for (one, other) in pairs {
        assert_ne!(plain.style(one), plain.style(other), "{one:?} and {other:?}");
    }
}

#[test]
fn plain_names_no_colour_at_all() {
    for theme in [Theme::new(Name::Plain), Theme::new(Name::Plain).painted()] {
        for role in Role::ALL {
            let style = theme.style(*role);
            let colours = (style.fg, style.bg, style.underline_color);
            assert_eq!(colours, (Some(Color::Reset), Some(Color::Reset), None), "{role:?}");
        }
    }
}

#[test]
fn sixteen_names_only_colours_that_show_on_both_grounds() {
    for theme in [Theme::new(Name::Sixteen), Theme::new(Name::Sixteen).painted()] {
        for role in Role::ALL {
            let style = theme.style(*role);
            assert!(matches!(style.bg, None | Some(Color::Reset)), "{role:?}");
            let known = [Color::Reset, Color::Red, Color::Green, Color::Magenta, Color::Cyan];
            assert!(style.fg.is_none_or(|ink| known.contains(&ink)), "{role:?}");
        }
    }
}

fn terminal(term: &str, colorterm: &str) -> Environment {
    let said = |value: &str| Some(value.to_owned()).filter(|value| !value.is_empty());
    Environment { term: said(term), colorterm: said(colorterm), ..Environment::default() }
}

#[test]
fn the_theme_follows_the_terminal() {
    const WHITE: Option<Rgb> = Some((255, 255, 255));
    const BLACK: Option<Rgb> = Some((0, 0, 0));
    let rich = terminal("xterm-256color", "");
    let hinted =
        |colours: &str| Environment { colorfgbg: Some(colours.to_owned()), ..rich.clone() };
    let mute = |environment: &Environment| Environment { no_color: true, ..environment.clone() };
    let named = Choice::Named;
    let own = Theme::new;
    let painted = |name| Theme::new(name).painted();
    let cases = [
        (Choice::Auto, rich.clone(), BLACK, own(Name::Dark)),
        (Choice::Auto, rich.clone(), WHITE, own(Name::Light)),
        (Choice::Auto, rich.clone(), None, painted(Name::Dark)),
        (Choice::Auto, rich.clone(), Some((0x28, 0x2a, 0x36)), own(Name::Dark)),
        (Choice::Auto, rich.clone(), Some((0xfd, 0xf6, 0xe3)), own(Name::Light)),
        (Choice::Auto, rich.clone(), Some((0x60, 0x60, 0x60)), painted(Name::Dark)),
        (Choice::Auto, hinted("0;15"), None, painted(Name::Light)),
        (Choice::Auto, hinted("0;default;7"), None, painted(Name::Light)),
        (Choice::Auto, hinted("15;0"), None, painted(Name::Dark)),
        (Choice::Auto, hinted("15;default"), None, painted(Name::Dark)),
        (Choice::Auto, hinted("15;0"), WHITE, own(Name::Light)),
        (Choice::Auto, terminal("xterm", "truecolor"), BLACK, own(Name::Dark)),
        (Choice::Auto, terminal("xterm-kitty", ""), BLACK, own(Name::Dark)),
        (Choice::Auto, terminal("xterm", ""), BLACK, own(Name::Sixteen)),
        (Choice::Auto, terminal("linux", ""), None, own(Name::Sixteen)),
        (Choice::Auto, Environment::default(), None, own(Name::Sixteen)),
        (Choice::Auto, terminal("dumb", "truecolor"), BLACK, own(Name::Plain)),
        (Choice::Auto, mute(&rich), WHITE, own(Name::Plain)),
        (named(Name::Contrast), mute(&rich), WHITE, own(Name::Plain)),
        (named(Name::Light), rich.clone(), WHITE, own(Name::Light)),
        (named(Name::Light), rich.clone(), BLACK, painted(Name::Light)),
        (named(Name::Dark), rich.clone(), WHITE, painted(Name::Dark)),
        (named(Name::Dark), terminal("xterm", ""), BLACK, own(Name::Dark)),
        (named(Name::Contrast), rich.clone(), WHITE, own(Name::Contrast)),
        (named(Name::Sixteen), rich, WHITE, own(Name::Sixteen)),
    ];
    for (choice, environment, ground, theme) in cases {
        let found = choose(choice, &environment, ground);
        assert_eq!(found, theme, "{choice:?} {environment:?} {ground:?}");
    }
}

#[test]
fn the_signs_follow_the_terminal() {
    let speaks = |locale: &str| Environment {
        locale: Some(locale.to_owned()),
        ..terminal("xterm-256color", "")
    };
    let (unicode, ascii) = (Symbols::unicode(), Symbols::ascii());
    let cases = [
        (SymbolChoice::Auto, speaks("is_IS.UTF-8"), unicode),
        (SymbolChoice::Auto, speaks("C.utf8"), unicode),
        (SymbolChoice::Auto, speaks("de_DE.UTF-8@euro"), unicode),
        (SymbolChoice::Auto, speaks("de_DE.ISO-8859-1"), ascii),
        (SymbolChoice::Auto, speaks("POSIX"), ascii),
        (SymbolChoice::Auto, speaks("C"), ascii),
        (SymbolChoice::Auto, terminal("xterm", ""), unicode),
        (SymbolChoice::Auto, terminal("linux", ""), ascii),
        (SymbolChoice::Auto, terminal("dumb", ""), ascii),
        (SymbolChoice::Unicode, terminal("linux", ""), unicode),
        (SymbolChoice::Ascii, speaks("is_IS.UTF-8"), ascii),
    ];
    for (choice, environment, set) in cases {
        assert_eq!(symbols(choice, &environment), set, "{choice:?} {environment:?}");
    }
}

#[test]
fn the_terminals_answer_about_its_ground_is_read() {
    let cases = [
        ("rgb:ffff/ffff/ffff", Some((255, 255, 255))),
        ("rgb:1e1e/1e1e/1e1e", Some((30, 30, 30))),
        ("rgb:fd/f6/e3", Some((253, 246, 227))),
        ("rgb:f/8/0", Some((255, 136, 0))),
        ("rgb:fff/800/000", Some((255, 128, 0))),
        ("rgba:0000/2b2b/3636/ffff", Some((0, 43, 54))),
        ("#fdf6e3", Some((253, 246, 227))),
        ("#fdf6e", None),
        ("#+df6e3", None),
        ("rgb:fffff/0/0", None),
        ("rgb:+f/0/0", None),
        ("rgb:ff/ff", None),
        ("rgb:ff//ff", None),
        ("?", None),
        ("", None),
    ];
    for (text, ground) in cases {
        assert_eq!(colour(text), ground, "{text}");
    }
}

fn signs(set: &Symbols) -> Vec<&'static str> {
    let border::Set {
        top_left,
        top_right,
        bottom_left,
        bottom_right,
        vertical_left,
        vertical_right,
        horizontal_top,
        horizontal_bottom,
    } = set.border;
    let mut signs = vec![
        top_left,
        top_right,
        bottom_left,
        bottom_right,
        vertical_left,
        vertical_right,
        horizontal_top,
        horizontal_bottom,
        set.rule,
        set.bar,
        set.open,
        set.on_hold,
        set.closed,
        set.archived,
        set.interview,
        set.rejection,
        set.step,
        set.back,
        set.more_right,
        set.more_left,
        set.up,
        set.down,
        set.ellipsis,
        set.dot,
        set.mark,
        set.similar,
        set.cursor,
        set.ascending,
        set.descending,
        set.done,
        set.advance,
        set.wait,
        set.decline,
        set.star,
        set.snoozed,
        set.warning,
        set.error,
        set.at_most,
        set.at_least,
        set.differs,
        set.mask,
    ];
    signs.extend(set.spark);
    signs.extend(set.spinner);
    signs
}

#[test]
fn a_sign_of_unicode_takes_one_cell_and_one_of_ascii_is_ascii() {
    for sign in signs(Symbols::unicode()) {
        assert_eq!(Span::raw(sign).width(), 1, "{sign}");
    }
    for sign in signs(Symbols::ascii()) {
        assert!(sign.bytes().all(|byte| byte.is_ascii_graphic()), "{sign}");
    }
}

#[test]
fn signs_that_tell_states_apart_differ_in_both_sets() {
    for set in [Symbols::unicode(), Symbols::ascii()] {
        let groups: [&[&str]; 3] = [
            // A marked row of an open job has both signs side by side.
            &[set.open, set.on_hold, set.closed, set.archived, set.mark, set.similar, set.cursor],
            // What is one's own is never taken for what the server says.
            &[
                set.interview,
                set.rejection,
                set.mark,
                set.similar,
                set.cursor,
                set.advance,
                set.wait,
                set.decline,
                set.star,
                set.snoozed,
            ],
            &[set.warning, set.error],
        ];
        for group in groups {
            for (place, sign) in group.iter().enumerate() {
                assert!(!group.iter().take(place).any(|other| other == sign), "{sign} twice");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_ground_the_terminal_has_every_role_can_be_read(
        ground in proptest::option::of(any::<Rgb>()),
        choice in prop_oneof![
            Just(Choice::Auto),
            proptest::sample::select(&COLOURED[..]).prop_map(Choice::Named),
        ],
    ) {
        let theme = choose(choice, &terminal("xterm-256color", ""), ground);
        let under = rgb(theme.style(Role::Screen).bg).or(ground).expect("a ground, if not the terminal's");
        for role in Role::ALL.iter().copied().filter(|role| !is_laid_over(*role)) {
            let found = least(theme.style(role), &[under]);
            prop_assert!(found >= 4.5, "{:?} {:?} on {:?}: {:.2}", theme, role, under, found);
        }
    }

    #[test]
    fn no_answer_breaks_the_reader(text in "(rgb:|#)?.{0,40}") {
        let _ = colour(&text);
    }
}
