//! Searches the people of the mirror in the index that `words` writes.

use rusqlite::params;

use super::records::{RecordRow, record_row};
use super::words::{digits, words};
use crate::storage::{Storage, StorageError};

/// Fewer digits are not looked up as a phone number.
const MIN_DIGITS: usize = 4;

/// What to search for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct PeopleQuery {
    /// Every word must occur in a name, title, company or contact.
    pub(crate) words: Vec<String>,
    /// Every word must occur in the career, schools or certificates, too.
    pub(crate) career: Vec<String>,
}

impl PeopleQuery {
    /// The query of the index; `None` if nothing is left to search for.
    fn to_fts(&self) -> Option<String> {
        let career = self.career.iter().map(|word| (word, "career"));
        let all = self.words.iter().map(|word| (word, "{name contact}")).chain(career);
        let terms: Vec<String> = all
            .filter_map(|(word, columns)| {
                let digits: String = digits(word).chars().rev().collect();
                let is_phone = digits.len() >= MIN_DIGITS
                    && !word.contains(|letter: char| letter.is_alphabetic() || letter == '@');
                let words = if is_phone { format!("t{digits}") } else { words(word) };
                (!words.is_empty()).then(|| format!("{columns} : \"{words}\" *"))
            })
            .collect();
        (!terms.is_empty()).then(|| terms.join(" AND "))
    }
}

impl Storage {
    /// The people who match, best first.
    pub(crate) fn search_people(
        &self,
        server: &str,
        query: &PeopleQuery,
        max: u32,
    ) -> Result<Vec<RecordRow>, StorageError> {
        let Some(query) = query.to_fts() else { return Ok(Vec::new()) };
        let sql = "SELECT kind, id, stage, person, job, read_at, tag, body FROM person_words
             JOIN record ON record.key = person_words.rowid
             WHERE person_words MATCH ?1 AND server = ?2
             ORDER BY bm25(person_words, 10.0, 8.0, 1.0), id LIMIT ?3";
        self.query_rows(sql, params![query, server, max], record_row)
    }
}
