// Receives webhooks with Express 5. SECRET is the signing secret, or during a rotation both
// secrets, separated by a space.
import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

const { SECRET, PORT = '4000' } = process.env;
if (!SECRET) throw new Error('Set SECRET to the signing secret of your key.');

/** Throws unless the raw bytes of the body were recently signed with one of the secrets. */
function verify(body, headers, secrets) {
  const timestamp = headers['x-service-timestamp'] ?? '';
  const given = (headers['x-service-signature'] ?? '').split(',').map((one) => Buffer.from(one));
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) throw new Error('too old');
  // Anyone can sign with an empty secret.
  const genuine = secrets.filter(Boolean).some((secret) => {
    const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
    const wanted = Buffer.from(`sha256=${hmac}`);
    return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
  });
  if (!genuine) throw new Error('no signature matches');
}

const app = express();

// This route must precede express.json() and everything that checks CSRF tokens.
app.post('/webhooks', express.raw({ type: () => true, limit: '100kb' }), (request, response) => {
  const body = request.body ?? Buffer.alloc(0);
  try {
    verify(body, request.headers, SECRET.split(' '));
  } catch (error) {
    response.status(400).send(`refused: ${error.message}`);
    return;
  }
  const event = JSON.parse(body);
  // Store the event under its id, X-Service-Event-Id, before responding, and process it later.
  console.log(`genuine: ${event.type} ${event.data.payment_id}`);
  response.sendStatus(204);
});

// The rest of the shop.
app.use(express.json());

app.listen(Number(PORT), '127.0.0.1', () => console.log('listening'));
