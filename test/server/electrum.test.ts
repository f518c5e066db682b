import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { startApp } from '@/test/support/app';
import { startBitcoind } from '@/test/support/bitcoind';
import { createTestDatabase } from '@/test/support/database';
import { startElectrum } from '@/test/support/electrum-server';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const tlsFile = (name: string) => readFileSync(`test/vectors/electrum/${name}`);

const [base, node] = await Promise.all([
  openForTestFile(createTestDatabase()),
  openForTestFile(startBitcoind({ flags: ['-txindex=1'], blocks: 120 })),
]);
const certificate = { cert: tlsFile('certificate.pem'), key: tlsFile('key.pem') };
const server = await openForTestFile(startElectrum(node, certificate));
const key = await createTestKey(base.db);
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: {
      BITCOIN_REGTEST: `electrum+ssl://127.0.0.1:${server.port}`,
      SECRET_KEY: TEST_SECRET_KEY,
    },
  }),
);

async function call(path: string, body?: unknown): Promise<PaymentResponse> {
  const response = await fetch(`${app.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as PaymentResponse;
}

it('with only an Electrum server, a payment is detected, confirmed, reverted and confirmed again', async () => {
  const terms = { amount_sats: 100_000, expires_in: 86_400, required_confirmations: 1 };
  const { id, address } = await call('/v1/btc/payments', terms);
  const has = (status: string, flags: readonly string[] = []) =>
    until(`the payment is ${status}`, async () => {
      const payment = await call(`/v1/btc/payments/${id}`);
      return (
        payment.status === status && flags.every((flag) => payment.flags.includes(flag as never))
      );
    });
  await node.sendUnlocked(address, 100_000);
  await has('detected');
  await node.mine(1);
  await has('confirmed');
  await node.reorg(1, 'empty');
  await has('detected', ['reorged']);
  await node.mine(1);
  await has('confirmed');
});
