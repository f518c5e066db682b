import { Amount } from '@/app/_ui/amount';
import { Badge, type Tone } from '@/app/_ui/badge';
import type { LinkStatus } from '@/lib/domain/link';
import { money } from '@/lib/domain/money';
import type { LinkResponse } from '@/lib/http/links/link-response';

const LOOKS: Readonly<Record<LinkStatus, { readonly tone: Tone; readonly label: string }>> = {
  open: { tone: 'confirmed', label: 'Open' },
  reserved: { tone: 'pending', label: 'Reserved' },
  used_up: { tone: 'idle', label: 'Used up' },
  expired: { tone: 'idle', label: 'Expired' },
  inactive: { tone: 'idle', label: 'Inactive' },
};

export function LinkBadge({ status }: { status: LinkStatus }) {
  const { tone, label } = LOOKS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

export function LinkAmount({ link }: { link: LinkResponse }) {
  const { amount_sats: sats, price, free_amount: free } = link;
  if (sats !== null) return <Amount sats={sats} />;
  if (price) return <>{money(price.amount, price.currency, 'en')}</>;
  return <>Any amount{free && `, in ${free.currency === 'SATS' ? 'sat' : free.currency}`}</>;
}

/** Returns "2 of 5": the number of paid payments, and the limit. */
export function paidPaymentsText({ paid_payments: paid, max_payments: max }: LinkResponse): string {
  return max === null ? `${paid}` : `${paid} of ${max}`;
}
