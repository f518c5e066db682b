import { isIP } from 'node:net';
import { z } from 'zod';
import { SourceError } from '../../source';
import { type Rpc, RpcError } from '../../sources/node/rpc';
import type { TcpAddress } from './connect-to-publisher';
import { chooseTopics, isTopic, TOPICS, type Topic } from './topics';

export interface Publisher extends TcpAddress {
  readonly topics: ReadonlySet<Topic>;
}

const notifications = z.array(z.object({ type: z.string(), address: z.string() }));

/**
 * Returns the ZMQ addresses to listen to, with their topics.
 *
 * @param given the addresses in the setting; if absent, the addresses that the node reports
 * @throws SourceError when the node does not respond
 */
export async function findPublishers(
  rpc: Rpc,
  rpcHost: string,
  given: readonly TcpAddress[] | undefined,
): Promise<readonly Publisher[]> {
  const offers = offersOf(await listNotifications(rpc), rpcHost);
  const offered = new Set(offers.flatMap(({ topics }) => [...topics]));
  if (given) {
    const topics = offered.size > 0 ? chooseTopics(offered) : new Set(TOPICS);
    return given.map((address) => ({ ...address, topics }));
  }
  const left = new Set(chooseTopics(offered));
  return offers.flatMap(({ host, port, topics }) => {
    const mine = new Set([...left].filter((topic) => topics.has(topic)));
    for (const topic of mine) left.delete(topic);
    return mine.size === 0 ? [] : [{ host, port, topics: mine }];
  });
}

/** The list is empty for a node without ZMQ, and for a node that does not permit the call. */
async function listNotifications(rpc: Rpc): Promise<z.infer<typeof notifications>> {
  try {
    return await rpc.call(notifications, 'getzmqnotifications');
  } catch (error) {
    const isRefused =
      error instanceof RpcError ||
      (error instanceof SourceError && error.fault === 'method_refused');
    if (isRefused) return [];
    throw error;
  }
}

function offersOf(listed: z.infer<typeof notifications>, rpcHost: string): readonly Publisher[] {
  const offers = new Map<string, TcpAddress & { topics: Set<Topic> }>();
  for (const { type, address } of listed) {
    const topic = type.replace(/^pub/, '');
    const parsed = parseListed(address, rpcHost);
    if (!isTopic(topic) || !parsed) continue;
    const key = `${parsed.host} ${parsed.port}`;
    const offer = offers.get(key) ?? { ...parsed, topics: new Set() };
    offer.topics.add(topic);
    offers.set(key, offer);
  }
  return [...offers.values()];
}

const TCP_ADDRESS = /^tcp:\/\/(.+):(\d{1,5})$/;
/** Loopback and wildcard addresses. */
const ITS_OWN = /^(0\.0\.0\.0|127\.\d+\.\d+\.\d+|::|::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/**
 * Replaces a loopback or wildcard address, which is unreachable from another machine, by the host
 * of the node's RPC. Returns undefined unless the address is TCP.
 */
function parseListed(address: string, rpcHost: string): TcpAddress | undefined {
  const [, bracketed, port] = TCP_ADDRESS.exec(address) ?? [];
  if (bracketed === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  const host = bracketed.replace(/^\[(.*)\]$/, '$1');
  const isElsewhere = isIP(host) !== 0 && !ITS_OWN.test(host);
  return { host: isElsewhere ? host : rpcHost, port: Number(port) };
}
