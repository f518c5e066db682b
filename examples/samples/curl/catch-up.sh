#!/usr/bin/env bash
# Prints the events since the last run: KEY=btly_… catch-up.sh last-event
set -euo pipefail

file=${1:-last-event}
more=true
while [ "$more" = true ]; do
  # An empty "after" starts at the first event.
  page=$(curl --silent --show-error --fail-with-body --max-time 20 --retry 3 \
    "${BLOCKTALLY_URL:-http://localhost:3000}/v1/events?limit=100&after=$(cat "$file" 2> /dev/null || true)" \
    -H "Authorization: Bearer $KEY") || { echo "$page" >&2; exit 1; }
  # Handle each event here. In a database, store the last id in the same transaction.
  grep -o '"id":"evt_[^"]*","version":"[^"]*","type":"[^"]*"' <<< "$page" |
    cut -d '"' -f 4,12 | tr '"' ' ' || true
  after=$(sed -n 's/.*"next_after":"\([^"]*\)".*/\1/p' <<< "$page")
  [ -z "$after" ] || echo "$after" > "$file"
  more=$(sed -n 's/.*"has_more":\([a-z]*\).*/\1/p' <<< "$page")
done
