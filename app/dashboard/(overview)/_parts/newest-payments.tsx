import { Amount } from '@/app/_ui/amount';
import { IntentLink } from '@/app/_ui/intent-link';
import { PaymentBadge } from '@/app/_ui/status-badge';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { OverviewAnswer } from '@/lib/http/answers/overview';
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
        <Table caption="Newest payments">
          <TableHead>
            <HeadCell>Status</HeadCell>
            <HeadCell>Reference</HeadCell>
            <HeadCell numeric>Amount (sat)</HeadCell>
            <HeadCell numeric>Created</HeadCell>
          </TableHead>
          <TableBody>
            {payments.map((payment) => (
              <Row key={payment.id}>
                <Cell phone="second-start">
                  <PaymentBadge status={payment.status} flags={payment.flags} />
                </Cell>
                <Cell phone="first-start" className="w-full truncate sm:max-w-0">
                  <RowLink
                    href={paymentPage(payment.id)}
                    className="font-medium text-ink hover:underline"
                  >
                    <ReferenceText payment={payment} />
                  </RowLink>
                </Cell>
                <Cell numeric phone="first-end">
                  <Amount sats={payment.amount_sats} unit={false} />
                </Cell>
                <Cell numeric phone="second-end" className="text-ink-2">
                  <RelativeTime iso={payment.created_at} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}
