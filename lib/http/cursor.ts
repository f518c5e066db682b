import { z } from 'zod';
import type { PaymentPlace } from '@/lib/payments/payment-filter';

const ERROR =
  'Must be the next_cursor of an earlier answer, unchanged. Leave it out for the first page.';

/** A creation in ms since 1970 and an id, which together are a place in a list. */
const placeOf = (prefix: string) =>
  new RegExp(`^(0|[1-9]\\d{0,14})\\.(${prefix}_[0-9A-Za-z]{22})$`);

/** A place in a list as text; programs must not look into it. */
export function cursorOf({ createdAt, id }: PaymentPlace): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** The `cursor` of the page after one that ends with `last`; null when there is none. */
export function nextCursor(last: PaymentPlace | undefined, hasMore: boolean): string | null {
  return hasMore && last ? cursorOf(last) : null;
}

/**
 * A query parameter with the text of {@link cursorOf}.
 *
 * @param prefix of the ids of the list
 */
export function cursor(prefix: string) {
  const form = placeOf(prefix);
  return z
    .string({ error: ERROR })
    .refine((text) => placeAt(text, form) !== undefined, {
      error: ERROR,
      params: { code: 'invalid_format' },
    })
    .transform((text) => placeAt(text, form));
}

function placeAt(text: string, form: RegExp): PaymentPlace | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const [, ms, id = ''] = form.exec(decoded) ?? [];
  const place = { createdAt: new Date(Number(ms)), id };
  // Decoding skips what is not base64url.
  return ms !== undefined && cursorOf(place) === text ? place : undefined;
}
