//! A candidate at the end of a list, in one statement.
//!
//! Other writers wait for the lock of the list, so a create does nothing
//! between it and the COMMIT, not even a round trip to this process: the server
//! fills in the position and the time. `sql::associations` calls it.

use std::sync::LazyLock;

use super::session::Session;
use super::tags::NEW_TAG;
use crate::service::store::candidate::{MILLISECOND, whole_millis};
use crate::service::store::error::StoreError;
use crate::service::store::values::params;
use crate::wire::Timestamp;

/// The year 9000, in microseconds.
const FAR_FUTURE: i64 = 221_845_392_000_000_000;

static APPEND: LazyLock<String> = LazyLock::new(|| {
    format!(
        "WITH place AS (
            UPDATE job SET candidate_count = candidate_count + 1, list_tag = {NEW_TAG},
                last_candidate_at = greatest(last_candidate_at + ?2, ?3)
            WHERE job_pk = ?1 RETURNING candidate_count - 1 AS position, last_candidate_at AS at),
        dated AS (
            SELECT position, at, to_char(timestamp 'epoch' + at * interval '1 microsecond',
                'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') AS date FROM place),
        added AS (
            INSERT INTO candidate (id, person_pk, job_pk, position, stage_pk, created_at, shown)
            SELECT ?4, (SELECT person_pk FROM person WHERE id = ?5), ?1, position, ?6, at,
                replace(?7, ?9, date) FROM dated)
        INSERT INTO candidate_item (place, item)
        SELECT (?1::bigint << 32) + position, replace(?8, ?9, date) FROM dated"
    )
});

/// A candidate without a place.
pub(crate) struct NewCandidate<'a> {
    pub(crate) id: &'a str,
    pub(crate) job_pk: i64,
    pub(crate) person_id: &'a str,
    pub(crate) stage_pk: i64,
}

impl Session {
    /// `json` gives the record and the list item of a candidate who is added at that time.
    pub(crate) fn append(
        &self,
        new: &NewCandidate<'_>,
        now: Timestamp,
        json: impl Fn(Timestamp) -> Result<(String, String), StoreError>,
    ) -> Result<(), StoreError> {
        let template = template(json)?;
        self.lock_list(new.job_pk)?;
        self.write(
            &APPEND,
            params![
                new.job_pk,
                MILLISECOND,
                whole_millis(now),
                new.id,
                new.person_id,
                new.stage_pk,
                template.record,
                template.item,
                template.date,
            ],
        )
    }
}

struct Template {
    record: String,
    item: String,
    /// What stands for the time in both.
    date: String,
}

/// The JSON with a time that occurs nowhere else in it: a name may look like one.
fn template(
    json: impl Fn(Timestamp) -> Result<(String, String), StoreError>,
) -> Result<Template, StoreError> {
    let times = (0..).map_while(|step| Timestamp::from_micros(FAR_FUTURE + step * MILLISECOND));
    for time in times {
        let ((record, item), date) = (json(time)?, time.to_string());
        if (record.matches(&date).count(), item.matches(&date).count()) == (3, 1) {
            return Ok(Template { record, item, date });
        }
    }
    Err(StoreError::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_contains_the_placeholder_gets_another_one() {
        let far = Timestamp::from_micros(FAR_FUTURE).unwrap().to_string();
        assert_eq!(far, "9000-01-01T00:00:00.000Z");
        let json =
            |time: Timestamp| Ok((format!("{far} {time} {time} {time}"), format!("{far} {time}")));
        let Template { record, item, date } = template(json).unwrap();
        assert_eq!(date, "9000-01-01T00:00:00.001Z");
        assert_eq!(record.replace(&date, "now"), format!("{far} now now now"));
        assert_eq!(item.replace(&date, "now"), format!("{far} now"));
    }
}
