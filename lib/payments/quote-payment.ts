import type { Network } from '@/lib/domain/network';
import { minorUnits, type Price, type PriceRequest, priceToSats } from '@/lib/domain/price';
import { invalidField, type Problem } from '@/lib/domain/problems';
import { rateText } from '@/lib/domain/rate';
import type { Sats } from '@/lib/domain/sats';
import type { Rates } from '@/lib/rates/rates';
import type { NewPayment, UnquotedPayment } from './payment-row';

interface PricePlace {
  readonly name: string;
  /** The JSON pointers that errors name. */
  readonly amount: string;
  readonly currency: string;
}

export const PRICE_POINTERS: PricePlace = {
  name: 'price',
  amount: '/price/amount',
  currency: '/price/currency',
};

/**
 * Converts a price to satoshis, which are then fixed for the payment.
 *
 * @throws Problem the problems of {@link quotePrice}
 */
export async function quotePayment(
  rates: Rates,
  network: Network,
  { asked, ...rest }: UnquotedPayment,
  now: Date,
): Promise<NewPayment> {
  return { ...rest, ...(await quotePrice(rates, network, asked, now, PRICE_POINTERS)) };
}

/**
 * Converts a price at the current rate.
 *
 * @throws Problem the problems of {@link Rates}; `invalid_request` for a price above all bitcoin
 */
export async function quotePrice(
  rates: Rates,
  network: Network,
  request: PriceRequest,
  now: Date,
  place: PricePlace,
): Promise<{ readonly amount: Sats; readonly price: Price }> {
  const found = await rates.rate(request.currency, network, now, place.currency);
  const spreadPpm = rates.spreadPpm(found);
  const units = minorUnits(request);
  const amount = units && priceToSats(units, request.currency, found.rate, spreadPpm);
  if (!amount) throw tooMuch(place);
  const price = {
    ...request,
    rate: rateText(found.rate),
    source: found.source,
    quotedAt: found.quotedAt.toISOString(),
    spreadPpm,
  };
  return { amount, price };
}

function tooMuch({ name, amount }: PricePlace): Problem {
  const message = 'Must not be worth more than all bitcoin.';
  const detail = `The ${name} must not be worth more than all bitcoin.`;
  return invalidField(amount, 'out_of_range', message, detail);
}
