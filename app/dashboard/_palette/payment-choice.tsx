import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Amount } from '@/app/_ui/amount';
import { PaymentBadge } from '@/app/_ui/status-badge';
import type { PaymentAnswer } from '@/lib/http/payments/payment-answer';
import { paymentQueries } from '../_data/queries';

const DEBOUNCE_MS = 200;
const SHOWN = 5;

/** The payments that a text finds, as the list's search does; the newest ones without a text. */
export function useFoundPayments(text: string): readonly PaymentAnswer[] {
  const [wanted, setWanted] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const q = wanted.trim();
  const search = new URLSearchParams({ ...(q && { q }), limit: `${SHOWN}` });
  const { data, isPlaceholderData } = useQuery(paymentQueries.list(search.toString()));
  // Enter must not open what an earlier text has found.
  return wanted !== text || isPlaceholderData ? [] : (data?.data ?? []);
}

export function PaymentChoice({ payment }: { payment: PaymentAnswer }) {
  const { reference, id, amount_sats: sats, status, flags } = payment;
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
      <span className="min-w-24 flex-1 truncate">{reference ?? id}</span>
      <Amount sats={sats} className="text-ink-2" />
      <PaymentBadge status={status} flags={flags} />
    </span>
  );
}
