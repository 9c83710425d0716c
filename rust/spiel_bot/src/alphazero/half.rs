//! Numbers in 16 bits (IEEE 754 binary16), as a replay keeps them.

/// The nearest number of 16 bits; beyond the largest one, infinity.
pub(super) fn to_half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7fff_ffff;
    if magnitude >= 0x4780_0000 {
        // Too large, or no number.
        return sign
            | if magnitude > 0x7f80_0000 {
                0x7e00
            } else {
                0x7c00
            };
    }
    if magnitude < 0x3880_0000 {
        // Below the smallest normal number: a multiple of 2^-24, of which adding 0.5 leaves the count.
        let count = (f32::from_bits(magnitude) + 0.5).to_bits() - 0.5f32.to_bits();
        return sign | count as u16;
    }
    let odd = magnitude >> 13 & 1;
    let rounded = magnitude + 0x0fff + odd;
    sign | ((rounded - 0x3800_0000) >> 13) as u16
}

/// The same number in 32 bits.
pub(super) fn from_half(half: u16) -> f32 {
    let magnitude = u32::from(half & 0x7fff);
    let sign = u32::from(half & 0x8000) << 16;
    if magnitude >= 0x7c00 {
        return f32::from_bits(sign | 0x7f80_0000 | (magnitude & 0x3ff) << 13);
    }
    // The exponents are 112 apart; a multiplication moves them, for the small ones too.
    let scaled = f32::from_bits(magnitude << 13) * f32::from_bits((127 + 112) << 23);
    f32::from_bits(scaled.to_bits() | sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_is_its_own() {
        for half in 0..=u16::MAX {
            if half & 0x7fff <= 0x7c00 {
                assert_eq!(to_half(from_half(half)), half);
            }
        }
    }

    #[test]
    fn known_numbers() {
        for (value, half) in [
            (0.0, 0),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (1e6, 0x7c00),
            (6e-8, 1),
        ] {
            assert_eq!(to_half(value), half, "{value}");
        }
        assert!((from_half(to_half(0.3)) - 0.3).abs() < 2e-4);
        // Halfway between two: the even one.
        assert_eq!(to_half(1.0 + 1.0 / 2048.0), 0x3c00);
        assert_eq!(to_half(1.0 + 3.0 / 2048.0), 0x3c02);
        assert!(from_half(to_half(f32::NAN)).is_nan());
    }
}
