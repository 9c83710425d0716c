# C++ programs without Python: the tests, and the benchmark through OpenSpiel's API.
# They are not part of the wheel's build: cmake --build ... --target NAME, then ctest.

# pyspiel.so holds OpenSpiel and its tests, but also a Python module, so it wants
# the interpreter's symbols. None of them is used here; empty ones let it load.
find_program(NM nm REQUIRED)
set(python_symbols "${CMAKE_BINARY_DIR}/python_symbols.c")
add_custom_command(OUTPUT "${python_symbols}"
  COMMAND sh -c "\"$1\" -D --undefined-only \"$2\" | sed -n 's/^ *U \\(_\\{0,1\\}Py[A-Za-z0-9_]*\\)$/char \\1[256];/p' >\"$3\""
          sh "${NM}" "${OPEN_SPIEL_SITE_PACKAGES}/pyspiel.so" "${python_symbols}"
  DEPENDS "${OPEN_SPIEL_SITE_PACKAGES}/pyspiel.so" VERBATIM)
add_library(python_symbols OBJECT EXCLUDE_FROM_ALL "${python_symbols}")

# An executable with the game registered.
function(trictrac_add_program name)
  add_executable(${name} EXCLUDE_FROM_ALL ${ARGN} $<TARGET_OBJECTS:python_symbols>)
  target_link_libraries(${name} PRIVATE trictrac_game)
  # Exported, so that pyspiel.so finds the empty symbols in the executable.
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON
    BUILD_RPATH "${OPEN_SPIEL_SITE_PACKAGES}")
endfunction()

trictrac_add_program(trictrac_test cpp/trictrac/trictrac_test.cc
  "${OPEN_SPIEL_SITE_PACKAGES}/open_spiel/tests/action_struct_tests.cc")
add_test(NAME trictrac_test COMMAND trictrac_test)

# OpenSpiel's own programs, unmodified. They parse command lines, which pyspiel.so
# never does, so that part of abseil comes from its source in the wheel.
set(absl "${OPEN_SPIEL_SITE_PACKAGES}/open_spiel/abseil-cpp/absl")
add_library(absl_parse OBJECT EXCLUDE_FROM_ALL
  "${absl}/flags/parse.cc" "${absl}/flags/usage.cc" "${absl}/flags/internal/usage.cc"
  "${absl}/strings/internal/damerau_levenshtein_distance.cc")
target_link_libraries(absl_parse PUBLIC OpenSpiel::pyspiel)
foreach(program example mcts_example benchmark_game)
  trictrac_add_program(openspiel_${program}
    "${OPEN_SPIEL_SITE_PACKAGES}/open_spiel/examples/${program}.cc"
    $<TARGET_OBJECTS:absl_parse>)
endforeach()
add_test(NAME openspiel_example COMMAND openspiel_example --game=trictrac --seed=1 --show_legals)
add_test(NAME openspiel_mcts_example COMMAND openspiel_mcts_example
  --game=trictrac --max_simulations=20 --rollout_count=1 --seed=1 --quiet)
add_test(NAME openspiel_benchmark_game COMMAND openspiel_benchmark_game
  "--game=trictrac(dice=unordered)" --sims=50 --attempts=1)

# `make bench` measures with it; the test sees that it runs.
trictrac_add_program(openspiel_bench bench/openspiel.cc)
add_test(NAME openspiel_bench COMMAND openspiel_bench speed 0.001 trictrac pig)

# Everything that ctest runs.
add_custom_target(cpp_tests DEPENDS trictrac_test
  openspiel_example openspiel_mcts_example openspiel_benchmark_game openspiel_bench)
