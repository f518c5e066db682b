import { CURRENCIES, unitsPerBitcoin } from '@/lib/domain/currency';

/** The unit of an amount that is entered in satoshis. */
export const SATOSHIS = 'SATS';

const NAMES = new Intl.DisplayNames('en', { type: 'currency' });
const NAMED = CURRENCIES.filter((code) => unitsPerBitcoin(code) === undefined).map(
  (code) => [code, NAMES.of(code)] as const,
);

interface Props {
  /** The option for satoshis. It comes first among bitcoin's units. */
  readonly sats: { readonly value: string; readonly label: string };
  /** The merchant's own currency, which comes before all others. */
  readonly own?: string | null;
}

/**
 * The options of a list of currencies: the merchant's own, then bitcoin's units, then all others.
 */
export function CurrencyOptions({ sats, own }: Props) {
  return (
    <>
      {NAMED.filter(([code]) => code === own).map(currencyOption)}
      <option value={sats.value}>{sats.label}</option>
      <option value="BTC">BTC</option>
      {NAMED.filter(([code]) => code !== own).map(currencyOption)}
    </>
  );
}

function currencyOption([code, name]: (typeof NAMED)[number]) {
  return (
    // Server and browser may name a currency differently, because their data may be of different
    // years.
    <option key={code} value={code} suppressHydrationWarning>
      {`${code} ${name}`}
    </option>
  );
}
