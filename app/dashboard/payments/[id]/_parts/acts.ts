import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import type { BodyOf } from '../../../_data/call-api';

/** A button of the Simulate panel: what it says and what it sends. */
export interface Act {
  readonly label: string;
  readonly body: BodyOf<'POST /api/dashboard/payments/{id}/simulate'>;
  /** Whether there is nothing now that it could be done to. */
  readonly impossible?: boolean;
  /** Whether it takes the number of blocks. */
  readonly counted?: boolean;
}

interface Acts {
  readonly customer: Act[];
  readonly chain: Act[];
  readonly trouble: Act[];
}

/** What can be simulated as the payment stands now. */
export function actsOf({ payment, outputs }: PaymentDetailAnswer, blocks: number): Acts {
  const missing = payment.amount_sats - payment.received_sats;
  const ended = payment.status === 'expired' || payment.status === 'canceled';
  const due = missing > 0 ? missing : payment.amount_sats;
  const counted = outputs.filter(({ gone }) => !gone);
  const loose = counted.findLast(({ height }) => height === null)?.txid;
  const settled = counted.filter(({ height }) => height !== null);
  const depth = Math.max(0, ...settled.map(({ confirmations }) => confirmations));
  const left = payment.required_confirmations - payment.confirmations;
  const onLoose = { impossible: loose === undefined };
  return {
    customer: [
      { label: payLabel(missing, ended), body: { act: 'pay', sats: due } },
      {
        label: 'Pay half',
        body: { act: 'pay', sats: Math.max(1, Math.floor(due / 2)) },
        impossible: missing <= 0,
      },
      {
        label: 'Pay 10 % too much',
        body: { act: 'pay', sats: due + Math.ceil(payment.amount_sats / 10) },
        impossible: missing <= 0,
      },
      { label: 'Bump the fee', body: { act: 'bump_fee', txid: loose }, ...onLoose },
      { label: 'Take the money back', body: { act: 'take_back', txid: loose }, ...onLoose },
    ],
    chain: [
      { label: 'Mine', body: { act: 'mine', blocks }, counted: true },
      {
        label: 'Mine until confirmed',
        body: { act: 'mine', blocks: left },
        impossible: left <= 0 || counted.length === 0,
      },
    ],
    trouble: [
      { label: 'Double-spend', body: { act: 'double_spend', txid: loose }, ...onLoose },
      { label: 'Reorg', body: { act: 'reorg', blocks }, counted: true },
      {
        label: 'Reorg its blocks',
        body: { act: 'reorg', blocks: depth },
        impossible: depth === 0 || depth > 100,
      },
      {
        label: 'Reorg, money lost',
        body: { act: 'reorg', blocks: depth, drop: settled.map(({ txid }) => txid) },
        impossible: depth === 0 || depth > 100,
      },
    ],
  };
}

function payLabel(missing: number, ended: boolean): string {
  if (missing <= 0) return 'Pay once more';
  return ended ? 'Pay late' : 'Pay what is missing';
}
