"""Creates a payment of 49.90 euro: KEY=btly_… python3 create_payment.py order-1002 1"""
import json
import os
import sys
import urllib.error
import urllib.request

url = os.environ.get("BLOCKTALLY_URL", "http://localhost:3000")
order = sys.argv[1] if len(sys.argv) > 1 else "order-1002"
attempt = sys.argv[2] if len(sys.argv) > 2 else "1"

request = urllib.request.Request(
    f"{url}/v1/btc/payments",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['KEY']}",
        "Content-Type": "application/json",
        # It is safe to repeat a request with the same key, because it returns the same payment,
        # even an expired one. If a customer comes back after that, increase the attempt number.
        "Idempotency-Key": f"{order}-{attempt}",
    },
    data=json.dumps({
        "price": {"amount": "49.90", "currency": "EUR"},  # or "amount_sats": 25_000
        "reference": order,
        "webhook_url": os.environ.get("WEBHOOK_URL", "http://localhost:4000/"),
    }).encode(),
)
try:
    with urllib.request.urlopen(request, timeout=20) as response:
        payment = json.load(response)
except urllib.error.HTTPError as error:
    problem = json.load(error)
    sys.exit(f"{problem['code']}: {problem['detail']}")

print(f"payment {payment['id']}")
print(f"send the customer to {payment['checkout_url']}")
