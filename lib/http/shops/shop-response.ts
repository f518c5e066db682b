import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import type { Pairing } from '@/lib/greenfield/pairings/list-pairings';
import type { EndpointView } from '@/lib/webhooks/endpoints/list-endpoints';
import { endpointResponse, endpointSchema } from '../endpoints/endpoint-response';
import type { ResponseOf } from '../response';
import { count, moment, namedSchema } from '../response-fields';
import { serializeView } from '../serialize-view';

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
  webhooks: z.array(z.string()).meta({ description: 'URLs that the shop registered.' }),
  endpoint: endpointSchema.nullable().meta({
    description:
      'The endpoint of these webhooks that needs attention first; null before the first event.',
  }),
  last_order: z
    .strictObject({ id: z.string(), reference: z.string().nullable(), created_at: moment })
    .nullable()
    .meta({ description: 'The newest order of the plugin.' }),
  marked: z
    .strictObject({
      count,
      payment_id: z.string(),
      mark: z.enum(['Settled', 'Invalid']),
      at: moment,
    })
    .nullable()
    .meta({
      description: 'How many invoices the plugin has marked by hand, and the last of them.',
    }),
});
export type ShopResponse = ResponseOf<typeof shopSchema>;

/** @param endpoints the merchant's endpoints, failing ones first */
export function shopResponse(pairing: Pairing, endpoints: readonly EndpointView[]): ShopResponse {
  const endpoint = endpoints.find(({ url }) => pairing.webhooks.includes(url));
  return serializeView(shopSchema, pairing, {
    endpoint: endpoint ? endpointResponse(endpoint) : null,
  });
}

export const shopsSchema = z.strictObject({
  enabled: z.boolean().meta({ description: 'Whether the server serves BTCPay’s API to plugins.' }),
  data: z.array(shopSchema),
  can: z.strictObject({ administer: z.boolean(), change: z.boolean() }),
});
export type ShopsResponse = ResponseOf<typeof shopsSchema>;

/** The plugin's key is in plain text, and cannot be read again. */
export const newShopSchema = z.strictObject({
  id: z.string(),
  store_id: z.string(),
  api_key: z.string(),
});

export const testOrderSchema = z.strictObject({
  calls: z.array(z.strictObject({ call: z.string(), status: z.int() })),
  payment_id: z.string().nullable(),
  sandbox: z
    .boolean()
    .meta({ description: 'Whether the order can be paid with one click on the sandbox.' }),
  checkout_url: z.string().nullable(),
  refusal: z.string().nullable().meta({ description: 'Why the last call was refused.' }),
});
export type TestOrderResponse = ResponseOf<typeof testOrderSchema>;
