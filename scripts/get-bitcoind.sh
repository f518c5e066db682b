#!/usr/bin/env bash
# Prints the path of a bitcoind for this machine. Looks, in this order, at:
#   $BITCOIND, the PATH, the cache of earlier runs, and Debian's package, which it unpacks into the
# cache together with its libraries. It installs nothing.
set -euo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${BITCOIND_CACHE:-$checkout/.cache/bitcoind}
# shellcheck source=scripts/lib/debian-packages.sh
. "$checkout/scripts/lib/debian-packages.sh"

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
debian_can_fetch bitcoind

mkdir -p "$(dirname "$cache")"
work=$(mktemp -d "$cache.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
apt=$work/apt
package=bitcoin-knots
debian_open "$apt" sid

# Fetches only the libraries that the package names. apt would also fetch init systems.
libraries=$(apt-cache show --no-all-versions "$package" | sed -n 's/^Depends: //p' |
  tr ',' '\n' | sed 's/^ *//; s/[ |(].*//' | grep '^lib') || fail "Debian has no $package"
# shellcheck disable=SC2086 # one word per library
apt-get -qq -y --download-only install $libraries >&2 || fail "its libraries cannot be fetched"
(cd "$apt/archives" && apt-get -qq download "$package" >&2) || fail "$package cannot be fetched"
debian_unpack "$apt" "$work/root"
rm -rf "$apt" "$work"/root/usr/share
# shellcheck disable=SC2016 # the wrapper's own variable
for program in bitcoind bitcoin-cli; do
  debian_wrap "$work" "$program" '"$root/usr/bin/'"$program"'"'
done
runs "$work/bitcoind" || fail "the unpacked bitcoind does not run"

rm -rf "$cache"
mv "$work" "$cache"
trap - EXIT
echo "$cache/bitcoind"
