import { z } from 'zod';
import type { ResponseOf } from '../response';
import { moment } from '../response-fields';

const positiveDecimal = z.string().regex(/^\d+(\.\d+)?$/);

const quoteFields = {
  rate: positiveDecimal.meta({ description: 'What one bitcoin costs, in units of the currency.' }),
  source: z.string().meta({
    description:
      'The source of the rate: exchanges separated by commas, `fixed` for the settings of the server, `unit` for BTC and SATS, or `shop`.',
  }),
  quoted_at: moment.meta({
    description: 'The time of the oldest quote behind the rate.',
  }),
  spread_ppm: z.int().min(0).meta({
    description: 'What the server adds to the amount in bitcoin, in parts per million.',
  }),
};

export const priceSchema = z
  .strictObject({
    amount: positiveDecimal.meta({ description: 'As given at creation.' }),
    currency: z.string().meta({ description: 'ISO 4217, or BTC or SATS.' }),
    ...quoteFields,
  })
  .meta({ id: 'Price' });

export type PriceResponse = ResponseOf<typeof priceSchema>;

export const rateSchema = z
  .strictObject({
    currency: priceSchema.shape.currency,
    ...quoteFields,
    age_seconds: z.int().min(0).meta({
      description:
        'The age of the oldest quote. It exceeds five minutes while no two sources agree.',
    }),
    currencies: z.array(z.string()).meta({
      description: 'The currencies that this server can price on the network of the key, sorted.',
    }),
  })
  .meta({ id: 'Rate' });
