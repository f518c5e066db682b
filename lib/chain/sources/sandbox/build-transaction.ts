import { createHash } from 'node:crypto';
import { payments, script, Transaction } from 'bitcoinjs-lib';
import { sign } from 'tiny-secp256k1';
import { type Sats, toSats } from '@/lib/domain/sats';

// The key is not secret, because anyone can compute it. It owns only outputs of the sandbox, which
// exist on no other chain, and its addresses are never shown.
const KEY = createHash('sha256').update('Blocktally sandbox').digest();
// A constant, because computing the public key would take a tenth of the time in which a server
// starts.
const PUBLIC_KEY = Buffer.from(
  '03fda941db3631efa2fcc3ee9765262021b194bc23691cc5aad7dce76523be251d',
  'hex',
);

/** The scriptPubKey of outputs that the sandbox owns, a P2WPKH. */
export const SANDBOX_SCRIPT = scriptOf(payments.p2wpkh({ pubkey: PUBLIC_KEY }).output);

// A P2WPKH input signs the P2PKH script of the same key (BIP 143).
const SCRIPT_CODE = scriptOf(payments.p2pkh({ pubkey: PUBLIC_KEY }).output);

export function signInput(transaction: Transaction, index: number, sats: Sats): void {
  const hash = transaction.hashForWitnessV0(
    index,
    SCRIPT_CODE,
    BigInt(sats),
    Transaction.SIGHASH_ALL,
  );
  const signature = script.signature.encode(sign(hash, KEY), Transaction.SIGHASH_ALL);
  transaction.setWitness(index, [signature, PUBLIC_KEY]);
}

function scriptOf(output: Uint8Array | undefined): Uint8Array {
  if (!output) throw new Error('a payment to a public key must have a script');
  return output;
}

/** Reverses the display order of a hash for serialization. */
export function hashToBytes(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex').reverse();
}

export interface SandboxOutput {
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
  /** The inputs minus the outputs. Above the requested fee if the change would have been dust. */
  readonly feeSats: Sats;
  readonly spent: readonly SandboxOutput[];
  readonly change: { readonly vout: number; readonly sats: Sats } | null;
}

export const DUST_SATS = 294;

// In virtual bytes: version, lock time, marker and counts; then an input with a signature of 72
// bytes; then an output's amount and script length.
const OVERHEAD_VSIZE = 15;
const INPUT_VSIZE = 68.5;
const OUTPUT_VSIZE = 9;

/** Returns an upper bound of the size of a transaction with change, in virtual bytes. */
export function virtualSizeOf(inputs: number, payees: readonly Payee[]): number {
  const scripts = [SANDBOX_SCRIPT, ...payees.map(({ script }) => script)];
  const outputs = scripts.reduce((sum, script) => sum + OUTPUT_VSIZE + script.length, 0);
  return Math.ceil(OVERHEAD_VSIZE + INPUT_VSIZE * inputs + outputs);
}

export function buildTransaction(
  spent: readonly SandboxOutput[],
  payees: readonly Payee[],
  feeSats: Sats,
): BuiltTransaction {
  const held = sumOf(spent);
  const paid = sumOf(payees);
  const rest = held - paid - feeSats;
  if (rest < 0) throw new Error('the spent outputs must cover the payees and the fee');
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
 * A random sequence number gives a new txid to a payment that spends an output again after a reorg.
 * It makes the transaction replaceable (BIP 125) and sets no relative lock (BIP 68).
 */
function randomSequence(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.min((random | 0x8000_0000) >>> 0, 0xffff_fffd);
}

function sumOf(parts: readonly { readonly sats: Sats }[]): number {
  return parts.reduce((sum, { sats }) => sum + sats, 0);
}
