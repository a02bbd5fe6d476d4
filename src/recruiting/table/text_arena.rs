//! The texts that rows do not share, ids and names, in large chunks.
//!
//! A changed row is appended; a chunk that is half garbage is rewritten, so that it stays within
//! twice its content.

use super::Row;
use super::packed::Packed;

/// Rows per chunk.
const PIECE: usize = 4096;

/// Longer texts are stored elsewhere. Twice a chunk full of the longest still fits 32 bits.
pub(crate) const LONGEST: usize = 16_000;

/// Flags in the spare bits of the last length.
const LIVE: u64 = 1 << 15;
const LONG: u64 = 1 << 14;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TextSpan {
    at: Packed<4>,
    lengths: [Packed<2>; 3],
}

#[derive(Debug, Clone, Default)]
pub(crate) struct TextArena {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Default)]
struct Piece {
    text: String,
    waste: usize,
}

impl TextSpan {
    fn new(at: usize, lengths: [usize; 3], is_long: bool) -> Self {
        let flags = LIVE | if is_long { LONG } else { 0 };
        let [first, second, third] = lengths.map(|length| length as u64);
        let lengths = [first, second, third | flags].map(Packed::of);
        Self { at: Packed::of(at as u64), lengths }
    }

    fn at(self) -> usize {
        usize::try_from(self.at.get()).unwrap_or(usize::MAX)
    }

    fn lengths(self) -> [usize; 3] {
        self.lengths.map(|length| usize::try_from(length.get() & !(LIVE | LONG)).unwrap_or(0))
    }

    fn whole(self) -> usize {
        self.lengths().iter().sum()
    }

    pub(crate) fn is_live(self) -> bool {
        self.lengths[2].get() & LIVE != 0
    }

    /// Whether a text was too long and is stored elsewhere.
    pub(crate) fn is_long(self) -> bool {
        self.lengths[2].get() & LONG != 0
    }

    pub(crate) fn set_live(&mut self, is_live: bool) {
        let rest = self.lengths[2].get() & !LIVE;
        self.lengths[2] = Packed::of(rest | if is_live { LIVE } else { 0 });
    }
}

impl TextArena {
    pub(crate) fn text(&self, row: Row, place: TextSpan, which: usize) -> &str {
        let lengths = place.lengths();
        let from = place.at() + lengths.iter().take(which).sum::<usize>();
        let piece = self.pieces.get(row.index() / PIECE);
        let text = piece.and_then(|piece| piece.text.get(from..from + lengths[which]));
        text.unwrap_or_default()
    }

    pub(crate) fn push(&mut self, row: Row, texts: [&str; 3]) -> TextSpan {
        let index = row.index() / PIECE;
        if index == self.pieces.len() {
            if let Some(full) = self.pieces.last_mut() {
                full.text.shrink_to_fit();
            }
            self.pieces.push(Piece::default());
        }
        self.pieces[index].push(texts)
    }

    /// Replaces the texts of a row. Rewriting a chunk changes the spans of its neighbours.
    pub(crate) fn set(&mut self, row: Row, texts: [&str; 3], places: &mut [impl AsMut<TextSpan>]) {
        let first = row.index() / PIECE * PIECE;
        let piece = &mut self.pieces[row.index() / PIECE];
        let place = places[row.index()].as_mut();
        piece.waste += place.whole();
        *place = piece.push(texts);
        if piece.waste > (piece.text.len() / 2).max(PIECE) {
            let end = places.len().min(first + PIECE);
            piece.rewrite(&mut places[first..end]);
        }
    }

    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.pieces.iter().map(|piece| piece.text.capacity()).sum()
    }
}

impl Piece {
    fn push(&mut self, texts: [&str; 3]) -> TextSpan {
        let at = self.text.len();
        let long = texts.iter().any(|text| text.len() > LONGEST);
        let lengths = texts.map(|text| {
            let text = if text.len() > LONGEST { "" } else { text };
            self.text.push_str(text);
            text.len()
        });
        TextSpan::new(at, lengths, long)
    }

    fn rewrite(&mut self, places: &mut [impl AsMut<TextSpan>]) {
        let mut text = String::with_capacity(self.text.len() - self.waste);
        for place in places.iter_mut().map(AsMut::as_mut) {
            let from = place.at();
            let texts = self.text.get(from..from + place.whole()).unwrap_or_default();
            place.at = Packed::of(text.len() as u64);
            text.push_str(texts);
        }
        *self = Self { text, waste: 0 };
    }
}
