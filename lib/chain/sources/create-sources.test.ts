import { describe, expect, it } from 'vitest';
import { parseEnv } from '@/lib/env';

const NODE = 'http://user:password@127.0.0.1:8332';
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
  ])('the source %s accepts the value %j', (source, push, expected) => {
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
