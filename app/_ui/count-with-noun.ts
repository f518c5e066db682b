/** Returns a number with its noun: "1 delivery", "12 deliveries". */
export function countWithNoun(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
