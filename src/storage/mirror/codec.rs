//! The rows of a page as bytes.
//!
//! The rows of candidates are stored column by column: a third of the size of their JSON, and
//! written and read much faster. They are compressed only where columns do not make them short,
//! since a list is stored while it is read. Jobs are few and stay JSON. `pages` calls this.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::Compression;
use flate2::bufread::{DeflateDecoder, DeflateEncoder};
use twox_hash::XxHash3_64;

use super::columns::{ODD, Reader, UnreadablePage, Writer};
use crate::recruiting::table::row_buffer::TEXTS;
use crate::recruiting::table::{CandidateRows, ListRow, RowBuffer as _};
use crate::wire::record::Extra;
use crate::wire::time::TimestampFormat;
use crate::wire::{CandidateItem, JobItem, MAX_PAGE_SIZE, Timestamp};

/// The layout of the columns.
const VERSION: u8 = 2;
/// Rows with fewer bytes on average are not compressed.
const SHORT_ROW: usize = 130;
const PLAIN: u8 = 0;
const DEFLATED: u8 = 1;
/// A page of 100 rows with the longest texts allowed.
const MAX_BYTES: u64 = 64 << 20;
/// The time of a row without one.
const NO_TIMESTAMP: i64 = i64::MIN;

/// A row of a list that the mirror stores.
pub(crate) trait MirrorItem: ListRow {
    fn id(&self) -> &str;

    /// Equal rows have equal digests.
    fn digest(rows: &Self::Buffer) -> i64;

    /// Appends the rows, not compressed.
    fn encode(rows: &Self::Buffer, bytes: &mut Vec<u8>);

    fn decode(bytes: &[u8]) -> Result<Self::Buffer, UnreadablePage>;
}

/// The bytes to store for a page.
pub(super) fn to_bytes<T: MirrorItem>(rows: &T::Buffer) -> Vec<u8> {
    let short = rows.len() * SHORT_ROW;
    let mut bytes = Vec::with_capacity(short + 1);
    bytes.push(PLAIN);
    T::encode(rows, &mut bytes);
    let encoded = &bytes[1..];
    if encoded.len() <= short {
        return bytes;
    }
    let mut deflated = vec![DEFLATED];
    // Reading from memory cannot fail.
    let _ = DeflateEncoder::new(encoded, Compression::fast()).read_to_end(&mut deflated);
    deflated
}

pub(super) fn from_bytes<T: MirrorItem>(bytes: &[u8]) -> Result<T::Buffer, UnreadablePage> {
    T::decode(&decompress(bytes)?)
}

fn decompress(bytes: &[u8]) -> Result<Cow<'_, [u8]>, UnreadablePage> {
    match bytes.split_first() {
        Some((&PLAIN, encoded)) => Ok(Cow::Borrowed(encoded)),
        Some((&DEFLATED, deflated)) => {
            let mut encoded = Vec::with_capacity(deflated.len() * 3);
            let mut decoder = DeflateDecoder::new(deflated).take(MAX_BYTES);
            decoder.read_to_end(&mut encoded).map_err(|_damaged| UnreadablePage)?;
            Ok(Cow::Owned(encoded))
        }
        _ => Err(UnreadablePage),
    }
}

impl MirrorItem for JobItem {
    fn id(&self) -> &str {
        self.id.as_str()
    }

    fn digest(rows: &Vec<Self>) -> i64 {
        let mut bytes = Vec::new();
        Self::encode(rows, &mut bytes);
        XxHash3_64::oneshot(&bytes).cast_signed()
    }

    fn encode(rows: &Vec<Self>, bytes: &mut Vec<u8>) {
        // Records of the API always serialize.
        let _ = serde_json::to_writer(bytes, rows);
    }

    fn decode(bytes: &[u8]) -> Result<Vec<Self>, UnreadablePage> {
        serde_json::from_slice(bytes).map_err(|_damaged| UnreadablePage)
    }
}

impl MirrorItem for CandidateItem {
    fn id(&self) -> &str {
        self.id.as_str()
    }

    fn digest(rows: &CandidateRows) -> i64 {
        let times =
            rows.times().map(|at| at.map_or(NO_TIMESTAMP, Timestamp::micros).cast_unsigned());
        let lengths = rows.ends().map(u64::from);
        let seed = lengths.chain(times).fold(rows.len() as u64, |digest, value| {
            (digest ^ value).wrapping_mul(ODD).rotate_left(32)
        });
        XxHash3_64::oneshot_with_seed(seed, rows.text().as_bytes()).cast_signed()
    }

    fn encode(rows: &CandidateRows, bytes: &mut Vec<u8>) {
        let mut writer = Writer(bytes);
        writer.0.push(VERSION);
        writer.count(rows.len());
        let mut column = Vec::with_capacity(rows.len());
        for index in 0..TEXTS {
            if index == EXTRA {
                write_times(&mut writer, rows.times());
            }
            column.clear();
            column.extend(rows.column(index));
            writer.column(&column);
        }
    }

    fn decode(bytes: &[u8]) -> Result<CandidateRows, UnreadablePage> {
        let mut reader = Reader(bytes);
        if reader.byte()? != VERSION {
            return Err(UnreadablePage);
        }
        let count = reader.count()?;
        let mut columns = Vec::with_capacity(TEXTS);
        for _ in 0..EXTRA {
            columns.push(reader.column(count)?);
        }
        let mut times = Times::read(&mut reader, count)?;
        columns.push(reader.column(count)?);
        let mut rows = CandidateRows::with_capacity(count.min(MAX_PAGE_SIZE));
        for _ in 0..count {
            rows.try_push(times.next()?, |column, text| {
                let before = text.len();
                columns[column].next(text)?;
                if column == EXTRA { check_extra(text.get(before..)) } else { Ok(()) }
            })?;
        }
        Ok(rows)
    }
}

/// The column of the unknown fields, after the times.
const EXTRA: usize = TEXTS - 1;

fn check_extra(json: Option<&str>) -> Result<(), UnreadablePage> {
    match json.filter(|json| !json.is_empty()) {
        Some(json) => {
            serde_json::from_str::<Extra>(json).map(drop).map_err(|_damaged| UnreadablePage)
        }
        None => Ok(()),
    }
}

fn write_times(writer: &mut Writer<'_>, times: impl Iterator<Item = Option<Timestamp>> + Clone) {
    // Each format is stored by an example.
    let mut examples: Vec<Timestamp> = Vec::new();
    let index_of = |examples: &[Timestamp], at: Timestamp| {
        examples.iter().position(|other| other.format() == at.format())
    };
    for at in times.clone().flatten() {
        if index_of(&examples, at).is_none() {
            examples.push(at);
        }
    }
    writer.count(examples.len());
    for example in &examples {
        writer.text(&serde_json::to_string(example).unwrap_or_default());
    }
    let mut before = 0_i64;
    for time in times {
        let at = time.map_or(NO_TIMESTAMP, Timestamp::micros);
        // Neighbours are close in time, so that the difference is short.
        writer.number(at.wrapping_sub(before));
        before = at;
        writer.count(time.and_then(|at| index_of(&examples, at)).unwrap_or(0));
    }
}

/// The column of times.
struct Times<'a> {
    formats: Vec<TimestampFormat>,
    rows: Reader<'a>,
    before: i64,
}

impl<'a> Times<'a> {
    /// Leaves the reader behind the column.
    fn read(reader: &mut Reader<'a>, count: usize) -> Result<Self, UnreadablePage> {
        let formats = reader.count()?;
        let formats = (0..formats)
            .map(|_| {
                let example: Result<Timestamp, _> = serde_json::from_str(reader.text()?);
                example.map(Timestamp::format).map_err(|_damaged| UnreadablePage)
            })
            .collect::<Result<_, _>>()?;
        let rows = *reader;
        for _ in 0..count {
            reader.number()?;
            reader.count()?;
        }
        Ok(Self { formats, rows, before: 0 })
    }

    fn next(&mut self) -> Result<Option<Timestamp>, UnreadablePage> {
        self.before = self.before.wrapping_add(self.rows.number()?);
        let format = self.formats.get(self.rows.count()?);
        if self.before == NO_TIMESTAMP {
            return Ok(None);
        }
        let (at, format) = Timestamp::from_micros(self.before).zip(format).ok_or(UnreadablePage)?;
        Ok(Some(at.with_format(*format)))
    }
}
