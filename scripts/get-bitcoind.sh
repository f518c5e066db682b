#!/usr/bin/env bash
# Prints the path of a bitcoind that runs on this machine. Looks, in this order, at:
#   $BITCOIND, the PATH, what an earlier run left in the cache, and last Debian's own package.
# Debian's package is unpacked into the cache together with the libraries it needs; nothing is
# installed. apt works in folders of its own with an empty dpkg status, so the system's sources,
# lists and package database stay as they are. Signatures are checked with Debian's keyring.
set -euo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${BITCOIND_CACHE:-$checkout/.cache/bitcoind}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

fail() {
  echo "No Bitcoin node: $1." >&2
  echo "Install Bitcoin Core and set BITCOIND=/path/to/bitcoind, then run this again." >&2
  exit 1
}

runs() { [ -x "$1" ] && "$1" -version >/dev/null 2>&1; }

use_if_it_runs() {
  if runs "$1"; then
    echo "$1"
    exit 0
  fi
}

if [ -n "${BITCOIND:-}" ]; then
  use_if_it_runs "$BITCOIND"
  fail "BITCOIND is set to $BITCOIND, which does not run"
fi
if on_path=$(command -v bitcoind); then use_if_it_runs "$on_path"; fi
use_if_it_runs "$cache/bitcoind"

for tool in apt-get apt-cache apt-config dpkg dpkg-deb flock; do
  command -v "$tool" >/dev/null || fail "there is no bitcoind here, and no $tool to fetch one with"
done
[ -r "$keyring" ] || fail "there is no bitcoind here, and $keyring is missing"

# Two runs at once: the second waits, then finds what the first one fetched.
mkdir -p "$(dirname "$cache")"
exec 9>"$cache.lock"
flock 9
use_if_it_runs "$cache/bitcoind"

work=$(mktemp -d "$cache.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
apt=$work/apt
mkdir -p "$apt"/lists/partial "$apt"/archives/partial "$work/root" \
  "$apt"/etc/{apt.conf,preferences,sources.list,trusted.gpg}.d
: >"$apt/status"

# The Release file of a frozen mirror is past its date; its signature is checked all the same.
echo "deb [signed-by=$keyring check-valid-until=no] $mirror sid main" >"$apt/sources.list"
{
  cat <<CONF
Dir::State "$apt";
Dir::State::status "$apt/status";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt";
Dir::Cache::archives "$apt/archives";
Dir::Etc "$apt/etc";
Dir::Etc::sourcelist "$apt/sources.list";
APT::Architecture "$(dpkg --print-architecture)";
APT::Architectures "$(dpkg --print-architecture)";
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "3";
CONF
  apt-config dump | grep -i '^Acquire::.*proxy' || true
} >"$apt/apt.conf"
export APT_CONFIG=$apt/apt.conf

package=bitcoin-knots
apt-get -qq update --error-on=any >&2 || fail "Debian's package list at $mirror cannot be read"

# Only the libraries the package names: apt adds what those need, and leaves out init systems.
libraries=$(apt-cache show --no-all-versions "$package" | sed -n 's/^Depends: //p' |
  tr ',' '\n' | sed 's/^ *//; s/[ |(].*//' | grep '^lib') || fail "Debian has no $package"
# shellcheck disable=SC2086 # one word per library
apt-get -qq -y --download-only install $libraries >&2 || fail "its libraries cannot be fetched"
(cd "$apt/archives" && apt-get -qq download "$package" >&2) || fail "$package cannot be fetched"
for archive in "$apt"/archives/*.deb; do dpkg-deb -x "$archive" "$work/root"; done
rm -rf "$apt" "$work"/root/etc "$work"/root/usr/share "$work"/root/usr/lib/*/gconv

# The unpacked libc may be newer than the system's, so programs start through its own loader.
loader=$(cd "$work/root" && find . -type f -name 'ld-linux*' | head -n 1)
[ -n "$loader" ] || fail "the unpacked libc has no loader"
for program in bitcoind bitcoin-cli; do
  cat >"$work/$program" <<WRAPPER
#!/bin/sh
root=\$(dirname "\$(readlink -f "\$0")")/root
exec "\$root/$loader" --library-path "\$root/$(dirname "$loader")" "\$root/usr/bin/$program" "\$@"
WRAPPER
  chmod 755 "$work/$program"
done
runs "$work/bitcoind" || fail "the unpacked bitcoind does not run"

rm -rf "$cache"
mv "$work" "$cache"
trap - EXIT
echo "$cache/bitcoind"
