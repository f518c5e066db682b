import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import type { ResponseOf } from '../response';
import { moment, namedSchema } from '../response-fields';

const shopSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  plugin: z.string(),
  host: z.string().nullable().meta({
    description: 'The host that the key was sent to; null for a key that was copied.',
  }),
  store: namedSchema.extend({ network: z.enum(NETWORKS) }).meta({ description: 'The API key.' }),
  prefix: z.string(),
  may: z.array(z.string()),
  created_at: moment,
  last_used_at: moment.nullable(),
  last_error: z.strictObject({ at: moment, text: z.string() }).nullable(),
});
export type ShopResponse = ResponseOf<typeof shopSchema>;

export const shopsSchema = z.strictObject({
  enabled: z.boolean().meta({ description: 'Whether the server answers plugins at all.' }),
  data: z.array(shopSchema),
  can: z.strictObject({ administer: z.boolean(), change: z.boolean() }),
});
export type ShopsResponse = ResponseOf<typeof shopsSchema>;

/** A key for a plugin. It is in plain text, and cannot be read again. */
export const newShopSchema = z.strictObject({
  id: z.string(),
  store_id: z.string(),
  api_key: z.string(),
});

export const testOrderSchema = z.strictObject({
  calls: z.array(z.strictObject({ call: z.string(), status: z.int() })),
  payment_id: z.string().nullable(),
  checkout_url: z.string().nullable(),
  refusal: z.string().nullable().meta({ description: 'Why the last call was refused.' }),
});
export type TestOrderResponse = ResponseOf<typeof testOrderSchema>;
