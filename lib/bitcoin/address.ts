import { address as codec, type Network as NetworkParams } from 'bitcoinjs-lib';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { isXOnlyPoint } from './curve';
import { BITCOIN_PARAMETERS, isBech32 } from './network';

export type AddressFault = 'malformed' | 'wrong_network' | 'unsupported';

/** Thrown for a text that is not a payable address of the network. The message is public. */
export class AddressError extends Error {
  readonly reason: AddressFault;

  constructor(reason: AddressFault, message: string) {
    super(message);
    this.name = 'AddressError';
    this.reason = reason;
  }
}

/** The length of the longest address (BIP 173). */
const MAX_LENGTH = 90;

/**
 * Returns the scriptPubKey of an address, in lower-case hex. Refuses witness versions above 1,
 * because anyone could spend their outputs today.
 *
 * @throws AddressError. For an address of another network, the message names that network.
 */
export function addressToScript(address: string, network: Network): string {
  const decoded = decodeBase58(address) ?? decodeSegwit(address);
  if (!decoded) throw new AddressError('malformed', 'This is not a Bitcoin address.');
  if (!decoded.networks.includes(network)) {
    throw new AddressError(
      'wrong_network',
      `This is an address of ${either(decoded.networks)}, not of ${network}.`,
    );
  }
  if (decoded.refusal !== undefined) throw new AddressError('unsupported', decoded.refusal);
  return decoded.script;
}

type Encode = (program: Uint8Array, params: NetworkParams) => string;

const FORMS: readonly (readonly [RegExp, Encode])[] = [
  [/^76a914([0-9a-f]{40})88ac$/, (hash, params) => codec.toBase58Check(hash, params.pubKeyHash)],
  [/^a914([0-9a-f]{40})87$/, (hash, params) => codec.toBase58Check(hash, params.scriptHash)],
  [/^0014([0-9a-f]{40})$/, (program, params) => codec.toBech32(program, 0, params.bech32)],
  [/^0020([0-9a-f]{64})$/, (program, params) => codec.toBech32(program, 0, params.bech32)],
  [/^5120([0-9a-f]{64})$/, (program, params) => codec.toBech32(program, 1, params.bech32)],
];

/** Returns the address of a scriptPubKey (lower-case hex), or undefined if the script has none. */
export function scriptToAddress(scriptHex: string, network: Network): string | undefined {
  for (const [pattern, encode] of FORMS) {
    const program = pattern.exec(scriptHex)?.[1];
    if (program !== undefined) {
      return encode(
        new Uint8Array(Buffer.from(program, 'hex')),
        BITCOIN_PARAMETERS[network].params,
      );
    }
  }
  return undefined;
}

/** Converts a bech32 address in capitals to lower case (BIP 173). Base58 stays unchanged. */
export function normalizeAddress(address: string): string {
  const capitals = address === address.toUpperCase() && isBech32(address);
  return capitals ? address.toLowerCase() : address;
}

interface Decoded {
  readonly networks: readonly Network[];
  readonly script: string;
  readonly refusal?: string;
}

function decodeBase58(address: string): Decoded | undefined {
  if (address.length > MAX_LENGTH) return undefined;
  const decoded = attempt(() => codec.fromBase58Check(address));
  if (!decoded) return undefined;
  const hash = hex(decoded.hash);
  const of = (key: 'pubKeyHash' | 'scriptHash') =>
    NETWORKS.filter((network) => BITCOIN_PARAMETERS[network].params[key] === decoded.version);
  const forKey = of('pubKeyHash');
  if (forKey.length > 0) return { networks: forKey, script: `76a914${hash}88ac` };
  const forScript = of('scriptHash');
  return forScript.length > 0 ? { networks: forScript, script: `a914${hash}87` } : undefined;
}

function decodeSegwit(address: string): Decoded | undefined {
  if (address.length > MAX_LENGTH) return undefined;
  const decoded = attempt(() => codec.fromBech32(address));
  if (!decoded) return undefined;
  const { data, version } = decoded;
  const networks = NETWORKS.filter(
    (network) => BITCOIN_PARAMETERS[network].params.bech32 === decoded.prefix,
  );
  if (networks.length === 0 || version > 16 || data.length < 2 || data.length > 40)
    return undefined;
  const program = data.length.toString(16).padStart(2, '0') + hex(data);
  if (version === 0) {
    const known = data.length === 20 || data.length === 32;
    return known ? { networks, script: `00${program}` } : undefined;
  }
  const script = (0x50 + version).toString(16) + program;
  if (version > 1 || data.length !== 32) {
    return { networks, script, refusal: 'No wallet can receive on this kind of address yet.' };
  }
  return isXOnlyPoint(data)
    ? { networks, script }
    : { networks, script, refusal: 'No key can spend from this address: it would be lost money.' };
}

function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function either(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : last;
}
