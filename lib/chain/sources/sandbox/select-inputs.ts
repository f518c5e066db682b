import { and, asc, desc, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxOutput } from '@/db/schema/sandbox';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { requireTip } from './best-chain';
import { DUST_SATS, type Payee, type SandboxOutput } from './build-transaction';
import { COINBASE_SPEND_DEPTH, SandboxRefusal } from './rules';

/** Keeps a transaction far below the 100,000 vbytes that nodes relay. */
const MAX_INPUTS = 200;

const columns = { txid: sandboxOutput.txid, vout: sandboxOutput.vout, sats: sandboxOutput.sats };

/**
 * Adds confirmed, unspent outputs to `held` until they cover the payees and the fee: the smallest
 * single output that suffices, or else the largest ones.
 *
 * @param feeFor returns the fee in satoshis for a number of inputs
 * @throws SandboxRefusal
 */
export async function selectInputs(
  tx: Db,
  held: readonly SandboxOutput[],
  payees: readonly Payee[],
  feeFor: (inputs: number) => number,
): Promise<SandboxOutput[]> {
  const outputs = [...held];
  const paid = payees.reduce((sum, { sats }) => sum + sats, 0) || DUST_SATS;
  const missing = (inputs: number) =>
    paid + feeFor(inputs) - outputs.reduce((sum, { sats }) => sum + sats, 0);
  if (missing(outputs.length) <= 0) return outputs;

  const usable = spendable((await requireTip(tx)).height);
  const [fitting] = await tx
    .select(columns)
    .from(sandboxOutput)
    .where(
      and(usable, gte(sandboxOutput.sats, toSats(Math.min(missing(outputs.length + 1), MAX_SATS)))),
    )
    .orderBy(asc(sandboxOutput.sats))
    .limit(1);
  if (fitting) return [...outputs, fitting];

  const biggest = await tx
    .select(columns)
    .from(sandboxOutput)
    .where(usable)
    .orderBy(desc(sandboxOutput.sats))
    .limit(MAX_INPUTS);
  for (const output of biggest) {
    outputs.push(output);
    if (missing(outputs.length) <= 0) return outputs;
  }
  throw new SandboxRefusal(
    'the sandbox has too few spendable outputs for this amount; mine a block to confirm its change, or pay less',
  );
}

function spendable(tipHeight: number) {
  return and(
    isNull(sandboxOutput.spentBy),
    isNotNull(sandboxOutput.height),
    or(
      eq(sandboxOutput.coinbase, false),
      lte(sandboxOutput.height, tipHeight + 1 - COINBASE_SPEND_DEPTH),
    ),
  );
}
