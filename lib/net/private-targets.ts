import { type IpRange, inIpRange, parseIp, parseIpRange } from './ip-range';

export interface PrivateTargets {
  /** Host names in lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly IpRange[];
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_-]{1,63})*$/;

/**
 * Reads a list of host names, addresses and CIDR ranges, separated by commas, such as `nas.lan,
 * 192.168.1.0/24`. Returns the entries, or the first text that is not a valid entry.
 */
export function parsePrivateTargets(list: string): PrivateTargets | { readonly wrong: string } {
  const hosts = new Set<string>();
  const ranges: IpRange[] = [];
  for (const entry of list.split(',').flatMap((part) => part.trim().toLowerCase() || [])) {
    const range = parseIpRange(entry);
    if (range) ranges.push(range);
    // A name whose last label has only digits is a mistyped address.
    else if (HOST_NAME.test(entry) && !/(^|\.)\d+$/.test(entry)) hosts.add(entry);
    else return { wrong: entry };
  }
  return { hosts, ranges };
}

export function isListedTarget(host: string, { hosts, ranges }: PrivateTargets): boolean {
  const address = parseIp(host);
  return address
    ? ranges.some((range) => inIpRange(address, range))
    : hosts.has(host.toLowerCase());
}
