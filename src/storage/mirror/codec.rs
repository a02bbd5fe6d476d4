//! The rows of a page as compressed bytes.
//!
//! The rows of candidates are stored column by column: half the size of their JSON once compressed,
//! and read much faster. Jobs are few and stay JSON. `pages` calls this.

use std::io::Read as _;

use flate2::Compression;
use flate2::bufread::{DeflateDecoder, DeflateEncoder};
use twox_hash::XxHash3_64;

use crate::wire::time::TimestampFormat;
use crate::wire::{CandidateItem, JobItem, Timestamp};

/// The layout of the columns.
const VERSION: u8 = 1;
/// A page of 100 rows with the longest texts allowed.
const MAX_BYTES: u64 = 64 << 20;
/// The time of a row without one.
const NO_TIMESTAMP: i64 = i64::MIN;

/// The bytes are not a page of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a stored page cannot be read")]
pub(crate) struct UnreadablePage;

/// A row of a list that the mirror stores.
pub(crate) trait MirrorItem: Clone + PartialEq + Sized {
    fn id(&self) -> &str;

    /// Not compressed.
    fn encode(rows: &[Self]) -> Vec<u8>;

    fn decode(bytes: &[u8]) -> Result<Vec<Self>, UnreadablePage>;
}

/// Of an encoded page; equal pages have equal digests.
pub(super) fn digest(encoded: &[u8]) -> i64 {
    XxHash3_64::oneshot(encoded).cast_signed()
}

/// Fast rather than small: a list is stored while it is read.
pub(super) fn compress(encoded: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(encoded.len() / 2);
    // Reading from memory cannot fail.
    let _ = DeflateEncoder::new(encoded, Compression::fast()).read_to_end(&mut bytes);
    bytes
}

pub(crate) fn decompress(bytes: &[u8]) -> Result<Vec<u8>, UnreadablePage> {
    let mut encoded = Vec::with_capacity(bytes.len() * 3);
    let mut decoder = DeflateDecoder::new(bytes).take(MAX_BYTES);
    decoder.read_to_end(&mut encoded).map_err(|_damaged| UnreadablePage)?;
    Ok(encoded)
}

impl MirrorItem for JobItem {
    fn id(&self) -> &str {
        self.id.as_str()
    }

    fn encode(rows: &[Self]) -> Vec<u8> {
        // Records of the API always serialize.
        serde_json::to_vec(rows).unwrap_or_default()
    }

    fn decode(bytes: &[u8]) -> Result<Vec<Self>, UnreadablePage> {
        serde_json::from_slice(bytes).map_err(|_damaged| UnreadablePage)
    }
}

impl MirrorItem for CandidateItem {
    fn id(&self) -> &str {
        self.id.as_str()
    }

    fn encode(rows: &[Self]) -> Vec<u8> {
        let mut writer = Writer(vec![VERSION]);
        writer.count(rows.len());
        for column in TEXTS {
            for row in rows {
                writer.text(column(row));
            }
        }
        // Each format is stored by an example.
        let mut examples: Vec<Timestamp> = Vec::new();
        let index_of = |examples: &[Timestamp], at: Timestamp| {
            examples.iter().position(|other| other.format() == at.format())
        };
        for at in rows.iter().filter_map(|row| row.created_at) {
            if index_of(&examples, at).is_none() {
                examples.push(at);
            }
        }
        writer.count(examples.len());
        for example in &examples {
            writer.text(&serde_json::to_string(example).unwrap_or_default());
        }
        let mut before = 0_i64;
        for row in rows {
            let at = row.created_at.map_or(NO_TIMESTAMP, Timestamp::micros);
            // Neighbours are close in time, so that the difference is short.
            writer.number(at.wrapping_sub(before));
            before = at;
            writer.count(row.created_at.and_then(|at| index_of(&examples, at)).unwrap_or(0));
        }
        for row in rows {
            let extra = if row.extra.is_empty() {
                String::new()
            } else {
                serde_json::to_string(&row.extra).unwrap_or_default()
            };
            writer.text(&extra);
        }
        writer.0
    }

    fn decode(bytes: &[u8]) -> Result<Vec<Self>, UnreadablePage> {
        let mut rows = Vec::new();
        for_each_candidate(bytes, |row| rows.push(row.clone()))?;
        Ok(rows)
    }
}

const TEXTS: [fn(&CandidateItem) -> &str; 8] = [
    |row| row.id.as_str(),
    |row| row.person_id.as_str(),
    |row| &row.name,
    |row| &row.current_job_title,
    |row| &row.current_company_name,
    |row| row.current_company_id.as_str(),
    |row| &row.current_pipeline_stage_name,
    |row| row.current_pipeline_stage_id.as_str(),
];
const EXTRA: usize = TEXTS.len();

/// Calls `take` with each row.
pub(crate) fn for_each_candidate(
    bytes: &[u8],
    mut take: impl FnMut(&CandidateItem),
) -> Result<(), UnreadablePage> {
    let mut reader = Reader(bytes);
    if reader.byte()? != VERSION {
        return Err(UnreadablePage);
    }
    let count = reader.count()?;
    // One reader per column, each at its first row.
    let mut columns = [Reader(&[]); TEXTS.len() + 1];
    for column in &mut columns[..EXTRA] {
        *column = reader;
        for _ in 0..count {
            reader.text()?;
        }
    }
    let formats = reader.count()?;
    let formats: Vec<TimestampFormat> = (0..formats)
        .map(|_| {
            let example: Result<Timestamp, _> = serde_json::from_str(reader.text()?);
            example.map(Timestamp::format).map_err(|_damaged| UnreadablePage)
        })
        .collect::<Result<_, _>>()?;
    let mut times = reader;
    for _ in 0..count {
        reader.number()?;
        reader.count()?;
    }
    columns[EXTRA] = reader;
    let mut before = 0_i64;
    for _ in 0..count {
        before = before.wrapping_add(times.number()?);
        let format = formats.get(times.count()?);
        let created_at = if before == NO_TIMESTAMP {
            None
        } else {
            let at = Timestamp::from_micros(before).zip(format).ok_or(UnreadablePage)?;
            Some(at.0.with_format(*at.1))
        };
        let extra = columns[EXTRA].text()?;
        let extra =
            if extra.is_empty() { Ok(serde_json::Map::new()) } else { serde_json::from_str(extra) };
        let mut text = |index: usize| columns[index].text().map(str::to_owned);
        take(&CandidateItem {
            id: text(0)?.into(),
            person_id: text(1)?.into(),
            name: text(2)?,
            current_job_title: text(3)?,
            current_company_name: text(4)?,
            current_company_id: text(5)?.into(),
            current_pipeline_stage_name: text(6)?,
            current_pipeline_stage_id: text(7)?.into(),
            created_at,
            extra: extra.map_err(|_damaged| UnreadablePage)?,
        });
    }
    Ok(())
}

struct Writer(Vec<u8>);

impl Writer {
    fn count(&mut self, count: usize) {
        self.unsigned(count as u64);
    }

    /// Seven bits a byte, the lowest first.
    fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value.to_le_bytes()[0] | 0x80);
            value >>= 7;
        }
        self.0.push(value.to_le_bytes()[0]);
    }

    /// Small numbers of either sign take few bytes.
    fn number(&mut self, value: i64) {
        self.unsigned(((value << 1) ^ (value >> 63)).cast_unsigned());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }
}

#[derive(Clone, Copy)]
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, UnreadablePage> {
        let (first, rest) = self.0.split_first().ok_or(UnreadablePage)?;
        self.0 = rest;
        Ok(*first)
    }

    fn unsigned(&mut self) -> Result<u64, UnreadablePage> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
            shift += 7;
            if shift > 63 {
                return Err(UnreadablePage);
            }
        }
    }

    fn count(&mut self) -> Result<usize, UnreadablePage> {
        usize::try_from(self.unsigned()?).map_err(|_huge| UnreadablePage)
    }

    fn number(&mut self) -> Result<i64, UnreadablePage> {
        let value = self.unsigned()?;
        Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    fn text(&mut self) -> Result<&'a str, UnreadablePage> {
        let length = self.count()?;
        let (text, rest) = self.0.split_at_checked(length).ok_or(UnreadablePage)?;
        self.0 = rest;
        std::str::from_utf8(text).map_err(|_damaged| UnreadablePage)
    }
}
