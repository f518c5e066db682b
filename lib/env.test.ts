import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NETWORKS, networkEnvName } from '@/lib/domain/network';
import { ENV_NAMES, type Env, parseEnv } from './env';

const NODE = 'http://user:password@127.0.0.1:8332';

const envOf = (variables: Record<string, string>): Env =>
  parseEnv({ DATABASE_URL: 'postgres://localhost/x', ...variables });
const kindOf = (variables: Record<string, string>) => envOf(variables).sources.regtest.kind;

describe('the sandbox', () => {
  test('the sandbox is on by default, and off once a real network is configured', () => {
    expect(kindOf({})).toBe('sandbox');
    for (const network of ['MAINNET', 'TESTNET', 'TESTNET4', 'SIGNET']) {
      expect(kindOf({ [`BITCOIN_${network}`]: NODE }), network).toBe('off');
      expect(kindOf({ [`BITCOIN_${network}`]: 'off' }), network).toBe('sandbox');
    }
  });

  test('the sandbox stays on alongside a real network if BITCOIN_REGTEST=sandbox or DEMO=on is set', () => {
    expect(kindOf({ BITCOIN_MAINNET: NODE, BITCOIN_REGTEST: 'sandbox' })).toBe('sandbox');
    expect(kindOf({ BITCOIN_MAINNET: NODE, DEMO: 'on' })).toBe('sandbox');
  });

  test('DEMO=on is refused without the sandbox', () => {
    for (const source of ['off', NODE]) {
      expect(() => envOf({ DEMO: 'on', BITCOIN_REGTEST: source })).toThrow('DEMO=on needs');
    }
  });
});

describe('the demo', () => {
  test.each([
    [{}, true],
    [{ DEMO: 'off' }, false],
    [{ BITCOIN_REGTEST: 'off' }, false],
    [{ BITCOIN_REGTEST: NODE }, false],
    [{ BITCOIN_REGTEST: '', BITCOIN_MAINNET: '' }, true],
    [{ BITCOIN_MAINNET: 'off' }, true],
    [{ BITCOIN_MAINNET: NODE }, false],
    [{ BITCOIN_SIGNET: `esplora+${NODE}` }, false],
    [{ BITCOIN_MAINNET: NODE, BITCOIN_REGTEST: 'sandbox' }, false],
    [{ BITCOIN_MAINNET: NODE, DEMO: 'on' }, true],
    [{ BITCOIN_MAINNET: NODE, DEMO: 'off' }, false],
  ])('with the settings %o, the configuration has demo = %s', (variables, expected) => {
    const given = Object.fromEntries(Object.entries(variables)) as Record<string, string>;
    expect(envOf(given).demo).toBe(expected);
  });
});

test.each([
  [{ ESPLORA_LOOKUPS_PER_MINUTE: '6001' }, 'from 1 to 6000'],
  [{ PRICE_MAX_AGE_SECONDS: '10' }, 'from 30 to 3600'],
  [{ PORT: '3000.5' }, 'from 0 to 65535'],
  [{ PRICE_SPREAD_PPM: 'none' }, 'from 0 to 500000'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, caddy' }, 'addresses or CIDR ranges'],
  [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'addresses or CIDR ranges'],
  [{ WEBHOOK_PRIVATE_TARGETS: 'nas.lan, 192.168.1.300' }, '"192.168.1.300" is none'],
  [{ WEBHOOK_PRIVATE_TARGETS: 'yes please' }, 'must be allow, deny, or hosts'],
  [{ APP_URL: 'https://shop.example/pay' }, 'without a path'],
  [{ DATABASE_URL: 'postgres://ann:50%@localhost/x' }, 'percent-encoded'],
  [{ BITCOIN_MAINNET: 'http://ann:50%@localhost:8332' }, 'percent-encoded'],
  [{ BITCOIN_SIGNET: 'esplora+https://ann:50%@esplora.example/api' }, 'percent-encoded'],
])('the setting %o is refused, and the error states its name and range', (variables, range) => {
  const [name = ''] = Object.keys(variables);
  const given = Object.fromEntries(Object.entries(variables));
  expect(() => envOf(given)).toThrow(new RegExp(`${name}.* ${range}`, 's'));
});

describe('a setting with a URL', () => {
  const URLS: readonly (readonly [variable: string, before: string, path: string])[] = [
    ['APP_URL', 'https://', ''],
    ['DATABASE_URL', 'postgres://', '/shop'],
    ['BITCOIN_MAINNET', 'http://', ''],
    ['BITCOIN_SIGNET', 'esplora+https://', '/api'],
    ['BITCOIN_MAINNET_PUSH', 'tcp://', ''],
    ['BITCOIN_MAINNET_EXPLORER', 'https://', '/tx/{txid}'],
    ['AUTH_OIDC_ISSUER', 'https://', ''],
    ['PRICE_SOURCES', 'coinbase,kraken=https://', ''],
    ['INNGEST_BASE_URL', 'http://', ''],
    ['INNGEST_DEV', 'http://', ''],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://', ''],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://', '/v1/traces'],
  ];
  const UNENCODED = [
    'k:p@ss/w:rd#1',
    'k:12@3',
    'k:12/3',
    'k:12#3',
    'k:12?3',
    'k:1\\2',
    'k:1 2',
    'k:5%',
  ];

  test.each(URLS)(
    'the setting %s is refused if it has unencoded special characters, and the error does not quote the value',
    (variable, before, path) => {
      for (const userinfo of UNENCODED) {
        const set = {
          BITCOIN_MAINNET: NODE,
          [variable]: `${before}${userinfo}@secret.host:4000${path}`,
        };
        const parse = () => envOf(set);
        expect(parse, userinfo).toThrow(new RegExp(`${variable}.* percent-encoded`, 's'));
        expect(parse, userinfo).not.toThrow(/secret|k:|3000/);
      }
    },
  );

  test('a URL in a setting is refused if its "?" or "#" part would be ignored', () => {
    for (const [variable, before, path] of URLS) {
      for (const ignored of ['#part', '?a=b']) {
        const uses = /EXPLORER|TRACES|DATABASE|SIGNET|MAINNET$/.test(variable) ? '?' : '';
        if (uses === ignored[0] || (variable.endsWith('EXPLORER') && ignored[0] === '#')) continue;
        const set = {
          BITCOIN_MAINNET: NODE,
          [variable]: `${before}some.host:4000${path}${ignored}`,
        };
        expect(() => envOf(set), variable + ignored).toThrow(new RegExp(`${variable} `));
      }
    }
  });

  test('a setting with a URL accepts encoded characters, and letters of every language in its host', () => {
    const { mainnet } = envOf({
      BITCOIN_MAINNET: 'http://k:p%40ss%2Fw:rd%231@bücher.example',
    }).sources;
    expect('url' in mainnet && decodeURIComponent(mainnet.url.password)).toBe('p@ss/w:rd#1');
    const explorer = 'https://explorer.example/#/tx/{txid}?lang=en';
    expect(envOf({ BITCOIN_MAINNET_EXPLORER: explorer }).explorers.mainnet).toBe(explorer);
    expect(envOf({ BITCOIN_SIGNET: 'esplora+https://esplora.example/api?key=1' }).realNetwork).toBe(
      true,
    );
  });
});

test.each([
  [
    'sslmode=bogus',
    'sslmode must be one of disable, allow, prefer, require, no-verify, verify-ca, verify-full',
  ],
  ['sslmode=', 'sslmode must be one of'],
  ['ssl=maybe', 'sslmode must be one of'],
  [
    'sslmode=prefer&sslrootcert=/ca.pem',
    'sslrootcert needs sslmode=verify-full, verify-ca or require',
  ],
  ['sslmode=disable&sslmode=require', 'sslmode must be set once'],
])('DATABASE_URL with %s is refused', (parameters, rule) => {
  const parse = () => envOf({ DATABASE_URL: `postgres://db.example/x?${parameters}` });
  expect(parse).toThrow(`DATABASE_URL has an invalid parameter: ${rule}`);
});

test('APP_URL may contain several URLs, and links begin with the first URL', () => {
  const { appUrl, appUrls } = envOf({ APP_URL: 'https://pay.example/, http://shop.onion' });
  expect(appUrl.origin).toBe('https://pay.example');
  expect(appUrls.map(({ origin }) => origin)).toEqual(['https://pay.example', 'http://shop.onion']);
  expect(() => envOf({ APP_URL: 'https://a.example,http://b.example/x' })).toThrow(
    /APP_URL must be .* without a path/,
  );
});

test('an exchange that PRICE_SOURCES lists twice counts as one', () => {
  const twice = 'kraken,kraken=https://rates.example,coinbase';
  expect(() => envOf({ PRICE_SOURCES: twice })).toThrow(/PRICE_SOURCES.* each once/s);
});

test('one exchange is enough only for a currency that PRICE_ONE_SOURCE lists', () => {
  expect(() => envOf({ PRICE_SOURCES: 'yadio' })).toThrow(
    /PRICE_SOURCES.* two .*PRICE_ONE_SOURCE/s,
  );
  const { rates } = envOf({ PRICE_SOURCES: 'yadio', PRICE_ONE_SOURCE: 'CUP=yadio' });
  expect([...rates.oneSource]).toEqual([['CUP', 'yadio']]);
});

test.each([
  ['CUP', 'such as CUP=yadio'],
  ['XXX=yadio', 'such as CUP=yadio'],
  ['CUP=luno', 'luno has no price of CUP'],
  ['CUP=valr', 'valr is none of PRICE_SOURCES'],
  ['CLF=own', 'own is none of PRICE_SOURCES'],
])('PRICE_ONE_SOURCE=%s is refused: %s', (oneSource, reason) => {
  const given = { PRICE_SOURCES: 'yadio,luno', PRICE_ONE_SOURCE: oneSource };
  expect(() => envOf(given)).toThrow(new RegExp(`PRICE_ONE_SOURCE.* ${reason}`, 's'));
});

test.each([
  ['CLF=https://uf.example/', 'end in # and a JSON pointer'],
  ['CLF=https://uf.example/#clf', 'a JSON pointer'],
  ['CLF=https://uf.example/#/a~2', 'a JSON pointer'],
  ['CLF=ftp://uf.example/#/a', 'http:// or https://'],
  ['XXX=https://uf.example/#/a', 'some of kraken'],
])('the operator’s own price source %s is refused: %s', (source, reason) => {
  const given = { PRICE_SOURCES: `kraken,coinbase,${source}` };
  expect(() => envOf(given)).toThrow(new RegExp(`PRICE_SOURCES.* ${reason}`, 's'));
});

test('the demo is off once any network other than regtest is configured', () => {
  for (const network of NETWORKS.filter((one) => one !== 'regtest')) {
    const given = { [networkEnvName(network)]: NODE };
    expect(envOf(given).demo, network).toBe(false);
  }
});

test('Inngest runs the jobs if any INNGEST variable is set, except INNGEST_DEV=off', () => {
  for (const off of [{}, { INNGEST_DEV: '0' }, { INNGEST_DEV: 'false' }, { INNGEST_DEV: '' }]) {
    expect(envOf(off).inngest).toBe(false);
  }
  expect(envOf({ INNGEST_DEV: '1' }).inngest).toBe(true);
  expect(envOf({ INNGEST_DEV: '0', INNGEST_SIGNING_KEY: 'signkey-x' }).inngest).toBe(true);
});

test('webhooks cannot reach any host of the database', () => {
  const { services } = parseEnv({ DATABASE_URL: 'postgres://db1.example,db2.example:6432/x' });
  expect(services).toEqual([
    { hostname: 'db1.example', port: 5432 },
    { hostname: 'db2.example', port: 6432 },
  ]);
});

test('a server counts as a developer’s own only if other machines cannot reach it and no real network is set', () => {
  expect(envOf({}).ownMachine).toBe(true);
  expect(envOf({ HOST: '::1', APP_URL: 'http://127.0.0.1:4000' }).ownMachine).toBe(true);
  expect(envOf({ HOST: '0.0.0.0' }).ownMachine).toBe(false);
  expect(envOf({ APP_URL: 'https://pay.example' }).ownMachine).toBe(false);
  expect(envOf({ APP_URL: 'http://localhost:3000,http://10.0.0.2' }).ownMachine).toBe(false);
  expect(envOf({ BITCOIN_SIGNET: NODE }).ownMachine).toBe(false);
});

describe('every setting', () => {
  const ofNetworks = NETWORKS.map(networkEnvName);
  const others = ENV_NAMES.filter((name) => !ofNetworks.some((one) => name.startsWith(one)));

  test('every setting is in .env.example, which shows no other variable', () => {
    const example = readFileSync('.env.example', 'utf8');
    const shown = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(shown).toEqual(expect.arrayContaining(others));
    expect(ENV_NAMES).toEqual(expect.arrayContaining(shown));
  });

  test('every setting is explained on the page about self-hosting', () => {
    const words = readFileSync('docs/self-hosting.md', 'utf8').match(/\b[A-Z][A-Z0-9_<>]+/g);
    const ofNetwork = ['', '_PUSH', '_COOKIE_FILE', '_EXPLORER'].map(
      (end) => `BITCOIN_<NETWORK>${end}`,
    );
    expect(words).toEqual(expect.arrayContaining([...others, ...ofNetwork]));
  });
});
