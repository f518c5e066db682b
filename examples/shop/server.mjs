import { Blocktally, verifyWebhook, WebhookRefusal } from '@blocktally/sdk';
import express from 'express';
import { openOrders } from './orders.mjs';
import { orderPage, shopPage } from './pages.mjs';

const { KEY, SECRET, BLOCKTALLY_URL = 'http://localhost:3000', PORT = '4000' } = process.env;
const { SHOP_URL = `http://localhost:${PORT}`, ORDERS = 'orders.json' } = process.env;
if (!KEY || !SECRET) throw new Error('Set KEY to the API key and SECRET to the signing secret.');

const TEA = { name: 'Tea, 100 g', sats: 25_000 };

const blocktally = new Blocktally({ baseUrl: BLOCKTALLY_URL, apiKey: KEY });
const orders = openOrders(ORDERS);

/**
 * Starts the payment of an order. Repeated calls start no second payment before the first has
 * ended.
 */
async function startPayment(order) {
  if (order.paymentId) {
    const { status } = await blocktally.getPayment(order.paymentId);
    if (status === 'expired' || status === 'canceled') orders.countUp(order);
  }
  const payment = await blocktally.createPayment(
    {
      amount_sats: order.sats,
      required_confirmations: 1,
      reference: order.id,
      metadata: { order: order.id },
      description: order.name,
      return_url: `${SHOP_URL}/orders/${order.id}`,
      return_automatically: true,
      webhook_url: `${SHOP_URL}/webhooks`,
    },
    { idempotencyKey: `${order.id}-${order.attempt}` },
  );
  orders.attach(order, payment);
  return payment.checkout_url;
}

/** Events may come twice and in any order, so the API's status of the payment counts. */
async function receive({ body = '', headers }) {
  const { id, event, isTest } = await verifyWebhook(body, headers, SECRET.split(' '));
  if (isTest || orders.knowsEvent(id)) return 204;
  const order = orders.findByPayment(event.data.payment_id);
  // The order is not ours, or is not stored yet. After a 404, Blocktally retries.
  if (!order) return 404;
  orders.note(order, await blocktally.getPayment(event.data.payment_id), id);
  return 204;
}

const app = express();

app.get('/', (_request, response) => {
  response.send(shopPage(TEA, orders.all()));
});

app.post('/orders', async (_request, response) => {
  response.redirect(303, await startPayment(orders.place(TEA)));
});

app.param('id', (request, _response, next, id) => {
  request.order = orders.find(id);
  next(request.order ? undefined : 'route');
});

app
  .route('/orders/:id')
  // Anyone can open this URL, so a visit proves nothing. The page shows only what the webhooks and
  // the API have reported.
  .get(({ order }, response) => {
    response.send(orderPage(order));
  })
  .post(async ({ order }, response) => {
    response.redirect(303, await startPayment(order));
  });

// The signature covers the raw bytes, which express.json() would lose.
app.post('/webhooks', express.raw({ type: () => true }), async (request, response) => {
  response.status(await receive(request)).end();
});

// Express recognizes an error handler by its four arguments.
app.use((error, _request, response, _next) => {
  const refused = error instanceof WebhookRefusal;
  console.error(refused ? `refused a webhook: ${error.message}` : error);
  response
    .status(refused ? 400 : 503)
    .send(refused ? error.message : 'This did not work. Please try again.');
});

app.listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`The shop is open at ${SHOP_URL}`);
});
