// Verifies a webhook as a CGI program gets it: headers in the environment, the body on standard
// input. SECRET is the signing secret, or during a rotation both secrets, separated by a space.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

/** Throws unless the raw bytes of the body were recently signed with one of the secrets. */
function verify(body, timestamp, signatures, secrets) {
  if (!timestamp || !signatures) throw new Error('a header is missing');
  if (!/^\d{1,12}$/.test(timestamp)) throw new Error('the timestamp is not Unix time');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) {
    throw new Error('the timestamp is not within five minutes');
  }
  const given = signatures.split(',').map((signature) => Buffer.from(signature));
  // Anyone can sign with an empty secret.
  const genuine = secrets.filter(Boolean).some((secret) => {
    const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
    const wanted = Buffer.from(`sha256=${hmac}`);
    return given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
  });
  if (!genuine) throw new Error('no signature matches');
}

const { HTTP_X_SERVICE_TIMESTAMP, HTTP_X_SERVICE_SIGNATURE, SECRET } = process.env;
if (SECRET === undefined) throw new Error('Set SECRET to the signing secret of your key.');
const body = await buffer(process.stdin);
try {
  verify(body, HTTP_X_SERVICE_TIMESTAMP, HTTP_X_SERVICE_SIGNATURE, SECRET.split(' '));
} catch (error) {
  console.error(`refused: ${error.message}`);
  process.exit(1);
}
const event = JSON.parse(body);
console.log(`genuine: ${event.type} ${event.data.payment_id}`);
