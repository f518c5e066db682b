# shellcheck shell=bash
# Unpacks Debian's packages into a folder. It installs nothing and needs no root. A script that
# sources this must have a function `fail MESSAGE`, which ends the script.
# apt works in folders of its own with an empty dpkg status, so the system's sources, lists and
# package database stay as they are. Signatures are checked with Debian's keyring.

debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg
debian_mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

# debian_can_fetch WHAT: ends the script if packages cannot be downloaded.
debian_can_fetch() {
  local tool
  for tool in apt-get apt-cache apt-config dpkg dpkg-deb; do
    command -v "$tool" >/dev/null || fail "there is no $1 here, and no $tool to fetch one with"
  done
  [ -r "$debian_keyring" ] || fail "there is no $1 here, and $debian_keyring is missing"
}

# debian_open FOLDER SUITE: makes apt work in FOLDER, with the packages of SUITE.
debian_open() {
  local apt=$1
  mkdir -p "$apt"/lists/partial "$apt"/archives/partial \
    "$apt"/etc/{apt.conf,preferences,sources.list,trusted.gpg}.d
  : >"$apt/status"
  # The Release file of a frozen mirror has expired; apt still checks its signature.
  echo "deb [signed-by=$debian_keyring check-valid-until=no] $debian_mirror $2 main" \
    >"$apt/sources.list"
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
  apt-get -qq update --error-on=any >&2 ||
    fail "Debian's package list at $debian_mirror cannot be read"
}

# debian_unpack FOLDER ROOT: unpacks every package that apt has downloaded there into ROOT.
debian_unpack() {
  local archive
  mkdir -p "$2"
  for archive in "$1"/archives/*.deb; do dpkg-deb -x "$archive" "$2"; done
  rm -rf "$1"/archives/*.deb "$2"/etc "$2"/usr/lib/*/gconv
}

# debian_wrap FOLDER NAME PROGRAM [LINE]: writes the script FOLDER/NAME, which runs LINE and then
# PROGRAM. In both, $root is FOLDER/root. PROGRAM may have arguments. It starts through the unpacked
# loader, because the unpacked libc may be newer than the system's.
debian_wrap() {
  local loader
  loader=$(cd "$1/root" && find . -type f -name 'ld-linux*' | head -n 1)
  [ -n "$loader" ] || fail "the unpacked libc has no loader"
  cat >"$1/$2" <<WRAPPER
#!/bin/sh
root=\$(dirname "\$(readlink -f "\$0")")/root
${4:-}
exec "\$root/$loader" --library-path "\$root/$(dirname "$loader")" $3 "\$@"
WRAPPER
  chmod 755 "$1/$2"
}
