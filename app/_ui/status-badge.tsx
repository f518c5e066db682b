import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import { findDecisionReasons } from '@/lib/domain/worklist';
import type { Tone } from './badge';
import { Badge } from './badge';

interface StatusLook {
  readonly tone: Tone;
  readonly label: string;
}

const PAYMENT_LOOKS: Record<PaymentStatus, StatusLook> = {
  pending: { tone: 'pending', label: 'Pending' },
  detected: { tone: 'detected', label: 'Detected' },
  confirmed: { tone: 'confirmed', label: 'Confirmed' },
  expired: { tone: 'idle', label: 'Expired' },
  canceled: { tone: 'idle', label: 'Canceled' },
};

interface PaymentProps {
  readonly status: PaymentStatus;
  readonly flags?: readonly PaymentFlag[];
  readonly canceledAt?: string | null;
}

/**
 * Returns the tone and label of the status, or of a flag such as late or reversed if that matters
 * more.
 */
export function paymentBadgeStyle({ status, flags = [], canceledAt }: PaymentProps): StatusLook {
  const look = PAYMENT_LOOKS[status];
  if (findDecisionReasons({ status, flags }).includes('reverted')) {
    const hasEnded = status === 'expired' || status === 'canceled';
    return { tone: 'failed', label: hasEnded ? `${look.label}, reversed` : 'Reversed' };
  }
  if (flags.includes('underpaid')) {
    return status === 'pending'
      ? { ...look, label: 'Underpaid' }
      : { tone: 'pending', label: `${look.label}, underpaid` };
  }
  const isPaid = status === 'detected' || status === 'confirmed';
  if (isPaid && flags.includes('late')) {
    const tone = status === 'detected' ? 'detected' : 'idle';
    return { tone, label: `${canceledAt ? 'Canceled' : 'Expired'}, paid late` };
  }
  return flags.includes('overpaid') ? { ...look, label: `${look.label}, overpaid` } : look;
}

export function PaymentBadge(props: PaymentProps) {
  const { tone, label } = paymentBadgeStyle(props);
  return <Badge tone={tone}>{label}</Badge>;
}

export type DeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed';

interface DeliveryProps {
  readonly status: DeliveryStatus;
  /** Attempts so far. A pending delivery with attempts is being retried. */
  readonly attempt: number;
  /** Null for a pending delivery whose endpoint is paused. */
  readonly next_attempt_at: string | null;
}

function deliveryLook({ status, attempt, next_attempt_at: next }: DeliveryProps): StatusLook {
  if (status === 'delivering') return { tone: 'detected', label: 'Sending' };
  if (status === 'delivered') return { tone: 'confirmed', label: 'Delivered' };
  if (status === 'failed') return { tone: 'failed', label: 'Given up' };
  if (next === null) return { tone: 'idle', label: 'Paused' };
  return { tone: 'pending', label: attempt > 0 ? 'Retrying' : 'Pending' };
}

export function DeliveryBadge(delivery: DeliveryProps) {
  const { tone, label } = deliveryLook(delivery);
  return <Badge tone={tone}>{label}</Badge>;
}
