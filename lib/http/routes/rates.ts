import { z } from 'zod';
import { rateText } from '@/lib/domain/rate';
import { rateSchema } from '../answers/price';
import { currency } from '../price-field';
import { route } from '../route';
import { EVERYWHERE } from './usual-problems';

export const rateRoute = route({
  method: 'GET',
  path: '/v1/btc/rates',
  who: 'key',
  query: z.strictObject({ currency }),
  answer: rateSchema,
  docs: {
    id: 'getRate',
    tag: 'Payments',
    summary: 'Get a rate',
    description:
      'What one bitcoin costs, as a payment that is created now with a `price` in this currency would have it. A rate is the median of several exchanges, of which two must agree. Payments on regtest have fixed rates.',
    answers: { 200: { description: 'The rate.' } },
    problems: [...EVERYWHERE, 'rate_unavailable'],
  },
  async handle({ api: { rates }, actor, query, now }) {
    const found = await rates.rate(query.currency, actor.network, now, 'currency');
    return {
      currency: query.currency,
      rate: rateText(found.rate),
      source: found.source,
      quoted_at: found.quotedAt.toISOString(),
      spread_ppm: found.source === 'unit' ? 0 : rates.spreadPpm,
      age_seconds: Math.max(0, Math.floor((now.getTime() - found.quotedAt.getTime()) / 1000)),
    };
  },
});
