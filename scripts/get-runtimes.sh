#!/usr/bin/env bash
# Prints the path of each runtime of the samples, one line each: name, space, path. Looks, in this
# order, at the PATH, the cache of earlier runs, and Debian's packages, which it unpacks into the
# cache. It installs nothing. Exits with 1 if a runtime is missing.
set -euo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${RUNTIMES_CACHE:-$checkout/.cache/runtimes}
# shellcheck source=scripts/lib/debian-packages.sh
. "$checkout/scripts/lib/debian-packages.sh"

runtimes=(python3 php ruby go django)

fail() {
  echo "Not all runtimes of the samples: $1." >&2
  echo "Put these on the PATH, then run this again: ${missing[*]}." >&2
  exit 1
}

# Checks that a runtime is new enough for the samples. The required versions are widely installed.
runs() {
  case $1 in
  python3) "$2" -c 'import sys; sys.exit(sys.version_info < (3, 8))' ;;
  php) "$2" -r 'exit(PHP_VERSION_ID >= 80000 && extension_loaded("curl") ? 0 : 1);' ;;
  ruby) "$2" -e 'require "openssl"; require "net/http"; exit RUBY_VERSION >= "3.0"' ;;
  go) "$2" version ;;
  django) "$2" -c 'import django; assert django.VERSION >= (4, 2)' ;;
  esac >/dev/null 2>&1
}

find_runtime() {
  local found
  for found in "$(command -v "$1" || true)" "$cache/$1/$1"; do
    if [ -x "$found" ] && runs "$1" "$found"; then
      echo "$found"
      return
    fi
  done
  return 1
}

unpack() {
  local name=$1 folder=$work/$1 packages=("$1") arch_lib
  case $name in
  php) packages=(php-cli php-curl) ;;
  go) packages=(golang-go) ;;
  django) packages=(python3-django) ;;
  esac
  apt-get -qq -y --download-only install "${packages[@]}" >&2 ||
    fail "${packages[*]} cannot be fetched"
  debian_unpack "$apt" "$folder/root"
  # shellcheck disable=SC2016 # the wrappers' own variables
  case $name in
  python3) debian_wrap "$folder" "$name" '"$root/usr/bin/python3"' 'export PYTHONHOME="$root/usr"' ;;
  django)
    debian_wrap "$folder" "$name" '"$root/usr/bin/python3"' \
      'export PYTHONHOME="$root/usr" PYTHONPATH="$root/usr/lib/python3/dist-packages"'
    ;;
  php)
    debian_wrap "$folder" "$name" '"$root"/usr/bin/php?.? -n -d "extension=$curl"' \
      'curl=$(echo "$root"/usr/lib/php/*/curl.so)'
    ;;
  ruby)
    arch_lib=$(cd "$folder/root" && find usr/lib -name rbconfig.rb -printf '%h')
    debian_wrap "$folder" "$name" '"$root"/usr/bin/ruby?.? --disable-gems' \
      'export RUBYLIB="$(echo "$root"/usr/lib/ruby/[0-9]*):$root/'"$arch_lib"'"'
    ;;
  go) # Needs no library.
    cat >"$folder/$name" <<'WRAPPER'
#!/bin/sh
GOROOT=$(echo "$(dirname "$(readlink -f "$0")")"/root/usr/lib/go-*)
export GOROOT
exec "$GOROOT/bin/go" "$@"
WRAPPER
    chmod 755 "$folder/$name"
    ;;
  esac
  runs "$name" "$folder/$name" || fail "the unpacked $name does not run"
  rm -rf "${cache:?}/$name"
  mv "$folder" "$cache/$name"
}

missing=()
for name in "${runtimes[@]}"; do
  find_runtime "$name" >/dev/null || missing+=("$name")
done
if [ "${#missing[@]}" -gt 0 ]; then
  debian_can_fetch "${missing[0]}"
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  apt=$work/apt
  debian_open "$apt" stable
  for name in "${missing[@]}"; do unpack "$name"; done
fi
for name in "${runtimes[@]}"; do echo "$name $(find_runtime "$name")"; done
