import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { descriptorChecksum } from '@/lib/bitcoin/descriptor-checksum';
import { BITCOIN_PARAMETERS } from '@/lib/bitcoin/network';
import { toSats } from '@/lib/domain/sats';
import { createPayment } from '@/lib/payments/create-payment';
import { createRefund } from '@/lib/refunds/create-refund';
import { getRefund } from '@/lib/refunds/get-refund';
import { makePsbt } from '@/lib/refunds/make-psbt';
import { createTestActor } from '@/test/support/actor';
import { startBitcoind } from '@/test/support/bitcoind';
import { createTestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const [merchant, signer] = await Promise.all([
  openForTestFile(openNodeMerchant({ blocks: 130 })),
  openForTestFile(startBitcoind({ blocks: 0 })),
]);
const { base, node, newPayments } = merchant;
const { db } = base;

/** The server knows the wallet's public keys, and the signer its private keys. */
async function openWallet() {
  const master = HDKey.fromMasterSeed(randomBytes(32), BITCOIN_PARAMETERS.regtest.params.bip32);
  const account = master.derive("m/84'/1'/0'");
  const origin = `[${master.fingerprint.toString(16).padStart(8, '0')}/84h/1h/0h]`;
  const imported = [0, 1].map((branch) => {
    const text = `wpkh(${origin}${account.privateExtendedKey}/${branch}/*)`;
    return { desc: `${text}#${descriptorChecksum(text)}`, timestamp: 'now', range: [0, 30] };
  });
  await signer.rpc('importdescriptors', imported);
  const descriptor = `wpkh(${origin}${account.publicExtendedKey}/0/*)`;
  const { merchantId } = merchant.key;
  const key = await createTestKey(db, { merchantId, descriptor });
  const member = await createTestActor(db, merchantId, 'member');
  const sources = new Map([['regtest', merchant.source] as const]);
  const rates = fixedRates(db);
  const deps = { db, sources, newPayments, rates, policy: { allowPrivate: true } };
  return {
    member,
    sources,
    async paid(sats: number) {
      const wanted = { ...PLAIN_TERMS, requiredConfirmations: 1, amount: toSats(sats) };
      const row = await createPayment(deps, key.actor, key.id, wanted, merchant.now());
      await node.sendTo(row.address, sats);
      return row;
    },
    async refund(paymentId: string, sats: number) {
      const address = await node.address();
      const request = { paymentId, amount: { sats: toSats(sats) }, address, txid: null };
      const asked = { ...request, confirmExcess: false };
      return (await createRefund(deps, member, asked, merchant.now())).id;
    },
  };
}

test('refunds paid with a PSBT are found and confirmed, and the next PSBT avoids outputs already spent', async () => {
  const { paid, refund, member, sources } = await openWallet();
  const payments = [await paid(60_000), await paid(80_000)];
  await node.mine();
  await merchant.sync();
  const refundIds = [];
  for (const { id } of payments) refundIds.push(await refund(id, 30_000));
  await merchant.sync();

  const request = { refundIds, feeRate: 3, changeIndex: null };
  const made = await makePsbt({ db, sources }, member, request);
  expect(made).toMatchObject({ isChecked: true, changeIndex: 0 });
  expect(made.coins.map(({ sats }) => sats)).toEqual([80_000]);
  const signed = await signer.rpc<{ psbt: string; complete: boolean }>(
    'walletprocesspsbt',
    Buffer.from(made.psbt).toString('base64'),
  );
  expect(signed.complete).toBe(true);
  const { hex } = await node.rpc<{ hex: string }>('finalizepsbt', signed.psbt);
  const txid = await node.rpc<string>('sendrawtransaction', hex);

  // The node knows that the output is spent before this server does.
  const second = await makePsbt({ db, sources }, member, {
    ...request,
    refundIds: [refundIds[0] ?? ''],
  });
  expect(second.coins.map(({ sats }) => sats)).toEqual([60_000]);

  await merchant.sync();
  for (const id of refundIds) {
    expect((await getRefund(db, member, id)).row).toMatchObject({ status: 'sent', txid });
  }
  await node.mine();
  await merchant.sync();
  for (const id of refundIds) {
    expect((await getRefund(db, member, id)).row).toMatchObject({ status: 'confirmed', txid });
  }
});

test('if a PSBT needs more than the known outputs, the error states the total of these outputs', async () => {
  const { paid, refund, member, sources } = await openWallet();
  const { id } = await paid(50_000);
  await node.mine();
  await merchant.sync();
  const refundIds = [await refund(id, 49_990)];
  const asked = makePsbt({ db, sources }, member, { refundIds, feeRate: 3, changeIndex: null });
  await expect(asked).rejects.toThrow(/are 50000 sat, which does not cover/);
});
