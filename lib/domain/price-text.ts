import { CURRENCIES, type Currency, decimalsOf, isCurrency } from './currency';
import { MAX_PRICE_WHOLE_DIGITS } from './price';

/** A price as a person writes it: "49.90", "49,90 EUR", "€49.90", "1.234,56". */
export interface ParsedPriceText {
  /** The decimal numbers that the text may mean: "1.234" may mean 1.234 or 1234. */
  readonly amounts: readonly string[];
  /** The currencies that the text may mean, such as all dollars; undefined if it names none. */
  readonly currencies: readonly Currency[] | undefined;
}

const GAP = "[\\s\\u00a0\\u202f'’]";
const GROUPED = new RegExp(`^\\d{1,3}(?:${GAP}\\d{3})+(?=[.,]|$)`);
const PARTS = new RegExp(`^(\\D*?)[\\s\\u00a0\\u202f]*(\\d(?:[\\d.,]|${GAP}(?=\\d))*)(\\D*)$`, 'u');

/**
 * Reads a price in any number format, with or without a currency's code or symbol.
 *
 * @returns undefined if the text is not a price
 */
export function readPriceText(text: string): ParsedPriceText | undefined {
  const [, before = '', number = '', after = ''] = PARTS.exec(text.trim()) ?? [];
  const names = [before, after].map((name) => name.trim()).filter((name) => name !== '');
  if (number === '' || names.length > 1) return undefined;
  const [name] = names;
  const currencies = name === undefined ? undefined : currenciesOf(name);
  if (name !== undefined && !currencies) return undefined;
  const maxDecimals = Math.max(...(currencies ?? CURRENCIES).map(decimalsOf));
  const amounts = readings(number).filter((amount) => fits(amount, maxDecimals));
  return amounts.length === 0 ? undefined : { amounts, currencies };
}

function fits(amount: string, decimals: number): boolean {
  const [whole = '', fraction = ''] = amount.split('.');
  return (
    whole.length <= MAX_PRICE_WHOLE_DIGITS && fraction.length <= decimals && /[1-9]/.test(amount)
  );
}

function readings(number: string): string[] {
  const joined = number.replace(GROUPED, (digits) => digits.replace(/\D/g, ''));
  if (!/^\d+(?:[.,]\d+)*$/.test(joined)) return [];
  const marks = joined.replace(/\d/g, '');
  if (marks === '') return [joined];
  const [first = '', last = ''] = [marks.at(0), marks.at(-1)];
  const groups = joined.split(last);
  const asGroups = new RegExp(`^\\d{1,3}(?:\\${last}\\d{3})+$`).test(joined)
    ? [groups.join('')]
    : [];
  if (marks.length === 1) return [groups.join('.'), ...asGroups];
  if (first === last) return asGroups;
  const grouped = new RegExp(`^\\d{1,3}(?:\\${first}\\d{3})+\\${last}\\d+$`);
  return grouped.test(joined) ? [joined.replaceAll(first, '').replace(last, '.')] : [];
}

function currenciesOf(name: string): readonly Currency[] | undefined {
  const code = name.toUpperCase();
  return isCurrency(code) ? [code] : symbols().get(name.toLowerCase());
}

let known: ReadonlyMap<string, readonly Currency[]> | undefined;

/**
 * Maps symbols to currencies. It is created on demand, because Intl takes about ten milliseconds to
 * return all symbols.
 */
function symbols(): ReadonlyMap<string, readonly Currency[]> {
  if (known) return known;
  const found = new Map<string, Currency[]>([
    ['₿', ['BTC' as Currency]],
    ['sat', ['SATS' as Currency]],
  ]);
  for (const currency of CURRENCIES) {
    for (const symbol of symbolsOf(currency)) {
      found.set(symbol, [...(found.get(symbol) ?? []), currency]);
    }
  }
  known = found;
  return found;
}

/** Returns the symbol that the dashboard shows, and shorter ones that people type. */
function symbolsOf(currency: Currency): ReadonlySet<string> {
  // Intl accepts only codes of three letters, so it does not know SATS.
  if (currency === 'SATS') return new Set();
  const parts = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay }).formatToParts(1),
  );
  const shown = parts.filter(({ type }) => type === 'currency');
  return new Set(shown.map(({ value }) => value.toLowerCase()));
}
