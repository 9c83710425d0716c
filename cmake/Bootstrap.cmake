# Two ways to a build dependency that is not installed, neither of which may hang
# or change the system: its git repository, and the distribution's package.

include_guard(GLOBAL)

# One cache for all build folders of a clone, as long as the clone can be written to.
execute_process(COMMAND sh -c "mkdir -p \"$1\" && test -w \"$1\"" sh "${TRICTRAC_CACHE_DIR}"
  RESULT_VARIABLE read_only OUTPUT_QUIET ERROR_QUIET)
if(read_only)
  set(TRICTRAC_CACHE_DIR "${CMAKE_BINARY_DIR}/cache")
endif()

# Sets `result` to whether a git repository answers and has the ref.
function(trictrac_repository_answers result repository ref)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env GIT_TERMINAL_PROMPT=0
            git ls-remote --exit-code "${repository}" "${ref}"
    TIMEOUT 20 RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(${result} OFF PARENT_SCOPE)
  else()
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

# Unpacks a Debian package into `folder`; the arguments after it are the releases
# to look in when the machine's own has no such package. Sets `reason` to why it
# failed, or to nothing.
function(trictrac_unpack_debian_package package folder reason)
  message(STATUS "${package}: not installed and GitHub not reached; asking the package mirror")
  execute_process(
    COMMAND "${PROJECT_SOURCE_DIR}/scripts/debian-package.sh" "${package}" "${folder}" ${ARGN}
    RESULT_VARIABLE failed ERROR_VARIABLE output)
  if(failed AND NOT output)
    set(output "${failed}")
  elseif(NOT failed)
    set(output "")
  endif()
  set(${reason} "${output}" PARENT_SCOPE)
endfunction()
