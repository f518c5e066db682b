import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { payments, script, Transaction } from 'bitcoinjs-lib';
import { type Sats, toSats } from '@/lib/domain/sats';

// Not a secret: everybody can compute it. It owns outputs of the sandbox only, which exist in no
// other chain, and no address of it is ever shown to a person.
const KEY = createHash('sha256').update('Blocktally sandbox').digest();
const PUBLIC_KEY = publicKeyOf(KEY);

/** scriptPubKey of the sandbox's own outputs: P2WPKH. */
export const SANDBOX_SCRIPT = scriptOf(payments.p2wpkh({ pubkey: PUBLIC_KEY }).output);

// BIP 143: a P2WPKH input signs the P2PKH script of the same key.
const SCRIPT_CODE = scriptOf(payments.p2pkh({ pubkey: PUBLIC_KEY }).output);

/** Signs one input that spends an output of the sandbox (BIP 143). */
export function signInput(transaction: Transaction, index: number, sats: Sats): void {
  const hash = transaction.hashForWitnessV0(
    index,
    SCRIPT_CODE,
    BigInt(sats),
    Transaction.SIGHASH_ALL,
  );
  const signature = script.signature.encode(ecc.sign(hash, KEY), Transaction.SIGHASH_ALL);
  transaction.setWitness(index, [signature, PUBLIC_KEY]);
}

function publicKeyOf(key: Uint8Array): Uint8Array {
  const point = ecc.pointFromScalar(key, true);
  if (!point) throw new Error('a SHA-256 hash is a valid private key');
  return point;
}

function scriptOf(output: Uint8Array | undefined): Uint8Array {
  if (!output) throw new Error('a payment to a public key has a script');
  return output;
}

/** A hash as people write it, in the order it is serialized in. */
export function hashToBytes(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex').reverse();
}

/** An output of the sandbox's own that a transaction spends. */
export interface OwnOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
}

export interface Payee {
  readonly script: Uint8Array;
  readonly sats: Sats;
}

export interface BuiltTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
  /** What the inputs hold beyond the outputs; more than was asked when the change is dust. */
  readonly feeSats: Sats;
  readonly spent: readonly OwnOutput[];
  readonly change: { readonly vout: number; readonly sats: Sats } | null;
}

/** Bitcoin Core's dust limit for a P2WPKH output: less is not worth its own fee. */
export const DUST_SATS = 294;

// In virtual bytes: version, locktime, marker and the longest counts; a P2WPKH input with a
// signature of 72 bytes; an output's amount and length before its script.
const OVERHEAD_VSIZE = 15;
const INPUT_VSIZE = 68.5;
const OUTPUT_VSIZE = 9;

/** Virtual size of a transaction with change, in vbytes: never less than what is built. */
export function virtualSizeOf(inputs: number, payees: readonly Payee[]): number {
  const scripts = [SANDBOX_SCRIPT, ...payees.map(({ script }) => script)];
  const outputs = scripts.reduce((sum, script) => sum + OUTPUT_VSIZE + script.length, 0);
  return Math.ceil(OVERHEAD_VSIZE + INPUT_VSIZE * inputs + outputs);
}

/** Spends outputs to pay the payees, the rest less the fee going back to the sandbox. Signed. */
export function buildTransaction(
  spent: readonly OwnOutput[],
  payees: readonly Payee[],
  feeSats: Sats,
): BuiltTransaction {
  const held = sumOf(spent);
  const paid = sumOf(payees);
  const rest = held - paid - feeSats;
  if (rest < 0) throw new Error('what is spent was chosen to cover the payees and the fee');
  const change =
    rest >= DUST_SATS || payees.length === 0 ? { vout: payees.length, sats: toSats(rest) } : null;

  const transaction = new Transaction();
  transaction.version = 2;
  const sequence = randomSequence();
  for (const output of spent) transaction.addInput(hashToBytes(output.txid), output.vout, sequence);
  for (const payee of payees) transaction.addOutput(payee.script, BigInt(payee.sats));
  if (change) transaction.addOutput(SANDBOX_SCRIPT, BigInt(change.sats));
  for (const [index, output] of spent.entries()) signInput(transaction, index, output.sats);
  return {
    txid: transaction.getId(),
    raw: transaction.toBuffer(),
    feeSats: toSats(held - paid - (change?.sats ?? 0)),
    spent,
    change,
  };
}

/**
 * A sequence number that allows replacement (BIP 125) and locks nothing (BIP 68). Random, so that
 * paying the same sum again with an output that a reorg gave back is another transaction.
 */
function randomSequence(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.min((random | 0x8000_0000) >>> 0, 0xffff_fffd);
}

function sumOf(parts: readonly { readonly sats: Sats }[]): number {
  return parts.reduce((sum, { sats }) => sum + sats, 0);
}
