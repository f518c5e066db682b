import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Amount } from '@/app/_ui/amount';
import { PaymentBadge } from '@/app/_ui/status-badge';
import { money } from '@/lib/domain/money';
import type { Network } from '@/lib/domain/network';
import type { CustomerResponse } from '@/lib/http/customers/customer-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { customerQueries } from '../_data/customer-queries';
import { paymentQueries } from '../_data/queries';
import { customerName } from '../_list/reference-text';
import { sortExactReferenceFirst } from './sort-exact-reference-first';

const DEBOUNCE_MS = 200;
const SHOWN = 5;
/**
 * More payments are read than shown, because an exact match of the reference may not be among the
 * first.
 */
const READ = 25;

export function useDebouncedText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface FindText {
  readonly text: string;
  /** The text to search for: `text` as it was when typing last paused. */
  readonly wanted: string;
}

export interface FoundCustomer {
  readonly customer: CustomerResponse;
  /** The network of the customer's payments; null if the merchant has only one network. */
  readonly network: Network | null;
}

/**
 * Returns the customers that match, on each network of the merchant's keys; none for an empty text.
 */
export function useFoundCustomers({ text, wanted }: FindText): readonly FoundCustomer[] {
  const q = wanted.trim();
  const found = (network?: Network) => {
    const search = new URLSearchParams({ q, limit: `${SHOWN}`, ...(network && { network }) });
    return { ...customerQueries.list(search.toString()), enabled: q !== '' };
  };
  const first = useQuery(found());
  const { networks = [], network = null } = first.data ?? {};
  const others = useQueries({ queries: networks.filter((one) => one !== network).map(found) });
  // Enter must not open a result for an earlier text.
  if (q === '' || wanted !== text) return [];
  return [first, ...others].flatMap(({ data, isPlaceholderData }) => {
    if (!data || isPlaceholderData) return [];
    const shown = networks.length > 1 ? data.network : null;
    return data.data.map((customer) => ({ customer, network: shown }));
  });
}

/** Shows details that distinguish customers of the same name. */
export function CustomerChoice({ customer, network }: FoundCustomer) {
  const { email, reference } = customer;
  const name = customerName(customer);
  const more = [email, reference].filter((text) => text !== null && text !== name).join(', ');
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
      <span className="min-w-24 flex-1 truncate">{name}</span>
      {more !== '' && <span className="truncate text-ink-2">{more}</span>}
      {network && <span className="text-ink-2">{network}</span>}
    </span>
  );
}

/** Finds the same payments as the payments list; for an empty text, the newest ones. */
export function useFoundPayments({ text, wanted }: FindText): readonly PaymentResponse[] {
  const q = wanted.trim();
  const search = new URLSearchParams({ ...(q && { q }), limit: `${q ? READ : SHOWN}` });
  const { data, isPlaceholderData } = useQuery(paymentQueries.list(search.toString()));
  // Enter must not open a result for an earlier text.
  if (wanted !== text || isPlaceholderData || !data) return [];
  return sortExactReferenceFirst(data.data, q).slice(0, SHOWN);
}

export function PaymentChoice({ payment }: { payment: PaymentResponse }) {
  const { reference, id, amount_sats: sats, price, status, flags, canceled_at } = payment;
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
      <span className="min-w-24 flex-1 truncate">{reference ?? id}</span>
      {price && price.source !== 'unit' ? (
        <span className="text-ink-2 tabular-nums">{money(price.amount, price.currency, 'en')}</span>
      ) : (
        <Amount sats={sats} className="text-ink-2" />
      )}
      <PaymentBadge status={status} flags={flags} canceledAt={canceled_at} />
    </span>
  );
}
