//! The texts that belong to one row each: its ids and its name, in big pieces.
//!
//! A changed row is written behind the others; a piece that is half waste is
//! written anew, so that it stays within twice of what it holds.

use super::Row;

/// Rows in one piece.
const PIECE: usize = 4096;

/// Longer texts are not kept here. Even a piece full of the longest, twice,
/// can be counted in 32 bits.
pub(super) const LONGEST: usize = 16_000;

/// Where the texts of a row lie.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    at: u32,
    lengths: [u16; 3],
    /// Whether the row was not removed. It is here since here it costs no room.
    pub(super) live: bool,
    /// Whether one of the texts was too long, and is kept elsewhere.
    pub(super) long: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Default)]
struct Piece {
    text: String,
    waste: usize,
}

impl Place {
    fn whole(self) -> usize {
        self.lengths.iter().map(|length| usize::from(*length)).sum()
    }
}

impl Names {
    /// One of the three texts of a row.
    pub(super) fn text(&self, row: Row, place: Place, which: usize) -> &str {
        let before: usize =
            place.lengths.iter().take(which).map(|length| usize::from(*length)).sum();
        let from = place.at as usize + before;
        let piece = self.pieces.get(row.index() / PIECE);
        let text =
            piece.and_then(|piece| piece.text.get(from..from + usize::from(place.lengths[which])));
        text.unwrap_or_default()
    }

    /// Writes the texts of a new row.
    pub(super) fn push(&mut self, row: Row, texts: [&str; 3]) -> Place {
        let index = row.index() / PIECE;
        if index == self.pieces.len() {
            if let Some(full) = self.pieces.last_mut() {
                full.text.shrink_to_fit();
            }
            self.pieces.push(Piece::default());
        }
        self.pieces[index].push(texts)
    }

    /// Writes the texts of a row that has others. The places of its neighbours
    /// may move.
    pub(super) fn set(&mut self, row: Row, texts: [&str; 3], places: &mut [impl AsMut<Place>]) {
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
    pub(super) fn bytes(&self) -> usize {
        self.pieces.iter().map(|piece| piece.text.capacity()).sum()
    }
}

impl Piece {
    fn push(&mut self, texts: [&str; 3]) -> Place {
        let at = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let long = texts.iter().any(|text| text.len() > LONGEST);
        let lengths = texts.map(|text| {
            let text = if text.len() > LONGEST { "" } else { text };
            self.text.push_str(text);
            u16::try_from(text.len()).unwrap_or(0)
        });
        Place { at, lengths, live: true, long }
    }

    fn rewrite(&mut self, places: &mut [impl AsMut<Place>]) {
        let mut text = String::with_capacity(self.text.len() - self.waste);
        for place in places.iter_mut().map(AsMut::as_mut) {
            let from = place.at as usize;
            let texts = self.text.get(from..from + place.whole()).unwrap_or_default();
            place.at = u32::try_from(text.len()).unwrap_or(u32::MAX);
            text.push_str(texts);
        }
        *self = Self { text, waste: 0 };
    }
}
