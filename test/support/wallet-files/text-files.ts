import type { HDKey } from '@scure/bip32';
import { coreDescriptor } from './json-files';
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
${COSIGNERS.map((one) => `${fingerprintOf(one).toUpperCase()}: ${keys(one)}`).join('\n')}
`;

export const TEXT_FILES: readonly SampleFile[] = [
  { name: 'descriptor', text: descriptorOf('wpkh', '<0;1>'), addresses: [FIRST_ADDRESSES.wpkh] },
  {
    name: 'extended key',
    text: withVersion(SLIP132_VERSIONS.zpub, xpub('m/84h/0h/0h')),
    addresses: [FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'descriptor broken over lines',
    text: multisigDescriptor('/<0;1>/*').replaceAll(',', ',\n  '),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'descriptors with names',
    text: `External: ${descriptorOf('wpkh')}\r\nInternal: ${descriptorOf('wpkh', '1')}\r\n`,
    addresses: [FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'Sparrow descriptor file',
    text: `# Receive and change descriptor (BIP389):\n${descriptorOf('wpkh', '<0;1>')}\n\n# Receive descriptor (Bitcoin Core):\n${descriptorOf('wpkh')}\n\n# Change descriptor (Bitcoin Core):\n${descriptorOf('wpkh', '1')}\n`,
    addresses: [FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'keys with names',
    text: `Native segwit: ${withVersion(SLIP132_VERSIONS.zpub, xpub('m/84h/0h/0h'))}\nTaproot: [${FINGERPRINT}/86'/0'/0']${xpub('m/86h/0h/0h')}\n`,
    addresses: [FIRST_ADDRESSES.wpkh, FIRST_ADDRESSES.tr],
  },
  {
    name: 'key with its path in other lines',
    text: `Fingerprint: ${FINGERPRINT}\nDerivation path: m/86'/0'/0'\nPublic key: ${xpub('m/86h/0h/0h')}`,
    addresses: [FIRST_ADDRESSES.tr],
  },
  {
    name: 'Specter DIY',
    text: `addwallet Shop&${multisigDescriptor('/{0,1}/*')}`,
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'Coldcard for Bitcoin Core',
    text: `# Bitcoin Core Wallet Import File\n\n## For wallet with master key fingerprint: 73C5DA0A\n\nimportdescriptors '${JSON.stringify([coreDescriptor('wpkh', false), coreDescriptor('wpkh', true)])}'\n`,
    addresses: [FIRST_ADDRESSES.wpkh],
  },
  {
    name: 'BIP 129',
    text: `BSMS 1.0\nwsh(sortedmulti(2,${cosignerKeys('/**').join(',')}))\n/0/*,/1/*\n${MULTISIG_ADDRESSES.wsh}\n`,
    addresses: [MULTISIG_ADDRESSES.wsh],
    isProven: true,
  },
  {
    name: 'BIP 129, without path restrictions',
    text: `BSMS 1.0\n${multisigDescriptor('/0/*')}\nNo path restrictions\n${MULTISIG_ADDRESSES.wsh}`,
    addresses: [MULTISIG_ADDRESSES.wsh],
    isProven: true,
  },
  {
    name: 'Coldcard multisig',
    text: coldcardText('Coldcard Multisig setup file (exported from 73C5DA0A)', (one) =>
      xpub(MULTISIG_PATH, one),
    ),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'Nunchuk multisig',
    text: coldcardText(
      'Exported from Nunchuk',
      (one) => withVersion(SLIP132_VERSIONS.Zpub, xpub(MULTISIG_PATH, one)),
      '',
    ),
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
  {
    name: 'multisig with a path for each key',
    text: `Name: Vault\nPolicy: 2 of 3\nFormat: P2WSH\n\n${COSIGNERS.map((one) => `Derivation: m/48'/0'/0'/2'\n${fingerprintOf(one)}: ${xpub(MULTISIG_PATH, one)}\n`).join('\n')}`,
    addresses: [MULTISIG_ADDRESSES.wsh],
  },
];
