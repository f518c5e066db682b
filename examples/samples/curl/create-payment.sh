#!/usr/bin/env bash
# Creates a payment of 49.90 euro: KEY=btly_… create-payment.sh order-1002 1
set -euo pipefail

order=${1:-order-1002}
attempt=${2:-1}

# It is safe to repeat a request with the same Idempotency-Key, because it returns the same payment,
# even an expired one. If a customer comes back after that, increase the attempt number.
curl --silent --show-error --fail-with-body --max-time 20 --retry 3 \
  "${BLOCKTALLY_URL:-http://localhost:3000}/v1/btc/payments" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -H "Idempotency-Key: $order-$attempt" \
  -d @- <<JSON
{
  "price": { "amount": "49.90", "currency": "EUR" },
  "reference": "$order",
  "webhook_url": "${WEBHOOK_URL:-http://localhost:4000/}"
}
JSON
