import { expect, test } from 'vitest';
import type { Network } from '@/lib/domain/network';
import { bbqrParts, urParts } from '@/test/support/wallet-files/codes';
import {
  descriptorOf,
  FINGERPRINT,
  FIRST_ADDRESSES,
  MULTISIG_ADDRESSES,
  multisigDescriptor,
  withVersion,
  xpub,
} from '@/test/support/wallet-files/keys';
import { SAMPLE_FILES } from '@/test/support/wallet-files/sample-files';
import vectors from '@/test/vectors/bitcoin/wallet-files.json';
import { readWalletFile } from './read-wallet-file';

test.each(SAMPLE_FILES)(
  'the wallet file “$name” yields its wallets without their change branches',
  async ({ text, addresses }) => {
    const read = await readWalletFile(text, 'mainnet');
    if (read.kind === 'refused') throw new Error(`${read.fault}: ${read.message}`);
    const first = read.wallets.map(({ facts }) => facts.firstAddresses[0]);
    expect([...first].sort()).toEqual([...addresses].sort());
    expect(read.leftOut).toEqual([]);
  },
);

const JSON_OF = (value: object) => JSON.stringify(value);
const TPRV =
  'tprv8ZgxMBicQKsPd9TeAdPADNnSyH9SSUUbTVeFszDE23Ki6TBB5nCefAdHkK8Fm3qMQR6sHwA56zqRmKmxnHk37JkiFzvncDqoKmPWubu7hDF';
const KEY = xpub('m/84h/0h/0h');
const COSIGNER = `[${FINGERPRINT}/48'/0'/0'/2']${withVersion('02aa7ed3', xpub('m/48h/0h/0h/2h'))}`;

test.each([
  [
    'private_key',
    'descriptors with private keys',
    JSON_OF({ descriptors: [{ desc: `wpkh(${TPRV}/0/*)` }] }),
  ],
  [
    'private_key',
    'a recovery phrase in a file',
    JSON_OF({
      keystore: { seed: 'shield group erode awake lock sausage cash glare wave crew flame glove' },
    }),
  ],
  [
    'private_key',
    'a seed as a QR code',
    'ur:crypto-seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos',
  ],
  ['unsupported_script', 'MuSig2', `tr(musig(${KEY},${KEY})/0/*)`],
  [
    'unsupported_script',
    'MuSig2 in a file',
    JSON_OF({ descriptor: `tr(musig(${KEY},${KEY})/<0;1>/*)` }),
  ],
  ['unsupported_script', 'silent payments', `sp(${KEY})`],
  ['unknown_file', 'a silent payment address', `sp1q${'q'.repeat(112)}`],
  ['unsupported_script', 'combo', `combo(${KEY}/0/*)`],
  [
    'unsupported_script',
    'combo in a file',
    JSON_OF({ descriptors: [{ desc: `combo(${KEY}/0/*)`, internal: false }] }),
  ],
  ['unknown_file', 'a single address', FIRST_ADDRESSES.wpkh],
  ['unknown_file', 'a payment URI', `bitcoin:${FIRST_ADDRESSES.wpkh}?amount=1`],
  [
    'unknown_file',
    'a PSBT',
    'cHNidP8BAHUCAAAAASaBcTce3/KF6Tet7qSze3gADAVmy7OtZGQXE8pCFxv2AAAAAAD+////',
  ],
  ['unknown_file', 'an encrypted Electrum file', `QklFMQ${'Ab3/'.repeat(80)}`],
  [
    'unknown_file',
    'an Electrum wallet of imported addresses',
    JSON_OF({ wallet_type: 'imported', addresses: {} }),
  ],
  [
    'unknown_file',
    'a file of Electrum 1',
    `{'seed_version': 4, 'accounts': {0: {'mpk': '${'ab'.repeat(64)}'}}}`,
  ],
  ['unknown_file', 'a database', 'SQLite format 3\0\u0010\0'],
  ['unknown_file', 'half a JSON file', '{"descriptor": "wpkh('],
  ['unknown_file', 'an encrypted BIP 129 file', 'ab'.repeat(300)],
  ['unknown_file', 'a text without a wallet', 'Please find attached the wallet. Best, Ann'],
  [
    'unknown_file',
    'BIP 129 without its address',
    `BSMS 1.0\n${multisigDescriptor('/**')}\n/0/*,/1/*`,
  ],
  [
    'unknown_file',
    'a later version of BIP 129',
    `BSMS 2.0\n${multisigDescriptor('/**')}\n/0/*,/1/*\n${MULTISIG_ADDRESSES.wsh}`,
  ],
  [
    'address_differs',
    'BIP 129 with another address',
    `BSMS 1.0\n${multisigDescriptor('/0/*')}\nNo path restrictions\n${MULTISIG_ADDRESSES.nested}`,
  ],
  [
    'multisig_account_key',
    'the key record of one BIP 129 signer',
    `BSMS 1.0\n00\n${COSIGNER}\nSigner 1 key\nH6DX=`,
  ],
  [
    'multisig_account_key',
    'the key of one cosigner',
    JSON_OF({ xfp: FINGERPRINT, path: "m/48'/0'/0'/2'", xpub: xpub('m/48h/0h/0h/2h') }),
  ],
  [
    'multisig_account_key',
    'Coldcard’s keys for multisig',
    JSON_OF({
      p2wsh_deriv: "m/48'/0'/0'/2'",
      p2wsh: withVersion('02aa7ed3', xpub('m/48h/0h/0h/2h')),
      xfp: FINGERPRINT,
    }),
  ],
  ['only_change', 'only the change branch', JSON_OF({ descriptor: descriptorOf('wpkh', '1') })],
  ['only_change', 'a line with only the change branch', `Internal: ${descriptorOf('wpkh', '1')}`],
  [
    'bad_threshold',
    'a multisig file with a key missing',
    `Policy: 2 of 3\nFormat: P2WSH\n\n${FINGERPRINT}: ${KEY}`,
  ],
  [
    'wrong_network',
    'a file of a test network',
    JSON_OF({
      descriptor:
        'wpkh(tpubDC7jGaaSE66VDB6VhEDFYQSCAyugXmfnMnrMVyHNzW9wryyTxvha7TmfAHd7GRXrr2TaAn2HXn9T8ep4gyNX1bzGiieqcTUNcu2poyntrET/0/*)',
    }),
  ],
  [
    'bad_checksum',
    'a descriptor that was changed',
    `Receive: ${descriptorOf('wpkh').replace('84h', '84h/1')}`,
  ],
  [
    'incomplete_frames',
    'half of the codes of a BBQr',
    bbqrParts(multisigDescriptor(), 'U', 'H', 100).split('\n').slice(1).join('\n'),
  ],
  [
    'incomplete_frames',
    'half of the codes of a UR',
    urParts('bytes', new TextEncoder().encode(multisigDescriptor()), 100).split('\n')[0] ?? '',
  ],
])(
  'a wallet file is refused as %s, with a message that does not quote its keys: %s',
  async (fault, _, text) => {
    const read = await readWalletFile(text, 'mainnet');
    expect(read).toMatchObject({ kind: 'refused', fault });
    if (read.kind !== 'refused') return;
    for (const word of text.match(/[0-9A-Za-z]{20,}/g) ?? [])
      expect(read.message).not.toContain(word);
  },
);

test('the vectors of BIP 129, Coldcard and BCR-2020-010 yield the addresses that they state', async () => {
  for (const { text, network, address } of vectors) {
    const read = await readWalletFile(text, network as Network);
    if (read.kind === 'refused') throw new Error(`${read.message} ${text}`);
    expect(read.wallets.map(({ facts }) => facts.firstAddresses[0])).toContain(address);
  }
});

test('a key without an address type yields one wallet for each of the four types', async () => {
  const read = await readWalletFile(JSON_OF({ xpub: KEY }), 'mainnet');
  if (read.kind === 'refused') throw new Error(read.message);
  expect(read.wallets.map(({ facts }) => facts.kind)).toEqual(['wpkh', 'tr', 'sh(wpkh)', 'pkh']);
});

test('a wallet file with one unusable descriptor yields its other wallets and reports the unusable descriptor', async () => {
  const descriptors = [descriptorOf('wpkh'), `combo(${KEY}/0/*)`].map((desc) => ({
    desc,
    internal: false,
  }));
  const read = await readWalletFile(JSON_OF({ wallet_name: 'shop', descriptors }), 'mainnet');
  expect(read).toMatchObject({
    kind: 'wallets',
    wallets: [{ label: 'shop' }],
    leftOut: [{ label: 'shop', message: expect.stringContaining('combo(…)') }],
  });
});
