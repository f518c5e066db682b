import { z } from 'zod';
import { CUSTOMER_MAIL_KINDS } from '@/lib/domain/customer-mail-kind';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { NETWORKS } from '@/lib/domain/network';
import type { ResponseOf } from '../response';
import { moment, namedSchema } from '../response-fields';

const keySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  network: z.enum(NETWORKS),
  wallet: namedSchema,
  least_sats: z
    .int()
    .meta({ description: 'The minimum amount that wallets send to an address of this key.' }),
  state: z.enum(['active', 'expired', 'revoked']),
  prefix: z.string(),
  previous: z
    .array(z.strictObject({ prefix: z.string(), valid_until: moment }))
    .meta({ description: 'Replaced secrets that are accepted until their overlap ends.' }),
  previous_signing_until: moment.nullable(),
  allow_custom_addresses: z.boolean(),
  allow_management: z.boolean(),
  allow_follow_ups: z.boolean(),
  allowed_ips: z.array(z.string()),
  embed_origins: z.array(z.string()),
  webhook_events: z.array(z.enum(EVENT_TYPES)),
  customer_mails: z.array(z.enum(CUSTOMER_MAIL_KINDS)),
  default_webhook_url: z.string().nullable(),
  created_at: moment,
  expires_at: moment.nullable(),
  revoked_at: moment.nullable(),
  last_used_at: moment.nullable(),
});
export type KeyResponse = ResponseOf<typeof keySchema>;

/** An API key, as returned to requests with this key. */
export const ownKeySchema = keySchema
  .pick({
    id: true,
    name: true,
    network: true,
    allow_custom_addresses: true,
    allow_management: true,
    webhook_events: true,
    embed_origins: true,
    default_webhook_url: true,
    expires_at: true,
  })
  .meta({ id: 'ApiKey' });

const keyToRotateSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  known_by: z.array(z.string()),
  secrets: z.array(z.enum(['api_key', 'signing_secret'])),
  valid_until: moment.nullable(),
});
export type KeyToRotateResponse = ResponseOf<typeof keyToRotateSchema>;

export const keysSchema = z.strictObject({
  data: z.array(keySchema),
  to_rotate: z.array(keyToRotateSchema).meta({
    description: 'Keys with secrets that a former owner knows; for owners only.',
  }),
  followed: z.array(z.enum(NETWORKS)).meta({
    description: 'Networks that the server follows; payments on others are refused.',
  }),
  can: z.strictObject({ administer: z.boolean(), change: z.boolean() }),
});
export type KeysResponse = ResponseOf<typeof keysSchema>;

/** A new key. Both secrets are in plain text, and cannot be read again. */
export const createdKeySchema = z.strictObject({
  id: z.string(),
  wallet_id: z.string(),
  api_key: z.string(),
  signing_secret: z.string(),
});
export type CreatedKeyResponse = ResponseOf<typeof createdKeySchema>;

const fingerprints = z.array(z.string().nullable()).meta({
  description: 'The fingerprint of each key’s device; null for a key without its origin.',
});

export const walletPreviewSchema = z.strictObject({
  source: z.string().meta({ description: 'The recognized format of the text.' }),
  wallets: z.array(
    z.strictObject({
      label: z.string(),
      descriptor: z.string(),
      kind: z.string(),
      fingerprints,
      addresses: z.array(z.string()),
      warning: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  left_out: z.array(z.strictObject({ label: z.string(), message: z.string() })),
});
export type WalletPreviewResponse = ResponseOf<typeof walletPreviewSchema>;

/** Records that a member found an address of the wallet on the device that has its keys. */
const comparisonSchema = z.strictObject({ at: moment, by: z.string(), index: z.int() });

const walletSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  network: z.enum(NETWORKS),
  kind: z.string(),
  fingerprints,
  descriptor: z.string(),
  next_index: z.int(),
  last_paid_index: z.int().nullable(),
  unused_run: z.int(),
  longest_gap: z.int(),
  gap_limit: z.int(),
  first_addresses: z.array(z.string()),
  compared: comparisonSchema.nullable(),
  keys: z.array(z.strictObject({ id: z.string(), name: z.string(), revoked: z.boolean() })),
});
export type WalletResponse = ResponseOf<typeof walletSchema>;

export const keyPathSchema = z.strictObject({
  fingerprint: z.string().nullable(),
  path: z.string(),
});
export type KeyPathResponse = ResponseOf<typeof keyPathSchema>;

export const walletAddressSchema = z.strictObject({
  name: z.string(),
  network: z.enum(NETWORKS),
  kind: z.string(),
  index: z.int(),
  address: z.string(),
  keys: z.array(keyPathSchema),
  next_index: z.int(),
  last_index: z.int(),
  first_addresses: z.array(z.string()),
  compared: comparisonSchema.extend({ address: z.string() }).nullable(),
});

export type WalletAddressResponse = ResponseOf<typeof walletAddressSchema>;

export const walletsSchema = z.strictObject({ data: z.array(walletSchema) });
