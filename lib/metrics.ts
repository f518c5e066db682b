import { existsSync, statfsSync } from 'node:fs';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Health } from '@/lib/health';
import { MAIL_OUTCOMES, type MailOutcome } from '@/lib/mail/send-due-mails';
import { collectProcessMetrics } from '@/lib/process-metrics';
import { VERSION } from '@/lib/version';
import { OUTCOMES } from '@/lib/webhooks/delivery/complete-attempts';

export interface Metrics {
  request(sample: { route: string; method: string; status: number; seconds: number }): void;
  webhookAttempt(sample: { outcome: string; seconds: number }): void;
  mailAttempt(outcome: MailOutcome): void;
  /** Sets the number of open pages of a kind. Each open page has a stream of events. */
  openStreams(kind: 'dashboard' | 'payment_page' | 'refund_page', count: number): void;
  requestsNotNoted(count: number): void;
  /** Returns the metrics as Prometheus's text, with the database's gauges if it can be read. */
  text(health: Health | undefined): Promise<string>;
  readonly contentType: string;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/**
 * Creates the metrics of this process. Counters are per process, but the gauges of chains and of
 * the outbox are the same in every process. Also reports the free space of the disk with `dataDir`.
 */
export function createMetrics(dataDir: string): Metrics {
  const registry = new Registry();
  const readDelays = collectProcessMetrics(registry);
  const requests = new Histogram({
    name: 'blocktally_http_request_seconds',
    help: 'API requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const attempts = new Histogram({
    name: 'blocktally_webhook_try_seconds',
    help: 'Webhook attempts by outcome',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  // Each value starts at zero, because an alert cannot use a missing value.
  for (const outcome of OUTCOMES) attempts.zero({ outcome });
  const mails = new Counter({
    name: 'blocktally_mail_attempts_total',
    help: 'Messages given to the mail server, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  const streams = new Gauge({
    name: 'blocktally_open_event_streams',
    help: 'Open pages that are notified of changes, by kind',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of ['dashboard', 'payment_page', 'refund_page']) streams.set({ kind }, 0);
  const notNoted = new Counter({
    name: 'blocktally_requests_not_noted_total',
    help: 'API requests that are missing in the request log',
    registers: [registry],
  });
  new Gauge({
    name: 'blocktally_data_dir_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    registers: [registry],
    collect() {
      // If there is no embedded database, the folder may be missing.
      if (!existsSync(dataDir)) return;
      const { bavail, bsize } = statfsSync(dataDir);
      this.set(bavail * bsize);
    },
  });
  const shared = sharedGauges(registry);
  return {
    contentType: registry.contentType,
    request: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    webhookAttempt: ({ outcome, seconds }) => attempts.observe({ outcome }, seconds),
    mailAttempt: (outcome) => mails.inc({ outcome }),
    openStreams: (kind, count) => streams.set({ kind }, count),
    requestsNotNoted: (count) => notNoted.inc(count),
    text: (health) => {
      readDelays();
      shared.set(health);
      return registry.metrics();
    },
  };
}

function sharedGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `blocktally_${name}`, help, labelNames, registers: [registry] });
  const chains = {
    height: gauge('chain_height', 'Last block whose effects are in the database', ['network']),
    lag_blocks: gauge('chain_lag_blocks', 'Blocks behind the source', ['network']),
    tip_age_seconds: gauge('chain_tip_age_seconds', 'Seconds since the last block', ['network']),
    read_age_seconds: gauge('chain_read_age_seconds', 'Seconds since the last full read', [
      'network',
    ]),
    reorg_depth: gauge('chain_reorg_depth', 'Blocks replaced by the deepest reorg of 24 hours', [
      'network',
    ]),
  };
  const failing = gauge('chain_failing', '1 while the source cannot be read', ['network']);
  const due = gauge('outbox_due', 'Deliveries that are due');
  const lag = gauge('outbox_lag_seconds', 'Age of the oldest due delivery');
  const endpoints = gauge('failing_endpoints', 'Webhook endpoints whose last attempts failed');
  const altered = gauge('altered_rows', 'Rows that do not match their seal');
  const mail = gauge('mail_waiting', 'Mails that wait to be sent');
  const mailLag = gauge('mail_lag_seconds', 'Age of the oldest mail that waits');
  const database = gauge('database_up', '1 while the database answers');
  const info = gauge('info', 'Always 1; the version is its label', ['version']);
  info.set({ version: VERSION }, 1);
  return {
    set(health: Health | undefined) {
      database.set(health ? 1 : 0);
      // Unknown values are left out, because an old value would look current.
      for (const one of [...Object.values(chains), failing]) one.reset();
      for (const one of [due, lag, endpoints, altered, mail, mailLag]) one.remove();
      if (!health) return;
      for (const state of health.chains) {
        const { network } = state;
        for (const [name, one] of Object.entries(chains)) {
          const value = state[name as keyof typeof chains];
          if (value !== null) one.set({ network }, value);
        }
        failing.set({ network }, state.failing_since === null ? 0 : 1);
      }
      due.set(health.outbox.due);
      lag.set(health.outbox.lag_seconds);
      endpoints.set(health.outbox.failing_endpoints);
      altered.set(health.altered_rows);
      if (!health.mail) return;
      mail.set(health.mail.waiting);
      mailLag.set(health.mail.lag_seconds);
    },
  };
}
