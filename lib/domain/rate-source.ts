const SOURCES: Readonly<Record<string, string>> = {
  fixed: 'Fixed rate',
  unit: 'Unit of bitcoin',
  shop: 'Set by the shop',
  refund: 'Amount of the refund',
};

/** Formats a rate's source for people, with the names of exchanges capitalized. */
export function rateSourceText(source: string): string {
  return (
    SOURCES[source] ??
    source
      .split(/,\s*/)
      .map((name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`)
      .join(', ')
  );
}
