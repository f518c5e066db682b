import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Blocktally, verifyWebhook, WebhookRefusal } from '@blocktally/sdk';
import { openOrders } from './orders.mjs';
import { orderPage, shopPage } from './pages.mjs';

const { KEY, SECRET, BLOCKTALLY_URL = 'http://localhost:3000', PORT = '4000' } = process.env;
const { SHOP_URL = `http://localhost:${PORT}`, ORDERS = 'orders.json' } = process.env;
if (!KEY || !SECRET) throw new Error('Set KEY to the API key and SECRET to the signing secret.');

const TEA = { name: 'Tea, 100 g', sats: 25_000 };

const blocktally = new Blocktally({ baseUrl: BLOCKTALLY_URL, apiKey: KEY });
const orders = openOrders(ORDERS);

/** The hosted page on which an order is paid. However often it is asked for, there is one payment. */
async function startPayment(order) {
  const payment = await blocktally.createPayment(
    {
      amount_sats: order.sats,
      required_confirmations: 1,
      reference: order.id,
      webhook_url: `${SHOP_URL}/webhooks`,
    },
    { idempotencyKey: order.id },
  );
  orders.attach(order, payment);
  return payment.checkout_url;
}

/** Events may come twice and in any order: they say where to look, and the API says what is. */
async function receive(request, body) {
  const { id, event, isTest } = await verifyWebhook(body, request.headers, SECRET.split(' '));
  if (isTest || orders.knowsEvent(id)) return 204;
  const order = orders.findByPayment(event.data.payment_id);
  // Not an order of ours, or not written down yet: Blocktally asks again.
  if (!order) return 404;
  orders.note(order, await blocktally.getPayment(event.data.payment_id), id);
  return 204;
}

async function answer(request, response) {
  const [, place, id] = request.url.split('/');
  const body = await buffer(request);
  const route = `${request.method} /${place}${id ? '/:id' : ''}`;
  const order = id && orders.find(id);
  const html = (text) => response.setHeader('content-type', 'text/html').end(text);
  const redirect = (url) => response.writeHead(303, { location: url }).end();

  if (route === 'POST /webhooks') {
    response.writeHead(await receive(request, body)).end();
  } else if (route === 'GET /') {
    html(shopPage(TEA, orders.all()));
  } else if (route === 'POST /orders') {
    redirect(await startPayment(orders.place(TEA)));
  } else if (route === 'POST /orders/:id' && order) {
    redirect(await startPayment(order));
  } else if (route === 'GET /orders/:id' && order) {
    html(orderPage(order));
  } else {
    response.writeHead(404).end('There is no such page.');
  }
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    const refused = error instanceof WebhookRefusal;
    console.error(refused ? `refused a webhook: ${error.message}` : error);
    if (!response.headersSent) response.writeHead(refused ? 400 : 503);
    response.end(refused ? error.message : 'This did not work. Please try again.');
  });
}).listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is open at ${SHOP_URL}`));
