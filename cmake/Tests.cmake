# The C++ tests: the game with OpenSpiel's conformance tests, without Python. They are
# not part of the wheel's build: cmake --build ... --target trictrac_test, then ctest.

# pyspiel.so holds OpenSpiel and its tests, but also a Python module, so it wants
# the interpreter's symbols. None of them is used here; empty ones let it load.
find_program(NM nm REQUIRED)
set(python_symbols "${CMAKE_BINARY_DIR}/python_symbols.c")
add_custom_command(OUTPUT "${python_symbols}"
  COMMAND sh -c "\"$1\" -D --undefined-only \"$2\" | sed -n 's/^ *U \\(_\\{0,1\\}Py[A-Za-z0-9_]*\\)$/char \\1[256];/p' >\"$3\""
          sh "${NM}" "${OPEN_SPIEL_SITE_PACKAGES}/pyspiel.so" "${python_symbols}"
  DEPENDS "${OPEN_SPIEL_SITE_PACKAGES}/pyspiel.so" VERBATIM)

add_executable(trictrac_test EXCLUDE_FROM_ALL cpp/trictrac/trictrac_test.cc "${python_symbols}"
  "${OPEN_SPIEL_SITE_PACKAGES}/open_spiel/tests/action_struct_tests.cc")
target_link_libraries(trictrac_test PRIVATE trictrac_game)
# Exported, so that pyspiel.so finds the empty symbols in the executable.
set_target_properties(trictrac_test PROPERTIES ENABLE_EXPORTS ON
  BUILD_RPATH "${OPEN_SPIEL_SITE_PACKAGES}")
add_test(NAME trictrac_test COMMAND trictrac_test)
