import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import type { Filters } from './filters';

export const STATUS_WORDS: Record<PaymentStatus, string> = {
  pending: 'Pending',
  detected: 'Detected',
  confirmed: 'Confirmed',
  expired: 'Expired',
  canceled: 'Canceled',
};

export const FLAG_WORDS: Record<PaymentFlag, string> = {
  underpaid: 'Underpaid',
  overpaid: 'Overpaid',
  late: 'Paid late',
  replaced: 'Money was replaced',
  reorged: 'Reversed by reorg',
};

/** "No unverified payments in this range." */
export function nothingFound(filters: Filters): string {
  const [only, ...more] = filters.status ?? [];
  const kind = only && more.length === 0 ? only : filters.filter;
  const range = filters.range || filters.from !== null || filters.to !== null;
  const words = ['No', kind, 'payments', range && 'in this range', others(filters)];
  return `${words.filter(Boolean).join(' ')}.`;
}

function others({ q, status, flags, webhook, key, network, min, max }: Filters): string {
  if (q) return `match “${q}”`;
  const many = (status?.length ?? 0) > 1;
  return many || flags || webhook || key || network || min !== null || max !== null
    ? 'match these filters'
    : '';
}
