import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import type { Tone } from './badge';
import { Badge } from './badge';

interface Face {
  readonly tone: Tone;
  readonly word: string;
}

const PAYMENT_FACES: Record<PaymentStatus, Face> = {
  pending: { tone: 'pending', word: 'Pending' },
  detected: { tone: 'detected', word: 'Detected' },
  confirmed: { tone: 'confirmed', word: 'Confirmed' },
  expired: { tone: 'idle', word: 'Expired' },
  canceled: { tone: 'idle', word: 'Canceled' },
};

/** Tone and word of a payment: its status, or the flag that says more. */
export function paymentFace(status: PaymentStatus, flags: readonly PaymentFlag[]): Face {
  const face = PAYMENT_FACES[status];
  if (status === 'detected' && flags.includes('reorged')) {
    return { tone: 'failed', word: 'Reversed by reorg' };
  }
  if (flags.includes('underpaid')) {
    return status === 'pending'
      ? { tone: 'pending', word: 'Underpaid' }
      : { ...face, word: `${face.word}, underpaid` };
  }
  if (flags.includes('overpaid')) return { ...face, word: `${face.word}, overpaid` };
  return face;
}

interface PaymentProps {
  readonly status: PaymentStatus;
  readonly flags?: readonly PaymentFlag[];
}

export function PaymentBadge({ status, flags = [] }: PaymentProps) {
  const { tone, word } = paymentFace(status, flags);
  return <Badge tone={tone}>{word}</Badge>;
}

export type DeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed';

interface DeliveryProps {
  readonly status: DeliveryStatus;
  /** Tries so far: a pending delivery that was tried is being retried. */
  readonly attempt?: number;
}

/** Tone and word of a delivery. */
export function deliveryFace(status: DeliveryStatus, attempt = 0): Face {
  if (status === 'pending') return { tone: 'pending', word: attempt > 0 ? 'Retrying' : 'Pending' };
  if (status === 'delivering') return { tone: 'detected', word: 'Sending' };
  if (status === 'delivered') return { tone: 'confirmed', word: 'Delivered' };
  return { tone: 'failed', word: 'Failed' };
}

export function DeliveryBadge({ status, attempt }: DeliveryProps) {
  const { tone, word } = deliveryFace(status, attempt);
  return <Badge tone={tone}>{word}</Badge>;
}
