import { NETWORKS, type Network, networkVariable } from '@/lib/domain/network';
import type { AdminDeps } from './command';

/**
 * The result of a command with a field `warning` when it is about networks without a source, whose
 * payments the server neither creates nor follows.
 *
 * @param about the networks of the keys or wallets in the result
 */
export function withWarning<T extends object>(
  result: T,
  about: readonly Network[],
  { networks }: Pick<AdminDeps, 'networks'>,
): T & { readonly warning?: string } {
  const off = NETWORKS.filter((one) => about.includes(one) && !networks.includes(one));
  if (off.length === 0) return result;
  const variables = off.map(networkVariable).join(' and ');
  return {
    ...result,
    warning: `No source for ${off.join(', ')}: the server refuses new payments there, and does not follow others. Set ${variables}, then restart the server.`,
  };
}
