import { z } from 'zod';
import { type IdKind, idPattern } from '@/lib/domain/ids';
import type { PaymentCursor } from '@/lib/payments/views/payment-filter';

const ERROR =
  'Must be the next_cursor of an earlier response, unchanged. Leave it out for the first page.';

/** The position of an item in a list: its creation time in ms since 1970, and its id. */
const PLACE = /^(0|[1-9]\d{0,14})\.(.+)$/;

/** The end of the year 9999. PostgreSQL cannot read later years as JavaScript writes them. */
const MAX_MS = 253_402_300_799_999;

/** Returns a position in a list as opaque text. */
export function encodeCursor({ createdAt, id }: PaymentCursor): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** Returns the `cursor` of the page after `last`; null if there is no such page. */
export function nextCursor(last: PaymentCursor | undefined, hasMore: boolean): string | null {
  return hasMore && last ? encodeCursor(last) : null;
}

/**
 * Returns the schema of a `cursor` parameter.
 *
 * @param kind the kind of ids that the list has
 */
export function cursorParameter(kind: IdKind) {
  const id = idPattern(kind);
  return z
    .string({ error: ERROR })
    .refine((text) => placeAt(text, id) !== undefined, {
      error: ERROR,
      params: { code: 'invalid_format' },
    })
    .transform((text) => placeAt(text, id));
}

function placeAt(text: string, form: RegExp): PaymentCursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const [, ms, id = ''] = PLACE.exec(decoded) ?? [];
  const place = { createdAt: new Date(Number(ms)), id };
  // The decoder ignores characters outside base64url, so only the exact text of this position is
  // accepted.
  const isPlace = Number(ms) <= MAX_MS && form.test(id);
  return isPlace && encodeCursor(place) === text ? place : undefined;
}
