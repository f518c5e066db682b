import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import type { Volume } from '@/lib/payments/day-totals';
import type { Overview } from '@/lib/payments/overview';
import type { Answer, Shown } from './answer';
import { count, moment, stamp } from './answer-fields';
import { blockStripAnswer, blockStripSchema } from './block-strip';
import { chainAnswer, chainSchema } from './chains';
import { paymentAnswer, paymentSchema } from './payment';

const total = z.strictObject({ sats: count, payments: count });

const volumeSchema = z
  .strictObject({
    amount: z.string().meta({ description: 'A decimal number.' }),
    without_rate: count.meta({
      description: 'Payments that the amount lacks, because no rate was noted for them.',
    }),
  })
  .nullable();

const failingSchema = z.strictObject({
  host: z.string(),
  retrying: count.meta({ description: 'Deliveries with a failed attempt that will be retried.' }),
  failed: count.meta({ description: 'Deliveries that were given up.' }),
  error: z.string().nullable().meta({ description: 'The last error of the newest one.' }),
  newest_at: moment,
  paused_until: moment.nullable(),
});

const walletSchema = z.strictObject({
  id: z.string(),
  network: z.enum(NETWORKS),
  key_names: z.array(z.string()),
  unused_run: count,
  gap_limit: count,
});

export const overviewSchema = z.strictObject({
  now: moment.meta({ description: 'The server’s clock.' }),
  time_zone: z.string().meta({ description: 'The time zone of the days (IANA).' }),
  networks: z.array(z.enum(NETWORKS)).meta({ description: 'Those of the merchant’s keys.' }),
  network: z.enum(NETWORKS).nullable().meta({ description: 'The network of the amounts.' }),
  days: z.array(total.extend({ date: z.iso.date(), volume: volumeSchema })).meta({
    description: 'What was confirmed on each day, the oldest first.',
  }),
  block_strip: blockStripSchema,
  display_currency: z.string().nullable().meta({ description: 'That of every volume.' }),
  volume: volumeSchema.meta({ description: 'What was confirmed on all days.' }),
  awaiting: total.meta({ description: 'Money that was seen but lacks confirmations.' }),
  chains: z.array(chainSchema),
  wallets: z.array(walletSchema).meta({ description: 'Those that are near their gap limit.' }),
  expiring: z.array(z.strictObject({ id: z.string(), name: z.string(), expires_at: moment })),
  failing: z.array(failingSchema).meta({ description: 'The worst first.' }),
  paused_endpoints: z.array(
    z.strictObject({ id: z.string(), host: z.string(), paused_at: moment }),
  ),
  outbox: z.strictObject({ due: count, lag_seconds: count }),
  newest: z.array(paymentSchema),
  any_payment: z.boolean().meta({ description: 'Whether there is a payment on any network.' }),
});
export type OverviewAnswer = Answer<typeof overviewSchema>;

interface Circumstances {
  readonly now: Date;
  readonly timeZone: string;
  readonly appUrl: URL;
}

/** The overview as JSON. */
export function overviewAnswer(
  view: Shown<Overview, OverviewAnswer>,
  { now, timeZone, appUrl }: Circumstances,
): OverviewAnswer {
  return {
    now: now.toISOString(),
    time_zone: timeZone,
    networks: view.networks,
    network: view.network ?? null,
    block_strip: blockStripAnswer(view.blockStrip),
    days: view.days.map(({ volume, date, sats, payments }) => ({
      ...{ date, sats, payments },
      volume: volumeAnswer(volume),
    })),
    display_currency: view.displayCurrency,
    volume: volumeAnswer(view.volume),
    awaiting: view.awaiting,
    chains: view.chains.map(chainAnswer),
    wallets: view.wallets.map(({ id, network, keyNames, unusedRun, gapLimit }) => ({
      id,
      network,
      key_names: keyNames,
      unused_run: unusedRun,
      gap_limit: gapLimit,
    })),
    expiring: view.expiring.map(({ id, name, expiresAt }) => ({
      id,
      name,
      expires_at: expiresAt.toISOString(),
    })),
    failing: view.failing.map(({ newestAt, pausedUntil, ...host }) => ({
      ...host,
      newest_at: newestAt.toISOString(),
      paused_until: stamp(pausedUntil),
    })),
    paused_endpoints: view.pausedEndpoints.map(({ id, host, pausedAt }) => ({
      id,
      host,
      paused_at: pausedAt.toISOString(),
    })),
    outbox: { due: view.outbox.due, lag_seconds: view.outbox.lagSeconds },
    newest: view.newest.map((payment) => paymentAnswer(payment, appUrl)),
    any_payment: view.anyPayment,
  };
}

function volumeAnswer(volume: Volume | null): Answer<typeof volumeSchema> {
  return volume && { amount: volume.amount, without_rate: volume.withoutRate };
}
