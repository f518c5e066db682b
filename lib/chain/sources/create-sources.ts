import type { Db } from '@/db/client';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { isOnion } from '@/lib/net/socks-proxy';
import type { ChainSource } from '../source';
import { createCertificateCheck } from './electrum/certificates';
import { createElectrumSource } from './electrum/electrum';
import { createEsploraSource } from './esplora/esplora';
import { createBitcoindSource, type NodePushOptions } from './node/bitcoind';
import { createSandboxSource } from './sandbox/source';
import type { ServerKind, ServerSetting, SourceSettings } from './source-setting';

type Create = (
  network: Network,
  setting: ServerSetting,
  settings: SourceSettings,
  db: Db,
) => ChainSource;

const SERVERS: Readonly<Record<ServerKind, Create>> = {
  bitcoind: (network, { url, push, cookieFile }, { socksProxy }) =>
    createBitcoindSource(network, url, undefined, nodePush(push), {
      cookieFile,
      proxy: proxyFor(url, socksProxy),
    }),
  electrum: (network, { url }, { socksProxy }, db) => {
    const { hostname, port, protocol } = url;
    const server = {
      host: bareHost(hostname),
      port: Number(port),
      isTls: protocol === 'ssl:',
      proxy: proxyFor(url, socksProxy),
    };
    return createElectrumSource(network, server, createCertificateCheck(db, network));
  },
  esplora: (network, { url }, { esploraLookUps: lookUpsPerMinute, socksProxy }) =>
    createEsploraSource(network, url, { lookUpsPerMinute, proxy: proxyFor(url, socksProxy) }),
};

/** The functions that open a socket do not accept the brackets of an IPv6 address. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

const proxyFor = ({ hostname }: URL, proxy: URL | undefined) =>
  isOnion(hostname) ? proxy : undefined;

function nodePush(setting: ServerSetting['push']): NodePushOptions | 'off' {
  if (setting === 'off') return 'off';
  if (!setting) return {};
  const publishers = setting.map(({ hostname, port }) => ({
    host: bareHost(hostname),
    port: Number(port),
  }));
  return { publishers };
}

export function createSources(settings: SourceSettings, db: Db): ReadonlyMap<Network, ChainSource> {
  const sources = new Map<Network, ChainSource>();
  for (const network of NETWORKS) {
    const setting = settings.sources[network];
    if ('url' in setting) {
      sources.set(network, SERVERS[setting.kind](network, setting, settings, db));
    } else if (setting.kind === 'sandbox') {
      sources.set(network, createSandboxSource(db));
    }
  }
  return sources;
}
