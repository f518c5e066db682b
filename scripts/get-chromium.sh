#!/usr/bin/env bash
# Prints the path of a Chromium for this machine. Looks, in this order, at: $CHROMIUM_PATH, the PATH,
# and Debian's package, which only root can install. Prefers the headless shell, because it runs the
# tests in two thirds of the time.
set -euo pipefail

fail() {
  echo "No browser: $1." >&2
  echo "Install Chromium or Chrome, or set CHROMIUM_PATH=/path/to/chromium, then run this again." >&2
  exit 1
}

use_if_it_runs() {
  if [ -x "$1" ] && "$1" --version >/dev/null 2>&1; then
    echo "$1"
    exit 0
  fi
}

if [ -n "${CHROMIUM_PATH:-}" ]; then
  use_if_it_runs "$CHROMIUM_PATH"
  fail "CHROMIUM_PATH is set to $CHROMIUM_PATH, which does not run"
fi
for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
  if found=$(command -v "$name"); then use_if_it_runs "$found"; fi
done

command -v apt-get >/dev/null || fail "there is none here, and no apt-get to install one with"
[ "$(id -u)" = 0 ] || fail "there is none here, and only root can install Debian's package"
export DEBIAN_FRONTEND=noninteractive
install() { apt-get -qq -y --no-install-recommends install chromium-headless-shell >&2; }
install || { apt-get -qq update >&2 && install; } || fail "Debian's package cannot be installed"
use_if_it_runs "$(command -v chromium-headless-shell)"
fail "the installed Chromium does not run"
