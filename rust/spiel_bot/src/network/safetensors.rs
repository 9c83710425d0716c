//! Weights in the safetensors format: a JSON header with names, types, shapes and places, then the
//! numbers. Data only, so a file can do nothing but be wrong, and then it is refused.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// A named array of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its dimensions; their product is the number of values.
    pub shape: Vec<usize>,
    /// The values, the last dimension first.
    pub values: Vec<f32>,
}

/// What a file holds: tensors by name, and texts about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensors {
    /// The arrays.
    pub tensors: BTreeMap<String, Tensor>,
    /// What the writer wanted to say about them.
    pub metadata: BTreeMap<String, String>,
}

const LENGTH_BYTES: usize = 8;
const MOST_HEADER_BYTES: usize = 1 << 20;

/// The bytes of a file.
pub fn write(contents: &Tensors) -> Vec<u8> {
    let mut header = Map::new();
    if !contents.metadata.is_empty() {
        header.insert("__metadata__".into(), json!(contents.metadata));
    }
    let mut end = 0;
    for (name, tensor) in &contents.tensors {
        let start = end;
        end += 4 * tensor.values.len();
        header.insert(
            name.clone(),
            json!({"dtype": "F32", "shape": tensor.shape, "data_offsets": [start, end]}),
        );
    }
    let mut header = Value::Object(header).to_string().into_bytes();
    // So that the numbers stand aligned.
    while !header.len().is_multiple_of(LENGTH_BYTES) {
        header.push(b' ');
    }
    let mut bytes = Vec::with_capacity(LENGTH_BYTES + header.len() + end);
    bytes.extend((header.len() as u64).to_le_bytes());
    bytes.extend(header);
    for tensor in contents.tensors.values() {
        for value in &tensor.values {
            bytes.extend(value.to_le_bytes());
        }
    }
    bytes
}

/// Reads a file's bytes; an error says what is wrong with them.
pub fn read(bytes: &[u8]) -> Result<Tensors, String> {
    let (length, rest) = bytes
        .split_first_chunk::<LENGTH_BYTES>()
        .ok_or("it is shorter than a header")?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    if length > MOST_HEADER_BYTES || length > rest.len() {
        return Err("its header is longer than the file".into());
    }
    let (header, data) = rest.split_at(length);
    let header: Map<String, Value> = serde_json::from_slice(header)
        .map_err(|error| format!("its header is no JSON: {error}"))?;
    let mut contents = Tensors::default();
    let mut covered = 0;
    for (name, entry) in &header {
        if name == "__metadata__" {
            contents.metadata = serde_json::from_value(entry.clone())
                .map_err(|error| format!("its metadata are no texts: {error}"))?;
            continue;
        }
        let tensor = read_tensor(entry, data).ok_or(format!("its tensor {name} is damaged"))?;
        covered += 4 * tensor.values.len();
        contents.tensors.insert(name.clone(), tensor);
    }
    if covered != data.len() {
        return Err(format!(
            "it holds {} bytes of numbers where its header speaks of {covered}",
            data.len()
        ));
    }
    Ok(contents)
}

fn read_tensor(entry: &Value, data: &[u8]) -> Option<Tensor> {
    if entry["dtype"] != "F32" {
        return None;
    }
    let shape: Vec<usize> = serde_json::from_value(entry["shape"].clone()).ok()?;
    let [start, end]: [usize; 2] = serde_json::from_value(entry["data_offsets"].clone()).ok()?;
    let bytes = data.get(start..end)?;
    let count = shape
        .iter()
        .try_fold(1usize, |count, &size| count.checked_mul(size))?;
    if bytes.len() != count.checked_mul(4)? {
        return None;
    }
    let (numbers, _) = bytes.as_chunks::<4>();
    let values: Vec<f32> = numbers
        .iter()
        .map(|number| f32::from_le_bytes(*number))
        .collect();
    values
        .iter()
        .all(|value| value.is_finite())
        .then_some(Tensor { shape, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents() -> Tensors {
        let tensor = |shape: &[usize], values: &[f32]| Tensor {
            shape: shape.into(),
            values: values.into(),
        };
        Tensors {
            tensors: BTreeMap::from([
                ("b".to_owned(), tensor(&[2, 2], &[1.0, -2.0, 0.5, 3.0])),
                ("a".to_owned(), tensor(&[3], &[0.1, 0.2, 0.3])),
            ]),
            metadata: BTreeMap::from([("game".to_owned(), "trictrac".to_owned())]),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(read(&write(&contents())), Ok(contents()));
    }

    #[test]
    fn damaged_files_are_refused() {
        let whole = write(&contents());
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length} bytes");
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert!(read(&longer).is_err());
        let mut no_number = whole.clone();
        let end = no_number.len();
        no_number[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(read(&no_number), Err("its tensor b is damaged".into()));
        let mut huge = whole;
        huge[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(read(&huge).is_err());
    }
}
