use proptest::prelude::*;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::Span;

use super::contrast::{contrast, indexed_rgb};
use super::*;

const COLOURED: [ThemeName; 3] = [ThemeName::Dark, ThemeName::Light, ThemeName::Contrast];

/// The terminal backgrounds on which a theme does not paint its own.
fn backgrounds(name: ThemeName) -> [Rgb; 2] {
    match name {
        ThemeName::Dark => [(0, 0, 0), (0x1e, 0x1e, 0x1e)],
        ThemeName::Light => [(0xff, 0xff, 0xff), (0xfd, 0xf6, 0xe3)],
        _ => [(0, 0, 0), (0, 0, 0)],
    }
}

fn rgb(colour: Option<Color>) -> Option<Rgb> {
    match colour {
        Some(Color::Indexed(colour)) => {
            Some(indexed_rgb(colour).expect("a colour with the same value in every terminal"))
        }
        None => None,
        Some(other) => panic!("{other} differs from terminal to terminal"),
    }
}

/// The lowest contrast of a style on any of these backgrounds.
fn lowest_contrast(style: Style, backgrounds: &[Rgb]) -> f64 {
    let foreground = rgb(style.fg).expect("a foreground colour");
    let background = rgb(style.bg);
    backgrounds
        .iter()
        .map(|other| contrast(foreground, background.unwrap_or(*other)))
        .fold(f64::MAX, f64::min)
}

/// Roles that are applied over drawn cells and have no text of their own.
fn is_overlay(role: Role) -> bool {
    matches!(role, Role::Selected | Role::SelectedUnfocused)
}

#[test]
fn every_role_is_readable_on_the_backgrounds_of_its_theme() {
    for name in COLOURED {
        for role in Role::ALL.iter().copied().filter(|role| !is_overlay(*role)) {
            let ratio = lowest_contrast(Theme::new(name).style(role), &backgrounds(name));
            assert!(ratio >= 4.5, "{name:?} {role:?}: {ratio:.2}");
        }
    }
}

#[test]
fn every_role_is_readable_under_the_selection() {
    for name in COLOURED {
        let theme = Theme::new(name);
        for selection in [Role::Selected, Role::SelectedUnfocused] {
            for role in Role::ALL.iter().copied().filter(|role| !is_overlay(*role)) {
                let ratio = lowest_contrast(theme.style(role).patch(theme.style(selection)), &[]);
                assert!(ratio >= 4.5, "{name:?} {role:?} under {selection:?}: {ratio:.2}");
            }
        }
    }
}

#[test]
fn the_contrast_theme_has_more_contrast() {
    for role in Role::ALL.iter().copied().filter(|role| !is_overlay(*role)) {
        let ratio = lowest_contrast(
            Theme::new(ThemeName::Contrast).style(role),
            &backgrounds(ThemeName::Contrast),
        );
        assert!(ratio >= 9.0, "{role:?}: {ratio:.2}");
    }
}

#[test]
fn states_have_an_attribute_in_every_theme() {
    use Role::{BorderFocused, Changed, Error, Marked, Match, Selected, Warning};
    for name in ThemeName::ALL {
        for role in [Selected, Marked, Error, BorderFocused, Match, Changed, Warning] {
            let attributes = Theme::new(name).style(role).add_modifier;
            assert_ne!(attributes, Modifier::empty(), "{name:?} {role:?}");
        }
    }
}

#[test]
fn without_colours_attributes_distinguish_the_roles() {
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
    let plain = Theme::new(ThemeName::Plain);
    for (first, second) in pairs {
        assert_ne!(plain.style(first), plain.style(second), "{first:?} and {second:?}");
    }
}

#[test]
fn plain_uses_no_colour() {
    for theme in [Theme::new(ThemeName::Plain), Theme::new(ThemeName::Plain).with_background()] {
        for role in Role::ALL {
            let style = theme.style(*role);
            let colours = (style.fg, style.bg, style.underline_color);
            assert_eq!(colours, (Some(Color::Reset), Some(Color::Reset), None), "{role:?}");
        }
    }
}

#[test]
fn sixteen_uses_only_colours_visible_on_both_backgrounds() {
    for theme in [Theme::new(ThemeName::Sixteen), Theme::new(ThemeName::Sixteen).with_background()]
    {
        for role in Role::ALL {
            let style = theme.style(*role);
            assert!(matches!(style.bg, None | Some(Color::Reset)), "{role:?}");
            let allowed = [Color::Reset, Color::Red, Color::Green, Color::Magenta, Color::Cyan];
            assert!(style.fg.is_none_or(|colour| allowed.contains(&colour)), "{role:?}");
        }
    }
}

fn terminal(term: &str, colorterm: &str) -> Environment {
    let non_empty = |value: &str| Some(value.to_owned()).filter(|value| !value.is_empty());
    Environment { term: non_empty(term), colorterm: non_empty(colorterm), ..Environment::default() }
}

#[test]
fn the_theme_follows_the_terminal() {
    const WHITE: Option<Rgb> = Some((255, 255, 255));
    const BLACK: Option<Rgb> = Some((0, 0, 0));
    let rich = terminal("xterm-256color", "");
    let hinted =
        |colours: &str| Environment { colorfgbg: Some(colours.to_owned()), ..rich.clone() };
    let without_colour =
        |environment: &Environment| Environment { no_color: true, ..environment.clone() };
    let named = ThemeChoice::Named;
    let unpainted = Theme::new;
    let painted = |name| Theme::new(name).with_background();
    let cases = [
        (ThemeChoice::Auto, rich.clone(), BLACK, unpainted(ThemeName::Dark)),
        (ThemeChoice::Auto, rich.clone(), WHITE, unpainted(ThemeName::Light)),
        (ThemeChoice::Auto, rich.clone(), None, painted(ThemeName::Dark)),
        (ThemeChoice::Auto, rich.clone(), Some((0x28, 0x2a, 0x36)), unpainted(ThemeName::Dark)),
        (ThemeChoice::Auto, rich.clone(), Some((0xfd, 0xf6, 0xe3)), unpainted(ThemeName::Light)),
        (ThemeChoice::Auto, rich.clone(), Some((0x60, 0x60, 0x60)), painted(ThemeName::Dark)),
        (ThemeChoice::Auto, hinted("0;15"), None, painted(ThemeName::Light)),
        (ThemeChoice::Auto, hinted("0;default;7"), None, painted(ThemeName::Light)),
        (ThemeChoice::Auto, hinted("15;0"), None, painted(ThemeName::Dark)),
        (ThemeChoice::Auto, hinted("15;default"), None, painted(ThemeName::Dark)),
        (ThemeChoice::Auto, hinted("15;0"), WHITE, unpainted(ThemeName::Light)),
        (ThemeChoice::Auto, terminal("xterm", "truecolor"), BLACK, unpainted(ThemeName::Dark)),
        (ThemeChoice::Auto, terminal("xterm-kitty", ""), BLACK, unpainted(ThemeName::Dark)),
        (ThemeChoice::Auto, terminal("xterm", ""), BLACK, unpainted(ThemeName::Sixteen)),
        (ThemeChoice::Auto, terminal("linux", ""), None, unpainted(ThemeName::Sixteen)),
        (ThemeChoice::Auto, Environment::default(), None, unpainted(ThemeName::Sixteen)),
        (ThemeChoice::Auto, terminal("dumb", "truecolor"), BLACK, unpainted(ThemeName::Plain)),
        (ThemeChoice::Auto, without_colour(&rich), WHITE, unpainted(ThemeName::Plain)),
        (named(ThemeName::Contrast), without_colour(&rich), WHITE, unpainted(ThemeName::Plain)),
        (named(ThemeName::Light), rich.clone(), WHITE, unpainted(ThemeName::Light)),
        (named(ThemeName::Light), rich.clone(), BLACK, painted(ThemeName::Light)),
        (named(ThemeName::Dark), rich.clone(), WHITE, painted(ThemeName::Dark)),
        (named(ThemeName::Dark), terminal("xterm", ""), BLACK, unpainted(ThemeName::Dark)),
        (named(ThemeName::Contrast), rich.clone(), WHITE, unpainted(ThemeName::Contrast)),
        (named(ThemeName::Sixteen), rich, WHITE, unpainted(ThemeName::Sixteen)),
    ];
    for (choice, environment, background, theme) in cases {
        let actual = choose(choice, &environment, background);
        assert_eq!(actual, theme, "{choice:?} {environment:?} {background:?}");
    }
}

#[test]
fn the_symbols_follow_the_terminal() {
    let with_locale = |locale: &str| Environment {
        locale: Some(locale.to_owned()),
        ..terminal("xterm-256color", "")
    };
    let (unicode, ascii) = (Symbols::unicode(), Symbols::ascii());
    let cases = [
        (SymbolChoice::Auto, with_locale("is_IS.UTF-8"), unicode),
        (SymbolChoice::Auto, with_locale("C.utf8"), unicode),
        (SymbolChoice::Auto, with_locale("de_DE.UTF-8@euro"), unicode),
        (SymbolChoice::Auto, with_locale("de_DE.ISO-8859-1"), ascii),
        (SymbolChoice::Auto, with_locale("POSIX"), ascii),
        (SymbolChoice::Auto, with_locale("C"), ascii),
        (SymbolChoice::Auto, terminal("xterm", ""), unicode),
        (SymbolChoice::Auto, terminal("linux", ""), ascii),
        (SymbolChoice::Auto, terminal("dumb", ""), ascii),
        (SymbolChoice::Unicode, terminal("linux", ""), unicode),
        (SymbolChoice::Ascii, with_locale("is_IS.UTF-8"), ascii),
    ];
    for (choice, environment, set) in cases {
        assert_eq!(symbols(choice, &environment), set, "{choice:?} {environment:?}");
    }
}

#[test]
fn the_reported_background_is_parsed() {
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
    for (text, expected) in cases {
        assert_eq!(parse_colour(text), expected, "{text}");
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
        set.moved_back,
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
        set.success,
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
        set.pending,
    ];
    signs.extend(set.spark);
    signs.extend(set.spinner);
    signs
}

#[test]
fn unicode_symbols_take_one_cell_and_ascii_symbols_are_ascii() {
    for sign in signs(Symbols::unicode()) {
        assert_eq!(Span::raw(sign).width(), 1, "{sign}");
    }
    for sign in signs(Symbols::ascii()) {
        assert!(sign.bytes().all(|byte| byte.is_ascii_graphic()), "{sign}");
    }
}

#[test]
fn symbols_of_different_states_differ() {
    for set in [Symbols::unicode(), Symbols::ascii()] {
        let groups: [&[&str]; 3] = [
            // A marked row of an open job shows both symbols side by side.
            &[set.open, set.on_hold, set.closed, set.archived, set.mark, set.similar, set.cursor],
            // Local marks must not look like the server's data.
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
                set.pending,
            ],
            &[set.warning, set.error],
        ];
        for group in groups {
            for (index, sign) in group.iter().enumerate() {
                assert!(!group.iter().take(index).any(|other| other == sign), "{sign} twice");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_role_is_readable_on_any_background(
        background in proptest::option::of(any::<Rgb>()),
        choice in prop_oneof![
            Just(ThemeChoice::Auto),
            proptest::sample::select(&COLOURED[..]).prop_map(ThemeChoice::Named),
        ],
    ) {
        let theme = choose(choice, &terminal("xterm-256color", ""), background);
        let actual = rgb(theme.style(Role::Screen).bg).or(background).expect("a known background");
        for role in Role::ALL.iter().copied().filter(|role| !is_overlay(*role)) {
            let ratio = lowest_contrast(theme.style(role), &[actual]);
            prop_assert!(ratio >= 4.5, "{:?} {:?} on {:?}: {:.2}", theme, role, actual, ratio);
        }
    }

    #[test]
    fn no_response_breaks_the_parser(text in "(rgb:|#)?.{0,40}") {
        let _ = parse_colour(&text);
    }
}
