import { Amount } from '@/app/_ui/amount';
import { Fact, FactList } from '@/app/_ui/facts';
import { ShortenedText, Txid } from '@/app/_ui/identifier';
import { Tally } from '@/app/_ui/tally';
import { DateTimeText } from '@/app/_ui/time';
import type { DashboardRefundResponse } from '@/lib/http/refunds/dashboard-refund-response';
import { formatRefundAmount, REFUND_LOOKS } from './refund-words';

interface Props {
  readonly refund: DashboardRefundResponse;
}

export function RefundTally({ refund }: Props) {
  const { confirmations, required_confirmations: required, status } = refund;
  const filled = status === 'confirmed' ? required : Math.min(confirmations, required);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true">
        <Tally filled={filled} required={required} tone={REFUND_LOOKS[status].tone} />
      </span>
      <span>{`${filled} of ${required} confirmations`}</span>
    </span>
  );
}

export function RefundFacts({ refund, explorer }: Props & { readonly explorer: string | null }) {
  const { price, address, txid, fee_sats: fee } = refund;
  return (
    <FactList>
      <Fact name={refund.sent_at ? 'Refunded' : 'Amount'}>
        {price && `${formatRefundAmount(refund)}, `}
        <Amount sats={refund.amount_sats} />
      </Fact>
      {fee !== null && (
        <Fact name="Network fee">
          <Amount sats={fee} />
        </Fact>
      )}
      {txid && (
        <Fact name="Transaction">
          <Txid txid={txid} explorer={explorer} />
        </Fact>
      )}
      {address && (
        <Fact name="To">
          <ShortenedText text={address} first={8} last={6} />
        </Fact>
      )}
      <Fact name="Recorded">
        {refund.created_by ?? 'API key'}, <DateTimeText iso={refund.created_at} />
      </Fact>
      {refund.sent_at && (
        <Fact name="Sent">
          <DateTimeText iso={refund.sent_at} />
        </Fact>
      )}
    </FactList>
  );
}
