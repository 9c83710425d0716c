//! Networks and what Adam remembers as safetensors.

use std::collections::BTreeMap;
use std::path::Path;

use super::learning::Adam;
use super::model::{PolicyValueNet, Shape};
use super::safetensors::{self, Tensor, Tensors};

/// The key of the shape among the file's metadata.
const SHAPE: &str = "shape";
const STEPS: &str = "steps";

/// The bytes of a network's file, with more texts about it.
pub fn write_network(network: &PolicyValueNet, about: &[(&str, &str)]) -> Vec<u8> {
    let mut contents = Tensors::default();
    let shape = serde_json::to_string(&network.shape()).expect("a shape is plain data");
    contents.metadata.insert(SHAPE.into(), shape);
    for &(name, text) in about {
        contents.metadata.insert(name.into(), text.into());
    }
    add_parts(network, network.parameters(), "", &mut contents.tensors);
    safetensors::write(&contents)
}

/// A network from its file.
pub fn read_network(file: &Path) -> Result<PolicyValueNet, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    network_from_bytes(&bytes).map_err(|fault| format!("{} is refused: {fault}", file.display()))
}

/// A network from the bytes of its file.
pub fn network_from_bytes(bytes: &[u8]) -> Result<PolicyValueNet, String> {
    let contents = safetensors::read(bytes)?;
    let shape = contents.metadata.get(SHAPE).ok_or("it tells no shape")?;
    let shape: Shape =
        serde_json::from_str(shape).map_err(|error| format!("its shape: {error}"))?;
    shape.check()?;
    // Before memory is taken for a network of this shape: are there so many numbers?
    let numbers: usize = contents
        .tensors
        .values()
        .map(|tensor| tensor.values.len())
        .sum();
    if numbers != shape.parameters() {
        return Err(format!(
            "it has {numbers} numbers instead of the {} of its shape",
            shape.parameters()
        ));
    }
    let mut network = PolicyValueNet::zeroed(shape);
    let expected = network.parts().len();
    if contents.tensors.len() != expected {
        return Err(format!(
            "it has {} tensors instead of {expected}",
            contents.tensors.len()
        ));
    }
    let mut parameters = std::mem::take(&mut network.parameters);
    take_parts(&network, "", &contents, &mut parameters)?;
    network.parameters = parameters;
    Ok(network)
}

/// The bytes of the file of what Adam remembers.
pub fn write_optimizer(network: &PolicyValueNet, adam: &Adam) -> Vec<u8> {
    let mut contents = Tensors::default();
    contents
        .metadata
        .insert(STEPS.into(), adam.steps.to_string());
    add_parts(network, &adam.first, "first.", &mut contents.tensors);
    add_parts(network, &adam.second, "second.", &mut contents.tensors);
    safetensors::write(&contents)
}

/// What Adam remembers of learning this network.
pub fn read_optimizer(file: &Path, network: &PolicyValueNet) -> Result<Adam, String> {
    let refuse = |fault: String| format!("{} is refused: {fault}", file.display());
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let contents = safetensors::read(&bytes).map_err(refuse)?;
    let steps = contents
        .metadata
        .get(STEPS)
        .and_then(|text| text.parse().ok());
    let mut adam = Adam::new(network.parameters().len());
    adam.steps = steps.ok_or_else(|| refuse("it tells no steps".into()))?;
    take_parts(network, "first.", &contents, &mut adam.first).map_err(refuse)?;
    take_parts(network, "second.", &contents, &mut adam.second).map_err(refuse)?;
    Ok(adam)
}

fn add_parts(
    network: &PolicyValueNet,
    values: &[f32],
    prefix: &str,
    tensors: &mut BTreeMap<String, Tensor>,
) {
    for part in network.parts() {
        let [rows, columns] = part.dimensions;
        let shape = if columns == 1 && part.name.ends_with("bias") {
            vec![rows]
        } else {
            vec![rows, columns]
        };
        let values = values[part.range()].to_vec();
        tensors.insert(format!("{prefix}{}", part.name), Tensor { shape, values });
    }
}

fn take_parts(
    network: &PolicyValueNet,
    prefix: &str,
    contents: &Tensors,
    values: &mut [f32],
) -> Result<(), String> {
    for part in network.parts() {
        let name = format!("{prefix}{}", part.name);
        let tensor = contents
            .tensors
            .get(&name)
            .ok_or(format!("it has no tensor {name}"))?;
        let place = &mut values[part.range()];
        if tensor.values.len() != place.len() {
            return Err(format!("its tensor {name} has another size"));
        }
        place.copy_from_slice(&tensor.values);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::model::Kind;
    use super::*;

    #[test]
    fn a_network_comes_back_from_its_file() {
        let shape = Shape {
            kind: Kind::Residual,
            inputs: 9,
            width: 16,
            depth: 2,
            actions: 5,
        };
        let network = PolicyValueNet::new(shape, 6);
        assert_eq!(network.parameters().len(), shape.parameters());
        let bytes = write_network(&network, &[("game", "pig")]);
        assert_eq!(network_from_bytes(&bytes), Ok(network.clone()));
        let other = Shape { width: 32, ..shape };
        let text = |shape: Shape| serde_json::to_string(&shape).expect("a shape is plain data");
        let mut contents = safetensors::read(&bytes).expect("it was just written");
        contents.metadata.insert(SHAPE.into(), text(other));
        assert!(network_from_bytes(&safetensors::write(&contents)).is_err());
        contents.metadata.insert(
            SHAPE.into(),
            text(Shape {
                depth: 1000,
                ..shape
            }),
        );
        assert!(network_from_bytes(&safetensors::write(&contents)).is_err());
    }

    #[test]
    fn a_shape_that_the_numbers_do_not_fill_takes_no_memory() {
        let shape = Shape {
            kind: Kind::Mlp,
            inputs: 1 << 15,
            width: 1 << 12,
            depth: 4,
            actions: 1,
        };
        assert_eq!(shape.check(), Ok(()));
        let mut contents = Tensors::default();
        let text = serde_json::to_string(&shape).expect("a shape is plain data");
        contents.metadata.insert(SHAPE.into(), text);
        let fault = network_from_bytes(&safetensors::write(&contents)).expect_err("no numbers");
        assert!(fault.starts_with("it has 0 numbers"), "{fault}");
        let larger = Shape {
            width: 1 << 14,
            depth: 64,
            ..shape
        };
        let fault = larger.check().expect_err("70 GB of parameters");
        assert!(fault.contains("at most 268435456"), "{fault}");
    }
}
