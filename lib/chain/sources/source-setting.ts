import type { SourceKind } from '@/lib/domain/chain-condition';
import {
  cookieFileEnvName,
  NETWORK_FACTS,
  NETWORKS,
  type Network,
  networkEnvName,
  pushEnvName,
} from '@/lib/domain/network';
import { isEncodedUrl, parseUrl, URL_ENCODING_RULE } from '@/lib/domain/parse-url';
import { isOnion } from '@/lib/net/socks-proxy';

export type ServerKind = Exclude<SourceKind, 'off' | 'sandbox'>;

const KINDS: readonly ServerKind[] = ['electrum', 'esplora'];

export function sourceUrls(setting: SourceSetting): readonly URL[] {
  if (!('url' in setting)) return [];
  return [setting.url, ...(setting.push === 'off' ? [] : (setting.push ?? []))];
}

export type SourceSetting = { readonly kind: 'off' | 'sandbox' } | ServerSetting;

export interface ServerSetting {
  readonly kind: ServerKind;
  readonly url: URL;
  /**
   * The ZMQ addresses of a node, or "off" to not listen. If undefined, the node is asked for them.
   */
  readonly push: readonly URL[] | 'off' | undefined;
  readonly cookieFile: string | undefined;
}

export interface SourceSettings {
  readonly sources: Readonly<Record<Network, SourceSetting>>;
  /** Look-ups per minute at an Esplora server, for each network separately. */
  readonly esploraLookUps: number;
  /** The proxy for onion services. */
  readonly socksProxy: URL | undefined;
}

interface ServerForm {
  readonly prefix: string;
  readonly accepts: (url: URL) => boolean;
  /** "?" if this kind of server uses the query of the URL. */
  readonly used?: '?';
  readonly example: string;
}

const ELECTRUM_HOST = /^(?:[a-z\d.-]+|\[[\da-f:.]+\])$/i;

const FORMS: Readonly<Record<ServerKind, ServerForm>> = {
  bitcoind: {
    prefix: '',
    accepts: isHttp,
    used: '?',
    example: 'http://user:pass@host:port of a node',
  },
  electrum: {
    prefix: 'electrum+',
    accepts: ({ protocol, hostname, port, href }) =>
      /^(?:ssl|tcp):$/.test(protocol) &&
      ELECTRUM_HOST.test(hostname) &&
      Number(port) > 0 &&
      href.replace(/\/$/, '') === `${protocol}//${hostname}:${port}`,
    example: 'electrum+ssl://host:port',
  },
  esplora: { prefix: 'esplora+', accepts: isHttp, used: '?', example: 'esplora+https://…' },
};

function isHttp({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol);
}

/**
 * Parses the setting of a network's source.
 *
 * @param text the value of the variable; undefined when it is not set
 * @param push the value of the variable for pushes; undefined when it is not set
 * @throws Error naming the variable and the broken rule, never its value
 */
export function parseSource(
  network: Network,
  text: string | undefined,
  push: string | undefined,
  cookieFile?: string,
): SourceSetting {
  const { defaultSource } = NETWORK_FACTS[network];
  const setting = text ?? defaultSource;
  if (setting === 'off' || setting === 'sandbox') {
    parsePush(network, push, setting);
    if (cookieFile !== undefined) requireCookieUse(network, setting);
  }
  if (setting === 'off') return { kind: 'off' };
  if (setting === 'sandbox') {
    if (defaultSource === 'sandbox') return { kind: 'sandbox' };
    const able = NETWORKS.filter((one) => NETWORK_FACTS[one].defaultSource === 'sandbox');
    throw new Error(`${networkEnvName(network)}: only ${able.join(', ')} can run on the sandbox`);
  }
  const kind = KINDS.find((one) => setting.startsWith(FORMS[one].prefix)) ?? 'bitcoind';
  const { prefix, used, accepts } = FORMS[kind];
  if (!isEncodedUrl(setting, used))
    throw new Error(`${networkEnvName(network)} ${URL_ENCODING_RULE}`);
  const url = parseUrl(setting.slice(prefix.length));
  if (!url || !accepts(url)) {
    const examples = Object.values(FORMS).map(({ example }) => example);
    throw new Error(`${networkEnvName(network)} must be ${examples.join(', ')}, or off`);
  }
  if (cookieFile !== undefined) requireCookieUse(network, kind, url);
  // An onion service exposes only the ports that its owner has configured, and rarely ZMQ's.
  const listens = push === undefined && isOnion(url.hostname) ? 'off' : push;
  return { kind, url, push: parsePush(network, listens, kind), cookieFile };
}

/**
 * A cookie file needs a node as the source, and a URL without a user.
 *
 * @throws Error naming the variable
 */
function requireCookieUse(network: Network, kind: SourceKind, url?: URL): void {
  if (kind === 'bitcoind' && !url?.username && !url?.password) return;
  throw new Error(
    `${cookieFileEnvName(network)} needs a node without user and password in ${networkEnvName(network)}, as in http://127.0.0.1:8332`,
  );
}

function parsePush(
  network: Network,
  text: string | undefined,
  kind: SourceKind,
): ServerSetting['push'] {
  if (text === undefined || text === 'off') return text;
  const variable = pushEnvName(network);
  if (kind !== 'bitcoind')
    throw new Error(`${variable} needs a node in ${networkEnvName(network)}`);
  return text.split(',').map((one) => {
    if (!isEncodedUrl(one.trim())) throw new Error(`${variable} ${URL_ENCODING_RULE}`);
    const url = parseUrl(one.trim());
    if (url && isZmqAddress(url) && !isOnion(url.hostname)) return url;
    throw new Error(
      `${variable} must be tcp://host:port of a node's ZMQ, several of them separated by commas, or off`,
    );
  });
}

/** ZMQ supports neither credentials nor a path in its address. */
function isZmqAddress({ hostname, port, href }: URL): boolean {
  const isPlain = href.replace(/\/$/, '') === `tcp://${hostname}:${port}`;
  return isPlain && Number(port) > 0 && hostname !== '' && hostname !== '*';
}

export function followsRealNetwork(sources: SourceSettings['sources']): boolean {
  return NETWORKS.some(
    (network) => NETWORK_FACTS[network].defaultSource === 'off' && sources[network].kind !== 'off',
  );
}

/**
 * Parses the source settings of all networks. If a real network is followed, the sandbox is off by
 * default, because anyone with a sandbox key may change its chain.
 *
 * @param textOf returns the value of a variable; undefined when it is not set
 * @throws Error as {@link parseSource}
 */
export function parseSources(
  textOf: (variable: string) => string | undefined,
  asksForSandbox: boolean,
): SourceSettings['sources'] {
  const parse = (unset?: string) =>
    Object.fromEntries(
      NETWORKS.map((network) => [
        network,
        parseSource(
          network,
          textOf(networkEnvName(network)) ?? unset,
          textOf(pushEnvName(network)),
          textOf(cookieFileEnvName(network)),
        ),
      ]),
    ) as Record<Network, SourceSetting>;
  const sources = parse();
  return followsRealNetwork(sources) && !asksForSandbox ? parse('off') : sources;
}

/** Requires a proxy if any source is an onion service. @throws Error when no proxy is configured */
export function requireProxyForOnions({
  sources,
  socksProxy,
}: Omit<SourceSettings, 'esploraLookUps'>): void {
  const onion = NETWORKS.find((network) =>
    sourceUrls(sources[network]).some(({ hostname }) => isOnion(hostname)),
  );
  if (!onion || socksProxy) return;
  throw new Error(
    `${networkEnvName(onion)} is an onion service, which is reached through Tor: set SOCKS_PROXY, as in socks5://127.0.0.1:9050`,
  );
}
