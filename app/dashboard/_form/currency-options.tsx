import { useQuery } from '@tanstack/react-query';
import { CURRENCIES, unitsPerBitcoin } from '@/lib/domain/currency';
import type { Network } from '@/lib/domain/network';
import { rateQuery } from '../_data/queries';

export const SATOSHIS = 'SATS';

const NAMES = new Intl.DisplayNames('en', { type: 'currency' });
const NAMED = CURRENCIES.filter((code) => unitsPerBitcoin(code) === undefined).map(
  (code) => [code, NAMES.of(code)] as const,
);

/** Returns the currencies that the server can price on a network, and `chosen`. */
export function usePricedCurrencies(network: Network | undefined, chosen: string) {
  const { data } = useQuery({
    ...rateQuery('BTC', network ?? 'regtest'),
    enabled: network !== undefined,
    refetchInterval: false,
  });
  return data && [...data.currencies, chosen];
}

interface Props {
  /** The option for satoshis, the first of bitcoin's units. */
  readonly sats: { readonly value: string; readonly label: string };
  readonly own?: string | null;
  /** Undefined to list all currencies. */
  readonly priced?: readonly string[] | undefined;
}

/** Lists the merchant's own currency, then bitcoin's units, then all others. */
export function CurrencyOptions({ sats, own, priced }: Props) {
  const listed = NAMED.filter(([code]) => priced?.includes(code) ?? true);
  return (
    <>
      {listed.filter(([code]) => code === own).map(currencyOption)}
      <option value={sats.value}>{sats.label}</option>
      <option value="BTC">BTC</option>
      {listed.filter(([code]) => code !== own).map(currencyOption)}
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
