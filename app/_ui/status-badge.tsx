import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
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

/** Tone and label of a payment's status, with its most important flag. */
export function paymentLook(status: PaymentStatus, flags: readonly PaymentFlag[]): StatusLook {
  const look = PAYMENT_LOOKS[status];
  if (status === 'detected' && flags.includes('reorged')) {
    return { tone: 'failed', label: 'Reversed by reorg' };
  }
  if (flags.includes('underpaid')) {
    return status === 'pending'
      ? { tone: 'pending', label: 'Underpaid' }
      : { ...look, label: `${look.label}, underpaid` };
  }
  if (flags.includes('overpaid')) return { ...look, label: `${look.label}, overpaid` };
  return look;
}

/** Flags of incidents, as opposed to flags of the received amount. */
const INCIDENT_LABELS = {
  late: 'Paid late',
  replaced: 'Replaced',
  reorged: 'Reorg',
} as const satisfies Partial<Record<PaymentFlag, string>>;

/** Labels of a payment's incidents, for a second badge next to its status. */
export function incidentsOf(status: PaymentStatus, flags: readonly PaymentFlag[]): string[] {
  return flags.flatMap((flag) => {
    if (flag === 'underpaid' || flag === 'overpaid') return [];
    // The badge of the status already shows it.
    if (flag === 'reorged' && status === 'detected') return [];
    return [INCIDENT_LABELS[flag]];
  });
}

interface PaymentProps {
  readonly status: PaymentStatus;
  readonly flags?: readonly PaymentFlag[];
}

/** A payment's status, with a small badge for each incident. */
export function PaymentBadge({ status, flags = [] }: PaymentProps) {
  const { tone, label } = paymentLook(status, flags);
  const incidents = incidentsOf(status, flags);
  if (incidents.length === 0) return <Badge tone={tone}>{label}</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {incidents.map((incident) => (
        <Badge key={incident} tone="pending" className="badge-small">
          {incident}
        </Badge>
      ))}
    </span>
  );
}

export type DeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed';

interface DeliveryProps {
  readonly status: DeliveryStatus;
  /** Attempts so far: a pending delivery with attempts is being retried. */
  readonly attempt: number;
}

function deliveryLook(status: DeliveryStatus, attempt: number): StatusLook {
  if (status === 'pending') return { tone: 'pending', label: attempt > 0 ? 'Retrying' : 'Pending' };
  if (status === 'delivering') return { tone: 'detected', label: 'Sending' };
  if (status === 'delivered') return { tone: 'confirmed', label: 'Delivered' };
  return { tone: 'failed', label: 'Failed' };
}

export function DeliveryBadge({ status, attempt }: DeliveryProps) {
  const { tone, label } = deliveryLook(status, attempt);
  return <Badge tone={tone}>{label}</Badge>;
}
