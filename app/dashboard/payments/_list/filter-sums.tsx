import { useQuery } from '@tanstack/react-query';
import { Amount, GroupedNumber } from '@/app/_ui/amount';
import { MoneyText } from '@/app/_ui/money-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { PAYMENT_STATUSES } from '@/lib/domain/payment';
import type { PaymentSumResponse } from '@/lib/http/payments/dashboard-routes';
import { paymentSumsQuery } from '../../_data/report-query';
import { type Filters, paymentListSearch, STATUS_LABELS } from './filters';

/** Shows what the filtered payments received, by status, and by network if there are several. */
export function FilterSums({ filters }: { readonly filters: Filters }) {
  const { data } = useQuery(
    paymentSumsQuery(paymentListSearch({ ...filters, columns: null, page: 1 })),
  );
  if (!data || data.sums.length === 0) return null;
  const sums = [...data.sums].sort(
    (a, b) => PAYMENT_STATUSES.indexOf(a.status) - PAYMENT_STATUSES.indexOf(b.status),
  );
  const isSeveral = new Set(sums.map(({ network }) => network)).size > 1;
  return (
    <dl aria-label="Received, by status" className="flex flex-wrap gap-x-6 gap-y-1 text-small">
      {sums.map((sum) => (
        <div key={`${sum.network} ${sum.status}`} className="flex flex-wrap gap-x-1.5">
          <dt className="text-ink-3">
            <GroupedNumber value={sum.payments} /> {STATUS_LABELS[sum.status].toLowerCase()}
            {isSeveral && ` on ${sum.network}`}
          </dt>
          <dd className="text-ink-2">
            <Received sum={sum} currency={data.currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  readonly sum: PaymentSumResponse;
  readonly currency: string | null;
}

function Received({ sum, currency }: Props) {
  const { received_sats: sats, amount, without_rate: without } = sum;
  if (sats === 0) return 'nothing received';
  return (
    <>
      {currency && amount !== null && (
        <>
          <MoneyText amount={amount} currency={currency} />
          {without > 0 && ` (${countWithNoun(without, 'payment')} not converted)`},{' '}
        </>
      )}
      <Amount sats={sats} /> received
    </>
  );
}
