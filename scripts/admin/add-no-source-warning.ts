import { NETWORKS, type Network, networkEnvName } from '@/lib/domain/network';
import type { AdminDeps } from './command';

/**
 * Adds a `warning` to a command's result if one of the networks has no source. Without a source,
 * the server creates and follows no payments.
 *
 * @param about the networks of the keys or wallets in the result
 * @param other another warning
 */
export function addNoSourceWarning<T extends object>(
  result: T,
  about: readonly Network[],
  { networks }: Pick<AdminDeps, 'networks'>,
  other?: string,
): T & { readonly warning?: string } {
  const off = NETWORKS.filter((one) => about.includes(one) && !networks.includes(one));
  const variables = off.map(networkEnvName).join(' and ');
  const unfollowed =
    off.length === 0
      ? []
      : `No source for ${off.join(', ')}: the server refuses new payments there, and does not follow others. Set ${variables}, then restart the server.`;
  const warning = [unfollowed, other ?? []].flat().join(' ');
  return warning === '' ? result : { ...result, warning };
}
