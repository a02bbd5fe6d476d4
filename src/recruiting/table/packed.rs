//! An unaligned integer of a given number of bytes, so that a row has no padding.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed<const BYTES: usize>([u8; BYTES]);

impl<const BYTES: usize> Default for Packed<BYTES> {
    fn default() -> Self {
        Self([0; BYTES])
    }
}

impl<const BYTES: usize> Packed<BYTES> {
    /// Truncates a number that is too large.
    #[inline]
    pub(crate) fn new(number: u64) -> Self {
        let mut packed = [0; BYTES];
        for (byte, digit) in packed.iter_mut().zip(number.to_le_bytes()) {
            *byte = digit;
        }
        Self(packed)
    }

    #[inline]
    pub(crate) fn get(self) -> u64 {
        let mut digits = [0; 8];
        for (digit, byte) in digits.iter_mut().zip(self.0) {
            *digit = byte;
        }
        u64::from_le_bytes(digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_survives_packing() {
        for number in [0, 1, 255, 256, 70_000, (1 << 24) - 1] {
            assert_eq!(Packed::<3>::new(number).get(), number);
        }
        for number in [i64::MIN, -1, 0, i64::MAX] {
            assert_eq!(Packed::<8>::new(number.cast_unsigned()).get().cast_signed(), number);
        }
    }
}
