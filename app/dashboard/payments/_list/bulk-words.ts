import type { ShownPayment } from '@/lib/domain/chosen-payments';
import type { BulkOutcomesResponse } from '@/lib/http/payments/bulk-fields';

export function changedCount({ data }: BulkOutcomesResponse): number {
  return data.reduce((sum, { done }) => sum + done, 0);
}

type Row = Pick<ShownPayment, 'status' | 'received'>;

export function isCancelable({ status, received }: Row): boolean {
  return status === 'pending' && received === 0;
}

/** Returns why rows cannot be canceled, with counts: "2 are already confirmed, 1 has expired". */
export function uncancelableReasons(rows: readonly Row[]): string {
  const words = rows.filter((row) => !isCancelable(row)).map(({ status }) => STAYING[status]);
  return [...new Set(words)]
    .map((word) => {
      const count = words.filter((one) => one === word).length;
      return `${count} ${count === 1 ? word.one : word.many}`;
    })
    .join(', ');
}

const RECEIVED = { one: 'has received money', many: 'have received money' };

const STAYING = {
  pending: RECEIVED,
  detected: RECEIVED,
  confirmed: { one: 'is already confirmed', many: 'are already confirmed' },
  expired: { one: 'has expired', many: 'have expired' },
  canceled: { one: 'is already canceled', many: 'are already canceled' },
} as const;
