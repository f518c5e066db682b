import { randomBytes } from 'node:crypto';
import { Transaction } from 'bitcoinjs-lib';
import { expect, it } from 'vitest';
import { addressToScript } from '@/lib/bitcoin/address';
import type { ChainSource, RawTransaction } from '@/lib/chain/source';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant } from '@/test/support/test-merchant';

/** More rows than fit into one PostgreSQL statement at five parameters each. */
const TRANSACTIONS = 13_500;

const merchant = await openForTestFile(
  openTestMerchant(({ db }, clock) => createSandboxSource(db, clock)),
);
await merchant.sync();

function withMempool(source: ChainSource, transactions: readonly RawTransaction[]): ChainSource {
  const held = new Set(transactions.map(({ txid }) => txid));
  return {
    ...source,
    mempool: async () => ({
      transactions,
      has: async (txid) => held.has(txid),
      done: () => {},
    }),
  };
}

function paying(script: Buffer): RawTransaction {
  const transaction = new Transaction();
  transaction.addInput(randomBytes(32), 0);
  transaction.addOutput(script, 1_000n);
  return { txid: transaction.getId(), raw: transaction.toBuffer() };
}

it('one mempool read finds thousands of transactions that pay a payment, with their exact amounts', async () => {
  const { id, address } = await merchant.create();
  const script = Buffer.from(addressToScript(address, 'regtest'), 'hex');
  merchant.source = withMempool(
    merchant.source,
    Array.from({ length: TRANSACTIONS }, () => paying(script)),
  );
  expect(await merchant.sync()).toMatchObject({ kind: 'read', complete: true });
  expect(await merchant.payment(id)).toMatchObject({
    status: 'detected',
    received_sats: TRANSACTIONS * 1_000,
  });
});
