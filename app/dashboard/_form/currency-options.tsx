import { CURRENCIES, unitsPerBitcoin } from '@/lib/domain/currency';

export const SATOSHIS = 'SATS';

const NAMES = new Intl.DisplayNames('en', { type: 'currency' });
const NAMED = CURRENCIES.filter((code) => unitsPerBitcoin(code) === undefined).map(
  (code) => [code, NAMES.of(code)] as const,
);

interface Props {
  /** The option for satoshis, the first of bitcoin's units. */
  readonly sats: { readonly value: string; readonly label: string };
  readonly own?: string | null;
}

/** Lists the merchant's own currency, then bitcoin's units, then all others. */
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
    // Server and browser may name a currency differently, because they have different versions of
    // the data.
    <option key={code} value={code} suppressHydrationWarning>
      {`${code} ${name}`}
    </option>
  );
}
