import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signedHeaders } from '@/lib/webhooks/delivery/sign';
import { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook';

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [OLD, NEW, OTHER] = [secret(), secret(), secret()];
const NOW = new Date('2026-05-01T12:00:00.700Z');
const EVENT = {
  version: '1',
  type: 'payment.confirmed',
  data: { payment_id: 'pay_1', reference: 'Bücher ₿' },
};
const BODY = JSON.stringify(EVENT);

const STANDARD = /^webhook-/;
const SERVICE = /^X-Service-/;

/** Returns a genuine webhook, whose headers can be limited to one scheme. */
function sent(secrets: readonly string[], only = /./, body = BODY): Record<string, string> {
  const event = { eventId: 'evt_1', type: 'payment.confirmed', body } as const;
  const all = Object.entries(signedHeaders(event, secrets, NOW));
  return Object.fromEntries(all.filter(([name]) => only.test(name)));
}

const verify = (headers: WebhookHeaders, secrets: string | string[], options?: VerifyOptions) =>
  verifyWebhook(BODY, headers, secrets, { now: NOW, ...options });
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

describe.each([
  ['Standard Webhooks', STANDARD],
  ['X-Service', SERVICE],
])('with the headers of %s', (_name, only) => {
  test('for a genuine webhook, verifyWebhook returns the id, timestamp and event', async () => {
    expect(await verify(sent([NEW], only), NEW)).toEqual({
      id: 'evt_1',
      sentAt: new Date('2026-05-01T12:00:00Z'),
      event: EVENT,
      isTest: false,
    });
  });

  test('verifyWebhook rejects a webhook with a changed body', async () => {
    const changed = verifyWebhook(BODY.replace('pay_1', 'pay_2'), sent([NEW], only), NEW, {
      now: NOW,
    });
    await expect(changed).rejects.toMatchObject({ reason: 'wrong_signature' });
  });

  test('verifyWebhook rejects a webhook that was signed with another secret', async () => {
    const refused = verify(sent([NEW], only), OTHER);
    await expect(refused).rejects.toMatchObject({ reason: 'wrong_signature' });
  });

  test('during a rotation, a webhook is accepted if one of its signatures matches one of the secrets', async () => {
    for (const secrets of [[OLD], [NEW], [OTHER, OLD]]) {
      expect(await verify(sent([NEW, OLD], only), secrets)).toMatchObject({ id: 'evt_1' });
    }
    for (const signer of [OLD, NEW]) {
      expect(await verify(sent([signer], only), [NEW, OLD])).toMatchObject({ id: 'evt_1' });
    }
  });

  test('if the tolerance or the clock is not a number, every webhook is rejected', async () => {
    for (const options of [{ toleranceSeconds: Number.NaN }, { now: new Date(Number.NaN) }]) {
      await expect(verify(sent([NEW], only), NEW, options)).rejects.toThrow(TypeError);
    }
  });

  test('a webhook is accepted if its timestamp and the current time differ by at most the tolerance', async () => {
    const headers = sent([NEW], only);
    for (const seconds of [-300, 300]) {
      expect(await verify(headers, NEW, { now: later(seconds) })).toMatchObject({ id: 'evt_1' });
    }
    const stale = verify(headers, NEW, { now: later(301) });
    await expect(stale).rejects.toMatchObject({ reason: 'too_old' });
    const early = verify(headers, NEW, { now: later(-301) });
    await expect(early).rejects.toMatchObject({ reason: 'too_new' });
    const strict = verify(headers, NEW, { now: later(11), toleranceSeconds: 10 });
    await expect(strict).rejects.toMatchObject({ reason: 'too_old' });
  });

  test('verifyWebhook rejects a webhook with a changed timestamp', async () => {
    const headers = sent([NEW], only);
    const name = Object.keys(headers).find((one) => /timestamp$/i.test(one)) ?? '';
    const [moved, words] = [String(Number(headers[name]) + 1), 'yesterday'];
    const changed = verify({ ...headers, [name]: moved }, NEW);
    await expect(changed).rejects.toMatchObject({ reason: 'wrong_signature' });
    const unread = verify({ ...headers, [name]: words }, NEW);
    await expect(unread).rejects.toMatchObject({ reason: 'malformed_timestamp' });
  });

  test('verifyWebhook’s error about a missing header contains the header’s name', async () => {
    const headers = sent([NEW], only);
    for (const name of Object.keys(headers).filter((one) => !/type$/i.test(one))) {
      const { [name]: _gone, ...rest } = headers;
      await expect(verify(rest, NEW)).rejects.toMatchObject({ reason: 'missing_header' });
    }
  });

  test('malformed signatures are ignored, and a webhook with only malformed signatures is rejected', async () => {
    const headers = sent([NEW], only);
    const name = Object.keys(headers).find((one) => /signature$/i.test(one)) ?? '';
    for (const nonsense of [
      'nonsense',
      'v1,',
      'v1,%',
      'sha256=',
      'sha256=0g',
      'v2,AAAA',
      ',',
      ' ',
    ]) {
      const refused = verify({ ...headers, [name]: nonsense }, NEW);
      await expect(refused).rejects.toMatchObject({ name: 'WebhookRefusal' });
      const separator = only === STANDARD ? ' ' : ',';
      const both = { ...headers, [name]: `${nonsense}${separator}${headers[name]}` };
      expect(await verify(both, NEW)).toMatchObject({ id: 'evt_1' });
    }
  });

  test('only the first ten signatures of a webhook are checked', async () => {
    const headers = sent([NEW], only);
    const name = Object.keys(headers).find((one) => /signature$/i.test(one)) ?? '';
    const others = Array.from({ length: 10 }, () => sent([secret()], only)[name]);
    const after = (some: readonly unknown[]) => ({
      ...headers,
      [name]: [...some, headers[name]].join(only === STANDARD ? ' ' : ','),
    });
    expect(await verify(after(others.slice(1)), NEW)).toMatchObject({ id: 'evt_1' });
    const refused = verify(after(others), NEW);
    await expect(refused).rejects.toMatchObject({ reason: 'wrong_signature' });
  });
});

test('Standard Webhooks signatures cover the id, so that a changed id is rejected', async () => {
  const replayed = verify({ ...sent([NEW]), 'webhook-id': 'evt_2' }, NEW);
  await expect(replayed).rejects.toMatchObject({ reason: 'wrong_signature' });
});

test('the standardwebhooks library and this verifier accept each other’s signatures', async () => {
  const now = new Date();
  const library = new Webhook(NEW);
  const signed = {
    'webhook-id': 'evt_9',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': library.sign('evt_9', now, BODY),
  };
  expect(await verify(signed, NEW, { now })).toMatchObject({ id: 'evt_9', event: EVENT });
  expect(library.verify(BODY, signed)).toEqual(EVENT);
});

test('verifyWebhook accepts header names in any case, from fetch or Node, and a body as text or bytes', async () => {
  const headers = sent([NEW]);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  for (const form of [new Headers(headers), Object.fromEntries(lower), headers]) {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY).buffer]) {
      expect(await verifyWebhook(body, form, NEW, { now: NOW })).toMatchObject({ id: 'evt_1' });
    }
  }
});

test('the event of a verified test webhook is marked as a test', async () => {
  const body = BODY.replace('pay_1', 'pay_test_1');
  const verified = await verifyWebhook(body, sent([NEW], /./, body), NEW, { now: NOW });
  expect(verified.isTest).toBe(true);
});

test.each([
  '',
  'null',
  '[]',
  '{"version":"2","data":{"payment_id":"pay_1"}}',
  '{"version":"1","data":null}',
  '{"version":"1","data":{}}',
])('a signed body that is not an event is rejected: %s', async (body) => {
  const refused = verifyWebhook(body, sent([NEW], /./, body), NEW, { now: NOW });
  await expect(refused).rejects.toMatchObject({ reason: 'unexpected_body' });
});

test('verifyWebhook without a signing secret throws an error that says so', async () => {
  for (const none of [undefined, [undefined], [NEW, undefined], [], '']) {
    const unset = verify(sent([NEW]), none as string);
    await expect(unset).rejects.toThrow('the signing secret is missing or empty');
  }
});

test('verifyWebhook throws a TypeError if a secret is missing or malformed', async () => {
  for (const none of ['', [], [NEW, ''], 'whsec_not base64']) {
    await expect(verify(sent([NEW]), none as string)).rejects.toThrow(TypeError);
  }
});
