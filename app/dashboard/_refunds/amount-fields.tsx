import { useQuery } from '@tanstack/react-query';
import { Amount } from '@/app/_ui/amount';
import { Field, Input, Select } from '@/app/_ui/field';
import { type Currency, isCurrency } from '@/lib/domain/currency';
import { minorUnits, priceOfReceived, priceToSats } from '@/lib/domain/price';
import { parseRate } from '@/lib/domain/rate';
import { toSats } from '@/lib/domain/sats';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { normalizeDecimal } from '../_data/normalize-decimal';
import { parseTypedSats } from '../_data/parse-typed-sats';
import { rateQuery } from '../_data/queries';
import { SATOSHIS } from '../_form/currency-options';

interface AmountValue {
  readonly amount: string;
  readonly currency: string;
}

interface AmountProps {
  readonly detail: PaymentDetailResponse;
  readonly value: AmountValue;
  readonly error: string | undefined;
  readonly onChange: (value: AmountValue) => void;
}

export function AmountFields({
  detail: { payment, refundable },
  value,
  error,
  onChange,
}: AmountProps) {
  const { amount, currency } = value;
  const left = refundable.to_give_back_sats;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,8rem)] items-start gap-x-3">
      <Field
        label="Amount"
        error={error}
        hint={<SatsHint amount={amount} currency={currency} network={payment.network} />}
      >
        <Input
          value={amount}
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          onChange={({ target }) => onChange({ currency, amount: target.value })}
        />
      </Field>
      <Field label="Currency">
        <Select
          value={currency}
          onChange={({ target }) => {
            const inSats = target.value === SATOSHIS;
            const proposed = inSats ? String(left) : suggestedRefundAmount(payment, left);
            onChange({ currency: target.value, amount: proposed });
          }}
        >
          {payment.price && <option>{payment.price.currency}</option>}
          <option value={SATOSHIS}>sat</option>
        </Select>
      </Field>
    </div>
  );
}

interface HintProps {
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
}

/** Shows the typed amount in satoshis, at the current rate. */
function SatsHint({ amount, currency, network }: HintProps) {
  const isPriced = isCurrency(currency) && currency !== SATOSHIS;
  const rate = useQuery({ ...rateQuery(currency, network), enabled: isPriced });
  if (!isPriced) return null;
  if (rate.error) return <span className="text-failed">{rate.error.message}</span>;
  const parsed = rate.data && parseRate(rate.data.rate);
  const units = minorUnits({ amount: normalizeDecimal(amount), currency: currency as Currency });
  const sats = parsed && units && priceToSats(units, currency as Currency, parsed, 0);
  if (!sats) return 'Fixed in satoshis when you send it.';
  return (
    <>
      About <Amount sats={sats} /> at today’s rate.
    </>
  );
}

/** Returns the amount as fields of the request body; undefined if the text is not an amount. */
export function refundAmountBody(typed: string, currency: string) {
  if (currency === SATOSHIS) {
    const sats = parseTypedSats(typed);
    return sats ? { amount_sats: sats } : undefined;
  }
  const amount = normalizeDecimal(typed);
  const isAmount = isCurrency(currency) && minorUnits({ amount, currency }) !== undefined;
  return isAmount ? { price: { amount, currency } } : undefined;
}

/** Returns the amount that can still be refunded, in the price's currency or else in satoshis. */
export function suggestedRefundAmount(
  { price, amount_sats }: PaymentDetailResponse['payment'],
  left: number,
): string {
  if (!price || left === 0) return left === 0 ? '' : String(left);
  const priceRequest = { amount: price.amount, currency: price.currency as Currency };
  return priceOfReceived(priceRequest, toSats(left), toSats(amount_sats)).amount;
}
