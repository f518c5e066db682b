import { COLDCARD } from './coldcard';
import {
  COSIGNERS,
  cosignerKeys,
  descriptorOf,
  FINGERPRINT,
  FIRST_ADDRESSES,
  fingerprintOf,
  MULTISIG_ADDRESSES,
  MULTISIG_PATH,
  multisigDescriptor,
  SLIP132_VERSIONS,
  withVersion,
  xpub,
} from './keys';
import type { SampleFile } from './sample-file';

const json = (value: unknown) => JSON.stringify(value, null, 2);

const electrum = (keystore: object, more: object = {}) => ({
  addr_history: { [FIRST_ADDRESSES.wpkh]: [] },
  keystore: {
    derivation: "m/84'/0'/0'",
    root_fingerprint: FINGERPRINT,
    type: 'bip32',
    xprv: null,
    ...keystore,
  },
  seed_version: 59,
  use_encryption: false,
  wallet_type: 'standard',
  ...more,
});

const caravan = (addressType: string, path: string) => ({
  name: 'Shop vault',
  addressType,
  network: 'mainnet',
  client: { type: 'public' },
  quorum: { requiredSigners: 2, totalSigners: 3 },
  extendedPublicKeys: COSIGNERS.map((one, place) => ({
    name: `Key ${place}`,
    bip32Path:
      place === 2
        ? 'Unknown (make sure you have written this down previously!)'
        : path.replaceAll('h', "'"),
    xpub: xpub(path, one),
    xfp: place === 2 ? 'Unknown' : fingerprintOf(one),
  })),
  startingAddressIndex: 0,
});

export const coreDescriptor = (name: 'wpkh' | 'tr' | 'pkh', internal: boolean) => ({
  desc: descriptorOf(name, internal ? '1' : '0'),
  timestamp: 1_700_000_000,
  active: name !== 'pkh',
  internal,
  range: [0, 999],
  next: 0,
});

export const JSON_FILES: readonly SampleFile[] = [
  {
    name: 'Specter Desktop',
    text: json({
      label: 'Shop',
      blockheight: 0,
      descriptor: multisigDescriptor(),
      devices: [{ type: 'coldcard', label: 'A' }],
    }),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'Specter backup with both branches',
    text: json({
      name: 'Shop',
      recv_descriptor: descriptorOf('tr'),
      change_descriptor: descriptorOf('tr', '1'),
    }),
    addresses: [FIRST_ADDRESSES.tr],
  },
  {
    name: 'Sparrow wallet',
    text: json({
      name: 'Shop',
      policyType: 'MULTI',
      scriptType: 'P2WSH',
      defaultPolicy: {
        name: 'Default',
        miniscript: { script: 'wsh(sortedmulti(2,keystore1,keystore2,keystore3))' },
      },
      keystores: COSIGNERS.map((one, place) => ({
        label: `Key ${place}`,
        keyDerivation: { masterFingerprint: fingerprintOf(one), derivationPath: "m/48'/0'/0'/2'" },
        extendedPublicKey: xpub(MULTISIG_PATH, one),
      })),
    }),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'wallet policy of BIP 388',
    text: json({
      name: 'Shop',
      description: 'wsh(sortedmulti(2,@0/**,@1/**,@2/**))',
      keys_info: cosignerKeys(''),
    }),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'Bitcoin Core listdescriptors',
    text: json({
      wallet_name: 'shop',
      descriptors: [
        coreDescriptor('pkh', false),
        coreDescriptor('wpkh', true),
        coreDescriptor('wpkh', false),
        coreDescriptor('tr', false),
        coreDescriptor('tr', true),
      ],
    }),
    addresses: [FIRST_ADDRESSES.pkh, FIRST_ADDRESSES.wpkh, FIRST_ADDRESSES.tr],
  },
  {
    name: 'Caravan',
    text: json(caravan('P2WSH', MULTISIG_PATH)),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'Unchained',
    text: json(caravan('P2SH-P2WSH', 'm/48h/0h/0h/1h')),
    addresses: [MULTISIG_ADDRESSES.nested],
  },
  {
    name: 'Caravan, legacy',
    text: json(caravan('P2SH', 'm/45h')),
    addresses: [MULTISIG_ADDRESSES.legacy],
  },
  {
    name: 'Coldcard generic JSON',
    text: json(COLDCARD),
    addresses: [FIRST_ADDRESSES.pkh, FIRST_ADDRESSES.wrapped, FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'Coldcard JSON for Electrum',
    text: JSON.stringify({
      seed_version: 17,
      use_encryption: false,
      wallet_type: 'standard',
      keystore: {
        type: 'hardware',
        hw_type: 'coldcard',
        label: 'Coldcard Import 73C5DA0A',
        ckcc_xfp: Buffer.from(FINGERPRINT, 'hex').readUInt32LE(),
        ckcc_xpub: xpub('m'),
        derivation: "m/84'/0'/0'",
        xpub: withVersion(SLIP132_VERSIONS.zpub, xpub('m/84h/0h/0h')),
      },
    }),
    addresses: [FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'Wasabi',
    text: json({
      EncryptedSecret: null,
      MasterFingerprint: FINGERPRINT,
      ExtPubKey: xpub('m/84h/0h/0h'),
      TaprootExtPubKey: xpub('m/86h/0h/0h'),
      AccountKeyPath: "84'/0'/0'",
      TaprootAccountKeyPath: "86'/0'/0'",
    }),
    addresses: [FIRST_ADDRESSES.wpkh, FIRST_ADDRESSES.tr],
  },
  {
    name: 'Ledger',
    text: json({
      name: 'Bitcoin 1',
      freshAddressPath: "84'/0'/0'/0/7",
      index: 0,
      xpub: xpub('m/84h/0h/0h'),
    }),
    addresses: [FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'Electrum, native segwit',
    text: json(electrum({ xpub: withVersion(SLIP132_VERSIONS.zpub, xpub('m/84h/0h/0h')) })),
    addresses: [FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'Electrum, legacy, with changes after the JSON',
    text: `${json(electrum({ xpub: xpub('m/44h/0h/0h'), derivation: "m/44'/0'/0'" }))},\n{"op": "add", "path": "/labels/x", "value": "y"}`,
    addresses: [FIRST_ADDRESSES.pkh],
  },
  {
    name: 'Electrum, multisig',
    text: json({
      wallet_type: '2of3',
      seed_version: 59,
      ...Object.fromEntries(
        COSIGNERS.map((one, place) => [
          `x${place + 1}/`,
          {
            type: 'bip32',
            xprv: null,
            derivation: "m/48'/0'/0'/2'",
            root_fingerprint: fingerprintOf(one),
            xpub: withVersion(SLIP132_VERSIONS.Zpub, xpub(MULTISIG_PATH, one)),
          },
        ]),
      ),
    }),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
];
