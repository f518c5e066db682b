import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { payment } from '@/db/schema/payments';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import { LEASE_INTERVAL } from '@/lib/webhooks/delivery/release';
import { startApp } from '@/test/support/app';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { openLiveMerchant, receivedEventIds } from '@/test/support/live-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const merchant = await openForTestFile(openLiveMerchant());
const second = await openForTestFile(
  startApp({
    databaseUrl: merchant.base.url,
    env: { BITCOIN_REGTEST: merchant.node.url, SECRET_KEY: TEST_SECRET_KEY },
  }),
);

async function payMany(count: number): Promise<string[]> {
  const payments = await Promise.all(
    Array.from({ length: count }, () => merchant.create({ required_confirmations: 1 })),
  );
  await merchant.node.sendMany(
    Object.fromEntries(payments.map(({ address }) => [address, 100_000])),
  );
  return payments.map(({ id }) => id);
}

const nothingIsOpen = () =>
  until(
    'every payment is confirmed and every event delivered',
    async () => {
      const [row] = await merchant.db.execute<{ open: string; waiting: string }>(sql`
      select (select count(*) from ${payment} where status <> 'confirmed') as open,
             (select count(*) from ${delivery} where status <> 'delivered') as waiting`);
      return row?.open === '0' && row.waiting === '0';
    },
    120_000,
  );

describe('two servers on one database', () => {
  it('two servers on one database send every event exactly once', async () => {
    await payMany(40);
    await until('the payments are seen', async () => {
      const rows = await merchant.db.select({ id: webhookEvent.id }).from(webhookEvent);
      return rows.length >= 40;
    });
    await merchant.node.mine(1);
    await nothingIsOpen();
    const events = await merchant.db.select({ id: webhookEvent.id }).from(webhookEvent);
    expect(events).toHaveLength(80);
    expect(merchant.receiver.requests).toHaveLength(80);
    expect(receivedEventIds(merchant.receiver).sort()).toEqual(events.map(({ id }) => id).sort());
  });

  it('two servers on one database deliver every event even if one server is killed', async () => {
    const ids = await payMany(20);
    await second.kill('SIGKILL');
    await merchant.node.mine(1);
    await merchant.db.execute(
      sql`update ${delivery} set attempt_started_at = now() - ${LEASE_INTERVAL} where status = 'delivering'`,
    );
    await nothingIsOpen();
    for (const id of ids) {
      const types = (await merchant.events(id)).map(({ type }) => type);
      expect(types.at(-1)).toBe('payment.confirmed');
      expect(new Set(types).size).toBe(types.length);
    }
  });
});
