import { describe, expect, it } from 'vitest';
import { parseEnv } from '@/lib/env';

const NODE = 'http://user:password@127.0.0.1:8332';
const ELECTRUM = 'electrum+ssl://electrum.example.com:50002';
const ESPLORA = 'esplora+https://example.com/api';

function mainnetOf(source: string | undefined, push: string | undefined) {
  return parseEnv({
    DATABASE_URL: 'postgres://localhost/x',
    BITCOIN_MAINNET: source,
    BITCOIN_MAINNET_PUSH: push,
  });
}
const hrefsOf = (source: string, push: string) => {
  const { mainnet } = mainnetOf(source, push).sources;
  const setting = 'push' in mainnet ? mainnet.push : undefined;
  return typeof setting === 'object' ? setting.map(({ href }) => href) : setting;
};

describe('BITCOIN_<NETWORK>_PUSH', () => {
  it.each([
    [NODE, 'tcp://127.0.0.1:28332', ['tcp://127.0.0.1:28332']],
    [NODE, 'tcp://node:1, tcp://[::1]:65535', ['tcp://node:1', 'tcp://[::1]:65535']],
    [NODE, 'off', 'off'],
    [NODE, '', undefined],
    [ESPLORA, 'off', 'off'],
    [ELECTRUM, 'off', 'off'],
  ])('the source %s accepts the push setting %j', (source, push, expected) => {
    expect(hrefsOf(source, push)).toEqual(expected);
  });

  it.each([
    [NODE, 'tcp://127.0.0.1'],
    [NODE, 'tcp://*:28332'],
    [NODE, 'tcp://:28332'],
    [NODE, 'tcp://127.0.0.1:0'],
    [NODE, 'tcp://127.0.0.1:65536'],
    [NODE, 'tcp://name:secret@127.0.0.1:28332'],
    [NODE, 'tcp://127.0.0.1:28332/secret'],
    [NODE, 'tcp://127.0.0.1:28332,secret'],
    [NODE, 'ipc:///secret'],
    [NODE, 'wss://secret.example.com/ws'],
    [NODE, 'on'],
    [ESPLORA, 'tcp://secret:28332'],
    [ESPLORA, 'wss://secret.example.com/ws'],
    [ELECTRUM, 'tcp://secret:28332'],
    ['off', 'tcp://secret:28332'],
    [undefined, 'wss://secret.example.com'],
  ])(
    'the source %s refuses the push setting %s, and the error does not quote the value',
    (source, push) => {
      const parse = () => mainnetOf(source, push);
      expect(parse).toThrow(/BITCOIN_MAINNET_PUSH (must be|needs) /);
      expect(parse).not.toThrow(/secret/);
    },
  );

  it('the push setting "off" is accepted for a network that has no source', () => {
    expect(mainnetOf('off', 'off').sources.mainnet.kind).toBe('off');
  });

  it('webhooks cannot reach the host of the push address', () => {
    expect(mainnetOf(NODE, 'tcp://10.0.0.1:28332').services).toContainEqual({
      hostname: '10.0.0.1',
      port: 28_332,
    });
  });
});

describe('BITCOIN_<NETWORK>_COOKIE_FILE', () => {
  const mainnet = (source: string | undefined) =>
    parseEnv({
      DATABASE_URL: 'postgres://localhost/x',
      BITCOIN_MAINNET: source,
      BITCOIN_MAINNET_COOKIE_FILE: '/node/.cookie',
    }).sources.mainnet;

  it('a cookie file can replace the user and password in a node’s URL', () => {
    expect(mainnet('http://127.0.0.1:8332')).toMatchObject({ cookieFile: '/node/.cookie' });
  });

  it.each([NODE, ESPLORA, 'off', undefined])(
    'a cookie file is refused for the source %s',
    (source) => {
      expect(() => mainnet(source)).toThrow(
        'BITCOIN_MAINNET_COOKIE_FILE needs a node without user and password in BITCOIN_MAINNET, as in http://127.0.0.1:8332',
      );
    },
  );
});

describe('SOCKS_PROXY', () => {
  const envOf = (source: string, proxy?: string, push?: string) =>
    parseEnv({
      DATABASE_URL: 'postgres://localhost/x',
      BITCOIN_MAINNET: source,
      BITCOIN_MAINNET_PUSH: push,
      SOCKS_PROXY: proxy,
    });

  it.each([
    'http://user:pass@x.onion:8332',
    'esplora+http://X.ONION/api',
    'electrum+ssl://x.onion:50002',
  ])('the onion source %s requires SOCKS_PROXY, and its push setting is off', (source) => {
    expect(() => envOf(source)).toThrow(
      'BITCOIN_MAINNET is an onion service, which is reached through Tor: set SOCKS_PROXY, as in socks5://127.0.0.1:9050',
    );
    expect(envOf(source, 'socks5://127.0.0.1:9050').sources.mainnet).toMatchObject({
      push: 'off',
    });
  });

  it.each([
    ['socks5://127.0.0.1:9050', 'socks5://127.0.0.1:9050'],
    ['socks5h://user:pass@tor:9050', 'socks5h://user:pass@tor:9050'],
    ['127.0.0.1:9050', 'socks5://127.0.0.1:9050'],
    ['[::1]:9050', 'socks5://[::1]:9050'],
  ])('SOCKS_PROXY accepts %s, and webhooks cannot reach the proxy', (text, href) => {
    const env = envOf(NODE, text);
    expect(env.socksProxy?.href).toBe(href);
    expect(env.services).toContainEqual({
      hostname: env.socksProxy?.hostname,
      port: 9050,
    });
  });

  it.each(['http://127.0.0.1:9050', 'socks4://127.0.0.1:9050', 'socks5://127.0.0.1', '9050'])(
    'SOCKS_PROXY refuses the value %s',
    (text) => {
      expect(() => envOf(NODE, text)).toThrow(
        'SOCKS_PROXY must be socks5://host:port, as in socks5://127.0.0.1:9050',
      );
    },
  );

  it('a ZMQ address that is an onion service is refused even with SOCKS_PROXY', () => {
    expect(() => envOf(NODE, '127.0.0.1:9050', 'tcp://x.onion:28332')).toThrow(
      'BITCOIN_MAINNET_PUSH',
    );
  });
});
