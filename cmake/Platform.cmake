# Refuses the platforms on which nobody has tried this package, before anything
# is downloaded for them.

if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux"
   OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$")
  message(FATAL_ERROR
    "trictrac-spiel is built and tested on Linux (x86_64 and aarch64, glibc) only; "
    "this is ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}.\n"
    "On macOS and Windows, use a Linux container or virtual machine (on Windows: WSL).")
endif()
