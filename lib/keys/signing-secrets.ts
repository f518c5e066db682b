import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { Vault } from './vault';

/** The signing secrets of a key that are valid now, in clear, newest first. */
export async function activeSigningSecrets(
  db: Db,
  vault: Vault,
  apiKeyId: string,
  now: Date,
): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await db.execute<{ sealed: string[] }>(
    sql`select ${sealedSigningSecrets(sql`${apiKeyId}`, at)} as sealed`,
  );
  return row?.sealed.map((sealed) => vault.open(sealed)) ?? [];
}

/** SQL of the same ones as an array, still sealed: for a statement that needs them with more. */
export function sealedSigningSecrets(apiKeyId: SQL, at: SQL): SQL {
  return sql`array(
    select s.ciphertext from signing_secret s
    where s.api_key_id = ${apiKeyId} and (s.expires_at is null or s.expires_at > ${at})
    order by s.expires_at desc nulls first, s.created_at desc
  )`;
}
