interface Named {
  readonly reference: string | null;
}

/** Puts payments whose whole reference is the text first: "#4711" is "Order 4711" and 4711. */
export function exactFirst<P extends Named>(payments: readonly P[], text: string): P[] {
  const wanted = numberOf(text);
  const isExact = ({ reference }: P) => reference !== null && numberOf(reference) === wanted;
  return [...payments].sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
}

/** An order's number without the word and the sign before it, in lower case. */
function numberOf(text: string): string {
  const plain = text.toLowerCase().replaceAll('#', '').replace(/\s+/g, ' ').trim();
  return /^\p{L}+\.? (\S*\d\S*)$/u.exec(plain)?.[1] ?? plain;
}
