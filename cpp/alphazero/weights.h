// Named tensors in a file of the safetensors format: numbers and nothing else.
//
// LibTorch's own files are programs: whoever loads one runs the TorchScript in
// it. Here what may stand before the numbers follows from the tensors that are
// to be filled, and a file with any other beginning, or length, is refused
// before a number is used. Included by alphazero.cc only, like LibTorch.

#ifndef TRICTRAC_ALPHAZERO_WEIGHTS_H_
#define TRICTRAC_ALPHAZERO_WEIGHTS_H_

#include <torch/torch.h>

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "open_spiel/abseil-cpp/absl/strings/str_cat.h"
#include "open_spiel/abseil-cpp/absl/strings/str_join.h"

namespace trictrac_alphazero {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

// The length of the description, in eight bytes, and the description: each
// tensor's type, shape and place, as JSON with blanks up to a multiple of
// eight.
inline std::string HeaderFor(const NamedTensors& tensors) {
  std::vector<std::string> entries;
  size_t offset = 0;
  for (const auto& [name, tensor] : tensors) {
    const size_t end = offset + tensor.nbytes();
    const bool whole = tensor.dtype() == torch::kInt64;
    if (!whole && tensor.dtype() != torch::kFloat32) {
      throw std::runtime_error("a network of neither F32 nor I64: " + name);
    }
    entries.push_back(
        absl::StrCat("\"", name, "\":{\"dtype\":\"", whole ? "I64" : "F32",
                     "\",\"shape\":[", absl::StrJoin(tensor.sizes(), ","),
                     "],\"data_offsets\":[", offset, ",", end, "]}"));
    offset = end;
  }
  std::string header = absl::StrCat("{", absl::StrJoin(entries, ","), "}");
  header.resize((header.size() + 7) / 8 * 8, ' ');
  std::string length;
  for (int byte = 0; byte < 8; ++byte) {
    length.push_back(static_cast<char>(uint64_t{header.size()} >> 8 * byte));
  }
  return length + header;
}

inline void WriteTensors(const NamedTensors& tensors, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << HeaderFor(tensors);
  for (const auto& [name, tensor] : tensors) {
    const torch::Tensor plain = tensor.detach().to(torch::kCPU).contiguous();
    file.write(static_cast<const char*>(plain.data_ptr()), plain.nbytes());
  }
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

// Fills the tensors, wherever they lie, or throws and changes none.
inline void ReadTensors(const NamedTensors& tensors, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  const std::string expected = HeaderFor(tensors);
  std::string header(expected.size(), '\0');
  file.read(header.data(), header.size());
  bool fits = file && header == expected;
  std::vector<torch::Tensor> numbers;
  for (const auto& [name, tensor] : tensors) {
    if (!fits) break;
    numbers.push_back(torch::empty(
        tensor.sizes(), torch::TensorOptions().dtype(tensor.dtype())));
    file.read(static_cast<char*>(numbers.back().data_ptr()),
              numbers.back().nbytes());
    fits = static_cast<bool>(file);
  }
  if (!fits || file.peek() != std::ifstream::traits_type::eof()) {
    throw std::runtime_error(
        path + " does not hold the weights of the network that is described");
  }
  torch::NoGradGuard no_grad;
  for (size_t i = 0; i < tensors.size(); ++i) {
    torch::Tensor tensor = tensors[i].second;
    tensor.copy_(numbers[i]);
  }
}

// The parameters of a network, then what it keeps beside them.
inline NamedTensors WeightsOf(const torch::nn::Module& network) {
  NamedTensors tensors;
  for (const auto& item : network.named_parameters()) {
    tensors.emplace_back(item.key(), item.value());
  }
  for (const auto& item : network.named_buffers()) {
    tensors.emplace_back(item.key(), item.value());
  }
  return tensors;
}

// What Adam remembers of each parameter, by the parameter's number. One that it
// has not seen yet gets what Adam would begin with.
struct AdamMemory {
  explicit AdamMemory(torch::optim::Adam& adam) {
    for (torch::Tensor& parameter : adam.param_groups()[0].params()) {
      auto& slot = adam.state()[parameter.unsafeGetTensorImpl()];
      if (slot == nullptr) {
        auto fresh = std::make_unique<torch::optim::AdamParamState>();
        fresh->step(0);
        fresh->exp_avg(torch::zeros_like(parameter));
        fresh->exp_avg_sq(torch::zeros_like(parameter));
        slot = std::move(fresh);
      }
      states.push_back(static_cast<torch::optim::AdamParamState*>(slot.get()));
      const std::string number = absl::StrCat(states.size() - 1);
      tensors.emplace_back(number + ".exp_avg", states.back()->exp_avg());
      tensors.emplace_back(number + ".exp_avg_sq", states.back()->exp_avg_sq());
      tensors.emplace_back(number + ".step",
                           torch::tensor(states.back()->step()));
    }
  }

  // After `tensors` have been filled: the steps, which Adam keeps as numbers.
  void TakeSteps() {
    for (size_t i = 0; i < states.size(); ++i) {
      states[i]->step(tensors[3 * i + 2].second.item<int64_t>());
    }
  }

  std::vector<torch::optim::AdamParamState*> states;
  NamedTensors tensors;
};

}  // namespace trictrac_alphazero

#endif  // TRICTRAC_ALPHAZERO_WEIGHTS_H_
