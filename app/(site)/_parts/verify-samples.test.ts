import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { signedHeaders } from '@/lib/webhooks/delivery/sign';
import { VERIFY_SAMPLES } from './verify-samples';

type Verify = (body: Buffer, headers: Record<string, string>, secret: string) => boolean;

const body = JSON.stringify({ version: '1', type: 'payment.detected', data: { a: 'ü' } });
const event = { eventId: 'evt_1', type: 'payment.detected' as const, body };
const secrets = ['whsec_bmV3', 'whsec_b2xk'];

function headersAt(now: Date): Record<string, string> {
  const entries = Object.entries(signedHeaders(event, secrets, now));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

test('the Node sample accepts genuine webhooks and nothing else', () => {
  const node = VERIFY_SAMPLES.find(({ language }) => language === 'Node')?.code ?? '';
  const text = node.replace(/^import .*$/m, '').replace('export function', 'return function');
  const make = runInThisContext(`(createHmac, timingSafeEqual) => {${text}}`) as (
    ...imported: unknown[]
  ) => Verify;
  const verify = make(createHmac, timingSafeEqual);
  const bytes = Buffer.from(body);
  const headers = headersAt(new Date());
  for (const secret of secrets) expect(verify(bytes, headers, secret)).toBe(true);
  expect(verify(bytes, headers, 'whsec_another')).toBe(false);
  expect(verify(Buffer.from(`${body} `), headers, 'whsec_bmV3')).toBe(false);
  expect(verify(bytes, {}, 'whsec_bmV3')).toBe(false);
  expect(verify(bytes, { ...headers, 'x-service-timestamp': 'x' }, 'whsec_bmV3')).toBe(false);
  const old = headersAt(new Date(Date.now() - 301_000));
  expect(verify(bytes, old, 'whsec_bmV3')).toBe(false);
});

test('the webhooks page shows the tested Node sample', () => {
  const node = VERIFY_SAMPLES.find(({ language }) => language === 'Node')?.code;
  expect(readFileSync('docs/webhooks.md', 'utf8')).toContain(node);
});
