import clsx from 'clsx';
import { Amount } from '@/app/_ui/amount';
import { money } from '@/lib/domain/money';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import {
  type AmountWithPrice,
  type PaymentAmounts,
  receivedAmount,
  requestedAmountOf,
} from '../_next-step/amount-with-price';

/** Shows the requested amount. On a phone, also shows the received amount if it differs. */
export function RequestedCell({ payment }: { payment: PaymentResponse }) {
  const { amount_sats: sats, received_sats: received } = payment;
  return (
    <>
      <Money of={requestedAmountOf(withoutUnit(payment))} />
      {received > 0 && received !== sats && (
        <span className="block whitespace-nowrap text-small sm:hidden">
          <ReceivedCell payment={payment} brief /> received
        </span>
      )}
    </>
  );
}

interface ReceivedProps {
  readonly payment: PaymentResponse;
  /** Whether to leave out the satoshis next to an amount in currency. */
  readonly brief?: boolean;
}

export function ReceivedCell({ payment, brief }: ReceivedProps) {
  const { received_sats: sats, flags } = payment;
  const off = flags.includes('underpaid') || flags.includes('overpaid');
  const tone = clsx(sats === 0 && 'text-ink-3', off && 'font-bold text-pending');
  return <Money of={receivedAmount(withoutUnit(payment))} tone={tone} brief={brief} />;
}

/** Removes a price in BTC or SATS, which would only repeat the satoshis. */
const withoutUnit = (payment: PaymentResponse): PaymentAmounts =>
  payment.price?.source === 'unit' ? { ...payment, price: null } : payment;

interface MoneyProps {
  readonly of: AmountWithPrice;
  readonly tone?: string;
  readonly brief?: boolean | undefined;
}

/**
 * Shows the amount in the price's currency, with the satoshis below; without a price, shows only
 * satoshis.
 */
function Money({ of: { sats, price }, tone, brief }: MoneyProps) {
  if (!price) return <Amount sats={sats} className={tone} />;
  return (
    <>
      <span className={clsx('whitespace-nowrap', tone)} translate="no">
        {money(price.amount, price.currency, 'en')}
      </span>
      {!brief && sats > 0 && (
        <span className="block whitespace-nowrap text-ink-3 text-small">
          <Amount sats={sats} />
        </span>
      )}
    </>
  );
}
