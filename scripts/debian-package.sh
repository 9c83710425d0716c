#!/bin/sh
# Downloads a package of a Debian-like distribution and unpacks it into a folder.
# Nothing of the system is changed and no root is needed: apt-get runs on a
# private copy of its state, against the mirrors that this machine already uses.
#
#   scripts/debian-package.sh PACKAGE FOLDER [SUITE...]
#
# The machine's own suites are tried first, then the SUITEs given (newer Debian
# releases), in order. Exit status 0: the package's files are in FOLDER.
set -eu

package=$1
folder=$2
shift 2

for tool in apt-get dpkg-deb; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "$package: this machine has no $tool, so the distribution's package can't be used" >&2
    exit 1
  fi
done

private=$(mktemp -d "${TMPDIR:-/tmp}/trictrac-apt.XXXXXX")
trap 'rm -rf "$private"' EXIT INT TERM

# Runs apt-get with its lists, cache and status below $private. As root it would
# otherwise switch to a user who may not write there.
private_apt() {
  apt-get -qq \
    -o Dir::State="$private/state" -o Dir::Cache="$private/cache" \
    -o Dir::State::status="$private/status" -o APT::Sandbox::User= \
    -o Acquire::Languages=none -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "$@"
}

# Leaves the package's file in $private/download, or fails.
download() {
  rm -rf "$private/state" "$private/download"
  mkdir -p "$private/state/lists/partial" "$private/cache/archives/partial" "$private/download"
  : >"$private/status"
  private_apt "$@" update || return 1
  (cd "$private/download" && private_apt "$@" download "$package")
}

unpack() {
  rm -rf "$folder.new"
  mkdir -p "$folder.new"
  dpkg-deb -x "$private"/download/*.deb "$folder.new"
  rm -rf "$folder"
  mv "$folder.new" "$folder"
}

if download 2>"$private/log"; then
  unpack
  exit 0
fi

# The machine's Debian mirror, as apt itself reports it; the release that it is
# configured for is replaced by the suite to try.
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
  awk -v release="$codename" '$2 == release { print $1; exit }')

if [ -n "$mirror" ] && [ "$(. /etc/os-release && echo "$ID")" = debian ]; then
  for suite in "$@"; do
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    echo "deb [signed-by=$keyring] $mirror $suite main" >"$private/sources.list"
    if download -o Dir::Etc::sourcelist="$private/sources.list" \
      -o Dir::Etc::sourceparts=/dev/null 2>>"$private/log"; then
      unpack
      exit 0
    fi
  done
fi

echo "$package: not to be had from this machine's package mirror" >&2
tail -n 5 "$private/log" >&2
exit 1
