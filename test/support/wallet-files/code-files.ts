import { Tag } from 'cbor2';
import { bbqrParts, bytes, hdKey, RECEIVE_KEYPATH, urParts } from './codes';
import { COLDCARD } from './coldcard';
import {
  COSIGNERS,
  descriptorOf,
  FIRST_ADDRESSES,
  MASTER,
  MULTISIG_ADDRESSES,
  MULTISIG_PATH,
  multisigDescriptor,
} from './keys';
import type { SampleFile } from './sample-file';

const json = (value: unknown) => JSON.stringify(value, null, 2);

const ACCOUNT = new Map<number, unknown>([
  [1, MASTER.fingerprint],
  [
    2,
    [
      new Tag(308, new Tag(403, hdKey('m/44h/0h/0h'))),
      new Tag(308, new Tag(400, new Tag(404, hdKey('m/49h/0h/0h')))),
      new Tag(308, new Tag(404, hdKey('m/84h/0h/0h'))),
      new Tag(308, new Tag(400, hdKey('m/45h'))),
      new Tag(308, new Tag(401, hdKey(MULTISIG_PATH))),
      new Tag(308, new Tag(409, hdKey('m/86h/0h/0h'))),
    ],
  ],
]);

export const CODE_FILES: readonly SampleFile[] = [
  {
    name: 'UR crypto-output',
    text: urParts(
      'crypto-output',
      new Tag(404, hdKey('m/84h/0h/0h', { children: [0, false, [], false] })),
      1_000,
    ),
    addresses: [FIRST_ADDRESSES.wpkh],
    isProven: true,
  },
  {
    name: 'UR crypto-output, animated multisig',
    text: urParts(
      'crypto-output',
      new Tag(
        401,
        new Tag(
          407,
          new Map<number, unknown>([
            [1, 2],
            [
              2,
              COSIGNERS.map((master) =>
                hdKey(MULTISIG_PATH, { master, children: RECEIVE_KEYPATH }),
              ),
            ],
          ]),
        ),
      ),
      80,
      3,
    ),
    addresses: [MULTISIG_ADDRESSES.wsh],
    isProven: true,
  },
  {
    name: 'UR output-descriptor',
    text: urParts(
      'output-descriptor',
      new Map<number, unknown>([
        [1, 'wsh(sortedmulti(2,@0,@1,@2))'],
        [
          2,
          COSIGNERS.map((master) =>
            hdKey(MULTISIG_PATH, { master, tag: 40303, children: RECEIVE_KEYPATH }),
          ),
        ],
        [3, 'Vault'],
      ]),
      100,
    ),
    addresses: [MULTISIG_ADDRESSES.wsh],
    isProven: true,
  },
  {
    name: 'UR crypto-account',
    text: urParts('crypto-account', ACCOUNT, 120).toUpperCase(),
    addresses: [
      FIRST_ADDRESSES.pkh,
      FIRST_ADDRESSES.wrapped,
      FIRST_ADDRESSES.wpkh,
      FIRST_ADDRESSES.tr,
    ],
    isProven: true,
  },
  {
    name: 'UR crypto-hdkey',
    text: urParts('crypto-hdkey', hdKey('m/84h/0h/0h').contents, 1_000),
    addresses: [FIRST_ADDRESSES.wpkh],
    isProven: true,
  },
  {
    name: 'UR bytes with a file',
    text: urParts('bytes', bytes(json(COLDCARD)), 150),
    addresses: [FIRST_ADDRESSES.pkh, FIRST_ADDRESSES.wrapped, FIRST_ADDRESSES.wpkh],
    isProven: true,
  },
  {
    name: 'BBQr of a descriptor',
    text: bbqrParts(descriptorOf('wpkh', '<0;1>'), 'U', '2', 40),
    addresses: [FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'BBQr of JSON',
    text: bbqrParts(json(COLDCARD), 'J', 'Z', 120),
    addresses: [FIRST_ADDRESSES.pkh, FIRST_ADDRESSES.wrapped, FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'BBQr in hex',
    text: bbqrParts(multisigDescriptor(), 'U', 'H', 100),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'numbered codes',
    text:
      multisigDescriptor()
        .match(/.{1,90}/g)
        ?.map((part, n, all) => `p${n + 1}of${all.length} ${part}`)
        .join('\n') ?? '',
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
];
