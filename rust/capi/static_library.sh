#!/bin/sh
# static_library.sh LIBRARY.so LIBRARY.a OUT.a: the static library as one object that shows
# only what the shared one shows. Cargo's own holds Rust's standard library with all its
# names, so a program could link it to no second one.
set -eu
shared=$1 static=$2 out=$3
names=$(nm -D --defined-only "$shared" | awk '{ print $NF }')
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
echo "$names" >"$folder/names"
# shellcheck disable=SC2086,SC2046  # a list of words
ld -r --gc-sections $(printf -- '-u %s ' $names) -o "$folder/trictrac.o" "$static"
# Rust's bitcode means nothing once objects are joined, and confuses binutils.
objcopy --keep-global-symbols="$folder/names" --strip-debug \
  --remove-section .llvmbc --remove-section .llvmcmd "$folder/trictrac.o"
rm -f "$out"
ar rcs "$out" "$folder/trictrac.o"
