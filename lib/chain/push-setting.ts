import { type Network, networkVariable, pushVariable } from '@/lib/domain/network';
import { isPercentEncoded, parseUrl } from '@/lib/domain/parse-url';

/** How to listen to a network's source; undefined: as the source itself offers. */
export type PushSetting =
  | 'off'
  /** The ZMQ addresses of a node, or the WebSocket of an Esplora server. */
  | { readonly kind: 'zmq' | 'websocket'; readonly urls: readonly URL[] }
  | undefined;

type PushKind = Exclude<PushSetting, 'off' | undefined>['kind'];

const RULES: Readonly<Record<PushKind, string>> = {
  zmq: "tcp://host:port of a node's ZMQ, several of them separated by commas",
  websocket: 'ws://… or wss://… of the server',
};

/**
 * Parses the push setting of a network.
 *
 * @param text undefined when nothing is configured
 * @param able the kind of push that the network's source has; undefined: none
 * @throws Error naming the variable and the broken rule, never its value
 */
export function parsePush(
  network: Network,
  text: string | undefined,
  able: PushKind | undefined,
): PushSetting {
  if (text === undefined || text === 'off') return text;
  const variable = pushVariable(network);
  if (!able) {
    const source = networkVariable(network);
    throw new Error(`${variable} needs a node or an Esplora server in ${source}`);
  }
  const urls = able === 'zmq' ? text.split(',').map(parseTcp) : [parseWebSocket(text)];
  const valid = urls.filter((url) => url !== undefined);
  if (valid.length < urls.length) throw new Error(`${variable} must be ${RULES[able]}, or off`);
  return { kind: able, urls: valid };
}

/** Without credentials or a path, which ZMQ does not have. */
function parseTcp(text: string): URL | undefined {
  const url = parseUrl(text.trim());
  if (!url) return undefined;
  const { hostname, port, href } = url;
  const isPlain = href.replace(/\/$/, '') === `tcp://${hostname}:${port}`;
  return isPlain && Number(port) > 0 && hostname !== '' && hostname !== '*' ? url : undefined;
}

function parseWebSocket(text: string): URL | undefined {
  const url = parseUrl(text);
  if (!url || !/^wss?:$/.test(url.protocol)) return undefined;
  return isPercentEncoded(`${url.username}:${url.password}`) ? url : undefined;
}
