import Link from 'next/link';
import { Amount } from '@/app/_ui/amount';
import { PaymentBadge } from '@/app/_ui/status-badge';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { PaymentPage } from '@/lib/payments/list-payments';
import { PAYMENTS, paymentPage } from '../../_frame/nav-items';

export function NewestPayments({ payments }: { payments: PaymentPage['payments'] }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-section">Newest payments</h2>
        <Link href={PAYMENTS} className="text-accent text-small hover:underline">
          All payments
        </Link>
      </div>
      {payments.length === 0 ? (
        <p className="border-y bg-surface px-4 py-8 text-ink-2">No payments on this network yet.</p>
      ) : (
        <Table caption="Newest payments">
          <TableHead>
            <HeadCell>Status</HeadCell>
            <HeadCell>Reference</HeadCell>
            <HeadCell numeric>Amount (sat)</HeadCell>
            <HeadCell numeric>Created</HeadCell>
          </TableHead>
          <TableBody>
            {payments.map(({ row }) => (
              <Row key={row.id}>
                <Cell phone="second-start">
                  <PaymentBadge status={row.status} flags={row.flags} />
                </Cell>
                <Cell phone="first-start" className="w-full truncate sm:max-w-0">
                  <Link
                    href={paymentPage(row.id)}
                    data-row-link=""
                    className="font-medium text-ink hover:underline"
                  >
                    {row.reference ?? (
                      <span className="text-ink-3">
                        No reference<span className="sr-only"> {row.id}</span>
                      </span>
                    )}
                  </Link>
                </Cell>
                <Cell numeric phone="first-end">
                  <Amount sats={row.amountSats} unit={false} />
                </Cell>
                <Cell numeric phone="second-end" className="text-ink-2">
                  <RelativeTime iso={row.createdAt.toISOString()} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  );
}
