#!/bin/sh
# install_test.sh CMAKE BUILD CONSUMER WHERE: installs BUILD to WHERE and builds CONSUMER with
# what is there, by the CMake package and, where pkg-config is, by that.
set -eu
cmake=$1 build=$2 consumer=$3 where=$4
rm -rf "$where"
"$cmake" --install "$build" --prefix "$where/prefix" >/dev/null
"$cmake" -S "$consumer" -B "$where/build" -DCMAKE_PREFIX_PATH="$where/prefix" >/dev/null
"$cmake" --build "$where/build" >/dev/null
"$where/build/shared"
"$where/build/static"
# Only the interface's names may be seen from outside.
for library in "$where"/prefix/lib*/libtrictrac.a; do
  names=$(nm --extern-only --defined-only "$library" | awk 'NF == 3 { print $3 }')
  ! echo "$names" | grep -Ev '^(trictrac|tic_tac_toe|pig|board_game)_'
done
if ! command -v pkg-config >/dev/null; then
  echo "no pkg-config on this machine: its file is not tested"
  exit 0
fi
PKG_CONFIG_PATH=$(dirname "$(find "$where/prefix" -name trictrac.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # lists of words
cc $(pkg-config --cflags trictrac) "$consumer/main.c" -o "$where/by_pkg_config" \
  $(pkg-config --libs trictrac)
LD_LIBRARY_PATH=$(dirname "$(find "$where/prefix" -name libtrictrac.so)") "$where/by_pkg_config"
