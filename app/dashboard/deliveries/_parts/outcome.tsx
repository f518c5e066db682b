import { DeliveryBadge } from '@/app/_ui/status-badge';
import type { DeliveryRowAnswer } from '../../_data/delivery-answers';

interface Props {
  readonly delivery: Pick<
    DeliveryRowAnswer,
    'status' | 'attempt' | 'response_status' | 'last_error'
  >;
}

/** How a delivery stands, with the receiver's HTTP status or the reason in a few words. */
export function Outcome({ delivery }: Props) {
  const { status, attempt, response_status: code, last_error: error } = delivery;
  const reason = code === null ? error && firstWords(error) : `HTTP ${code}`;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <DeliveryBadge status={status} attempt={attempt} />
      {reason && (
        <span className="min-w-0 truncate text-ink-2 text-small" title={error ?? undefined}>
          {reason}
        </span>
      )}
    </span>
  );
}

/** The first sentence, which says what happened; the next one says what to do. */
function firstWords(error: string): string {
  return (error.split(/[.:(]/, 1)[0] ?? error).trim();
}
