//! The built program in a terminal. Shared by `screen` and `mirror`.

use std::io::Read;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

pub(crate) const PRODUCT: &str = env!("CARGO_BIN_EXE_shortlist");
/// Occurs in the first frame.
pub(crate) const FRAME_MARKER: &[u8] = b"shortlist";
/// A program that writes nothing for so long failed.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program in its own terminal; killed when dropped.
pub(crate) struct Program {
    started: Instant,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    pub(crate) chunks: Receiver<Vec<u8>>,
    /// Kept open, because the program ends when its terminal closes.
    pub(crate) master: Box<dyn MasterPty + Send>,
}

impl Program {
    pub(crate) fn start(
        home: &Path,
        path: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows: 40, cols: 120, ..PtySize::default() };
        let pty = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(path);
        command.args(arguments);
        command.env_clear();
        command.env("HOME", home);
        for (name, value) in
            [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")].iter().chain(variables)
        {
            command.env(name, value);
        }
        let mut reader = pty.master.try_clone_reader().expect("a reader");
        let (sender, chunks) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let started = Instant::now();
        let child = pty.slave.spawn_command(command).expect("a program");
        Self { started, child, chunks, master: pty.master }
    }

    /// Waits until the program writes the marker. Returns the time since its start.
    pub(crate) fn wait_for(&self, marker: &[u8]) -> Duration {
        let mut output = Vec::new();
        while !output.windows(marker.len()).any(|part| part == marker) {
            output.extend(self.chunks.recv_timeout(PATIENCE).expect("a frame"));
        }
        self.started.elapsed()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
