import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ReceivedHookRequest } from './hooks';
import { type SystemAndModel, sentKey } from './pair';
import type { ReferenceDelivery } from './reference-deliveries';
import { REPLIES } from './replies';
import type { SendingLimits } from './system';

/**
 * Updates the model with the attempts that receivers got, and describes each unexpected one.
 *
 * @param unfinished deliveries whose last attempt was never finished
 */
export function applyAttemptsToModel(
  pair: SystemAndModel,
  { perHost, random }: SendingLimits,
  unfinished: readonly ReferenceDelivery[],
): string[] {
  const { hooks } = pair.system;
  const { model, sent, moves } = pair;
  // Attempts of killed processes do not count toward the limit of a process. Their response may
  // also have arrived before the next attempt to the host began.
  const killed = model.deliveries.all.filter(({ status }) => status === 'delivering');
  const limit = perHost + killed.length + unfinished.length;
  const requests = hooks.take();
  const found = requests.flatMap((request, n) => {
    const key = keyOf(request);
    const one = sent.get(key)?.one;
    if (!one) return [`a receiver got an unknown event: ${request.body}`];
    const differing = [...begin(pair, one, limit), ...compareRequest(pair, one, request)];
    const isLast = !requests.slice(n + 1).some((later) => keyOf(later) === key);
    if (isLast && unfinished.includes(one)) return differing;
    model.deliveries.finish(one, REPLIES[request.reply], model.now, random);
    moves.push(`an attempt: ${request.reply} > ${one.status}`);
    return differing;
  });
  const unseen = unfinished.filter(({ status }) => status !== 'delivering');
  found.push(...unseen.flatMap((one) => begin(pair, one, limit)));
  if (hooks.most.ofPayment > 1)
    found.push('two attempts of one payment and URL were in progress concurrently');
  if (hooks.most.toHost > perHost) found.push(`${hooks.most.toHost} concurrent attempts to a host`);
  hooks.most.toHost = 0;
  return found;
}

const eventIdOf = ({ headers }: ReceivedHookRequest) => headers['x-service-event-id'] ?? '';
const keyOf = (request: ReceivedHookRequest) => sentKey(eventIdOf(request), request.url);

function begin({ model }: SystemAndModel, one: ReferenceDelivery, limit: number): string[] {
  const allowed = model.deliveries.mayBeAttempted(one, model.now, limit);
  model.deliveries.begin(one, model.now);
  return allowed ? [] : [`a delivery was attempted too early: ${JSON.stringify(one)}`];
}

/**
 * The key's secrets sign a delivery to the payment's webhook_url. The endpoint's secret signs a
 * delivery to an added endpoint.
 */
function secretsFor(
  { model, secrets, endpointSecrets }: SystemAndModel,
  one: ReferenceDelivery,
): string[] {
  const isNamed = one.payment.terms.webhook_url === one.url;
  const valid = secrets.filter(({ until }) => until > model.now).map(({ text }) => text);
  const own = endpointSecrets.get(one.url);
  return [...(isNamed ? valid : []), ...(own === undefined ? [] : [own])];
}

/** A request must have the stored bytes of the event, signed with every valid secret. */
function compareRequest(
  pair: SystemAndModel,
  one: ReferenceDelivery,
  request: ReceivedHookRequest,
): string[] {
  const { model } = pair;
  const id = eventIdOf(request);
  const { type, body } = one.event;
  const seconds = String(Math.floor(model.now / 1000));
  const valid = secretsFor(pair, one);
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
  const decoded = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = {
    method: 'POST',
    url: one.url,
    body,
    'content-type': 'application/json',
    'x-service-event-id': id,
    'x-service-event-type': type,
    'x-service-timestamp': seconds,
    'x-service-signature': valid
      .map((secret) => `sha256=${hmac(secret, `${seconds}.${body}`).digest('hex')}`)
      .join(','),
    'x-event-id': id,
    'x-event-type': type,
    'x-signature': `sha256=${hmac(valid[0] ?? '', body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': valid
      .map((secret) => hmac(decoded(secret), `${id}.${seconds}.${body}`).digest('base64'))
      .map((signature) => `v1,${signature}`)
      .join(' '),
  };
  const { method, url, headers } = request;
  const got: Record<string, unknown> = { ...headers, method, url, body: request.body.toString() };
  return Object.entries(expected)
    .filter(([name, value]) => !isDeepStrictEqual(got[name], value))
    .map(([name, value]) => `a receiver got ${name} ${got[name]}, and not ${value}`);
}
