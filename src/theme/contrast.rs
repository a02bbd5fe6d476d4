//! Luminance and contrast of colours as WCAG 2 defines them.
//!
//! The choice of a theme uses the luminance; the tests of the palette use both.

/// Red, green, blue.
pub(crate) type Rgb = (u8, u8, u8);

/// Between 0 for black and 1 for white.
pub(super) fn luminance((red, green, blue): Rgb) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// Between 1 for equal colours and 21 for black on white.
#[cfg(test)]
pub(super) fn contrast(first: Rgb, second: Rgb) -> f64 {
    let (first, second) = (luminance(first) + 0.05, luminance(second) + 0.05);
    first.max(second) / first.min(second)
}

/// The value of a colour of the cube or the grey ramp; the first sixteen differ by terminal.
pub(super) const fn indexed_rgb(colour: u8) -> Option<Rgb> {
    const fn level(step: u8) -> u8 {
        if step == 0 { 0 } else { 55 + 40 * step }
    }
    match colour {
        0..16 => None,
        16..232 => {
            let index = colour - 16;
            Some((level(index / 36), level(index / 6 % 6), level(index % 6)))
        }
        232.. => {
            let grey = 8 + 10 * (colour - 232);
            Some((grey, grey, grey))
        }
    }
}
