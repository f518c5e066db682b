import type { FailureCause } from '../transport/cause';
import type { CompletedAttempt } from './next-step';

/** What completed attempts change in an endpoint's row of webhook_endpoint_standing. */
interface AddedAttempts {
  readonly endpoint_id: string;
  /** Consecutive attempts with the same result as the last one. */
  in_a_row: number;
  /** Consecutive attempts with the same status and cause as the last one. */
  same_in_a_row: number;
  /**
   * Whether all added attempts have the same result. Only then can they continue the stored
   * sequence.
   */
  is_one_row: boolean;
  is_same: boolean;
  /** When the current failures began; absent after a success. */
  failing_since?: Date | undefined;
  last_at: Date;
  last_ms: number;
  last_status: number | null;
  last_error_code?: string | undefined;
  last_error?: string | undefined;
  last_success_at?: Date | undefined;
  last_failure_at?: Date | undefined;
}

export function sumAttemptsByEndpoint(
  ends: readonly { readonly ended: CompletedAttempt; readonly cause: FailureCause | null }[],
): AddedAttempts[] {
  const added = new Map<string, AddedAttempts>();
  for (const { ended, cause } of ends) {
    const id = ended.claim.endpointId;
    added.set(id, after(added.get(id), ended, cause));
  }
  return [...added.values()];
}

function after(
  before: AddedAttempts | undefined,
  { claim, result, at }: CompletedAttempt,
  cause: FailureCause | null,
): AddedAttempts {
  const goesOn = before !== undefined && (before.last_error_code === undefined) === !cause;
  const isSame =
    goesOn && before.last_status === result.status && before.last_error_code === cause?.code;
  return {
    endpoint_id: claim.endpointId,
    in_a_row: goesOn ? before.in_a_row + 1 : 1,
    same_in_a_row: isSame ? before.same_in_a_row + 1 : 1,
    is_one_row: before === undefined || (goesOn && before.is_one_row),
    is_same: before === undefined || (isSame && before.is_same),
    failing_since: cause ? ((goesOn ? before.failing_since : undefined) ?? at) : undefined,
    last_at: at,
    last_ms: Math.round(result.timings.totalMs),
    last_status: result.status,
    last_error_code: cause?.code,
    last_error: cause?.message,
    last_success_at: cause ? before?.last_success_at : at,
    last_failure_at: cause ? at : before?.last_failure_at,
  };
}
