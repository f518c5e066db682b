/** Returns a count with its noun: "1 delivery", "12 deliveries". */
export function countWithNoun(count: unknown, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
