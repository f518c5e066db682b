import { type SQL, sql } from 'drizzle-orm';
import type { TestDatabase } from '@/test/support/database';
import type { SampleMerchant } from './sample-merchant';

/**
 * Returns a merchant's rows as text, by table. Columns that change without a request are omitted.
 */
export async function readMerchantRows(
  base: TestDatabase,
  merchant: SampleMerchant,
): Promise<Record<string, string>> {
  const { merchantId } = merchant.owner;
  const keys = sql`select id from api_key where merchant_id = ${merchantId}`;
  const parts: Record<string, SQL> = {
    merchant: sql`select name from merchant where id = ${merchantId}`,
    face: sql`select * from merchant_face where merchant_id = ${merchantId}`,
    keys: sql`select id, name, revoked_at, expires_at, allowed_ips from api_key where id in (${merchant.key.id}, ${merchant.otherNetworkKey.id})`,
    keySecrets: sql`select hash, expires_at from api_key_secret where api_key_id = ${merchant.key.id} order by id`,
    signingSecrets: sql`select id, expires_at from signing_secret where owner_id = ${merchant.key.id} order by id`,
    pairings: sql`select id, hash, revoked_at from greenfield_key where api_key_id = ${merchant.key.id} order by id`,
    members: sql`select user_id, role from membership where merchant_id = ${merchantId} order by user_id`,
    invitations: sql`select id, accepted_at, revoked_at from invitation where merchant_id = ${merchantId}`,
    sessions: sql`select id, revoked_at, merchant_id from user_session where id = ${merchant.owner.sessionId}`,
    payments: sql`select id, canceled_at, amount_sats from payment where api_key_id in (${keys})`,
    audit: sql`select id from audit_entry where merchant_id = ${merchantId} and action <> 'session.create' order by id`,
  };
  const rows: Record<string, string> = {};
  for (const [name, query] of Object.entries(parts)) {
    rows[name] = JSON.stringify(await base.db.execute(query));
  }
  return rows;
}
