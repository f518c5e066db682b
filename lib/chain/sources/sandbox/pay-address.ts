import type { Db } from '@/db/client';
import { AddressError, addressToScript } from '@/lib/bitcoin/address';
import { type Sats, toSats } from '@/lib/domain/sats';
import { buildTransaction, virtualSizeOf } from './build-transaction';
import { addToMempool } from './mempool';
import { SandboxRefusal } from './rules';
import { runSimulation } from './run-simulation';
import { selectInputs } from './select-inputs';

export interface PayAddressRequest {
  /** A regtest address. Base58 addresses are the same on all test networks. */
  readonly address: string;
  readonly sats: Sats;
}

export interface SandboxTransaction {
  readonly txid: string;
  readonly feeSats: Sats;
}

/** In satoshis per virtual byte. */
const FEE_RATE = 5;

/**
 * Sends exactly this amount to an address. The transaction stays in the mempool until a block is
 * mined.
 *
 * @throws SandboxRefusal
 */
export async function payAddress(
  db: Db,
  { address, sats }: PayAddressRequest,
  now: Date,
): Promise<SandboxTransaction> {
  if (sats < 1) throw new SandboxRefusal('the amount must be at least 1 sat');
  const payees = [{ script: scriptOf(address), sats }];
  const feeFor = (inputs: number) => virtualSizeOf(inputs, payees) * FEE_RATE;
  return runSimulation(db, now, async (tx) => {
    const outputs = await selectInputs(tx, [], payees, feeFor);
    const built = buildTransaction(outputs, payees, toSats(feeFor(outputs.length)));
    await addToMempool(tx, built, now);
    return { txid: built.txid, feeSats: built.feeSats };
  });
}

function scriptOf(address: string): Uint8Array {
  try {
    return Buffer.from(addressToScript(address, 'regtest'), 'hex');
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw new SandboxRefusal(error.message, { cause: error });
  }
}
