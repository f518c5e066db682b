import { DeliveryBadge } from '@/app/_ui/status-badge';
import type { DeliveryRowAnswer } from '@/lib/http/answers/delivery-detail';
import { outcomeWords } from '../../_exchange/outcome-words';

interface Props {
  readonly delivery: Pick<
    DeliveryRowAnswer,
    'status' | 'attempt' | 'response_status' | 'last_error'
  >;
  /** Machine-readable cause of the newest try. */
  readonly errorCode: string | null;
}

/** How a delivery stands, with the receiver's HTTP status or the reason in a few words. */
export function Outcome({ delivery, errorCode }: Props) {
  const { status, attempt, response_status: code, last_error: error } = delivery;
  const words = outcomeWords(code, errorCode);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="shrink-0">
        <DeliveryBadge status={status} attempt={attempt} />
      </span>
      {words && (
        <span className="min-w-0 truncate text-ink-2 text-small" title={error ?? undefined}>
          {words}
        </span>
      )}
    </span>
  );
}
