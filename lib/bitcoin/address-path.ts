/**
 * Where a wallet finds the key of an address: "m/84h/0h/0h/0/7" when the descriptor has one key
 * with its origin, ".../0/7" below the extended keys when not.
 *
 * @param descriptor canonical, of the receive branch
 */
export function addressPath(descriptor: string, index: number): string {
  const origins = [...descriptor.matchAll(/\[[0-9a-f]{8}((?:\/\d+h?)*)\]/g)];
  const branch = /((?:\/\d+)*)\/\*/.exec(descriptor)?.[1] ?? '';
  const keys = descriptor.match(/\/\*/g)?.length ?? 0;
  const origin = keys === 1 ? origins[0]?.[1] : undefined;
  return `${origin === undefined ? '…' : `m${origin}`}${branch}/${index}`;
}
