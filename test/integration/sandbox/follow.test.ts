import { beforeAll, expect, test } from 'vitest';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { type ReorgRequest, reorg } from '@/lib/chain/sources/sandbox/reorg';
import { doubleSpend, replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import { type PaymentResponse, paymentResponse } from '@/lib/http/payments/payment-response';
import { createPayment } from '@/lib/payments/create-payment';
import { getPayment } from '@/lib/payments/get-payment';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { syncChain } from '@/lib/payments/sync-chain';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const APP_URL = new URL('http://localhost:3000');
const NOW = new Date('2030-01-01T12:00:00Z');

const database = await openForTestFile(createTestDatabase());
const key = await createTestKey(database.db, { network: 'regtest' });
const source = createSandboxSource(database.db, () => NOW);

beforeAll(async () => {
  await sync();
});

async function sync(): Promise<void> {
  const result = await syncChain(database.database, 'regtest', source, () => NOW);
  expect(result).toMatchObject({ kind: 'read', complete: true });
}

async function create(): Promise<PaymentResponse> {
  const sources = new Map([['regtest', source] as const]);
  const { db } = database;
  const policy = { allowPrivate: true };
  const deps = { db, sources, newPayments: new NewPaymentSignal(), rates: fixedRates(db), policy };
  const request = {
    ...PLAIN_TERMS,
    requiredConfirmations: 2,
  };
  const row = await createPayment(deps, key.actor, key.id, request, NOW);
  return paymentResponse({ row, extra: null, chainHeight: null }, APP_URL);
}

async function pay({ address }: PaymentResponse, sats = 100_000): Promise<string> {
  return (await payAddress(database.db, { address, sats: toSats(sats) }, NOW)).txid;
}

const confirm = (blocks: number) => simulateMining(database.db, { blocks }, NOW);
const fork = (input: ReorgRequest) => reorg(database.db, input, NOW);
const replace = (txid: string, to: 'same' | 'nowhere') =>
  replaceTransaction(database.db, { txid, to }, NOW);

async function standing({ id }: PaymentResponse) {
  await sync();
  const found = await getPayment(database.db, key.actor, id);
  const { status, confirmations, received_sats, txid, flags } = paymentResponse(found, APP_URL);
  return { status, confirmations, received_sats, txid, flags };
}

test('an exact payment is detected in the mempool and confirmed by blocks', async () => {
  const payment = await create();
  const txid = await pay(payment);
  expect(await standing(payment)).toMatchObject({ status: 'detected', confirmations: 0, txid });
  await confirm(1);
  expect(await standing(payment)).toMatchObject({ status: 'detected', confirmations: 1 });
  await confirm(1);
  expect(await standing(payment)).toEqual({
    status: 'confirmed',
    confirmations: 2,
    received_sats: 100_000,
    txid,
    flags: [],
  });
});

test('two partial payments add up, and an excess is flagged as overpaid', async () => {
  const payment = await create();
  await pay(payment, 40_000);
  expect(await standing(payment)).toMatchObject({ status: 'pending', flags: ['underpaid'] });
  await pay(payment, 70_000);
  expect(await standing(payment)).toMatchObject({
    status: 'detected',
    received_sats: 110_000,
    flags: ['overpaid'],
  });
});

test('a fee bump moves the payment to the new transaction', async () => {
  const payment = await create();
  const txid = await pay(payment);
  await sync();
  const bump = await replace(txid, 'same');
  expect(await standing(payment)).toMatchObject({ status: 'detected', txid: bump.txid });
});

test.each([
  ['a replacement without a recipient', (txid: string) => replace(txid, 'nowhere')],
  ['a double spend', (txid: string) => doubleSpend(database.db, { txid }, NOW)],
])('%s reverses the payment to pending', async (_, take) => {
  const payment = await create();
  const txid = await pay(payment);
  expect(await standing(payment)).toMatchObject({ status: 'detected' });
  await take(txid);
  expect(await standing(payment)).toMatchObject({
    status: 'pending',
    received_sats: 0,
    flags: ['replaced'],
  });
});

test('a reorg reverts a confirmed payment until blocks confirm it again', async () => {
  const payment = await create();
  const txid = await pay(payment);
  await confirm(2);
  expect(await standing(payment)).toMatchObject({ status: 'confirmed' });
  await fork({ blocks: 2, remine: false });
  expect(await standing(payment)).toMatchObject({
    status: 'detected',
    confirmations: 0,
    flags: ['reorged'],
    txid,
  });
  await confirm(2);
  expect(await standing(payment)).toMatchObject({ status: 'confirmed', confirmations: 2, txid });
});

test('the deepest reorg that the sandbox allows is followed', async () => {
  const payment = await create();
  const txid = await pay(payment);
  await confirm(1);
  await sync();
  await fork({ blocks: 100 });
  expect(await standing(payment)).toMatchObject({ status: 'confirmed', confirmations: 101, txid });
});
