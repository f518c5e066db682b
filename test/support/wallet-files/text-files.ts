import type { HDKey } from '@scure/bip32';
import { core } from './json-files';
import {
  COSIGNERS,
  cosignerKeys,
  descriptorOf,
  device,
  FINGERPRINT,
  FIRST,
  MULTI,
  MULTI_PATH,
  multiDescriptor,
  spelled,
  VERSIONS,
  xpub,
} from './keys';
import type { SampleFile } from './sample-file';

const coldcardText = (
  header: string,
  keys: (one: HDKey) => string,
  format = 'Format: P2WSH\n',
) => `# ${header}
#
Name: CC-2-of-3
Policy: 2 of 3
Derivation: m/48'/0'/0'/2'
${format}
${COSIGNERS.map((one) => `${device(one).toUpperCase()}: ${keys(one)}`).join('\n')}
`;

/** Descriptors and files of lines. */
export const TEXT_FILES: readonly SampleFile[] = [
  { name: 'descriptor', text: descriptorOf('wpkh', '<0;1>'), addresses: [FIRST.wpkh] },
  {
    name: 'extended key',
    text: spelled(VERSIONS.zpub, xpub('m/84h/0h/0h')),
    addresses: [FIRST.wpkh],
  },
  {
    name: 'descriptor broken over lines',
    text: multiDescriptor('/<0;1>/*').replaceAll(',', ',\n  '),
    addresses: [MULTI.wsh],
  },
  {
    name: 'descriptors with names',
    text: `External: ${descriptorOf('wpkh')}\r\nInternal: ${descriptorOf('wpkh', '1')}\r\n`,
    addresses: [FIRST.wpkh],
  },
  {
    name: 'Sparrow descriptor file',
    text: `# Receive and change descriptor (BIP389):\n${descriptorOf('wpkh', '<0;1>')}\n\n# Receive descriptor (Bitcoin Core):\n${descriptorOf('wpkh')}\n\n# Change descriptor (Bitcoin Core):\n${descriptorOf('wpkh', '1')}\n`,
    addresses: [FIRST.wpkh],
  },
  {
    name: 'keys with names',
    text: `Native segwit: ${spelled(VERSIONS.zpub, xpub('m/84h/0h/0h'))}\nTaproot: [${FINGERPRINT}/86'/0'/0']${xpub('m/86h/0h/0h')}\n`,
    addresses: [FIRST.wpkh, FIRST.tr],
  },
  {
    name: 'key with its path in other lines',
    text: `Fingerprint: ${FINGERPRINT}\nDerivation path: m/86'/0'/0'\nPublic key: ${xpub('m/86h/0h/0h')}`,
    addresses: [FIRST.tr],
  },
  {
    name: 'Specter DIY',
    text: `addwallet Shop&${multiDescriptor('/{0,1}/*')}`,
    addresses: [MULTI.wsh],
  },
  {
    name: 'Coldcard for Bitcoin Core',
    text: `# Bitcoin Core Wallet Import File\n\n## For wallet with master key fingerprint: 73C5DA0A\n\nimportdescriptors '${JSON.stringify([core('wpkh', false), core('wpkh', true)])}'\n`,
    addresses: [FIRST.wpkh],
  },
  {
    name: 'BIP 129',
    text: `BSMS 1.0\nwsh(sortedmulti(2,${cosignerKeys('/**').join(',')}))\n/0/*,/1/*\n${MULTI.wsh}\n`,
    addresses: [MULTI.wsh],
    isProven: true,
  },
  {
    name: 'BIP 129, without path restrictions',
    text: `BSMS 1.0\n${multiDescriptor('/0/*')}\nNo path restrictions\n${MULTI.wsh}`,
    addresses: [MULTI.wsh],
    isProven: true,
  },
  {
    name: 'Coldcard multisig',
    text: coldcardText('Coldcard Multisig setup file (exported from 73C5DA0A)', (one) =>
      xpub(MULTI_PATH, one),
    ),
    addresses: [MULTI.wsh],
  },
  {
    name: 'Nunchuk multisig',
    text: coldcardText(
      'Exported from Nunchuk',
      (one) => spelled(VERSIONS.Zpub, xpub(MULTI_PATH, one)),
      '',
    ),
    addresses: [MULTI.wsh],
  },
  {
    name: 'multisig with a path for each key',
    text: `Name: Vault\nPolicy: 2 of 3\nFormat: P2WSH\n\n${COSIGNERS.map((one) => `Derivation: m/48'/0'/0'/2'\n${device(one)}: ${xpub(MULTI_PATH, one)}\n`).join('\n')}`,
    addresses: [MULTI.wsh],
  },
];
