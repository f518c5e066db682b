import { z } from 'zod';
import { type IdKind, idPattern } from '@/lib/domain/ids';
import { MAX_SATS } from '@/lib/domain/sats';

export const moment = z.iso.datetime().meta({ description: 'ISO 8601, in UTC.' });
export const txid = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'Transaction id: 64 hex digits.' });
export const sats = (min: number) => z.int().min(min).max(MAX_SATS);
export const count = z.int().min(0);

export const metadataSchema = z.record(z.string(), z.string()).nullable().meta({
  description: 'As given at creation.',
});

export const idOf = (kind: IdKind) => z.string().regex(idPattern(kind));

export const namedSchema = z.strictObject({ id: z.string(), name: z.string() });

export const paginationSchema = z.strictObject({
  total: count.meta({ description: 'Number of matches on all pages.' }),
  limit: z.int().min(1).max(100),
  offset: count,
  has_more: z.boolean(),
});

/** Pagination by cursor has no total. */
export const cursorPaginationSchema = z
  .strictObject({
    limit: z.int().min(1).max(100),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().meta({
      description: 'The `cursor` of the next page; null when there is none.',
    }),
  })
  .meta({ id: 'CursorPagination' });

export function pageResponse<T>(
  data: readonly T[],
  { total, limit, offset }: { readonly total: number; readonly limit: number; offset: number },
) {
  const pagination = { total, limit, offset, has_more: offset + data.length < total };
  return { data, pagination };
}

/** A row that was altered outside this program. */
export const alteredRowSchema = z.strictObject({ kind: z.string(), id: z.string() });
