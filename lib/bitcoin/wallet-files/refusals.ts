import { DescriptorError } from '../descriptor-error';

const UNUSABLE: readonly (readonly [RegExp, string])[] = [
  [
    /^QklFMQ/,
    'This Electrum file is encrypted. In Electrum open Wallet, Information, and paste the Master Public Key.',
  ],
  [
    /^\{\s*'/,
    'This is a file of Electrum 1. Open it in a current Electrum, then open Wallet, Information, and paste the Master Public Key.',
  ],
  [
    /^(?:cHNidP|psbt\xff|70736274ff)/i,
    'This is a transaction to sign (PSBT), not a wallet. Export the descriptor or the public key of the wallet.',
  ],
  [
    /^t?sp1q[02-9ac-hj-np-z]{50,}$/i,
    'Silent payment addresses are not supported: no server can watch them without a key of yours. Use a descriptor of native segwit, wpkh(…).',
  ],
  [
    /^(?:bitcoin:)?(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{20,}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})(?:\?|$)/i,
    'This is a single address, and every payment needs its own. Export the descriptor or the extended public key of the wallet.',
  ],
  [
    /^(?:lightning:)?ln(?:bc|tb|o1|url1)/i,
    'This is for Lightning. Blocktally receives on the chain only: use the descriptor of a Bitcoin wallet.',
  ],
  [
    /^[0-9a-f\s]{200,}$/i,
    'This file is encrypted, as a .dat file of BIP 129 is. Open it in your wallet, and export the descriptor without a password.',
  ],
  [
    /^ur:bytes\/\d+of\d+\//i,
    'This QR code is of an older form (UR 1). Update the wallet, or export a file.',
  ],
];

/** @throws DescriptorError that says what the text is, if it is known to be unusable */
export function refuseUnusable(text: string): void {
  const message = isBinary(text)
    ? 'This is the database of a wallet program, such as wallet.dat or a .mv.db file. Export the descriptor from the program instead.'
    : UNUSABLE.find(([pattern]) => pattern.test(text))?.[1];
  if (message) throw new DescriptorError('unknown_file', message);
}

/** Binary data that was decoded as text contains NUL or U+FFFD. */
function isBinary(text: string): boolean {
  return text.includes('\0') || text.includes('\ufffd');
}

export function unknownFileError(): DescriptorError {
  return new DescriptorError(
    'unknown_file',
    'There is no wallet in this text. Export the descriptor or the extended public key (xpub) of your wallet.',
  );
}

export function brokenFileError(): DescriptorError {
  return new DescriptorError(
    'unknown_file',
    'This JSON file is damaged or incomplete. Export it from the wallet again.',
  );
}

export function changeBranchOnlyError(): DescriptorError {
  return new DescriptorError(
    'only_change',
    'This is only the change branch (/1/*) of a wallet. Export the receive descriptor, which ends with /0/* or <0;1>/*.',
  );
}

export function singleCosignerError(): DescriptorError {
  return new DescriptorError(
    'multisig_account_key',
    'This file has one key of a multisig wallet, which alone says nothing of its addresses. Set the wallet up in Sparrow or Nunchuk, and export it there.',
  );
}

export function faultyMultisigError(): DescriptorError {
  return new DescriptorError(
    'unknown_file',
    'This multisig file has no policy such as “2 of 3”, no known format (P2WSH, P2SH-P2WSH or P2SH) or no keys. Export it from the wallet again.',
  );
}

export function incompleteFramesError(seen: number, total: number): DescriptorError {
  return new DescriptorError(
    'incomplete_frames',
    `${seen} of ${total} QR codes were read. Hold the camera on the device until all are.`,
  );
}

export function damagedFramesError(): DescriptorError {
  return new DescriptorError(
    'unknown_file',
    'These QR codes do not belong together or are damaged. Scan them again.',
  );
}

export function noWalletError(content: string): DescriptorError {
  return new DescriptorError(
    'unknown_file',
    `This QR code holds ${content}, not a wallet. Show the wallet’s descriptor or public key on the device.`,
  );
}

export function electrumKindError(): DescriptorError {
  return new DescriptorError(
    'unknown_file',
    'This Electrum wallet has no master public key that can receive alone: it is imported, two-factor or of Electrum 1. Create a standard wallet in Electrum, and use its file.',
  );
}

export function brokenDescriptorError(): DescriptorError {
  return new DescriptorError(
    'malformed',
    'A part of a descriptor is missing. Copy the whole of it, from its first letter to the last bracket or checksum.',
  );
}

export function tooManyWalletsError(): DescriptorError {
  return new DescriptorError(
    'too_complex',
    'This file has too many wallets. Paste the descriptor of one of them.',
  );
}
