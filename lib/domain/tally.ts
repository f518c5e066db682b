import type { CountedOutput } from './payment';
import { MAX_SATS, type Sats, toSats } from './sats';

export interface Tally {
  /** No more than all bitcoin: coins that are sent on to the same address come again. */
  readonly received: Sats;
  /** The transaction that brought the sum to the required amount; before that, the newest one. */
  readonly txid: string | null;
  readonly firstSeenAt: Date | null;
  /** Height at which confirmed outputs, oldest first, cover the required amount. */
  readonly coveredHeight: number | null;
}

/** Adds up the outputs of a payment, confirmed ones first and oldest first. */
export function tallyOutputs(outputs: readonly CountedOutput[], required: Sats): Tally {
  const ordered = [...outputs].sort(byAge);
  let sum = 0n;
  let covering: CountedOutput | undefined;
  for (const output of ordered) {
    sum += BigInt(output.sats);
    if (!covering && sum >= BigInt(required)) covering = output;
  }
  const named = covering ?? newest(ordered);
  return {
    received: toSats(sum < MAX_SATS ? sum : MAX_SATS),
    txid: named?.txid ?? null,
    firstSeenAt: named?.firstSeenAt ?? null,
    coveredHeight: covering?.height ?? null,
  };
}

function byAge(a: CountedOutput, b: CountedOutput): number {
  return (
    (a.height ?? Number.POSITIVE_INFINITY) - (b.height ?? Number.POSITIVE_INFINITY) || bySeen(a, b)
  );
}

function bySeen(a: CountedOutput, b: CountedOutput): number {
  const seen = a.firstSeenAt.getTime() - b.firstSeenAt.getTime();
  if (seen !== 0) return seen;
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  return a.vout - b.vout;
}

function newest(outputs: readonly CountedOutput[]): CountedOutput | undefined {
  return [...outputs].sort(bySeen).at(-1);
}
