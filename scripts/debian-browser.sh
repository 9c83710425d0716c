#!/bin/sh
# Downloads Debian's Chromium with the libraries that this machine lacks, and unpacks
# them into a folder, for the tests in a browser. Nothing of the system is changed and no
# root is needed: apt-get works on a private copy of its lists.
#
#   scripts/debian-browser.sh FOLDER
#
# Afterwards FOLDER/chromium starts the browser.
set -eu

folder=$1

for tool in apt-get dpkg-deb; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "chromium: this machine has no $tool, so Debian's browser can't be used" >&2
    exit 1
  fi
done
if [ -x "$folder/chromium" ]; then
  exit 0
fi

private=$(mktemp -d "${TMPDIR:-/tmp}/trictrac-apt.XXXXXX")
trap 'rm -rf "$private"' EXIT INT TERM
mkdir -p "$private/lists/partial" "$private/cache/archives/partial" "$private/etc"

# As root apt-get would switch to a user who may not write below $private.
private_apt() {
  apt-get -qq -o Dir::State::lists="$private/lists" -o Dir::Cache="$private/cache" \
    -o APT::Sandbox::User= -o Debug::NoLocking=1 -o Acquire::Languages=none \
    -o Acquire::Retries=2 -o Acquire::http::Timeout=20 "$@"
}

private_apt update
private_apt install --yes --download-only --no-install-recommends chromium fonts-dejavu-core

rm -rf "$folder" "$folder.new"
mkdir -p "$folder.new"
for package in "$private"/cache/archives/*.deb; do
  dpkg-deb -x "$package" "$folder.new"
done
# The program looks for its libraries in the system first; what is not there lies here.
cat >"$folder.new/chromium" <<'STARTER'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$(find "$here/usr/lib" "$here/lib" -name '*.so*' -printf '%h\n' 2>/dev/null | sort -u | tr '\n' ':')
export LD_LIBRARY_PATH
exec "$here/usr/lib/chromium/chromium" "$@"
STARTER
chmod +x "$folder.new/chromium"
mv "$folder.new" "$folder"
