import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { parseDescriptor } from '@/lib/bitcoin/descriptor';
import { descriptorChecksum } from '@/lib/bitcoin/descriptor-checksum';
import { BITCOIN_PARAMETERS } from '@/lib/bitcoin/network';
import { payoutPsbt, selectUnspentOutputs, type UnspentOutput } from '@/lib/bitcoin/payout-psbt';
import { spendableWallet } from '@/lib/bitcoin/spending';
import { startBitcoind } from '@/test/support/bitcoind';
import { openForTestFile } from '@/test/support/open-for-test-file';

/** The signer never sees a block, so it has only its keys and the PSBT. */
const [chain, signer] = await Promise.all([
  openForTestFile(startBitcoind({ blocks: 130 })),
  openForTestFile(startBitcoind({ blocks: 0 })),
]);

const VERSIONS = BITCOIN_PARAMETERS.regtest.params.bip32;

/** Returns a new account key: private and public, each with and without its origin. */
function newKey(path: string) {
  const master = HDKey.fromMasterSeed(randomBytes(32), VERSIONS);
  const account = master.derive(path.replaceAll('h', "'"));
  const fingerprint = master.fingerprint.toString(16).padStart(8, '0');
  const origin = `[${fingerprint}${path.slice(1)}]`;
  return {
    private: origin + account.privateExtendedKey,
    public: origin + account.publicExtendedKey,
    bare: account.publicExtendedKey,
    barePrivate: account.privateExtendedKey,
  };
}

const checked = (text: string) => `${text}#${descriptorChecksum(text)}`;

const [pkh, nested, wpkh, tr, bare] = [44, 49, 84, 86, 84].map((purpose) =>
  newKey(`m/${purpose}h/1h/0h`),
);
const [one, two, three] = [0, 1, 2].map(() => newKey('m/48h/1h/0h/2h'));
if (!pkh || !nested || !wpkh || !tr || !bare || !one || !two || !three) throw new Error('no keys');
const several = (kind: 'private' | 'public') =>
  `sortedmulti(2,${[one, two, three].map((key) => `${key[kind]}/0/*`).join(',')})`;

const WALLETS: readonly [string, string, string][] = [
  ['pkh', `pkh(${pkh.public}/0/*)`, `pkh(${pkh.private}/0/*)`],
  ['sh(wpkh)', `sh(wpkh(${nested.public}/0/*))`, `sh(wpkh(${nested.private}/0/*))`],
  ['wpkh', `wpkh(${wpkh.public}/0/*)`, `wpkh(${wpkh.private}/0/*)`],
  ['wpkh without an origin', `wpkh(${bare.bare}/0/*)`, `wpkh(${bare.barePrivate}/0/*)`],
  ['tr', `tr(${tr.public}/0/*)`, `tr(${tr.private}/0/*)`],
  ['wsh(sortedmulti)', `wsh(${several('public')})`, `wsh(${several('private')})`],
  ['sh(wsh(sortedmulti))', `sh(wsh(${several('public')}))`, `sh(wsh(${several('private')}))`],
];

test.each(WALLETS)(
  'a wallet needs only the PSBT to sign two refunds with change, and the transaction confirms: %s',
  async (_kind, watched, secret) => {
    const { canonical, at } = parseDescriptor(watched, 'regtest');
    const wallet = spendableWallet(canonical, 'regtest');
    if (!wallet) throw new Error('the descriptor has a change branch');
    const coins: UnspentOutput[] = [];
    const raws = new Map<string, Uint8Array>();
    for (const index of [3, 7, 12]) {
      const txid = await chain.sendTo(at(index).address, 50_000);
      const { hex, details } = await chain.rpc<{ hex: string; details: { vout: number }[] }>(
        'gettransaction',
        txid,
      );
      raws.set(txid, Buffer.from(hex, 'hex'));
      coins.push({ txid, vout: details[0]?.vout ?? 0, sats: 50_000, index });
    }
    await chain.mine();
    const imported = [secret, secret.replaceAll('/0/*', '/1/*')].map((text) => ({
      desc: checked(text),
      timestamp: 'now',
      range: [0, 30],
    }));
    const results = await signer.rpc<{ success: boolean }[]>('importdescriptors', imported);
    expect(results.map(({ success }) => success)).toEqual([true, true]);

    const recipients = [
      { address: await chain.address('bech32m'), sats: 40_000 },
      { address: await chain.address('legacy'), sats: 30_000 },
    ];
    const request = { wallet, network: 'regtest', recipients, feeRate: 5, changeIndex: 4 } as const;
    const payout = selectUnspentOutputs(coins, request);
    if (!payout) throw new Error('the coins suffice');
    expect(payout.coins).toHaveLength(2);
    const psbt = Buffer.from(payoutPsbt(payout, request, (txid) => raws.get(txid)));

    const processed = await signer.rpc<{ psbt: string; complete: boolean }>(
      'walletprocesspsbt',
      psbt.toString('base64'),
    );
    expect(processed.complete).toBe(true);
    const { hex } = await chain.rpc<{ hex: string }>('finalizepsbt', processed.psbt);
    const txid = await chain.rpc<string>('sendrawtransaction', hex);
    const { fees, vsize } = await chain.rpc<{ fees: { base: number }; vsize: number }>(
      'getmempoolentry',
      txid,
    );
    expect(Math.round(fees.base * 1e8)).toBe(payout.feeSats);
    const rate = payout.feeSats / vsize;
    expect(rate).toBeGreaterThanOrEqual(4.99);
    expect(rate).toBeLessThan(5.5);
    const [block = ''] = await chain.mine();
    const { vout } = await chain.rpc<{
      vout: { value: number; scriptPubKey: { address: string } }[];
    }>('getrawtransaction', txid, true, block);
    const paid = vout.map(({ value, scriptPubKey: { address } }) => ({
      address,
      sats: Math.round(value * 1e8),
    }));
    expect(paid.slice(0, 2)).toEqual(recipients);
    expect(paid[2]?.sats).toBe(payout.changeSats);
    expect(await signer.rpc('getaddressinfo', paid[2]?.address)).toMatchObject({ ismine: true });
  },
);

test('dust change goes to the fee, and refunds above the available outputs are refused', () => {
  const { canonical } = parseDescriptor(`wpkh(${wpkh.public}/0/*)`, 'regtest');
  const wallet = spendableWallet(canonical, 'regtest');
  if (!wallet) throw new Error('the descriptor has a change branch');
  const { address } = parseDescriptor(`tr(${tr.public}/0/*)`, 'regtest').at(0);
  const coin = { txid: '0'.repeat(64), vout: 0, sats: 10_000, index: 0 };
  const choose = (sats: number) =>
    selectUnspentOutputs([coin], {
      ...{ wallet, network: 'regtest', feeRate: 1, changeIndex: 0 },
      recipients: [{ address, sats }],
    });
  expect(choose(9_700)).toMatchObject({ feeSats: 300, changeSats: 0 });
  expect(choose(9_000)?.changeSats).toBeGreaterThan(800);
  expect(choose(9_950)).toBeUndefined();
});

test.each([
  ['on the change branch', `wpkh(${wpkh.public}/1/*)`],
  ['without a branch', `wpkh(${wpkh.public}/*)`],
  ['with a script tree', `tr(${tr.public}/0/*,pk(${one.public}/0/*))`],
  ['with miniscript', `wsh(and_v(v:pk(${one.public}/0/*),older(10)))`],
])('no PSBT is created for a descriptor %s', (_what, text) => {
  expect(spendableWallet(parseDescriptor(text, 'regtest').canonical, 'regtest')).toBeUndefined();
});
