/** Currencies by their number of decimals (ISO 4217, with fund codes), and two units of bitcoin. */
const BY_DECIMALS = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF SATS UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
    CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP
    GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD
    MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
    PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT
    TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
  8: 'BTC',
};

const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(BY_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(decimals)] as const),
  ),
);

declare const currency: unique symbol;

/** A code of ISO 4217, or BTC or SATS. */
export type Currency = string & { readonly [currency]: true };

export function isCurrency(code: string): code is Currency {
  return DECIMALS.has(code);
}

export const CURRENCIES: readonly Currency[] = [...DECIMALS.keys()].filter(isCurrency).sort();

export function decimalsOf(code: Currency): number {
  return DECIMALS.get(code) ?? 0;
}

/** Returns how many units make one bitcoin; undefined for currencies other than BTC and SATS. */
export function unitsPerBitcoin(code: Currency): bigint | undefined {
  if (code === 'BTC') return 1n;
  return code === 'SATS' ? 100_000_000n : undefined;
}
