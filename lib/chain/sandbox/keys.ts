import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { payments, script, Transaction } from 'bitcoinjs-lib';
import type { Sats } from '@/lib/domain/sats';

// Not a secret: everybody can compute it. It owns coins of the sandbox only, which exist in no
// other chain, and no address of it is ever shown to a person.
const KEY = createHash('sha256').update('Blocktally sandbox').digest();
const PUBLIC_KEY = publicKeyOf(KEY);

/** scriptPubKey of the sandbox's own coins: P2WPKH. */
export const SANDBOX_SCRIPT = scriptOf(payments.p2wpkh({ pubkey: PUBLIC_KEY }).output);

// BIP 143: a P2WPKH input signs the P2PKH script of the same key.
const SCRIPT_CODE = scriptOf(payments.p2pkh({ pubkey: PUBLIC_KEY }).output);

/** Signs one input that spends a coin of the sandbox (BIP 143). */
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
