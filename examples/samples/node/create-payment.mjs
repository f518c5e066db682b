// Creates a payment of 25,000 satoshis: KEY=btly_… node create-payment.mjs order-1002
const { KEY, BLOCKTALLY_URL = 'http://localhost:3000' } = process.env;
const { WEBHOOK_URL = 'http://localhost:4000/' } = process.env;
const order = process.argv[2] ?? 'order-1002';

const response = await fetch(`${BLOCKTALLY_URL}/v1/btc/payments`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${KEY}`,
    'Content-Type': 'application/json',
    // The same key returns the same payment, so this is safe to repeat.
    'Idempotency-Key': order,
  },
  body: JSON.stringify({ amount_sats: 25_000, reference: order, webhook_url: WEBHOOK_URL }),
  signal: AbortSignal.timeout(20_000),
});
const answer = await response.json();
if (!response.ok) {
  console.error(`${answer.code}: ${answer.detail}`);
  process.exit(1);
}
console.log(`payment ${answer.id}`);
console.log(`send the customer to ${answer.checkout_url}`);
