//! Reads all people of the database for its owner: who has a name, and who may be a person that is
//! about to be created. The commands call it through [`Store`](crate::service::store::Store).

use super::rows::{self, PERSON_COLUMNS};
use super::{Db, read};
use crate::service::store::error::StoreError;
use crate::service::store::values::params;
use crate::wire::Person;

/// The ID and the name of a record, and two texts that tell records of one name apart.
pub(crate) type NameRow = [String; 4];

/// The people that `is_wanted` chooses, with their jobs. It sees them without.
pub(crate) fn matching(
    db: &Db<'_>,
    mut is_wanted: impl FnMut(&Person) -> bool,
) -> Result<Vec<Person>, StoreError> {
    let mut found = Vec::new();
    let query = format!("SELECT {PERSON_COLUMNS} FROM person ORDER BY person_pk");
    db.each::<StoreError>(&query, params![], |row| {
        let (person_pk, record) = rows::person(row)?;
        let person = record.into_person(Vec::new());
        if is_wanted(&person) {
            found.push((person_pk, person));
        }
        Ok(())
    })?;
    let with_jobs =
        |(person_pk, person)| Ok(Person { jobs: read::associations(db, person_pk)?, ..person });
    found.into_iter().map(with_jobs).collect()
}

/// All people, with title and company.
pub(crate) fn names(db: &Db<'_>) -> Result<Vec<NameRow>, StoreError> {
    name_rows(
        db,
        "SELECT id, name, current_job_title, current_company_name FROM person ORDER BY person_pk",
    )
}

/// All candidates in the order of the lists, with job and stage.
pub(crate) fn candidate_names(db: &Db<'_>) -> Result<Vec<NameRow>, StoreError> {
    name_rows(
        db,
        "SELECT c.id, p.name, j.name, s.name FROM job j JOIN candidate c ON c.job_pk = j.job_pk
         JOIN person p ON p.person_pk = c.person_pk JOIN stage s ON s.stage_pk = c.stage_pk
         ORDER BY j.position, c.position",
    )
}

fn name_rows(db: &Db<'_>, query: &str) -> Result<Vec<NameRow>, StoreError> {
    db.query(query, params![], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))
}
