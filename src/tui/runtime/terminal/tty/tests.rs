use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{TerminalOptions, Viewport};

use super::*;

/// The other end hears each write by itself.
fn tty(mouse: bool) -> (Arc<Tty>, UnixDatagram) {
    let (ours, theirs) = UnixDatagram::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    let tty = Arc::new(Tty::on(OwnedFd::from(ours).into(), mouse));
    tty.enter(&mut lock(&tty.state)).unwrap();
    (tty, theirs)
}

fn writes(heard: &UnixDatagram) -> Vec<String> {
    let mut buffer = vec![0; 1 << 18];
    std::iter::from_fn(|| heard.recv(&mut buffer).ok().map(|length| buffer[..length].to_vec()))
        .map(|bytes| String::from_utf8(bytes).unwrap())
        .collect()
}

fn draw(tty: &Arc<Tty>, area: Rect, letter: &str) {
    let options = TerminalOptions { viewport: Viewport::Fixed(area) };
    let backend = CrosstermBackend::new(FrameWriter::new(Arc::clone(tty)));
    let mut terminal = ratatui::Terminal::with_options(backend, options).unwrap();
    let text = letter.repeat(usize::from(area.width));
    let rows = |frame: &mut ratatui::Frame<'_>| {
        for row in area.rows() {
            frame.render_widget(text.as_str(), row);
        }
    };
    terminal.draw(rows).unwrap();
}

#[test]
fn a_frame_is_one_write_between_two_marks() {
    let (tty, heard) = tty(false);
    writes(&heard);
    draw(&tty, Rect::new(0, 0, 300, 100), "x");
    tty.show().unwrap();
    let frames = writes(&heard);
    assert_eq!(frames.len(), 1);
    assert!(frames[0].starts_with("\x1b[?2026h") && frames[0].ends_with("\x1b[?2026l"));
    assert_eq!(frames[0].matches('x').count(), 30_000);
    assert_eq!(frames[0].matches("2026").count(), 2);

    tty.show().unwrap();
    assert_eq!(writes(&heard), [""; 0], "nothing was drawn since");
}

#[test]
fn what_is_set_is_unset_in_turn_and_once() {
    for mouse in [false, true] {
        let (tty, heard) = tty(mouse);
        tty.give_back();
        tty.give_back();
        assert!(tty.end());
        assert!(!tty.end());
        let told = writes(&heard);
        let [set, unset] = told.as_slice() else { panic!("{told:?}") };
        let modes = |text: &str, end: char| -> Vec<String> {
            let parts = text.split("\x1b[?").filter_map(|part| part.split_once(end));
            parts.map(|(mode, _)| mode.to_owned()).filter(|mode| mode.len() < 5).collect()
        };
        let mut left: Vec<String> = modes(unset, 'l');
        left.reverse();
        let entered: Vec<String> = modes(set, 'h');
        assert_eq!(left, entered);
        assert_eq!(entered.iter().any(|mode| mode == "1000"), mouse);
        assert!(set.contains("\x1b[?25l") && unset.contains("\x1b[?25h"), "the cursor");
    }
}

#[test]
fn nothing_is_drawn_while_the_screen_is_not_ours() {
    let (tty, heard) = tty(false);
    tty.give_back();
    writes(&heard);
    draw(&tty, Rect::new(0, 0, 8, 2), "x");
    tty.show().unwrap();
    tty.say("\x1b]11;?\x1b\\").unwrap();
    assert_eq!(writes(&heard), [""; 0]);
    assert!(!tty.is_taken());
}

#[test]
fn what_is_over_is_not_taken_again() {
    let (tty, heard) = tty(false);
    tty.end();
    writes(&heard);
    tty.take().unwrap();
    assert!(!tty.is_taken());
    assert_eq!(writes(&heard), [""; 0]);
}

#[test]
fn a_terminal_that_is_gone_is_an_error_and_no_hang() {
    let (tty, heard) = tty(true);
    drop(heard);
    draw(&tty, Rect::new(0, 0, 8, 2), "x");
    assert!(tty.show().is_err());
    assert!(tty.end());
}
