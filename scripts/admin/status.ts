import { count, isNotNull } from 'drizzle-orm';
import { apiKey, merchant, wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import { readHealth } from '@/lib/health';
import { networksWithKeys } from '@/lib/keys/networks-with-keys';
import type { Command } from './command';
import { withWarning } from './with-warning';

export const status: Command = {
  about: 'Shows how far each chain is read, how many deliveries wait, and totals.',
  reads: true,
  run: async ({ db, clock, networks }) => {
    const [health, merchants, wallets, keys, revoked, valid, payments, deliveries] =
      await Promise.all([
        readHealth(db, networks, clock()),
        db.$count(merchant),
        db.$count(wallet),
        db.$count(apiKey),
        db.$count(apiKey, isNotNull(apiKey.revokedAt)),
        networksWithKeys(db),
        db.select({ status: payment.status, n: count() }).from(payment).groupBy(payment.status),
        db.select({ status: delivery.status, n: count() }).from(delivery).groupBy(delivery.status),
      ]);
    const found = {
      ...health,
      counts: {
        merchants,
        wallets,
        keys,
        revoked_keys: revoked,
        payments: byStatus(payments),
        deliveries: byStatus(deliveries),
      },
    };
    return withWarning(found, [...valid], { networks });
  },
};

function byStatus(rows: readonly { status: string; n: number }[]): Record<string, number> {
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}
