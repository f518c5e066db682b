import { z } from 'zod';
import { ADDRESS_TYPES } from '@/lib/bitcoin/extended-key';
import { CUSTOMER_MAIL_KINDS } from '@/lib/domain/customer-mail-kind';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { MAX_SECRET_OVERLAP_SECONDS } from '@/lib/domain/limits';
import { NETWORKS } from '@/lib/domain/network';
import type { KeySettings } from '@/lib/keys/key-settings';
import { webhookUrl, wholeNumber } from '../input/fields';
import type { SnakeCase } from '../input/names';

const texts = z.array(z.string().max(300)).max(200);

export const customerMailsSchema = z
  .array(z.enum(CUSTOMER_MAIL_KINDS))
  .max(CUSTOMER_MAIL_KINDS.length);

/** The use case checks the values. */
export const keySettingsFields = {
  name: z.string().max(1_000),
  allow_custom_addresses: z.boolean(),
  allow_management: z.boolean(),
  allow_follow_ups: z.boolean(),
  allowed_ips: texts,
  embed_origins: texts,
  webhook_events: z
    .array(z.enum(EVENT_TYPES, { error: `Must be some of: ${EVENT_TYPES.join(', ')}.` }))
    .max(EVENT_TYPES.length),
  customer_mails: customerMailsSchema,
  default_webhook_url: webhookUrl.nullable(),
  expires_at: z.iso
    .datetime({ error: 'Must be a time in ISO 8601, in UTC.' })
    .transform((text) => new Date(text))
    .nullable(),
} satisfies { [Name in keyof KeySettings as SnakeCase<Name>]: z.ZodType<KeySettings[Name]> };

/** Omitted settings stay as they are. */
export const keyChangesBody = z.strictObject(keySettingsFields).partial();

export const descriptorFields = {
  network: z.enum(NETWORKS, { error: `Must be one of: ${NETWORKS.join(', ')}.` }),
  /** A descriptor or an extended public key, which the errors of this field never quote. */
  descriptor: z.string(),
  address_type: z.enum(ADDRESS_TYPES).optional(),
};

export const rotationBody = z.strictObject({
  overlap_seconds: wholeNumber(0, MAX_SECRET_OVERLAP_SECONDS),
});
