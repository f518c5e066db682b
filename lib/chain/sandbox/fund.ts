import { and, asc, desc, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxCoin } from '@/db/schema/sandbox';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { requireTip } from './best-chain';
import { type Coin, DUST_SATS, type Payee } from './build-transaction';
import { COINBASE_WAIT, SandboxRefusal } from './rules';

/** Keeps a transaction well under the 100,000 vbytes that nodes relay. */
const MAX_INPUTS = 200;

const columns = { txid: sandboxCoin.txid, vout: sandboxCoin.vout, sats: sandboxCoin.sats };

/**
 * Coins that cover the payees and the fee: those already held, then one that is just big enough,
 * or else the biggest. Only confirmed coins that nothing spends are added.
 *
 * @param feeFor the fee in sats for a number of inputs
 * @throws SandboxRefusal insufficient_funds
 */
export async function fund(
  tx: Db,
  held: readonly Coin[],
  payees: readonly Payee[],
  feeFor: (inputs: number) => number,
): Promise<Coin[]> {
  const coins = [...held];
  const paid = payees.reduce((sum, { sats }) => sum + sats, 0) || DUST_SATS;
  const missing = (inputs: number) =>
    paid + feeFor(inputs) - coins.reduce((sum, { sats }) => sum + sats, 0);
  if (missing(coins.length) <= 0) return coins;

  const usable = spendable((await requireTip(tx)).height);
  const [fitting] = await tx
    .select(columns)
    .from(sandboxCoin)
    .where(
      and(usable, gte(sandboxCoin.sats, toSats(Math.min(missing(coins.length + 1), MAX_SATS)))),
    )
    .orderBy(asc(sandboxCoin.sats))
    .limit(1);
  if (fitting) return [...coins, fitting];

  const biggest = await tx
    .select(columns)
    .from(sandboxCoin)
    .where(usable)
    .orderBy(desc(sandboxCoin.sats))
    .limit(MAX_INPUTS);
  for (const coin of biggest) {
    coins.push(coin);
    if (missing(coins.length) <= 0) return coins;
  }
  throw new SandboxRefusal(
    'insufficient_funds',
    'the sandbox has not enough spendable coins for that; mine a block, which confirms its change, or pay less',
  );
}

function spendable(tipHeight: number) {
  return and(
    isNull(sandboxCoin.spentBy),
    isNotNull(sandboxCoin.height),
    or(eq(sandboxCoin.coinbase, false), lte(sandboxCoin.height, tipHeight + 1 - COINBASE_WAIT)),
  );
}
