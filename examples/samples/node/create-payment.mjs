// Creates a payment of 49.90 euro: KEY=btly_… node create-payment.mjs order-1002 1
const { KEY, BLOCKTALLY_URL = 'http://localhost:3000' } = process.env;
const { WEBHOOK_URL = 'http://localhost:4000/' } = process.env;
const [, , order = 'order-1002', attempt = '1'] = process.argv;

const response = await fetch(`${BLOCKTALLY_URL}/v1/btc/payments`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${KEY}`,
    'Content-Type': 'application/json',
    // It is safe to repeat a request with the same key, because it returns the same payment, even
    // an expired one. If a customer comes back after that, increase the attempt number.
    'Idempotency-Key': `${order}-${attempt}`,
  },
  body: JSON.stringify({
    price: { amount: '49.90', currency: 'EUR' }, // or amount_sats: 25_000
    reference: order,
    webhook_url: WEBHOOK_URL,
  }),
  signal: AbortSignal.timeout(20_000),
});
const answer = await response.json();
if (!response.ok) {
  console.error(`${answer.code}: ${answer.detail}`);
  process.exit(1);
}
console.log(`payment ${answer.id}`);
console.log(`send the customer to ${answer.checkout_url}`);
