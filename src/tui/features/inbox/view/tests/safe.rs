//! With any size and any text, nothing panics and no control character reaches the terminal.

use proptest::prelude::*;

use super::{add_entry, server};
use crate::keymap::action::Action;
use crate::recruiting::triage::EntryKind;
use crate::text::hostile;
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::{FakeServer, TODAY, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{cells, cells_at, text};
use crate::tui::features::card::selectors::card_lines;
use crate::tui::features::inbox::state::{InboxReason, InboxSide};

#[test]
fn a_card_does_not_scroll_past_its_end() {
    let mut server = server(100, 18, InboxSide::Card);
    server.act(&[Action::Bottom]);
    let scroll = |server: &FakeServer| server.state.inbox.as_ref().unwrap().scroll;
    let last = scroll(&server);
    assert!(last > 0 && last < card_lines(&server.state), "{last}");
    server.act(&[Action::PageDown]);
    assert_eq!(scroll(&server), last);
    server.act(&[Action::HalfUp]);
    assert!(scroll(&server) < last);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hostile_text_stays_harmless_and_the_frames_intact(
        texts in prop::collection::vec(hostile::text(), 5),
        size in (40..=200_u16, 10..=60_u16),
        scroll in 0..40_usize,
        card: bool,
        blind: bool,
    ) {
        let side = if card { InboxSide::Card } else { InboxSide::Queue };
        let mut server = server(size.0, size.1, side);
        let loaded = server.state.people.entry(&"per_0".into());
        let mut person = loaded.whole().cloned().unwrap();
        for work in &mut person.work_experience {
            work.company_name.clone_from(&texts[0]);
            for position in &mut work.positions {
                position.title.clone_from(&texts[1]);
                position.location.clone_from(&texts[2]);
            }
        }
        for school in &mut person.education_experience {
            school.company_name.clone_from(&texts[3]);
            school.degree.clone_from(&texts[4]);
        }
        loaded.set(Ok(person), timestamp(TODAY));
        add_entry(&mut server, 0, EntryKind::Note { text: texts[0].clone() });
        add_entry(&mut server, 0, EntryKind::Tag { tag: texts[1].clone() });
        let inbox = server.state.inbox.as_mut().unwrap();
        inbox.items[1].reason = InboxReason::Changed(texts[3].clone().into());
        inbox.jobs[0].name.clone_from(&texts[4]);
        inbox.filter.paste(&texts[1]);
        (inbox.scroll, inbox.blind, inbox.filtering) = (scroll, blind, scroll % 2 == 0);
        let buf = cells(&server.state, ThemeName::Dark, Symbols::unicode());
        let screen = text(&buf);
        prop_assert_eq!(screen.chars().find(|letter| *letter != '\n' && hostile::is_offending(*letter)), None);
        let set = Symbols::unicode().border;
        let areas = crate::tui::features::inbox::areas::areas(&server.state);
        for area in areas.queue.into_iter().chain(areas.card) {
            for y in area.top() + 1..area.bottom() - 1 {
                prop_assert_eq!(buf[(area.left(), y)].symbol(), set.vertical_left);
                prop_assert_eq!(buf[(area.right() - 1, y)].symbol(), set.vertical_right);
            }
        }
    }

    #[test]
    fn any_size_can_be_drawn(width in 1..220_u16, height in 1..70_u16, smaller in 0..9_u16, card: bool) {
        let side = if card { InboxSide::Card } else { InboxSide::Queue };
        let mut server = server(100, 30, side);
        server.send(Message::Resized(width, height));
        cells(&server.state, ThemeName::Plain, Symbols::ascii());
        // The terminal may have shrunk before the state knows.
        let size = (width.saturating_sub(smaller).max(1), height.saturating_sub(smaller).max(1));
        cells_at(&server.state, size, ThemeName::Dark, Symbols::unicode());
    }
}
