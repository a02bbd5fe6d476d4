//! A column of texts as bytes: cheap to write and to read, and half the size of the texts.
//!
//! Few different texts are written once, ids in five bits a letter, and a common prefix once.
//! `codec` calls this.

/// The bytes are not a page of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a stored page cannot be read")]
pub(crate) struct UnreadablePage;

/// More different texts in a column are not worth a search.
const MAX_DISTINCT: usize = 64;
/// Spreads a number over all bits: 2^64 divided by the golden ratio.
pub(super) const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
/// At least half of the buckets stay empty, so that a search ends.
const BUCKETS: usize = 2 * MAX_DISTINCT;
/// A column that begins with this many distinct texts is not searched for repetitions.
const UNIQUE: usize = 8;
/// The letters of most ids: those of Crockford's base 32, which has all hexadecimal digits.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const BITS: usize = 5;
/// The longest id that fits in 128 bits.
const MAX_PACKED: usize = 25;

/// The size of a number that holds an id.
const VALUE_BYTES: usize = 16;
/// Has bits that no number of a letter has.
const OTHER: u8 = 0xff;
/// As many letters fit in 64 bits.
const LETTERS_IN_64: usize = 12;

const PLAIN: u8 = 0;
const DICTIONARY: u8 = 1;
const PACKED: u8 = 2;
/// Some texts are empty: a bit for each row says which ones are not.
const PACKED_OR_EMPTY: u8 = 3;

/// The number of each letter of the alphabet, and `OTHER` for all others.
const NUMBERS: [u8; 256] = {
    let mut numbers = [OTHER; 256];
    let mut index = 0_u8;
    while (index as usize) < ALPHABET.len() {
        numbers[ALPHABET[index as usize] as usize] = index;
        index += 1;
    }
    numbers
};

pub(super) struct Writer<'a>(pub(super) &'a mut Vec<u8>);

impl Writer<'_> {
    pub(super) fn count(&mut self, count: usize) {
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
    pub(super) fn number(&mut self, value: i64) {
        self.unsigned(((value << 1) ^ (value >> 63)).cast_unsigned());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn column(&mut self, texts: &[&str]) {
        if let Some((distinct, indices)) = dictionary(texts) {
            self.0.push(DICTIONARY);
            self.count(distinct.len());
            for text in distinct {
                self.text(text);
            }
            self.0.extend(indices);
            return;
        }
        // Preallocated: growing the vector costs more than filling it.
        let mut ids = Vec::with_capacity(texts.len());
        ids.extend(texts.iter().copied().filter(|text| !text.is_empty()));
        let prefix = common_prefix(&ids);
        if let Some(packed) = pack(&ids, prefix) {
            self.0.push(if ids.len() == texts.len() { PACKED } else { PACKED_OR_EMPTY });
            self.bytes(&ids[0].as_bytes()[..prefix]);
            self.count(ids[0].len() - prefix);
            if ids.len() < texts.len() {
                self.0.extend(texts.chunks(8).map(|texts| {
                    let bit = |(at, text): (usize, &&str)| u8::from(!text.is_empty()) << at;
                    texts.iter().enumerate().map(bit).sum::<u8>()
                }));
            }
            self.0.extend(packed);
        } else {
            self.0.push(PLAIN);
            for text in texts {
                self.text(text);
            }
        }
    }
}

/// The different texts of a column, and for each row the index of its text; `None` if they are many.
fn dictionary<'a>(texts: &[&'a str]) -> Option<(Vec<&'a str>, Vec<u8>)> {
    let mut distinct: Vec<&str> = Vec::with_capacity(MAX_DISTINCT);
    // A hash table of the keys and indices of the distinct texts.
    let mut buckets = [None::<(u64, u8)>; BUCKETS];
    let mut indices = Vec::with_capacity(texts.len());
    let max = MAX_DISTINCT.min(texts.len() / 2);
    for text in texts {
        let key = short_key(text.as_bytes());
        let mut bucket = bucket_of(key);
        let index = loop {
            match buckets[bucket] {
                Some((known, index)) if known == key && distinct[usize::from(index)] == *text => {
                    break index;
                }
                Some(_other) => bucket = (bucket + 1) % BUCKETS,
                None => {
                    let is_unique = distinct.len() == indices.len() && distinct.len() >= UNIQUE;
                    if distinct.len() == max || is_unique {
                        return None;
                    }
                    let index = u8::try_from(distinct.len()).ok()?;
                    buckets[bucket] = Some((key, index));
                    distinct.push(text);
                    break index;
                }
            }
        };
        indices.push(index);
    }
    Some((distinct, indices))
}

/// The bucket where the search for a key begins.
fn bucket_of(key: u64) -> usize {
    usize::from(key.wrapping_mul(ODD).to_le_bytes()[7]) % BUCKETS
}

/// The length of a text, and its last bytes.
fn short_key(text: &[u8]) -> u64 {
    let last = text.last_chunk::<8>().map_or_else(
        || text.iter().fold(0, |key, byte| (key << 8) | u64::from(*byte)),
        |last| u64::from_le_bytes(*last),
    );
    last ^ (text.len() as u64).rotate_right(8)
}

/// The bytes up to the first underscore, if all texts begin with them.
fn common_prefix(texts: &[&str]) -> usize {
    let Some(first) = texts.first() else { return 0 };
    let length = first.find('_').map_or(0, |at| at + 1);
    let prefix = &first.as_bytes()[..length];
    if texts.iter().all(|text| text.as_bytes().starts_with(prefix)) { length } else { 0 }
}

/// All texts without their prefix, in five bits a letter; `None` if they are not ids of one length.
fn pack(texts: &[&str], prefix: usize) -> Option<Vec<u8>> {
    let length = texts.first()?.len() - prefix;
    if length == 0 || length > MAX_PACKED {
        return None;
    }
    let size = (length * BITS).div_ceil(8);
    // Writes all bytes of a value; the next one overwrites those that it does not need.
    let mut packed = vec![0; texts.len() * size + VALUE_BYTES];
    for (row, text) in texts.iter().enumerate() {
        let letters = text.as_bytes().get(prefix..).filter(|letters| letters.len() == length)?;
        let mut value = 0_u128;
        for letters in letters.chunks(LETTERS_IN_64) {
            let (mut part, mut seen) = (0_u64, 0);
            for letter in letters {
                let number = NUMBERS[usize::from(*letter)];
                seen |= number;
                part = (part << BITS) | u64::from(number);
            }
            if seen == OTHER {
                return None;
            }
            value = (value << (BITS * letters.len())) | u128::from(part);
        }
        packed[row * size..][..VALUE_BYTES].copy_from_slice(&value.to_le_bytes());
    }
    packed.truncate(texts.len() * size);
    Some(packed)
}

#[derive(Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Result<u8, UnreadablePage> {
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

    pub(super) fn count(&mut self) -> Result<usize, UnreadablePage> {
        usize::try_from(self.unsigned()?).map_err(|_huge| UnreadablePage)
    }

    pub(super) fn number(&mut self) -> Result<i64, UnreadablePage> {
        let value = self.unsigned()?;
        Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], UnreadablePage> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(UnreadablePage)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn text(&mut self) -> Result<&'a str, UnreadablePage> {
        let length = self.count()?;
        std::str::from_utf8(self.take(length)?).map_err(|_damaged| UnreadablePage)
    }

    /// A column of this many rows. Leaves the reader behind it.
    pub(super) fn column(&mut self, rows: usize) -> Result<Column<'a>, UnreadablePage> {
        Ok(match self.byte()? {
            PLAIN => {
                let texts = *self;
                for _ in 0..rows {
                    let length = self.count()?;
                    self.take(length)?;
                }
                Column::Plain(texts)
            }
            DICTIONARY => {
                let count = self.count()?;
                let texts = (0..count).map(|_| self.text()).collect::<Result<_, _>>()?;
                Column::Dictionary(texts, Reader(self.take(rows)?))
            }
            kind @ (PACKED | PACKED_OR_EMPTY) => {
                let (prefix, letters) = (self.text()?, self.count()?);
                if letters > MAX_PACKED {
                    return Err(UnreadablePage);
                }
                let mut count = rows;
                let mut present = None;
                if kind == PACKED_OR_EMPTY {
                    let bits = self.take(rows.div_ceil(8))?;
                    count = bits.iter().map(|byte| byte.count_ones() as usize).sum();
                    present = Some(Bits { bytes: bits, at: 0 });
                }
                let size = (letters * BITS).div_ceil(8);
                let bytes = self.take(count.checked_mul(size).ok_or(UnreadablePage)?)?;
                Column::Packed { prefix, letters, present, bytes: Reader(bytes) }
            }
            _ => return Err(UnreadablePage),
        })
    }
}

pub(super) enum Column<'a> {
    Plain(Reader<'a>),
    Dictionary(Vec<&'a str>, Reader<'a>),
    Packed { prefix: &'a str, letters: usize, present: Option<Bits<'a>>, bytes: Reader<'a> },
}

/// A bit for each row.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn next(&mut self) -> bool {
        let byte = self.bytes.get(self.at / 8).copied().unwrap_or(0);
        let bit = byte >> (self.at % 8) & 1 == 1;
        self.at += 1;
        bit
    }
}

impl Column<'_> {
    /// Appends the text of the next row.
    pub(super) fn next(&mut self, text: &mut String) -> Result<(), UnreadablePage> {
        match self {
            Self::Plain(texts) => text.push_str(texts.text()?),
            Self::Dictionary(texts, indices) => {
                text.push_str(texts.get(usize::from(indices.byte()?)).ok_or(UnreadablePage)?);
            }
            Self::Packed { prefix, letters, present, bytes } => {
                if present.as_mut().is_some_and(|present| !present.next()) {
                    return Ok(());
                }
                let packed = bytes.take((*letters * BITS).div_ceil(8))?;
                let mut value = [0; 16];
                value[..packed.len()].copy_from_slice(packed);
                let value = u128::from_le_bytes(value);
                text.push_str(prefix);
                for letter in (0..*letters).rev() {
                    let number = (value >> (letter * BITS)) & 0x1f;
                    text.push(char::from(ALPHABET[usize::try_from(number).unwrap_or(0)]));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_column_takes_its_shortest_form_and_reads_back() {
        let ids: Vec<String> = (0..40).map(|row| format!("can_{:016x}", row * 7919)).collect();
        let uuids: Vec<String> = (0..40).map(|row| format!("{row:08x}-0000-4000")).collect();
        let mixed: Vec<String> = (0..40).map(|row| format!("{}é", "x".repeat(row))).collect();
        let some: Vec<String> = ids
            .iter()
            .enumerate()
            .map(|(at, id)| if at % 3 == 0 { "" } else { id }.into())
            .collect();
        let stages: Vec<String> = (0..40).map(|row| format!("Stage {}", row % 5)).collect();
        for (texts, form, most) in [
            (ids, PACKED, 40 * 10 + 8),
            (some, PACKED_OR_EMPTY, 27 * 10 + 13),
            (uuids, PLAIN, 40 * 20),
            (mixed, PLAIN, 40 * 24),
            (stages, DICTIONARY, 40 + 5 * 8 + 2),
            (vec![String::new(); 40], DICTIONARY, 43),
            (Vec::new(), DICTIONARY, 2),
        ] {
            let mut bytes = Vec::new();
            let mut writer = Writer(&mut bytes);
            writer.column(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(bytes[0] == form && bytes.len() <= most, "{texts:?}");
            let mut column = Reader(&bytes).column(texts.len()).unwrap();
            let mut read = String::new();
            for _ in &texts {
                column.next(&mut read).unwrap();
            }
            assert_eq!(read, texts.concat());
        }
    }
}
