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
  ])('for the source %s may be %j', (source, push, expected) => {
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
    'the source %s refuses %s with an error that contains the variable and not the value',
    (source, push) => {
      const parse = () => mainnetOf(source, push);
      expect(parse).toThrow(/BITCOIN_MAINNET_PUSH (must be|needs) /);
      expect(parse).not.toThrow(/secret/);
    },
  );

  it('a network without a server accepts the value "off"', () => {
    expect(mainnetOf('off', 'off').sources.mainnet.kind).toBe('off');
  });

  it('webhooks cannot reach the host of the push address', () => {
    expect(mainnetOf(NODE, 'tcp://10.0.0.1:28332').services).toContainEqual({
      hostname: '10.0.0.1',
      port: 28_332,
    });
  });
});

describe('an Electrum server as a source', () => {
  it.each([
    [ELECTRUM, 'electrum.example.com', '50002'],
    ['electrum+tcp://127.0.0.1:50001', '127.0.0.1', '50001'],
    ['electrum+tcp://[::1]:50001/', '[::1]', '50001'],
  ])('may be %s', (setting, hostname, port) => {
    const { sources, services } = mainnetOf(setting, undefined);
    expect(sources.mainnet).toMatchObject({ kind: 'electrum', url: { hostname, port } });
    expect(services).toContainEqual({ hostname, port: Number(port) });
  });

  it.each([
    'electrum+ssl://secret',
    'electrum+ssl://secret:0',
    'electrum+ssl://name:secret@example.com:50002',
    'electrum+ssl://example.com:50002/secret',
    'electrum+ssl://secret%20host:50002',
    'electrum+https://secret.example.com:50002',
    'electrum://secret.example.com:50002',
    'ssl://secret.example.com:50002',
    'tcp://secret.example.com:50001',
  ])('cannot be %s, and the error names the variable and not the value', (setting) => {
    const parse = () => mainnetOf(setting, undefined);
    expect(parse).toThrow(/BITCOIN_MAINNET must be .*electrum\+ssl:\/\/host:port/);
    expect(parse).not.toThrow(/secret/);
  });

  it('cannot be an .onion address', () => {
    const parse = () => mainnetOf('electrum+tcp://secretsecret.onion:50001', undefined);
    expect(parse).toThrow(/BITCOIN_MAINNET cannot be an \.onion address/);
    expect(parse).not.toThrow(/secret/);
  });
});
