use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{TerminalOptions, Viewport};

use super::*;

/// A datagram socket receives each write separately.
fn tty(mouse: bool) -> (Arc<Tty>, UnixDatagram) {
    let (ours, theirs) = UnixDatagram::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    let tty = Arc::new(Tty::with_file(OwnedFd::from(ours).into(), mouse));
    tty.enter(&mut lock(&tty.state)).unwrap();
    (tty, theirs)
}

fn writes(socket: &UnixDatagram) -> Vec<String> {
    let mut buffer = vec![0; 1 << 18];
    std::iter::from_fn(|| socket.recv(&mut buffer).ok().map(|length| buffer[..length].to_vec()))
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
    let (tty, socket) = tty(false);
    writes(&socket);
    draw(&tty, Rect::new(0, 0, 300, 100), "x");
    tty.flush_frame().unwrap();
    let frames = writes(&socket);
    assert_eq!(frames.len(), 1);
    assert!(frames[0].starts_with("\x1b[?2026h") && frames[0].ends_with("\x1b[?2026l"));
    assert_eq!(frames[0].matches('x').count(), 30_000);
    assert_eq!(frames[0].matches("2026").count(), 2);

    tty.flush_frame().unwrap();
    assert_eq!(writes(&socket), [""; 0], "a flush without a new frame writes nothing");
}

#[test]
fn modes_are_reset_in_reverse_order_and_once() {
    for mouse in [false, true] {
        let (tty, socket) = tty(mouse);
        tty.release();
        tty.release();
        assert!(tty.close());
        assert!(!tty.close());
        let output = writes(&socket);
        let [set, unset] = output.as_slice() else { panic!("{output:?}") };
        let modes = |text: &str, end: char| -> Vec<String> {
            let parts = text.split("\x1b[?").filter_map(|part| part.split_once(end));
            parts.map(|(mode, _)| mode.to_owned()).filter(|mode| mode.len() < 5).collect()
        };
        let mut left: Vec<String> = modes(unset, 'l');
        left.reverse();
        assert_eq!(left.pop().as_deref(), Some("2026"), "a killed program may be inside a frame");
        let entered: Vec<String> = modes(set, 'h');
        let is_mouse = |mode: &&String| ["1000", "1006"].contains(&mode.as_str());
        assert!(left.iter().any(|mode| mode == "1000"), "a killed program may have left it on");
        assert_eq!(entered.iter().filter(is_mouse).count(), if mouse { 2 } else { 0 });
        left.retain(|mode| mouse || !is_mouse(&mode));
        assert_eq!(left, entered);
        assert!(
            set.contains("\x1b[?25l") && unset.contains("\x1b[?25h"),
            "the cursor is hidden, then shown again"
        );
    }
}

#[test]
fn nothing_is_drawn_while_the_terminal_is_released() {
    let (tty, socket) = tty(false);
    tty.release();
    writes(&socket);
    draw(&tty, Rect::new(0, 0, 8, 2), "x");
    tty.flush_frame().unwrap();
    tty.write_sequence("\x1b]11;?\x1b\\").unwrap();
    assert_eq!(writes(&socket), [""; 0]);
    assert!(!tty.is_acquired());
}

#[test]
fn a_closed_terminal_is_not_acquired_again() {
    let (tty, socket) = tty(false);
    tty.close();
    writes(&socket);
    tty.acquire().unwrap();
    assert!(!tty.is_acquired());
    assert_eq!(writes(&socket), [""; 0]);
}

#[test]
fn a_vanished_terminal_is_an_error_and_not_a_hang() {
    let (tty, socket) = tty(true);
    drop(socket);
    draw(&tty, Rect::new(0, 0, 8, 2), "x");
    assert!(tty.flush_frame().is_err());
    assert!(tty.close());
}
