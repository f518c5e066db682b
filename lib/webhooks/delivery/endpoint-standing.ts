import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { webhookEndpointStanding } from '@/db/schema/endpoints';
import type { FailureCause } from '../transport/cause';
import type { CompletedAttempt } from './next-step';

export type StandingRow = typeof webhookEndpointStanding.$inferSelect;

/** Returns the standings of endpoints whose hosts the transaction has locked, by endpoint. */
export async function readStandings(
  tx: Db,
  ends: readonly CompletedAttempt[],
): Promise<Map<string, StandingRow>> {
  const endpointIds = ends.map(({ claim }) => claim.endpointId);
  const rows = await tx
    .select()
    .from(webhookEndpointStanding)
    .where(isAmong(webhookEndpointStanding.endpointId, endpointIds));
  return new Map(rows.map((row) => [row.endpointId, row]));
}

/** @param cause null if the attempt succeeded */
export function advanceStanding(
  before: StandingRow,
  { result, at }: CompletedAttempt,
  cause: FailureCause | null,
): StandingRow {
  const lastErrorCode = cause?.code ?? null;
  const hasSameResult = (before.failingSince === null) === (cause === null);
  const isSame =
    hasSameResult && before.lastStatus === result.status && before.lastErrorCode === lastErrorCode;
  return {
    ...before,
    failingSince: cause && (before.failingSince ?? at),
    inARow: hasSameResult ? before.inARow + 1 : 1,
    sameInARow: isSame ? before.sameInARow + 1 : 1,
    lastAt: at,
    lastMs: Math.round(result.timings.totalMs),
    lastStatus: result.status,
    lastErrorCode,
    lastError: cause?.message ?? null,
    lastSuccessAt: cause ? before.lastSuccessAt : at,
    lastFailureAt: cause ? at : before.lastFailureAt,
  };
}
