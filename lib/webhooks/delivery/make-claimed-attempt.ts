import type { Db } from '@/db/client';
import { isClosedByThisProcess, isConnectionLost } from '@/db/connection-lost';
import type { DashboardChange } from '@/lib/domain/change';
import { openSigningSecrets } from '@/lib/keys/signing-secrets';
import type { Vault } from '@/lib/keys/vault';
import type { Logger } from '@/lib/log';
import { queueChange } from '@/lib/server/changes/queue-change';
import { runInSpan } from '@/lib/server/tracing/span';
import type { ExchangeLimits, ExchangeResult } from '../transport/progress';
import type { Resolve } from '../transport/resolve-host';
import { send, unsentResult } from '../transport/send';
import type { TargetPolicy } from '../transport/target-url';
import type { Claim } from './claim-deliveries';
import { completeAttempts, type Outcome } from './complete-attempts';
import type { CompletedAttempt } from './next-step';
import { DELIVERY_LEASE_MS } from './release';
import { attemptHeaders, type Dialects } from './sign';

export interface DeliverDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly policy: TargetPolicy;
  readonly log: Logger;
  /** Returns a number from 0 to 1, for the jitter of the next attempt. */
  readonly random?: () => number;
  readonly limits?: ExchangeLimits;
  readonly resolve?: Resolve;
  readonly dialects?: Dialects;
  readonly observe?: (sample: { readonly outcome: string; readonly seconds: number }) => void;
}

/**
 * Makes a claimed attempt, records its result and notifies open dashboards. Never rejects: after a
 * failure, the lease expires and the delivery is retried.
 *
 * @param write records the completion, as {@link completeAttempts} does; returns undefined if it must be
 *   written alone
 */
export async function makeClaimedAttempt(
  deps: DeliverDeps,
  claim: Claim,
  clock: () => Date,
  write: (ended: CompletedAttempt) => Promise<Outcome | undefined>,
): Promise<void> {
  const { db, log } = deps;
  const context = { delivery: claim.deliveryId, event: claim.eventId, attempt: claim.attempt };
  const change: DashboardChange = `delivery ${claim.paymentId}`;
  const note = () => queueChange(db, claim.merchantId, change);
  note();
  try {
    const facts = {
      'payment.id': claim.paymentId,
      'webhook.event.id': claim.eventId,
      'webhook.delivery.id': claim.deliveryId,
      'webhook.attempt': claim.attempt,
    };
    await runInSpan('webhook attempt', facts, async (noteOnSpan) => {
      const { result, requestHeaders } = await exchange(deps, claim, clock());
      const chance = (deps.random ?? Math.random)();
      const ended: CompletedAttempt = { claim, result, requestHeaders, at: clock(), chance };
      const outcome = await recordInLease(db, ended, clock, write);
      const { status, fault, responseEnd, timings } = result;
      noteOnSpan({
        'webhook.outcome': outcome,
        'webhook.fault': fault?.kind,
        'http.response.status_code': status ?? undefined,
      });
      deps.observe?.({ outcome, seconds: timings.totalMs / 1000 });
      log.info(
        {
          ...context,
          finish: outcome,
          status,
          responseEnd,
          fault: fault?.kind,
          ms: timings.totalMs,
        },
        'webhook attempt',
      );
    });
  } catch (err) {
    log.error(
      { ...context, err },
      'a webhook attempt could not be recorded; its delivery is retried when the lease ends',
    );
  }
  note();
}

async function exchange(
  deps: DeliverDeps,
  claim: Claim,
  now: Date,
): Promise<{ result: ExchangeResult; requestHeaders: Record<string, string> }> {
  const { vault, log, policy, limits, resolve, dialects = {} } = deps;
  // The operator must fix unreadable secrets. Until then the delivery keeps its schedule.
  const onUnreadable = (err: unknown) => {
    log.error({ err, delivery: claim.deliveryId }, 'a signing secret could not be read');
  };
  const secrets = [
    ...openSigningSecrets(
      vault,
      claim.dialect?.signer ?? claim.apiKeyId,
      claim.sealedSecrets,
      onUnreadable,
    ),
    ...openSigningSecrets(vault, claim.endpointId, claim.sealedEndpointSecrets, onUnreadable),
  ];
  const headers = attemptHeaders(claim, dialects, secrets, now);
  if (!headers) return { result: unsentResult({ kind: 'unsigned' }, now), requestHeaders: {} };
  const result = await send(
    { url: claim.url, body: claim.body, headers },
    { policy, limits, resolve, now },
  );
  return { result, requestHeaders: headers };
}

const RETRY_MS = 1_000;

/**
 * Records a completion. While the database is unreachable, retries until shortly before the lease
 * expires. After that, the webhook is sent again, although the endpoint may already have it.
 *
 * @param write {@link completeAttempts} as part of a batch
 */
async function recordInLease(
  db: Db,
  ended: CompletedAttempt,
  clock: () => Date,
  write: (ended: CompletedAttempt) => Promise<Outcome | undefined>,
): Promise<Outcome> {
  const leaseEnd = ended.claim.attemptStartedAt.getTime() + DELIVERY_LEASE_MS;
  for (let isRetry = false; ; isRetry = true) {
    try {
      const outcome = (await write(ended)) ?? (await completeAttempts(db, [ended], true))[0];
      return outcome ?? 'late';
    } catch (error) {
      // A broken database client reconnects after its first failure. If it is still closed at the
      // retry, this process has closed it on purpose.
      const isOver = isRetry && isClosedByThisProcess(error);
      const isLate = clock().getTime() + RETRY_MS >= leaseEnd;
      if (!isConnectionLost(error) || isOver || isLate) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
