import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { recordEvents } from '@/lib/webhooks/create-event';
import type { TestKey } from '@/test/support/factories';
import { seedPayments } from '../support/seed';

/** Payments of the key with one event each, due now for the URL. */
export async function makeDeliveries(
  db: Db,
  key: TestKey,
  count: number,
  url: string,
): Promise<void> {
  await seedPayments(db, key, { count, seconds: 3_600, open: true });
  const rows = await db.execute<{ id: string; address: string }>(
    sql`select id, address from payment where api_key_id = ${key.actor.apiKeyId}`,
  );
  const txid = '1'.repeat(64);
  const events = rows.map(({ id, address }) => ({
    paymentId: id,
    apiKeyId: key.actor.apiKeyId,
    type: 'payment.detected' as const,
    sequence: 1,
    txid,
    webhookUrl: url,
    data: {
      payment_id: id,
      txid,
      address,
      amount_sats: 50_000,
      received_sats: 50_000,
      confirmations: 0,
      webhook_url: url,
    },
  }));
  for (let start = 0; start < events.length; start += 1_000) {
    await recordEvents(db, events.slice(start, start + 1_000) as never, new Date());
  }
}
