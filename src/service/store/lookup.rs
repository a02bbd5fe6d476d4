//! Records that the operator names by their ID or their name. The engines only look them up.

use super::error::{RecordKind, StoreError};

/// A record whose ID or name is the one that the operator gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) key: i64,
    pub(super) id: String,
}

/// The record with that ID, else the only one of that name.
pub(super) fn only(kind: RecordKind, text: &str, matches: &[Match]) -> Result<i64, StoreError> {
    if let Some(found) = matches.iter().find(|found| found.id == text) {
        return Ok(found.key);
    }
    match matches {
        [only] => Ok(only.key),
        [] => Err(StoreError::not_found(kind, format!("{text}, and none has that name"))),
        several => {
            let ids: Vec<&str> = several.iter().map(|found| found.id.as_str()).collect();
            Err(StoreError::Conflict(format!(
                "several {}s are called {text}; give one of the IDs: {}",
                kind.noun(),
                ids.join(", ")
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_wins_over_names_and_a_name_must_be_unique() {
        let found = |ids: &[&str]| -> Vec<Match> {
            (0..).zip(ids).map(|(key, id)| Match { key, id: (*id).to_owned() }).collect()
        };
        let only = |text: &str, ids: &[&str]| only(RecordKind::Job, text, &found(ids));
        assert_eq!(only("b", &["a", "b"]).unwrap(), 1);
        assert_eq!(only("Clerk", &["a"]).unwrap(), 0);
        for (ids, expected) in [
            (&[][..], "no job has the ID Clerk, and none has that name"),
            (&["a", "b"], "several jobs are called Clerk; give one of the IDs: a, b"),
        ] {
            assert_eq!(only("Clerk", ids).unwrap_err().to_string(), expected);
        }
    }
}
