//! What crossterm does not offer of a terminal: its modes as found, a wait on the keyboard that can be
//! ended, and reads that never wait.

use std::fs::File;
use std::io::{self, PipeReader};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, OutputModes, Termios, tcgetattr, tcsetattr,
};

/// Standard output itself, without the line buffer that would cut frames.
pub(crate) fn unbuffered_stdout() -> io::Result<File> {
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Gives a terminal that was left raw the modes of a new one. Returns whether it was raw.
pub(crate) fn reset_raw_modes() -> io::Result<bool> {
    let terminal = io::stdin();
    let mut modes = tcgetattr(&terminal)?;
    let is_raw = !modes.local_modes.contains(LocalModes::ICANON);
    if is_raw {
        make_cooked(&mut modes);
        tcsetattr(&terminal, OptionalActions::Now, &modes)?;
    }
    Ok(is_raw)
}

/// Undoes [`Termios::make_raw`]: lines with echo, keys that send signals, and line ends translated.
fn make_cooked(modes: &mut Termios) {
    modes.input_modes |= InputModes::ICRNL | InputModes::IXON;
    modes.output_modes |= OutputModes::OPOST;
    modes.local_modes |=
        LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
}

/// What the keyboard has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ready {
    Bytes,
    /// The time passed.
    Silence,
    /// The other end of the pipe was closed, or the terminal is gone.
    End,
}

/// Waits for bytes on stdin, for the end of the pipe, or for the time, if there is a limit.
pub(crate) fn wait_for_input(end: &PipeReader, timeout: Option<Duration>) -> Ready {
    let stdin = io::stdin();
    // Too long for the type is no limit.
    let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
    loop {
        let mut sources = [PollFd::new(end, PollFlags::IN), PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut sources, timeout.as_ref()) {
            Err(Errno::INTR) => {}
            Err(_) => return Ready::End,
            Ok(0) => return Ready::Silence,
            Ok(_) => {
                let [end, keyboard] = sources.map(|source| source.revents());
                let closed = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
                let is_open = end.is_empty() && !keyboard.intersects(closed);
                return if is_open { Ready::Bytes } else { Ready::End };
            }
        }
    }
}

/// Reads what the keyboard has, without the buffer of `io::stdin`, which would hide bytes from
/// [`wait_for_input`].
pub(crate) fn read_input(buffer: &mut [u8]) -> io::Result<usize> {
    Ok(rustix::io::read(io::stdin(), buffer)?)
}

/// While it exists, what the user types is not shown.
pub(crate) struct HiddenEcho(Termios);

/// Turns the echo of the terminal on stdin off, and drops what was typed before.
pub(crate) fn hide_echo() -> io::Result<HiddenEcho> {
    let modes = tcgetattr(io::stdin())?;
    let mut silent = modes.clone();
    silent.local_modes.remove(LocalModes::ECHO);
    tcsetattr(io::stdin(), OptionalActions::Flush, &silent)?;
    Ok(HiddenEcho(modes))
}

impl Drop for HiddenEcho {
    fn drop(&mut self) {
        // A terminal that is gone shows nothing anyway.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
    }
}
