import { Amount } from '@/app/_ui/amount';
import { MoneyText } from '@/app/_ui/money-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { MoneySumResponse } from '@/lib/http/home/month-response';

interface Props {
  readonly money: MoneySumResponse;
  readonly currency: string | null;
  readonly cents?: boolean;
  /** Whether to show how many payments have no rate. */
  readonly noted?: boolean;
}

/** Shows satoshis if the merchant's currency is unknown. */
export function MoneyInDisplayCurrency({ money, currency, cents = true, noted = false }: Props) {
  const { sats, volume } = money;
  if (!volume || !currency) return <Amount sats={sats} />;
  return (
    <>
      <MoneyText amount={volume.amount} currency={currency} cents={cents} />
      {noted && volume.without_rate > 0 && (
        <span className="block text-ink-3 text-small">
          {countWithNoun(volume.without_rate, 'payment')} not converted
        </span>
      )}
    </>
  );
}
