//! Asks the terminal what it is able to, for `shortlist doctor`. The terminal UI never waits for answers.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use crate::platform::terminal::{Ready, read_input, unbuffered_stdout, wait_for_input};

/// Every terminal answers this one. Answers come in the order of their queries.
const LAST_QUERY: &str = "\x1b[c";

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    /// The flags of the kitty keyboard protocol; `None` if the terminal does not have it.
    pub(crate) keyboard: Option<u32>,
    /// The cells that each sample took.
    pub(crate) widths: Vec<Option<u16>>,
    /// Whether the last answer came: then no late one can end up on the command line.
    pub(crate) is_complete: bool,
}

/// Draws each sample, asks where the cursor is, and clears the line. Stdin and stdout must be a
/// terminal.
pub(crate) fn ask(samples: &[&str], has_extensions: bool, limit: Duration) -> io::Result<Answers> {
    let mut queries = String::new();
    for sample in samples {
        queries.extend(["\r", sample, "\x1b[6n"]);
    }
    queries.push_str("\r\x1b[K");
    if has_extensions {
        queries.push_str("\x1b[?u");
    }
    queries.push_str(LAST_QUERY);
    enable_raw_mode()?;
    let answers = unbuffered_stdout()
        .and_then(|mut out| out.write_all(queries.as_bytes()))
        .and_then(|()| read_answers(limit));
    disable_raw_mode()?;
    Ok(parse(&answers?, samples.len()))
}

/// Reads until the last answer, the limit, or the end.
fn read_answers(limit: Duration) -> io::Result<Vec<u8>> {
    // Nothing ends the wait but time.
    let (end, _open) = io::pipe()?;
    let (started, mut received, mut buffer) = (Instant::now(), Vec::new(), [0; 1024]);
    while let Some(left) = limit.checked_sub(started.elapsed())
        && !parse(&received, 0).is_complete
        && wait_for_input(&end, Some(left)) == Ready::Bytes
    {
        let length = read_input(&mut buffer)?;
        received.extend_from_slice(buffer.get(..length).unwrap_or_default());
        if length == 0 {
            break;
        }
    }
    Ok(received)
}

fn parse(bytes: &[u8], samples: usize) -> Answers {
    let text = String::from_utf8_lossy(bytes);
    let mut answers = Answers::default();
    for sequence in text.split("\x1b[").skip(1) {
        let end = sequence.find(|letter: char| letter.is_ascii_alphabetic());
        let Some((parameters, rest)) = end.and_then(|end| sequence.split_at_checked(end)) else {
            continue;
        };
        match (rest.chars().next(), parameters.strip_prefix('?')) {
            (Some('R'), None) => {
                let column = parameters.split(';').nth(1).and_then(|column| column.parse().ok());
                answers.widths.push(column.map(|column: u16| column.saturating_sub(1)));
            }
            (Some('u'), Some(flags)) => answers.keyboard = flags.parse().ok(),
            (Some('c'), Some(_)) => answers.is_complete = true,
            _ => {}
        }
    }
    answers.widths.resize(samples, None);
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_wherever_they_are_cut() {
        let bytes = b"\x1b[12;3R\x1b[12;2R\x1b[?1u\x1b[?62;22c";
        let answers =
            Answers { keyboard: Some(1), widths: vec![Some(2), Some(1)], is_complete: true };
        assert_eq!(parse(bytes, 2), answers);
        for length in 0..bytes.len() {
            assert!(!parse(&bytes[..length], 2).is_complete, "{length}");
        }
    }

    #[test]
    fn a_terminal_may_answer_less_and_the_user_may_type() {
        let answers = Answers { keyboard: None, widths: vec![Some(2), None], is_complete: true };
        assert_eq!(parse(b"x\x1b[A\x1b[1;3R\x1b[?6c", 2), answers);
        assert_eq!(parse(b"", 1), Answers { widths: vec![None], ..Answers::default() });
    }
}
