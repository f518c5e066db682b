import { Amount, GroupedNumber } from '@/app/_ui/amount';
import { MoneyText } from '@/app/_ui/money-text';
import type { BookAmountResponse } from '@/lib/http/reports/report-response';

interface Props {
  readonly of: BookAmountResponse;
  readonly currency: string | null;
  /** Whether the amount has a minus sign. */
  readonly deducted?: boolean;
}

/** Shows satoshis if the merchant's currency is unknown. */
export function ReportAmountText({ of: { amount, sats }, currency, deducted = false }: Props) {
  const sign = deducted && sats !== 0 && '−';
  if (currency && amount !== null) {
    return (
      <>
        {sign}
        <MoneyText amount={amount} currency={currency} />
      </>
    );
  }
  return (
    <>
      {sign}
      <Amount sats={sats} />
    </>
  );
}

/** For a column whose heading has the unit. Zero is a muted dash. */
export function ReportAmountCell({ of: { amount, sats }, currency, deducted = false }: Props) {
  const value = currency && amount !== null ? amount : String(sats);
  if (Number(value) === 0) {
    // An amount without a rate is not zero, so it has no dash.
    return sats === 0 ? <span className="text-ink-3">–</span> : <span>no rate</span>;
  }
  const isNegative = value.startsWith('-') !== deducted;
  const [whole = '', fraction] = value.replace('-', '').split('.');
  return (
    <data value={value} translate="no">
      {isNegative && '−'}
      <GroupedNumber value={Number(whole)} />
      {fraction !== undefined && `.${fraction}`}
    </data>
  );
}
