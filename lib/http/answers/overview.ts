import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import type { Overview } from '@/lib/payments/overview';
import type { Answer, Shown } from './answer';
import { count, moment, stamp } from './answer-fields';
import { blockStripAnswer, blockStripSchema } from './block-strip';
import { chainAnswer, chainSchema } from './chains';
import { paymentAnswer, paymentSchema } from './payment';
import { workGroupAnswer, workGroupSchema } from './work';

const total = z.strictObject({ sats: count, payments: count });

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
  networks: z.array(z.enum(NETWORKS)).meta({ description: 'Those of the merchant’s keys.' }),
  network: z.enum(NETWORKS).nullable().meta({ description: 'The network of the amounts.' }),
  block_strip: blockStripSchema,
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
  worklist: z.array(workGroupSchema).meta({
    description: 'What is to be handled, by reason, on all networks.',
  }),
  any_payment: z.boolean().meta({ description: 'Whether there is a payment on any network.' }),
});
export type OverviewAnswer = Answer<typeof overviewSchema>;

interface Circumstances {
  readonly now: Date;
  readonly appUrl: URL;
}

/** The overview as JSON. */
export function overviewAnswer(
  view: Shown<Overview, OverviewAnswer>,
  { now, appUrl }: Circumstances,
): OverviewAnswer {
  return {
    now: now.toISOString(),
    networks: view.networks,
    network: view.network ?? null,
    block_strip: blockStripAnswer(view.blockStrip),
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
    worklist: view.worklist.map((group) => workGroupAnswer(group, appUrl)),
    any_payment: view.anyPayment,
  };
}
