"""A program in a pseudo-terminal, and the screen that its output draws."""

import fcntl
import os
import re
import select
import struct
import subprocess
import termios
import time

import pyte

KEYS = {
    "enter": "\r", "esc": "\x1b", "tab": "\t", "space": " ", "backspace": "\x7f",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[H", "end": "\x1b[F", "pagedown": "\x1b[6~",
}
# Without output for this long, the program waits for a key.
QUIET = 0.3
TIMEOUT = 60
# The dark background that the pictures are painted on.
BACKGROUND_QUERY = b"\x1b]11;?"
BACKGROUND = b"\x1b]11;rgb:1212/1212/1212\x1b\\"


def key_presses(text):
    """Splits `jj<enter><ctrl-s>` into the names of the keys."""
    return re.findall(r"<[a-z0-9-]+>|.", text)


def key_bytes(key):
    name = key[1:-1] if len(key) > 1 else None
    if name is None:
        return key
    if name.startswith("ctrl-"):
        return chr(ord(name[5:]) & 0x1F)
    return KEYS[name]


class Screen(pyte.Screen):
    """Answers what a program asks its terminal."""

    def __init__(self, columns, rows, answer):
        super().__init__(columns, rows)
        self.answer = answer

    def write_process_input(self, data):
        self.answer(data.encode())


class Program:
    """Starts in an environment of its own, so that every recording looks the same."""

    def __init__(self, command, home, columns, rows):
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen = Screen(columns, rows, lambda data: os.write(self.master, data))
        self.stream = pyte.ByteStream(self.screen)
        environment = {
            "HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "COLORTERM": "truecolor",
        }
        self.child = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, cwd=home,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)

    def text(self):
        return "\n".join(self.screen.display)

    def read(self, timeout):
        """Draws what arrives within the time. Says whether anything did."""
        if not select.select([self.master], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            return False
        if BACKGROUND_QUERY in data:
            os.write(self.master, BACKGROUND)
        self.stream.feed(data)
        return bool(data)

    def settle(self):
        end = time.monotonic() + TIMEOUT
        while self.read(QUIET) and time.monotonic() < end:
            pass

    def wait_for(self, text):
        """Reads until the screen shows the text, and then is quiet."""
        end = time.monotonic() + TIMEOUT
        while text not in self.text():
            if not self.read(QUIET) and time.monotonic() > end:
                raise SystemExit(f"the screen does not show {text!r}:\n{self.text()}")
        self.settle()

    def press(self, key):
        os.write(self.master, key_bytes(key).encode())

    def close(self):
        self.child.terminate()
        end = time.monotonic() + TIMEOUT
        while self.child.poll() is None and time.monotonic() < end:
            self.read(QUIET)
        self.child.wait()
        os.close(self.master)
