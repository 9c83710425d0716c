# Finds LibTorch and libnop for the AlphaZero module and provides the target
# Torch::cpu, or nothing when TRICTRAC_ALPHAZERO is AUTO and one is missing. Neither
# CMake's own Torch package nor CUDA is used: on a machine without CUDA's compiler
# the former refuses the CUDA build of torch, whose CPU part is all we need.
include(Bootstrap)

# Says what is missing: an error when the module was asked for, else a notice.
function(trictrac_without_alphazero reason)
  if(TRICTRAC_ALPHAZERO STREQUAL "AUTO")
    message(STATUS "AlphaZero module left out: ${reason}")
  else()
    message(FATAL_ERROR "TRICTRAC_ALPHAZERO is ${TRICTRAC_ALPHAZERO}, but ${reason}")
  endif()
endfunction()

# An installed torch: beside open_spiel, or in the environment that is built for.
set(torch_candidates "${OPEN_SPIEL_SITE_PACKAGES}/torch" "${PYTHON_SITE_PACKAGES}/torch")
foreach(hint "${Torch_DIR}" "$ENV{Torch_DIR}")
  if(hint)
    list(APPEND torch_candidates "${hint}/../../..")  # from share/cmake/Torch
  endif()
endforeach()
list(APPEND torch_candidates "${LIBTORCH}" "$ENV{LIBTORCH}")
unset(torch_root)
foreach(candidate ${torch_candidates})
  if(EXISTS "${candidate}/lib/libtorch_cpu.so" AND EXISTS "${candidate}/include/torch")
    get_filename_component(torch_root "${candidate}" REALPATH)
    break()
  endif()
endforeach()
if(NOT torch_root)
  trictrac_without_alphazero(
    "no LibTorch was found. Install torch in this environment, or set LIBTORCH to LibTorch's "
    "folder or Torch_DIR to its share/cmake/Torch.")
  return()
endif()

file(GLOB torch_version_headers
  "${torch_root}/include/torch/headeronly/version.h"
  "${torch_root}/include/torch/csrc/api/include/torch/version.h")
set(torch_version "")
foreach(header ${torch_version_headers})
  file(READ "${header}" text)
  foreach(part MAJOR MINOR PATCH)
    if(text MATCHES "TORCH_VERSION_${part} ([0-9]+)")
      list(APPEND torch_version "${CMAKE_MATCH_1}")
    endif()
  endforeach()
endforeach()
string(REPLACE ";" "." torch_version "${torch_version}")

# libnop, header-only: what AlphaZero writes its replay buffer with.
set(libnop_unpacked "${TRICTRAC_CACHE_DIR}/libnop")
set(libnop_repository https://github.com/google/libnop.git)
if(NOT EXISTS "${LIBNOP_INCLUDE_DIR}/nop/serializer.h")
  unset(LIBNOP_INCLUDE_DIR CACHE)  # found by an earlier configuration, and removed since
endif()
find_path(LIBNOP_INCLUDE_DIR nop/serializer.h HINTS "${libnop_unpacked}/usr/include" "$ENV{LIBNOP}")
if(NOT LIBNOP_INCLUDE_DIR)
  trictrac_repository_answers(reachable "${libnop_repository}" refs/heads/master)
  if(reachable)
    include(FetchContent)
    # The repository has no tags and its development has ended.
    FetchContent_Declare(libnop GIT_REPOSITORY "${libnop_repository}" GIT_TAG master GIT_SHALLOW ON)
    FetchContent_MakeAvailable(libnop)
    set(LIBNOP_INCLUDE_DIR "${libnop_SOURCE_DIR}/include" CACHE PATH "libnop's headers" FORCE)
  else()
    trictrac_unpack_debian_package(libnop-dev "${libnop_unpacked}" reason trixie sid)
    find_path(LIBNOP_INCLUDE_DIR nop/serializer.h HINTS "${libnop_unpacked}/usr/include")
  endif()
endif()
if(NOT LIBNOP_INCLUDE_DIR)
  trictrac_without_alphazero(
    "libnop's headers were found nowhere.\n${reason}\nInstall them (apt-get install libnop-dev), "
    "or set the environment variable LIBNOP to the folder that holds nop/serializer.h.")
  return()
endif()

message(STATUS "AlphaZero module: LibTorch ${torch_version} in ${torch_root}")
set(TRICTRAC_TORCH_VERSION "${torch_version}")

add_library(torch_cpu INTERFACE)
add_library(Torch::cpu ALIAS torch_cpu)
target_include_directories(torch_cpu SYSTEM INTERFACE
  "${torch_root}/include" "${torch_root}/include/torch/csrc/api/include" "${LIBNOP_INCLUDE_DIR}")
# libtorch_cpu.so of a CUDA build wants CUDA's libraries; it finds them by itself.
target_link_options(torch_cpu INTERFACE "-L${torch_root}/lib" "-Wl,--allow-shlib-undefined")
target_link_libraries(torch_cpu INTERFACE "-ltorch_cpu" "-lc10")

# Where the module looks for LibTorch when it runs: in its own environment, or in the
# folder that was named for the build.
if(torch_root STREQUAL "${PYTHON_SITE_PACKAGES}/torch" OR torch_root STREQUAL "${OPEN_SPIEL_SITE_PACKAGES}/torch")
  list(TRANSFORM TRICTRAC_SITE_PACKAGES_RPATH APPEND "/torch/lib" OUTPUT_VARIABLE TRICTRAC_TORCH_RPATH)
else()
  set(TRICTRAC_TORCH_RPATH "${torch_root}/lib")
endif()
