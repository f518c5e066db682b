import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NODE_METHODS } from '@/lib/chain/sources/node/methods';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { LANGUAGES } from '@/lib/domain/language';
import { NETWORK_FACTS, NETWORKS } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { GREENFIELD_ROUTES } from '@/lib/greenfield/table';
import { paymentSchema } from '@/lib/http/payments/payment-response';
import { PROBLEMS } from '@/lib/http/problem-table';
import { ROUTES } from '@/lib/http/table';
import { greenfieldInvoiceSchema } from '@/test/greenfield/schemas/invoice';
import { greenfieldStoreSchema } from '@/test/greenfield/schemas/store';
import {
  webhookDelivery,
  webhookEvent,
  webhookWithSecret,
} from '@/test/greenfield/schemas/webhook';

const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');

const inCode = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);

function valuesIn(text: string, first: string): string[] {
  const row = text.split('\n').find((line) => line.startsWith(`| ${first} |`)) ?? '';
  return inCode(row.split('|')[2]);
}

const sectionOf = (text: string, heading: string) =>
  (text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').split('\n');

test.each<[string, readonly string[]]>([
  ['`status` of a payment', PAYMENT_STATUSES],
  ['`flags`', PAYMENT_FLAGS],
  ['`type` of an event', EVENT_TYPES],
])('the compatibility page lists exactly the values of %s', (set, values) => {
  expect(valuesIn(page('compatibility'), set).sort()).toEqual([...values].sort());
});

function fieldsAfter(text: string, heading: string): string[] {
  const rows = sectionOf(text, heading).filter((line) => /^\| `/.test(line));
  return rows.flatMap((row) => inCode(row.split('|')[1]));
}

test('the API page documents exactly the fields of a payment and of a create request', () => {
  const create = ROUTES.find(({ method, path }) => `${method} ${path}` === 'POST /v1/btc/payments');
  const given = create && 'body' in create ? Object.keys(create.body.shape) : [];
  expect(fieldsAfter(page('api'), 'Create a payment').sort()).toEqual(given.sort());
  const shown = paymentSchema.keyof().options;
  expect(fieldsAfter(page('api'), 'The payment').sort()).toEqual([...shown].sort());
});

test('the API page lists exactly the supported networks, each with the prefix of its API keys', () => {
  const rows = sectionOf(page('api'), 'Networks').filter((row) => /^\| `/.test(row));
  const shown = rows.map((row) => [1, 3].map((cell) => inCode(row.split('|')[cell])[0]));
  const known = NETWORKS.map((network) => [network, `btly_${NETWORK_FACTS[network].keyLabel}_`]);
  expect(shown).toEqual(known);
});

test('the rpcwhitelist on the self-hosting page lists exactly the RPC methods that the server calls', () => {
  const [, listed = ''] = /^rpcwhitelist=user:(\S+)$/m.exec(page('self-hosting')) ?? [];
  expect(listed.split(',').sort()).toEqual([...NODE_METHODS].sort());
});

test('the documentation of the payment page lists exactly the supported languages', () => {
  const [listed = ''] = sectionOf(page('hosted-page'), 'Languages').join(' ').split('. ');
  const shown = inCode(listed);
  expect(shown.sort()).toEqual([...LANGUAGES].sort());
});

test('the page about errors lists exactly the error codes, each with its status and title', () => {
  const shown = page('errors/README').match(/^\| \d.*$/gm);
  const known = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) => `| ${status} | [\`${code}\`](${code}.md) | ${title} |`,
  );
  expect(shown).toEqual(known);
});

function offeredIn(heading: string): string[] {
  const rows = sectionOf(page('btcpay'), heading).filter((line) => line.startsWith('| '));
  return rows.flatMap((row) => inCode(row.split('|')[1]));
}

test('the page about BTCPay lists exactly the BTCPay routes that the server implements', () => {
  const known = GREENFIELD_ROUTES.map(({ method, path }) => {
    const below = path.replace(/^\/api\/v1/, '').replace(/^\/stores\/\{storeId\}(?=\/)/, '…');
    return `${method} ${below}`;
  });
  expect(offeredIn('Routes').sort()).toEqual(known.sort());
});

test('the page about BTCPay lists every field of a BTCPay invoice once', () => {
  const { checkout, ...fields } = Object(greenfieldInvoiceSchema.properties);
  const options = Object.keys(checkout.properties).map((name) => `checkout.${name}`);
  const known = [...Object.keys(fields), ...options];
  expect(offeredIn('Fields of an invoice').sort()).toEqual(known.sort());
});

test('the page about BTCPay lists every field of a BTCPay store and webhook once', () => {
  const names = (schema: object) => Object.keys(Object(schema).properties);
  expect(offeredIn('Fields of a store').sort()).toEqual(names(greenfieldStoreSchema).sort());
  const events: readonly object[] = Object(webhookEvent).anyOf;
  const ofWebhook = [webhookWithSecret, webhookDelivery, ...events].flatMap(names);
  expect(offeredIn('Fields of a webhook').sort()).toEqual([...new Set(ofWebhook)].sort());
});
