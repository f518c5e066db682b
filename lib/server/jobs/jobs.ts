import type { Database, Db } from '@/db/client';
import { type ChannelDeps, sendToChannels } from '@/lib/channels/send-to-channels';
import { erasePastRetention } from '@/lib/customers/erase-past-retention';
import type { Network } from '@/lib/domain/network';
import type { Vault } from '@/lib/keys/vault';
import type { Logger } from '@/lib/log';
import { MAIL_CHANNEL } from '@/lib/mail/add-mail';
import { mailMonthlyReports } from '@/lib/mail/mail-monthly-reports';
import { nextMailAt, nextMessageAt, pruneMails } from '@/lib/mail/mail-state';
import { hasNotificationRecipients } from '@/lib/mail/notify-members';
import { notifyOfRateGaps } from '@/lib/mail/notify-of-rate-gaps';
import { notifyOfSourceFaults } from '@/lib/mail/notify-of-source-faults';
import { type MakeReport, type SendDeps, sendDueMails } from '@/lib/mail/send-due-mails';
import type { Mailer } from '@/lib/mail/transport';
import type { ChainReader } from '@/lib/payments/create-chain-reader';
import { expirePayments, nextExpiryAt } from '@/lib/payments/expire-payments';
import { pruneIdempotency } from '@/lib/payments/idempotency';
import type { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { pruneViews } from '@/lib/payments/payment-views';
import type { PaymentChangeHook } from '@/lib/payments/record-standings';
import { nextRateAt, storeConfirmationRates } from '@/lib/payments/store-confirmation-rates';
import type { Rates } from '@/lib/rates/rates';
import { pruneRequests } from '@/lib/server/request-log/prune-requests';
import { WakeSignal } from '@/lib/wake-signal';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { nextDeliveryListAt } from '@/lib/webhooks/delivery/due';
import type { DeliverDeps } from '@/lib/webhooks/delivery/make-claimed-attempt';
import { pruneDeliveries } from '@/lib/webhooks/delivery/prune-deliveries';
import type { Dialects } from '@/lib/webhooks/delivery/sign';
import { pruneCounts } from '@/lib/webhooks/endpoints/endpoint-hours';
import { notifyOfFailingEndpoints } from '@/lib/webhooks/endpoints/notify-of-failing-endpoints';
import { switchOffEndpoints } from '@/lib/webhooks/endpoints/switch-off-endpoints';
import { DUE_CHANNEL } from '@/lib/webhooks/events/create-event';
import { type TargetSettings, targetPolicy } from '@/lib/webhooks/transport/target-url';
import { createFollowJob } from './create-follow-job';
import { createDuePace, createIntervalPace, type Pace } from './pace';

export interface JobContext {
  readonly log: Logger;
  readonly clock: () => Date;
  readonly database: Database;
  readonly db: Db;
  readonly vault: Vault;
  readonly sources: ReadonlyMap<Network, unknown>;
  readonly chains: ChainReader;
  readonly newPayments: NewPaymentSignal;
  readonly rates: Rates;
  readonly dialects: Dialects;
  readonly afterChange: PaymentChangeHook;
  readonly env: TargetSettings & { readonly appUrl: URL };
  readonly stopping: { readonly signal: AbortSignal };
  readonly metrics: {
    readonly webhookAttempt: NonNullable<DeliverDeps['observe']>;
    readonly mailAttempt: NonNullable<SendDeps['observe']>;
  };
  /** Undefined while mail is off. */
  readonly mailer: Mailer | undefined;
  readonly makeReport: MakeReport;
}

/**
 * Repeated work. Any number of processes may run it concurrently, because they coordinate through
 * database locks.
 */
export interface Job {
  /** Appears in the log and at Inngest. */
  readonly name: string;
  /** Does the work. Begins nothing new after `signal` aborts. Inngest may show the result. */
  run(signal: AbortSignal): Promise<unknown>;
  readonly pace: Pace;
  /** Notifications on this channel end the pause. */
  readonly wokenBy?: string;
  /** Pushes of this network end the pause, or start a run at Inngest. */
  readonly network?: Network;
  /** Called when this process has created a payment on the network. Returns whether to run now. */
  readonly onNewPayment?: () => boolean;
  /** Called when this process has read pushed transactions of the network. */
  readonly onPushed?: () => void;
  /** Called on each notification, even during a run. */
  readonly onWake?: () => void;
  /**
   * When Inngest runs the job. `with` names another job: each run of the other job also runs this
   * one, because Inngest bills each run.
   */
  readonly cron: string | { readonly with: string };
  /** Maximum number of concurrent runs at Inngest; by default 1, so runs wait for each other. */
  readonly concurrency?: number;
}

const EVERY_MINUTE = '* * * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** The sweep finds deliveries whose notification was lost, or whose process has crashed. */
const SWEEP_EVERY_MS = 10_000;

/**
 * Bounds of the pause between two expiry runs. The pause may be long, because a payment expires
 * only after a full read of the chain, and is payable for at least 300 s.
 */
const EXPIRY = { minMs: 1_000, maxMs: 30_000 };

/** How long to wait before exchanges that did not agree on a rate are queried again. */
const RATES = { minMs: 15_000, maxMs: 30_000 };

/** Every job, run by this process or by Inngest. */
export function createJobs(own: JobContext): readonly Job[] {
  const { db, clock, log } = own;
  const nudge = new WakeSignal();
  return [
    ...[...own.sources.keys()].map((network) => createFollowJob(own, network)),
    {
      // A single job sends all deliveries, because the database holds their state.
      name: 'sweep-deliveries',
      run: (signal) => dispatchDue({ ...deliveryDeps(own), nudge }, clock, signal),
      pace: createDuePace(clock, () => nextDeliveryListAt(db, clock()), { maxMs: SWEEP_EVERY_MS }),
      wokenBy: DUE_CHANNEL,
      onWake: () => nudge.call(),
      cron: EVERY_MINUTE,
      // A run that waits for slow endpoints sends nothing new, so other runs may start. Inngest's
      // free plan allows five.
      concurrency: 5,
    },
    {
      name: 'expire-payments',
      run: async () => {
        const expired = await expirePayments(db, clock(), own.afterChange);
        if (expired > 0) log.info({ expired }, 'payments expired');
        return expired;
      },
      pace: createDuePace(clock, () => nextExpiryAt(db, own.sources.keys()), EXPIRY),
      cron: EVERY_MINUTE,
    },
    {
      name: 'note-rates',
      run: () => storeConfirmationRates(db, own.rates, clock()),
      pace: createDuePace(clock, () => nextRateAt(db), RATES),
      cron: EVERY_FIVE_MINUTES,
    },
    {
      name: 'prune',
      run: async () => {
        await pruneIdempotency(db, clock());
        await pruneDeliveries(db, clock());
        await pruneViews(db, clock());
        await pruneCounts(db, clock());
        await pruneRequests(db, clock());
        await erasePastRetention(db, clock());
        await pruneMails(db, clock());
      },
      pace: createIntervalPace(3_600_000),
      cron: '17 3 * * *',
    },
    {
      name: 'switch-off-endpoints',
      run: async () => {
        const off = await switchOffEndpoints(db, clock());
        if (off > 0) log.warn({ endpoints: off }, 'webhook endpoints that fail were switched off');
        return off;
      },
      pace: createIntervalPace(3_600_000),
      cron: '23 * * * *',
    },
    ...notificationJobs(own),
    ...(own.mailer ? mailJobs(own, own.mailer) : []),
  ];
}

/** Bounds of the pause between searches for mails whose notification was lost. */
const MAIL = { minMs: 1_000, maxMs: 30_000 };

function notificationJobs(own: JobContext): readonly Job[] {
  const { db, vault, log, clock, env } = own;
  const deps: ChannelDeps = { db, vault, log, policy: targetPolicy(env), appUrl: env.appUrl };
  return [
    {
      name: 'send-to-channels',
      run: (signal) => sendToChannels(deps, clock, signal),
      pace: createDuePace(clock, () => nextMessageAt(db), MAIL),
      wokenBy: MAIL_CHANNEL,
      cron: { with: 'sweep-deliveries' },
    },
    {
      name: 'tell-of-trouble',
      run: async () => {
        if (!(await hasNotificationRecipients(db))) return;
        await notifyOfFailingEndpoints(db, clock());
        await notifyOfSourceFaults(db, clock());
        await own.rates.fillGaps(clock());
        await notifyOfRateGaps(db, clock());
      },
      pace: createIntervalPace(60_000),
      cron: { with: 'note-rates' },
    },
  ];
}

function mailJobs(own: JobContext, mailer: Mailer): readonly Job[] {
  const { db, vault, log, clock, env, metrics, makeReport } = own;
  const observe = metrics.mailAttempt;
  const deps = { db, vault, log, mailer, makeReport, appUrl: env.appUrl, observe };
  return [
    {
      name: 'send-mails',
      run: (signal) => sendDueMails(deps, clock, signal),
      pace: createDuePace(clock, () => nextMailAt(db), MAIL),
      wokenBy: MAIL_CHANNEL,
      cron: EVERY_MINUTE,
    },
    {
      name: 'tell-of-months',
      run: () => mailMonthlyReports(db, clock()),
      pace: createIntervalPace(600_000),
      cron: '41 * * * *',
    },
  ];
}

export function deliveryDeps(own: JobContext): DeliverDeps {
  const { db, vault, log, env, metrics, dialects } = own;
  const policy = targetPolicy(env);
  return { db, vault, log, policy, dialects, observe: metrics.webhookAttempt };
}
