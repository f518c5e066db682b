import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isClosedHere, isConnectionLost } from '@/db/connection-lost';
import { ENDS_WHEN_FROZEN } from '@/db/locks';
import { prepared } from '@/db/prepared';
import { afterAttempt, hostSign } from './breaker';
import type { Claim } from './claim';
import { type Ended, nextStep, type PreviousAttempts } from './next-step';
import { LEASE_MS, releaseHost } from './release';
import type { HostId, HostStanding } from './webhook-host';
import { type Completion, writeCompletions } from './write-completions';

/** The delivery's new state. `late`: the lease had run out, and another attempt has it. */
export type Outcome = 'delivered' | 'failed' | 'retry' | 'late';

const RETRY_MS = 1_000;

/**
 * Records the end of an attempt. While the database cannot be reached it retries, until shortly before
 * the lease runs out: then the webhook is sent once more, though its endpoint may have it.
 *
 * @param write {@link complete} in a batch
 */
export async function recordInLease(
  db: Db,
  ended: Ended,
  clock: () => Date,
  write: (ended: Ended) => Promise<Outcome | undefined>,
): Promise<Outcome> {
  const leaseEnd = ended.claim.attemptStartedAt.getTime() + LEASE_MS;
  for (let isRetry = false; ; isRetry = true) {
    try {
      const outcome = (await write(ended)) ?? (await complete(db, [ended], true))[0];
      return outcome ?? 'late';
    } catch (error) {
      // A broken client is renewed after a first failure; one that fails again is closed for good.
      const isOver = isRetry && isClosedHere(error);
      const isLate = clock().getTime() + RETRY_MS >= leaseEnd;
      if (!isConnectionLost(error) || isOver || isLate) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/**
 * Records attempts that have ended and what follows for their deliveries and hosts: delivered, the next
 * attempt, or the end. A sender whose lease ran out only completes the record of its own attempt.
 *
 * @param isAlone waits for the locks of hosts. A batch must not wait for one of many hosts, nor for the
 *   release of what waits for it: such ends are undefined in its result, and to be completed alone
 * @returns an outcome for each end, in order
 */
export function complete(
  db: Db,
  ends: readonly Ended[],
  isAlone: boolean,
): Promise<(Outcome | undefined)[]> {
  return db.transaction(async (tx) => {
    const hosts = await lockHosts(tx, ends, isAlone);
    const previous = await previousAttempts(tx, ends);
    const released: Ended[] = [];
    const completions: Completion[] = [];
    for (const [nth, ended] of ends.entries()) {
      const host = hosts.get(keyOf(ended.claim));
      // Not only after failures in a row: deliveries that the host refused, as with a 403, wait too.
      const releases = ended.result.ok && host?.lastFailureAt != null;
      if (!host || (releases && !isAlone)) continue;
      if (releases) released.push(ended);
      const before = previous.get(nth);
      completions.push({ nth, ended, next: nextStep(ended, before, host) });
      // After a lost connection an end may be written again: it counts once.
      if (!before?.isRecorded) hosts.set(keyOf(ended.claim), standingAfter(host, ended));
    }
    if (completions.length === 0) return ends.map(() => undefined);
    const rows = await writeCompletions(tx, completions, [...hosts.values()]);
    const moved = new Set(rows.map(({ nth }) => nth));
    for (const { claim, at } of released) await releaseHost(tx, claim, at);
    const outcomes: (Outcome | undefined)[] = ends.map(() => undefined);
    for (const { nth, next } of completions)
      outcomes[nth] = !moved.has(nth) ? 'late' : next.status === 'pending' ? 'retry' : next.status;
    return outcomes;
  });
}

const keyOf = ({ merchantId, host }: Pick<Claim, 'merchantId' | 'host'>) => `${merchantId} ${host}`;

type HostRow = HostId & HostStanding;

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** The hosts of the ends by merchant and host, locked: in a batch, only those that nobody has. */
async function lockHosts(
  tx: Db,
  ends: readonly Ended[],
  isAlone: boolean,
): Promise<Map<string, HostRow>> {
  const claims = new Map(ends.map(({ claim }) => [keyOf(claim), claim]));
  const wanted = [...claims.values()].map(({ merchantId, host }) => ({ merchantId, host }));
  const lock = isAlone ? waitForHosts : lockFreeHosts;
  const rows = await lock(tx, { hosts: JSON.stringify(wanted) });
  return new Map(
    rows.map(({ merchantId, host, failures, ...times }) => {
      const openUntil = dateOf(times.openUntil);
      const lastSuccessAt = dateOf(times.lastSuccessAt);
      const lastFailureAt = dateOf(times.lastFailureAt);
      const row = { merchantId, host, failures, openUntil, lastSuccessAt, lastFailureAt };
      return [keyOf(row), row];
    }),
  );
}

const hostLock = (wait: SQL) =>
  prepared<
    HostId & { failures: number } & Record<
        'openUntil' | 'lastSuccessAt' | 'lastFailureAt',
        string | null
      >
  >(sql`
    select h.*, ${ENDS_WHEN_FROZEN}
    from json_to_recordset(${sql.placeholder('hosts')}::json) as w("merchantId" text, host text)
    cross join lateral (
      select merchant_id as "merchantId", host, failures, open_until as "openUntil",
        last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt"
      from webhook_host where merchant_id = w."merchantId" and host = w.host
      for update ${wait}
    ) h`);
const waitForHosts = hostLock(sql``);
const lockFreeHosts = hostLock(sql`skip locked`);

function standingAfter(host: HostRow, { result, at }: Ended): HostRow {
  const sign = hostSign(result);
  return {
    ...host,
    ...afterAttempt(host, sign, at),
    lastSuccessAt: sign === 'success' ? at : host.lastSuccessAt,
    lastFailureAt: sign === 'success' ? null : sign === 'unknown' ? host.lastFailureAt : at,
  };
}

/** The earlier attempts of deliveries whose attempts failed, by the index of the end. */
async function previousAttempts(
  tx: Db,
  ends: readonly Ended[],
): Promise<Map<number, PreviousAttempts>> {
  const failed = [...ends.entries()].flatMap(([nth, { result, claim }]) =>
    result.ok
      ? []
      : [{ nth, id: claim.deliveryId, attempt: claim.attempt, since: claim.startedAt }],
  );
  if (failed.length === 0) return new Map();
  const rows = await readPrevious(tx, { failed: JSON.stringify(failed) });
  return new Map(
    rows.map(({ nth, count, lastAt, isRecorded }) => [
      nth,
      { count, lastAt: dateOf(lastAt), isRecorded },
    ]),
  );
}

// After the lock, so that it sees what an earlier try of the same write has committed.
const readPrevious = prepared<{
  readonly nth: number;
  readonly count: number;
  readonly lastAt: string | null;
  readonly isRecorded: boolean;
}>(sql`
  select f.nth, a.* from json_to_recordset(${sql.placeholder('failed')}::json)
    as f(nth int, id text, attempt int, since timestamptz)
  cross join lateral (
    select (count(*) filter (where number < f.attempt and started_at >= f.since))::int as count,
      max(coalesce(finished_at, started_at)) filter (where number = f.attempt - 1) as "lastAt",
      coalesce(bool_or(finished_at is not null) filter (where number = f.attempt), false) as "isRecorded"
    from delivery_attempt where delivery_id = f.id
  ) a`);
