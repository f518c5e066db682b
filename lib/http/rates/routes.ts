import { z } from 'zod';
import type { Currency } from '@/lib/domain/currency';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { rateText } from '@/lib/domain/rate';
import type { Rates } from '@/lib/rates/rates';
import { currency } from '../payments/price-field';
import { route } from '../route';
import { COMMON_PROBLEMS } from '../usual-problems';
import { rateSchema } from './price-response';

const rateRoute = route({
  method: 'GET',
  path: '/v1/btc/rates',
  who: 'key',
  query: z.strictObject({ currency: currency.default('BTC' as Currency) }),
  answer: rateSchema,
  docs: {
    id: 'getRate',
    tag: 'Payments',
    summary: 'Get a rate',
    description:
      'Returns the price of one bitcoin that a payment with a `price` in this currency would use now. It is the median of several exchanges, of which two must agree. Regtest has fixed rates. `currencies` lists the currencies that this server can price. Without a `currency`, the rate is the one of BTC itself: 1.',
    answers: { 200: { description: 'The rate.' } },
    problems: [...COMMON_PROBLEMS, 'rate_unavailable'],
  },
  handle: ({ api, actor, query, now }) => rateAnswer(api.rates, query.currency, actor.network, now),
});

const rateInDashboardRoute = route({
  method: 'GET',
  path: '/api/dashboard/rates',
  who: 'member',
  query: z.strictObject({ currency, network: z.enum(NETWORKS) }),
  answer: rateSchema,
  handle: ({ api, query, now }) => rateAnswer(api.rates, query.currency, query.network, now),
});

export const rateRoutes = [rateRoute, rateInDashboardRoute] as const;

async function rateAnswer(rates: Rates, currency: Currency, network: Network, now: Date) {
  const found = await rates.rate(currency, network, now, 'currency');
  const { rate, source, quotedAt } = found;
  return {
    currency,
    rate: rateText(rate),
    source,
    quoted_at: quotedAt.toISOString(),
    spread_ppm: rates.spreadPpm(found),
    age_seconds: Math.max(0, Math.floor((now.getTime() - quotedAt.getTime()) / 1000)),
    currencies: rates.currencies(network),
  };
}
