interface Named {
  readonly reference: string | null;
}

/**
 * Moves payments whose whole reference equals the text to the front. "#4711" equals both "Order
 * 4711" and "4711".
 */
export function sortExactReferenceFirst<P extends Named>(
  payments: readonly P[],
  text: string,
): P[] {
  const wanted = numberOf(text);
  const isExact = ({ reference }: P) => reference !== null && numberOf(reference) === wanted;
  return [...payments].sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
}

/** Returns an order number in lower case, without a word or "#" before it. */
function numberOf(text: string): string {
  const plain = text.toLowerCase().replaceAll('#', '').replace(/\s+/g, ' ').trim();
  return /^\p{L}+\.? (\S*\d\S*)$/u.exec(plain)?.[1] ?? plain;
}
