import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { toSats } from '@/lib/domain/sats';
import { recordEvents } from '@/lib/webhooks/events/create-event';
import type { TestKey } from '@/test/support/factories';
import { seedPayments } from '../support/seed';

const MAX_BATCH = 1_000;

/** Creates payments with one due event each. The payments use the URLs in turn. */
export async function makeDeliveries(
  db: Db,
  key: TestKey,
  count: number,
  urls: readonly string[],
): Promise<void> {
  await seedPayments(db, key, { count, seconds: 3_600, open: true });
  const rows = await db.execute<{ id: string; address: string }>(
    sql`select id, address from payment where api_key_id = ${key.actor.apiKeyId}`,
  );
  const txid = '1'.repeat(64);
  const urlOf = (n: number) => urls[n % urls.length] ?? null;
  // The API key's secret signs only the webhooks to the payment's own URL.
  await db.execute(sql`
    update payment p set webhook_url = own.url
    from json_to_recordset(${JSON.stringify(rows.map(({ id }, n) => ({ id, url: urlOf(n) })))}::json)
      as own(id text, url text)
    where p.id = own.id`);
  const events = rows.map(({ id, address }, n) => ({
    paymentId: id,
    apiKeyId: key.actor.apiKeyId,
    type: 'payment.detected' as const,
    choice: ['payment.detected'] as const,
    status: 'detected' as const,
    reason: null,
    sequence: 1,
    txid,
    webhookUrl: urlOf(n),
    address,
    amount: toSats(50_000),
    received: toSats(50_000),
    confirmations: 0,
    metadata: null,
    description: null,
    price: null,
  }));
  for (let start = 0; start < events.length; start += MAX_BATCH) {
    await recordEvents(db, events.slice(start, start + MAX_BATCH), new Date());
  }
}
