import { Amount } from '@/app/_ui/amount';
import { IntentLink } from '@/app/_ui/intent-link';
import { PaymentBadge } from '@/app/_ui/status-badge';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import { PAYMENTS, paymentPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { ReferenceText } from '../../_list/reference-text';
import { RowLink } from '../../_list/row-link';

export function NewestPayments({ payments }: { payments: OverviewAnswer['newest'] }) {
  return (
    <Section
      title="Newest payments"
      aside={
        <IntentLink href={PAYMENTS} className="text-accent text-small hover:underline">
          All payments
        </IntentLink>
      }
    >
      {payments.length === 0 ? (
        <p className="border-y bg-surface px-4 py-8 text-ink-2">No payments on this network yet.</p>
      ) : (
        <Table caption="Newest payments" columns={COLUMNS} rows={payments} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<OverviewAnswer['newest'][number]>[] = [
  {
    head: 'Status',
    phone: 'second-start',
    cell: ({ status, flags }) => <PaymentBadge status={status} flags={flags} />,
  },
  {
    head: 'Reference',
    phone: 'first-start',
    cellClassName: 'w-full truncate sm:max-w-0',
    cell: (payment) => (
      <RowLink href={paymentPage(payment.id)} className="font-medium text-ink hover:underline">
        <ReferenceText payment={payment} />
      </RowLink>
    ),
  },
  {
    head: 'Amount (sat)',
    numeric: true,
    phone: 'first-end',
    cell: ({ amount_sats: sats }) => <Amount sats={sats} unit={false} />,
  },
  {
    head: 'Created',
    numeric: true,
    phone: 'second-end',
    cellClassName: 'text-ink-2',
    cell: ({ created_at: iso }) => <RelativeTime iso={iso} />,
  },
];
