import { z } from 'zod';
import type { PaymentPlace } from '@/lib/payments/payment-filter';

/** A payment's creation in ms since 1970 and its id, which together are its place in a list. */
const PLACE = /^(0|[1-9]\d{0,14})\.(pay_[0-9A-Za-z]{22})$/;
const ERROR =
  'Must be the next_cursor of an earlier answer, unchanged. Leave it out for the first page.';

/** A place in a list as text; programs must not look into it. */
export function cursorOf({ createdAt, id }: PaymentPlace): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** A query parameter with the text of {@link cursorOf}. */
export const cursor = z
  .string({ error: ERROR })
  .refine((text) => placeAt(text) !== undefined, {
    error: ERROR,
    params: { code: 'invalid_format' },
  })
  .transform((text) => placeAt(text));

function placeAt(text: string): PaymentPlace | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const [, ms, id = ''] = PLACE.exec(decoded) ?? [];
  const place = { createdAt: new Date(Number(ms)), id };
  // Decoding skips what is not base64url.
  return ms !== undefined && cursorOf(place) === text ? place : undefined;
}
