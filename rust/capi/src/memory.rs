//! The caller's memory. Pointers are checked as far as they can be: whether one leads to as many
//! elements as its documentation asks, no C function can know.

use std::ffi::{CStr, c_char};
use std::fmt;

use crate::error::Error;

fn check<T>(pointer: *const T) -> Result<(), Error> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(Error::NullPointer);
    }
    Ok(())
}

/// The `len` elements behind a pointer.
///
/// # Safety
/// A pointer that is not null leads to `len` elements that nobody writes to meanwhile.
pub unsafe fn input<'a, T>(pointer: *const T, len: usize) -> Result<&'a [T], Error> {
    check(pointer)?;
    // SAFETY: not null, aligned, and as long as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
}

/// The same, to be changed.
///
/// # Safety
/// A pointer that is not null leads to `len` elements that nobody else uses meanwhile.
pub unsafe fn input_mut<'a, T>(pointer: *mut T, len: usize) -> Result<&'a mut [T], Error> {
    check(pointer)?;
    // SAFETY: not null, aligned, and as long as the caller promises.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) })
}

/// A text that is closed by a 0.
///
/// # Safety
/// A pointer that is not null leads to a text that nobody writes to meanwhile.
pub unsafe fn read_text<'a>(pointer: *const c_char) -> Result<&'a str, Error> {
    check(pointer)?;
    // SAFETY: not null, and closed as the caller promises.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Error::BadText)
}

/// Where a result goes. C's buffers need not hold anything before, so nothing is read from them.
pub struct Out<T>(*mut T);

impl<T: Copy> Out<T> {
    /// # Safety
    /// A pointer that is not null leads to room for as many elements as are set, and nobody else
    /// uses them meanwhile.
    pub unsafe fn new(pointer: *mut T) -> Result<Out<T>, Error> {
        check(pointer)?;
        Ok(Out(pointer))
    }

    /// Sets the first element.
    pub fn set(self, value: T) {
        // SAFETY: the creator of `self` promised room.
        unsafe { self.0.write(value) }
    }

    /// Sets the first element, and goes on to the next.
    pub fn push(&mut self, value: T) {
        // SAFETY: the creator of `self` promised room.
        unsafe {
            self.0.write(value);
            self.0 = self.0.add(1);
        }
    }

    /// Sets as many elements as there are values.
    pub fn set_all(mut self, values: impl IntoIterator<Item = T>) {
        for value in values {
            self.push(value);
        }
    }

    /// Sets `len` elements to one value, and lends them.
    pub fn filled<'a>(self, len: usize, value: T) -> &'a mut [T] {
        // SAFETY: the creator of `self` promised room; every element is written before it is lent.
        unsafe {
            for index in 0..len {
                self.0.add(index).write(value);
            }
            std::slice::from_raw_parts_mut(self.0, len)
        }
    }
}

/// Longer than any text that is written here.
const LONGEST_TEXT: usize = 1024;

/// A text on the stack, on its way to a buffer.
pub struct Text {
    bytes: [u8; LONGEST_TEXT],
    len: usize,
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.bytes[self.len..];
        let fits = text.len().min(room.len());
        room[..fits].copy_from_slice(&text.as_bytes()[..fits]);
        self.len += fits;
        if fits == text.len() {
            Ok(())
        } else {
            Err(fmt::Error)
        }
    }
}

impl Text {
    /// No text yet. What is written beyond the end is cut: only states made of words that nobody
    /// packed could have such a text.
    pub fn new() -> Text {
        Text {
            bytes: [0; LONGEST_TEXT],
            len: 0,
        }
    }

    /// The value's text.
    pub fn of(value: impl fmt::Display) -> Text {
        let mut text = Text::new();
        let _ = fmt::write(&mut text, format_args!("{value}"));
        text
    }

    /// Writes as much of the text as fits, and a 0 behind it; returns what stands before the 0.
    ///
    /// # Safety
    /// As of [`Out::new`], for `size` elements.
    pub unsafe fn cut_to(&self, size: u64, buffer: *mut c_char) -> Result<u64, Error> {
        // SAFETY: passed on.
        let buffer = unsafe { Out::new(buffer) }?;
        let room = size.checked_sub(1).ok_or(Error::BufferTooSmall)?;
        let len = self.len.min(usize::try_from(room).unwrap_or(usize::MAX));
        let characters = self.bytes[..len].iter().chain(&[0]);
        buffer.set_all(characters.map(|byte| *byte as c_char));
        Ok(len as u64)
    }

    /// The same, but nothing is written unless all of it fits.
    ///
    /// # Safety
    /// As of [`Text::cut_to`].
    pub unsafe fn write_to(&self, size: u64, buffer: *mut c_char) -> Result<u64, Error> {
        if !buffer.is_null() && size <= self.len as u64 {
            return Err(Error::BufferTooSmall);
        }
        // SAFETY: passed on.
        unsafe { self.cut_to(size, buffer) }
    }
}
