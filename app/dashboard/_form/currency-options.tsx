import { CURRENCIES, unitsPerBitcoin } from '@/lib/domain/currency';

/** The unit of an amount that is entered in satoshis. */
export const SATOSHIS = 'SATS';

const NAMES = new Intl.DisplayNames('en', { type: 'currency' });
const CURRENCY_NAMES = CURRENCIES.filter((code) => unitsPerBitcoin(code) === undefined).map(
  (code) => [code, NAMES.of(code)] as const,
);

interface Props {
  /** The first option, which stands for satoshis. */
  readonly sats: { readonly value: string; readonly label: string };
}

/** The options of a list of currencies, bitcoin's own units first. */
export function CurrencyOptions({ sats }: Props) {
  return (
    <>
      <option value={sats.value}>{sats.label}</option>
      <option value="BTC">BTC</option>
      {CURRENCY_NAMES.map(([code, name]) => (
        // Server and browser may have names of different years.
        <option key={code} value={code} suppressHydrationWarning>
          {`${code} ${name}`}
        </option>
      ))}
    </>
  );
}
