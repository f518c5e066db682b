import type { Network } from '@/lib/domain/network';
import { minorUnits, satsOf } from '@/lib/domain/price';
import { invalidField, type Problem } from '@/lib/domain/problems';
import { rateText } from '@/lib/domain/rate';
import type { Rates } from '@/lib/rates/rates';
import type { NewPayment, PricedPayment } from './payment-row';

/**
 * Finds the satoshis of a price. They are fixed for the life of the payment.
 *
 * @throws Problem those of {@link Rates}; `invalid_request` for a price of more than all bitcoin
 */
export async function quotePayment(
  rates: Rates,
  network: Network,
  { asked, ...rest }: PricedPayment,
  now: Date,
): Promise<NewPayment> {
  const found = await rates.rate(asked.currency, network, now, '/price/currency');
  const spreadPpm = rates.spreadPpm(found);
  const units = minorUnits(asked);
  const amount = units && satsOf(units, asked.currency, found.rate, spreadPpm);
  if (!amount) throw tooMuch();
  const price = {
    ...asked,
    rate: rateText(found.rate),
    source: found.source,
    quotedAt: found.quotedAt.toISOString(),
    spreadPpm,
  };
  return { ...rest, amount, price };
}

function tooMuch(): Problem {
  const message = 'Must not be worth more than all bitcoin.';
  const detail = 'The price must not be worth more than all bitcoin.';
  return invalidField('/price/amount', 'out_of_range', message, detail);
}
