# Everything that ties the build to the installed open_spiel: version, headers,
# compiler flags and pyspiel.so. Provides the target OpenSpiel::pyspiel.

# The versions that this package is built for, read where pip reads them.
file(READ "${PROJECT_SOURCE_DIR}/pyproject.toml" pyproject)
foreach(package open_spiel pybind11)
  if(NOT pyproject MATCHES "\"${package}==([0-9.]+)\"")
    message(FATAL_ERROR "pyproject.toml does not pin ${package}.")
  endif()
  string(TOUPPER "TRICTRAC_${package}_VERSION" variable)
  set(${variable} "${CMAKE_MATCH_1}")
endforeach()

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter OPTIONAL_COMPONENTS Development.Module)

# Prints version and folder of the installed package without importing it.
execute_process(
  COMMAND "${Python_EXECUTABLE}" -c
    "import importlib.metadata as m, pathlib
d = m.distribution('open_spiel')
print(d.version, pathlib.Path(d.locate_file('')).resolve(), sep=';')"
  OUTPUT_VARIABLE open_spiel OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE missing ERROR_QUIET)
if(missing)
  message(FATAL_ERROR
    "${Python_EXECUTABLE} has no open_spiel, whose headers and pyspiel.so this build needs.\n"
    "Install it: ${Python_EXECUTABLE} -m pip install open_spiel==${TRICTRAC_OPEN_SPIEL_VERSION}")
endif()
list(GET open_spiel 0 open_spiel_found)
list(GET open_spiel 1 site_packages)
if(NOT open_spiel_found VERSION_EQUAL TRICTRAC_OPEN_SPIEL_VERSION)
  message(FATAL_ERROR
    "open_spiel ${open_spiel_found} is installed, but this package is built for "
    "${TRICTRAC_OPEN_SPIEL_VERSION}: the layout of C++ classes differs between versions.\n"
    "Install it: ${Python_EXECUTABLE} -m pip install open_spiel==${TRICTRAC_OPEN_SPIEL_VERSION}")
endif()
if(NOT EXISTS "${site_packages}/pyspiel.so" OR NOT EXISTS "${site_packages}/open_spiel/spiel.h")
  message(FATAL_ERROR
    "The open_spiel in ${site_packages} lacks pyspiel.so or its C++ headers; the wheels of "
    "open_spiel ${TRICTRAC_OPEN_SPIEL_VERSION} for Linux have both. Reinstall it: "
    "${Python_EXECUTABLE} -m pip install --force-reinstall open_spiel==${TRICTRAC_OPEN_SPIEL_VERSION}")
endif()

add_library(open_spiel_pyspiel INTERFACE)
add_library(OpenSpiel::pyspiel ALIAS open_spiel_pyspiel)
target_compile_features(open_spiel_pyspiel INTERFACE cxx_std_20)
target_include_directories(open_spiel_pyspiel SYSTEM INTERFACE
  "${site_packages}" "${site_packages}/open_spiel/abseil-cpp" "${site_packages}/open_spiel/json/include")
# By its file name: it has no "lib" prefix and no SONAME, so any other form would
# leave the build machine's path in the module.
target_link_options(open_spiel_pyspiel INTERFACE "-L${site_packages}")
target_link_libraries(open_spiel_pyspiel INTERFACE "-l:pyspiel.so")

set(OPEN_SPIEL_SITE_PACKAGES "${site_packages}")

# Where the package will be used. It is another folder than that of open_spiel when pip
# builds in isolation: then open_spiel lies in a temporary one.
execute_process(
  COMMAND "${Python_EXECUTABLE}" -c "import sysconfig; print(sysconfig.get_path('platlib'))"
  OUTPUT_VARIABLE PYTHON_SITE_PACKAGES OUTPUT_STRIP_TRAILING_WHITESPACE)

# How our modules find what lies in site-packages: relatively, so that the environment
# can be moved. Only an editable installation leaves them in the build folder.
set(TRICTRAC_SITE_PACKAGES_RPATH "$ORIGIN/..")
if(SKBUILD_STATE STREQUAL "editable")
  list(APPEND TRICTRAC_SITE_PACKAGES_RPATH "${PYTHON_SITE_PACKAGES}")
  set(TRICTRAC_EDITABLE_SITE_PACKAGES "${PYTHON_SITE_PACKAGES}")
endif()

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
