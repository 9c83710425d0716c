//! What an error quotes of a text. It lies in the error itself: refusing a text allocates no more
//! than accepting one.

use std::fmt::{self, Debug, Display, Formatter, Write};

/// Most bytes of a text that are quoted.
const LONGEST: usize = 80;

/// The beginning of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Excerpt {
    bytes: [u8; LONGEST],
    len: u8,
}

impl Excerpt {
    /// The text, or its first 80 bytes up to the end of a character.
    pub fn of(text: &str) -> Excerpt {
        Excerpt::of_value(text)
    }

    /// The same of a value's text.
    pub fn of_value(value: impl Display) -> Excerpt {
        let mut excerpt = Excerpt {
            bytes: [0; LONGEST],
            len: 0,
        };
        // What does not fit is left out.
        let _ = write!(excerpt, "{value}");
        excerpt
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl Write for Excerpt {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let mut encoded = [0; 4];
            let bytes = character.encode_utf8(&mut encoded).as_bytes();
            let start = usize::from(self.len);
            let room = self.bytes.get_mut(start..start + bytes.len());
            room.ok_or(fmt::Error)?.copy_from_slice(bytes);
            self.len += bytes.len() as u8;
        }
        Ok(())
    }
}

impl Display for Excerpt {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Debug for Excerpt {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(self.as_str(), formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_end_at_a_character() {
        for text in ["", "7/13", &"é".repeat(40), &"x".repeat(80)] {
            assert_eq!(Excerpt::of(text).as_str(), text);
        }
        assert_eq!(Excerpt::of(&"x".repeat(81)).as_str(), "x".repeat(80));
        let odd = "x".to_owned() + &"é".repeat(40);
        assert_eq!(Excerpt::of(&odd).as_str(), "x".to_owned() + &"é".repeat(39));
    }
}
