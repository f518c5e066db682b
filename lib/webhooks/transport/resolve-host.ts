import { lookup, Resolver } from 'node:dns/promises';
import { policyFor, type TargetPolicy } from './target-url';

/**
 * Returns all IPv4 and IPv6 addresses of a name. Rejects with an error that has a `code`
 * (ENOTFOUND, ETIMEOUT, …) if there is no response.
 */
export type Resolve = (hostname: string, limitMs: number) => Promise<readonly string[]>;

/**
 * Returns a resolver. Where private targets are allowed, it uses the system's resolver, so that
 * localhost works. Elsewhere it queries DNS directly, because slow names could fill the small
 * thread pool of the system's resolver.
 */
export function resolverFor(policy: TargetPolicy): Resolve {
  return (name, limitMs) =>
    policyFor(name, policy).allowPrivate ? resolveBySystem(name) : resolveByDns(name, limitMs);
}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true, verbatim: true });
  return answers.map((answer) => answer.address);
}

/** @param servers DNS servers as ip:port; by default the system's */
export async function resolveByDns(
  hostname: string,
  limitMs: number,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: Math.ceil(limitMs), tries: 1 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), limitMs);
  try {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [v4, v6].flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
    if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : noAnswer();
    return found;
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer(): Error {
  return Object.assign(new Error('the name has no address'), { code: 'ENODATA' });
}
