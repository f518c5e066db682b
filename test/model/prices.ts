/** Prices of one bitcoin, in currencies with two, no and three decimals. */
export type RateTable = Readonly<Record<'EUR' | 'JPY' | 'KWD', string>>;

/** Fixed rates. Some steps restart the servers with another table. */
export const RATE_TABLES: readonly [RateTable, ...RateTable[]] = [
  { EUR: '50000', JPY: '8000000', KWD: '16000' },
  { EUR: '51234.56789', JPY: '8123456.7', KWD: '15999.99999999' },
  { EUR: '30000000', JPY: '5000000000', KWD: '0.3' },
];

export const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
const DECIMALS = { EUR: 2, JPY: 0, KWD: 3 };
export const SPREAD_PPM = 2_500;

/** Converts a number of the currency's smallest units to a price with a decimal point. */
export function toRequestedPrice(units: number, currency: keyof RateTable) {
  const decimals = DECIMALS[currency];
  return { amount: (units / 10 ** decimals).toFixed(decimals), currency };
}

export interface RequestedAmount {
  readonly amount_sats?: number;
  readonly price?: { readonly amount: string; readonly currency: keyof RateTable };
}

/** The satoshis were computed from this price and its rate. */
export interface PricedAmount {
  readonly amount_sats: number;
  readonly price: ReturnType<typeof quote> | null;
}

export function computePricedAmount(
  { amount_sats, price }: RequestedAmount,
  rates: RateTable,
  now: number,
): PricedAmount {
  if (!price) return { amount_sats: amount_sats ?? 0, price: null };
  return { amount_sats: satsOf(price, rates[price.currency]), price: quote(price, rates, now) };
}

function quote(price: NonNullable<RequestedAmount['price']>, rates: RateTable, now: number) {
  return {
    ...price,
    rate: rates[price.currency],
    source: 'fixed',
    quoted_at: new Date(now).toISOString(),
    spread_ppm: SPREAD_PPM,
  };
}

/** Returns the share `part / whole` of a price, rounded down to the currency's smallest unit. */
export function shareOfPrice(
  { amount, currency }: NonNullable<RequestedAmount['price']>,
  part: number,
  whole: number,
) {
  const units = (BigInt(amount.replace('.', '')) * BigInt(part)) / BigInt(whole);
  return toRequestedPrice(Number(units), currency);
}

/** Returns amount ÷ rate × (1 + spread) in satoshis, rounded up, without rounding errors. */
function satsOf({ amount }: { readonly amount: string }, rate: string): number {
  const [units, per] = fraction(amount);
  const [cost, perCost] = fraction(rate);
  const above = units * perCost * 100_000_000n * BigInt(1_000_000 + SPREAD_PPM);
  const below = per * cost * 1_000_000n;
  return Number(above % below === 0n ? above / below : above / below + 1n);
}

function fraction(text: string): [bigint, bigint] {
  const decimals = text.split('.')[1]?.length ?? 0;
  return [BigInt(text.replace('.', '')), 10n ** BigInt(decimals)];
}
