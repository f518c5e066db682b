import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * SQL for the id of a merchant's endpoint: 128 bits of the SHA-256 of merchant and URL. It needs no
 * look-up and does not reveal the URL, whose query may contain a secret.
 */
export function endpointId(merchantId: SQL | AnyColumn, url: SQL | AnyColumn): SQL<string> {
  return sql`'end_' || left(
    encode(sha256(convert_to(${merchantId} || ' ' || ${url}, 'UTF8')), 'hex'), 32)`;
}
