import type { Tone } from '@/app/_ui/badge';
import { formatSats } from '@/lib/domain/format-sats';
import { money } from '@/lib/domain/money';
import type { RefundStatus } from '@/lib/domain/refund';
import type { DashboardRefundResponse } from '@/lib/http/refunds/dashboard-refund-response';

export const REFUND_LOOKS: Readonly<Record<RefundStatus, { tone: Tone; label: string }>> = {
  requested: { tone: 'pending', label: 'Waiting for address' },
  ready: { tone: 'pending', label: 'To send' },
  sent: { tone: 'detected', label: 'On its way' },
  confirmed: { tone: 'confirmed', label: 'Refunded' },
  dropped: { tone: 'idle', label: 'Canceled' },
};

/**
 * Returns the refunds that one transaction can pay: ready, on one network, and without outputs that
 * a member has to check.
 */
export function selectJointlyPayable(
  refunds: readonly DashboardRefundResponse[],
): readonly DashboardRefundResponse[] {
  const ready = refunds.filter(
    ({ status, other_outputs: others }) => status === 'ready' && others.length === 0,
  );
  return ready.filter(({ network }) => network === ready[0]?.network);
}

type Money = Pick<DashboardRefundResponse, 'amount_sats' | 'price'>;

/** Returns "€60.45", or "72 115 sat" for a refund in satoshis. */
export function formatRefundAmount({ price, amount_sats: sats }: Money): string {
  return price ? money(price.amount, price.currency, 'en') : formatSats(sats);
}
