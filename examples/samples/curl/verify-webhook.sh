#!/usr/bin/env bash
# Verifies a webhook as a CGI program gets it: headers in the environment, the body on standard
# input. SECRET is the signing secret, or during a rotation both secrets, separated by a space.
# Other users of this machine can see the secret in the list of processes while openssl runs.
set -euo pipefail

refuse() {
  echo "refused: $1" >&2
  exit 1
}

# The body goes into a file, because a variable would lose NUL bytes and trailing newlines.
body=$(mktemp)
trap 'rm -f "$body"' EXIT
cat >"$body"

timestamp=${HTTP_X_SERVICE_TIMESTAMP:-}
signatures=${HTTP_X_SERVICE_SIGNATURE:-}
[ -n "$timestamp" ] && [ -n "$signatures" ] || refuse 'a header is missing'
[[ $timestamp =~ ^[0-9]{1,12}$ ]] || refuse 'the timestamp is not Unix time'
age=$(($(date +%s) - 10#$timestamp))
((age <= 300 && age >= -300)) || refuse 'the timestamp is not within five minutes'

hmac() { openssl dgst -sha256 -hmac "$1" -r | cut -d ' ' -f 1; }

# Compares HMACs made with a random key, so that the time of the comparison reveals nothing.
once=$(openssl rand -hex 32)
blind() { printf %s "$1" | hmac "$once"; }

for secret in $SECRET; do
  wanted=$(blind "sha256=$({ printf %s. "$timestamp" && cat "$body"; } | hmac "$secret")")
  for given in ${signatures//,/ }; do
    if [ "$(blind "$given")" = "$wanted" ]; then
      echo "genuine: $(cat "$body")"
      exit 0
    fi
  done
done
refuse 'no signature matches'
