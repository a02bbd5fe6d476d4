//! How a command ends that did one thing for several people.

use crate::cli::exit::Exit;

/// A server that is gone this often in a row is gone for the rest too.
const PATIENCE: usize = 3;

/// What went wrong so far.
#[derive(Debug, Default)]
pub(super) struct Ends {
    worst: Option<Exit>,
    gone: usize,
}

impl Ends {
    /// One went well: the server is there.
    pub(super) const fn went_well(&mut self) {
        self.gone = 0;
    }

    /// One did not. Tells whether there is any use in going on.
    pub(super) fn add(&mut self, end: Exit) -> bool {
        self.gone = if end.is_unreachable() { self.gone + 1 } else { 0 };
        let goes_on = !end.is_key_refused() && self.gone < PATIENCE;
        if self.worst.as_ref().is_none_or(|worst| worst.weight() < end.weight()) {
            self.worst = Some(end);
        }
        goes_on
    }

    /// The end of the command: the worst of them, in these words.
    pub(super) fn worst(self, told: &str) -> Result<(), Exit> {
        self.worst.map_or(Ok(()), |worst| Err(worst.instead(told)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_them_is_the_end() {
        let mut ends = Ends::default();
        assert!(ends.add(Exit::conflict("a")));
        assert!(ends.add(Exit::unreachable("b")));
        assert!(ends.add(Exit::failure("c")));
        assert_eq!(ends.worst("not all").unwrap_err(), Exit::unreachable("not all"));
        assert_eq!(Ends::default().worst("x"), Ok(()));
    }

    #[test]
    fn a_server_that_is_gone_is_not_asked_for_ever() {
        let mut ends = Ends::default();
        assert!(ends.add(Exit::unreachable("1")));
        ends.went_well();
        assert!(ends.add(Exit::unreachable("1")) && ends.add(Exit::unreachable("2")));
        assert!(!ends.add(Exit::unreachable("3")));
    }
}
