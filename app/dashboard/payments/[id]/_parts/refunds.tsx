'use client';

import { Amount } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { ShortenedText } from '@/app/_ui/identifier';
import { isRefundOpen, isRefundSent } from '@/lib/domain/refund';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import type { DashboardRefundResponse } from '@/lib/http/refunds/dashboard-refund-response';
import { Section } from '../../../_frame/section';
import { setRefundDialog } from '../../../_refunds/open-refund';
import { RefundFacts, RefundTally } from '../../../_refunds/refund-facts';
import { REFUND_LOOKS } from '../../../_refunds/refund-words';

export function Refunds({ detail }: { detail: PaymentDetailResponse }) {
  const { payment, refunds, refundable, can } = detail;
  const mayRefund = can.change && refundable.to_give_back_sats > 0;
  if (refunds.length === 0 && !mayRefund) return null;
  return (
    <Section
      title="Refunds"
      aside={
        mayRefund && (
          <Button
            size="small"
            onClick={() => setRefundDialog({ kind: 'one', paymentId: payment.id })}
          >
            Give back
          </Button>
        )
      }
    >
      {refunds.length === 0 ? (
        <p className="border-rule-5 border-y bg-surface px-4 py-4 text-ink-2">No refunds.</p>
      ) : (
        <ul className="border-rule-5 border-y bg-surface">
          {refunds.map((refund) => (
            <li key={refund.id} className="not-first:border-t px-4 py-4">
              <Row refund={refund} detail={detail} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface RowProps {
  readonly refund: DashboardRefundResponse;
  readonly detail: PaymentDetailResponse;
}

function Row({ refund, detail: { payment, can, explorer } }: RowProps) {
  const { tone, label } = REFUND_LOOKS[refund.status];
  const open = () => setRefundDialog({ kind: 'one', paymentId: payment.id, refundId: refund.id });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          {isRefundSent(refund.status) && <RefundTally refund={refund} />}
        </div>
        {isRefundOpen(refund.status) && can.change && (
          <Button size="small" onClick={open}>
            {refund.status === 'ready' ? 'Send refund' : 'Show the link'}
          </Button>
        )}
      </div>
      <RefundFacts refund={refund} explorer={explorer} />
      {refund.status === 'dropped' &&
        refund.other_outputs.map(({ txid, vout, sats, address }) => (
          <p key={`${txid}:${vout}`} className="text-failed">
            <Amount sats={sats} /> was sent to <ShortenedText text={address} first={8} last={6} />,
            but is not counted in any refund.
          </p>
        ))}
    </div>
  );
}
