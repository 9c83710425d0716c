# Refuses what nobody has tried, and a machine without compilers, before anything is
# downloaded; included before the languages are switched on.

if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux"
   OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$")
  message(FATAL_ERROR
    "trictrac-spiel is built and tested on Linux (x86_64 and aarch64, glibc) only; "
    "this is ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}.\n"
    "On macOS and Windows, use a Linux container or virtual machine (on Windows: WSL).")
endif()

include(CheckLanguage)
foreach(language C CXX)
  check_language(${language})
  if(NOT CMAKE_${language}_COMPILER)
    message(FATAL_ERROR
      "No compiler for ${language} works on this machine. Install one that knows C++20 "
      "(apt-get install g++), or name yours in the environment variables CC and CXX.")
  endif()
endforeach()
