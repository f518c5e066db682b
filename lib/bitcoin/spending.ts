import { crypto, payments } from 'bitcoinjs-lib';
import type { Network } from '@/lib/domain/network';
import { type Expression, parseExpression } from './descriptor-syntax';
import { parseExtendedKey } from './extended-key';
import { type KeyContext, type KeyExpression, parseKey } from './key-expression';
import { isMultisig, parseMultisig } from './multisig';
import { parseScript } from './script-kinds';

/** A public key of an output, and where the signer finds the private key (BIP 32). */
export interface KeyOrigin {
  readonly publicKey: Uint8Array;
  /**
   * The first four bytes of the master key's hash. Without an origin, the extended key's hash is
   * used.
   */
  readonly fingerprint: Uint8Array;
  /** In the notation of libraries for BIP 174, such as `m/84'/0'/0'/0/7`. */
  readonly path: string;
}

/** What a signer needs to spend an output, in addition to the transaction that created it. */
export interface SpendableScript {
  readonly script: Uint8Array;
  readonly keys: readonly KeyOrigin[];
  readonly redeemScript?: Uint8Array | undefined;
  readonly witnessScript?: Uint8Array | undefined;
  /** 32 bytes; only for taproot. */
  readonly internalKey?: Uint8Array | undefined;
}

export interface SpendableWallet {
  receive(index: number): SpendableScript;
  /** Returns the script on branch 1, which wallets use for change (BIP 44). */
  change(index: number): SpendableScript;
  /** Size of an input with all its signatures, in virtual bytes, rounded up. */
  readonly inputVbytes: number;
  readonly isSegwit: boolean;
}

const OVERHEAD_VBYTES = 41;
const SIGNATURE = 73;

/**
 * Returns a wallet's scripts in a form for PSBTs. Returns undefined if its change branch is
 * unknown, or if its scripts need more than signatures (miniscript, script trees).
 *
 * @param canonical the descriptor of the receive branch, as stored
 */
export function spendableWallet(canonical: string, network: Network): SpendableWallet | undefined {
  const body = canonical.replace(/#.*$/, '');
  if (!/\/0\/\*/.test(body) || /\/(?!0\/\*)\d+\/\*/.test(body)) return undefined;
  const receive = readBranch(body, network);
  const change = readBranch(body.replaceAll('/0/*', '/1/*'), network);
  if (!receive || !change) return undefined;
  const { inputVbytes, isSegwit } = receive;
  return { receive: receive.at, change: change.at, inputVbytes, isSegwit };
}

interface Branch {
  readonly inputVbytes: number;
  readonly isSegwit: boolean;
  at(index: number): SpendableScript;
}

function readBranch(body: string, network: Network): Branch | undefined {
  const readKey = (word: string, context: KeyContext) => parseKey(word, context, network);
  const expression = parseExpression(body);
  const template = parseScript(expression, readKey);
  if (!template.keys.every((key) => key.ranged && ORIGIN.test(key.text))) return undefined;
  const origins = (index: number) => template.keys.map((key) => originOf(key, index, network));
  const script = (index: number) => template.at(index);
  switch (template.kind) {
    case 'pkh':
      return {
        inputVbytes: OVERHEAD_VBYTES + 107,
        isSegwit: false,
        at: (index) => ({ script: script(index), keys: origins(index) }),
      };
    case 'wpkh':
      return {
        inputVbytes: 68,
        isSegwit: true,
        at: (index) => ({ script: script(index), keys: origins(index) }),
      };
    case 'sh(wpkh)':
      return {
        inputVbytes: 91,
        isSegwit: true,
        at: (index) => nested(script(index), origins(index)),
      };
    case 'tr':
      return {
        inputVbytes: 58,
        isSegwit: true,
        at: (index) => taproot(script(index), origins(index)),
      };
    default:
      return multisig(expression, readKey, { script, origins });
  }
}

function nested(script: Uint8Array, keys: readonly KeyOrigin[]): SpendableScript {
  const redeemScript =
    keys[0] && payments.p2wpkh({ hash: crypto.hash160(keys[0].publicKey) }).output;
  return { script, keys, redeemScript };
}

/** BIP 371 uses only the x coordinate of the internal key. */
function taproot(script: Uint8Array, keys: readonly KeyOrigin[]): SpendableScript {
  return { script, keys, internalKey: keys[0]?.publicKey };
}

function multisig(
  expression: Expression,
  readKey: (word: string, context: KeyContext) => KeyExpression,
  at: { script(index: number): Uint8Array; origins(index: number): KeyOrigin[] },
): Branch | undefined {
  const isNested = expression.word === 'sh';
  const wsh = isNested ? expression.args?.[0] : expression;
  const inner = wsh?.word === 'wsh' ? wsh.args?.[0] : undefined;
  if (!inner || !isMultisig(inner)) return undefined;
  const parsed = parseMultisig(inner, 'segwit', readKey);
  const threshold = Number(inner.args?.[0]?.word);
  const witness = 4 + threshold * SIGNATURE + parsed.at(0).length;
  return {
    inputVbytes: OVERHEAD_VBYTES + (isNested ? 35 : 0) + Math.ceil(witness / 4),
    isSegwit: true,
    at(index) {
      const witnessScript = parsed.at(index);
      const redeemScript = payments.p2wsh({ redeem: { output: witnessScript } }).output;
      return {
        script: at.script(index),
        keys: at.origins(index),
        witnessScript,
        ...(isNested && { redeemScript }),
      };
    },
  };
}

const ORIGIN =
  /^(?:\[(?<fingerprint>[0-9a-f]{8})(?<origin>(?:\/\d+h?)*)\])?(?<key>[xt]pub[0-9A-Za-z]+)(?<steps>(?:\/\d+)*)\/\*$/;

function originOf(key: KeyExpression, index: number, network: Network): KeyOrigin {
  const {
    fingerprint,
    origin = '',
    key: word = '',
    steps = '',
  } = ORIGIN.exec(key.text)?.groups ?? {};
  const path = `m${origin}${steps}/${index}`.replaceAll('h', "'");
  return {
    publicKey: key.publicKey(index),
    fingerprint: fingerprint
      ? new Uint8Array(Buffer.from(fingerprint, 'hex'))
      : ownFingerprint(word, network),
    path,
  };
}

/** Bitcoin Core treats an extended key without an origin as a master key. */
function ownFingerprint(word: string, network: Network): Uint8Array {
  return crypto.hash160(parseExtendedKey(word, network).key.publicKey).subarray(0, 4);
}
