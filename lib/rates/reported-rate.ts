import { z } from 'zod';
import { parseRate, type Rate } from '@/lib/domain/rate';

export interface ReportedRate {
  readonly rate: Rate;
  /** The time at which the rate was determined, if the exchange reports it. */
  readonly at?: Date;
}

/** A number in a response. Some exchanges write it in quotes, others without. */
export const priceNumber = z.union([z.string().max(40), z.number()]);
type Amount = z.infer<typeof priceNumber>;

/** In an orderly market, the spread between bid and ask is at most a twentieth of the price. */
const SPREAD_DIVISOR = 20n;

/**
 * @param seconds Unix time of the price, if the exchange reports it
 * @returns undefined for a value that cannot be a price
 */
export function reportedRate(
  price: Amount | undefined,
  seconds?: Amount,
): ReportedRate | undefined {
  const rate = price === undefined ? undefined : parseRate(price);
  if (rate === undefined) return undefined;
  if (seconds === undefined) return { rate };
  const at = new Date(Number(seconds) * 1000);
  return Number.isNaN(at.getTime()) ? undefined : { rate, at };
}

/** Returns the middle between bid and ask; undefined if no real market has such offers. */
export function midRate(bid: Amount, ask: Amount, seconds?: Amount): ReportedRate | undefined {
  const [low, high] = [reportedRate(bid, seconds), reportedRate(ask)];
  if (!low || !high || low.rate > high.rate) return undefined;
  if ((high.rate - low.rate) * SPREAD_DIVISOR > high.rate) return undefined;
  return { ...low, rate: ((low.rate + high.rate) / 2n) as Rate };
}
