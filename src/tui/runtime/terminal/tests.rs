use ratatui::{TerminalOptions, Viewport};

use super::*;

fn terminal(file: std::fs::File) -> Terminal {
    let tty = Arc::new(Tty::with_file(file, false));
    let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, 8, 2)) };
    let backend = GraphemeBackend::new(CrosstermBackend::new(FrameWriter::new(Arc::clone(&tty))));
    let links = backend.links();
    Terminal { inner: ratatui::Terminal::with_options(backend, options).unwrap(), links, tty }
}

#[test]
fn text_too_long_for_the_clipboard_is_not_copied() {
    let mut terminal = terminal(tempfile::tempfile().unwrap());
    assert!(terminal.copy(&"x".repeat(MAX_COPIED_BYTES)).is_ok());
    let error = terminal.copy(&"x".repeat(MAX_COPIED_BYTES + 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "too large for the terminal's clipboard: 74995 bytes, at most 74994"
    );
}

#[test]
fn a_released_terminal_renders_no_frame() {
    let mut terminal = terminal(tempfile::tempfile().unwrap());
    terminal.draw(|_| panic!("the frame was drawn")).unwrap();
}
