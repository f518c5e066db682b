import type { PaymentStanding, PaymentTerms, Tally } from '@/lib/domain/payment';
import { MAX_SATS, type Sats, toSats } from '@/lib/domain/sats';
import { type Settlement, settle } from '@/lib/domain/settle';

/** An output that pays a payment's scriptPubKey and still counts. */
export interface CountedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  readonly height: number | null;
  readonly firstSeenAt: Date;
}

/** Calls {@link settle} with a list of outputs instead of a database. */
export function settleOutputs(
  terms: PaymentTerms,
  before: PaymentStanding,
  outputs: readonly CountedOutput[],
  tipHeight: number,
  now: Date,
): Settlement {
  return settle(terms, before, tallyInMemory(outputs, terms), tipHeight, now);
}

/** Adds up outputs in this order: confirmed before unconfirmed, and older before newer. */
export function tallyInMemory(
  outputs: readonly CountedOutput[],
  { required, expiresAt }: Pick<PaymentTerms, 'required' | 'expiresAt'>,
): Tally {
  const ordered = [...outputs].sort(byAge);
  let [sum, inTime] = [0n, 0n];
  let covering: CountedOutput | undefined;
  for (const output of ordered) {
    sum += BigInt(output.sats);
    if (output.firstSeenAt < expiresAt) inTime += BigInt(output.sats);
    if (!covering && sum >= BigInt(required)) covering = output;
  }
  const named = covering ?? newest(ordered);
  return {
    received: toSats(sum < MAX_SATS ? sum : MAX_SATS),
    txid: named?.txid ?? null,
    inTime: inTime >= BigInt(required),
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
