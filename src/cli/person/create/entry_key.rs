//! Identifies an entry of a file across runs, whatever else the file contains.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::cli::person::input::PersonEntry;
use crate::recruiting::person::{FieldValue, PersonField};
use crate::text::to_hex;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryKey {
    content: String,
    /// Number among entries of equal content, from 1.
    pub(super) number: u32,
}

impl EntryKey {
    /// The keys of all entries. Only the file counts: an option that applies to everyone does not
    /// change a key.
    pub(super) fn for_entries(entries: &[PersonEntry]) -> Vec<Self> {
        let mut counts: HashMap<String, u32> = HashMap::new();
        let key = |entry: &PersonEntry| {
            let content = content(&entry.values).to_string();
            let number = counts.entry(content.clone()).or_default();
            *number += 1;
            Self { content, number: *number }
        };
        entries.iter().map(key).collect()
    }

    /// A digest of the content and the server.
    pub(super) fn batch_key(&self, server: &str) -> String {
        let digest = Sha256::new().chain_update(server).chain_update([0]);
        to_hex(&digest.chain_update(&self.content).finalize())
    }

    /// A stable external id for an entry that has none.
    pub(super) fn external_id(&self, server: &str) -> String {
        let digest = Sha256::new().chain_update(self.batch_key(server));
        let digest = digest.chain_update(self.number.to_be_bytes()).finalize();
        let mut bytes = [0; 16];
        for (to, from) in bytes.iter_mut().zip(digest.iter()) {
            *to = *from;
        }
        uuid::Builder::from_custom_bytes(bytes).into_uuid().to_string()
    }
}

/// The content in a fixed order. An external id alone identifies a person, even if the rest of the
/// line is corrected.
fn content(values: &BTreeMap<PersonField, FieldValue>) -> Json {
    let field = |(field, value): (&PersonField, &FieldValue)| (field.spec().wire, value.to_json());
    let id = values.get_key_value(&PersonField::ExternalSourceId);
    let fields: BTreeMap<&str, Json> = match id {
        Some(id) => std::iter::once(id).map(field).collect(),
        None => values.iter().map(field).collect(),
    };
    json!(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::person::input::EntryPosition;

    fn entry(line: u64, fields: &[(PersonField, &str)]) -> PersonEntry {
        let text =
            |(field, text): &(PersonField, &str)| (*field, FieldValue::Text((*text).to_owned()));
        PersonEntry {
            position: EntryPosition::Line(line),
            values: fields.iter().map(text).collect(),
        }
    }

    #[test]
    fn a_key_is_the_content_and_its_occurrence_number() {
        use crate::recruiting::person::PersonField::{ExternalSourceId, Name, Notes};
        let file = [
            entry(2, &[(Name, "Ada")]),
            entry(3, &[(Name, "Bo"), (Notes, "x")]),
            entry(4, &[(Name, "Ada")]),
            entry(5, &[(Name, "Cy"), (ExternalSourceId, "x-1")]),
        ];
        let corrected = [
            entry(7, &[(Notes, "x"), (Name, "Bo")]),
            entry(8, &[(Name, "Ada")]),
            entry(9, &[(Name, "Cyd"), (ExternalSourceId, "x-1")]),
            entry(10, &[(Name, "Adah")]),
        ];
        let (before, after) = (EntryKey::for_entries(&file), EntryKey::for_entries(&corrected));
        let positions: Vec<Option<usize>> =
            after.iter().map(|key| before.iter().position(|other| other == key)).collect();
        assert_eq!(positions, [Some(1), Some(0), Some(3), None]);
        let external_id = |key: &EntryKey| key.external_id("https://a.example");
        let mut all: Vec<String> = before.iter().chain(&after[3..]).map(external_id).collect();
        all.push(before[0].external_id("https://b.example"));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 6, "every external ID must be unique");
    }
}
