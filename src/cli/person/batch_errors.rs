//! Collects the errors of a command that handles several people.

use crate::cli::exit::Exit;

/// After this many unreachable errors in a row the command stops.
const MAX_UNREACHABLE: usize = 3;

#[derive(Debug, Default)]
pub(super) struct BatchErrors {
    worst: Option<Exit>,
    unreachable_in_a_row: usize,
}

impl BatchErrors {
    pub(super) const fn record_success(&mut self) {
        self.unreachable_in_a_row = 0;
    }

    /// Adds an error; false if the command should stop. The exit code does not say whether the
    /// server answered: an unknown outcome has the code of an unreachable server.
    pub(super) fn add(&mut self, error: Exit, is_unreachable: bool) -> bool {
        self.unreachable_in_a_row = if is_unreachable { self.unreachable_in_a_row + 1 } else { 0 };
        let should_continue =
            !error.is_key_refused() && self.unreachable_in_a_row < MAX_UNREACHABLE;
        if self.worst.as_ref().is_none_or(|worst| worst.severity() < error.severity()) {
            self.worst = Some(error);
        }
        should_continue
    }

    /// The most severe error, with this message.
    pub(super) fn into_result(self, message: &str) -> Result<(), Exit> {
        self.worst.map_or(Ok(()), |worst| Err(worst.with_message(message)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_error_is_returned() {
        let mut errors = BatchErrors::default();
        assert!(errors.add(Exit::conflict("a"), false));
        assert!(errors.add(Exit::unreachable("b"), true));
        assert!(errors.add(Exit::failure("c"), false));
        assert_eq!(errors.into_result("not all").unwrap_err(), Exit::unreachable("not all"));
        assert_eq!(BatchErrors::default().into_result("x"), Ok(()));
    }

    #[test]
    fn a_batch_stops_when_the_server_stays_unreachable() {
        let mut errors = BatchErrors::default();
        let add = |errors: &mut BatchErrors| errors.add(Exit::unreachable("down"), true);
        assert!(add(&mut errors));
        errors.record_success();
        assert!(add(&mut errors) && add(&mut errors));
        assert!(!add(&mut errors));
    }

    #[test]
    fn unknown_outcomes_of_a_server_that_answers_do_not_stop_a_batch() {
        let mut errors = BatchErrors::default();
        assert!((0..9).all(|_| errors.add(Exit::unreachable("unknown"), false)));
        assert_eq!(errors.into_result("not all").unwrap_err(), Exit::unreachable("not all"));
    }
}
