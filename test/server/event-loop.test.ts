import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { searchDocs } from '@/app/(site)/docs/_site/search';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { SLOW_TO_PARSE_TEXTS } from '@/test/fuzz/heavy';
import { startApp, type TestApp } from '@/test/support/app';
import { openTab } from '@/test/support/browser-tab';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY, type TestKey } from '@/test/support/factories';
import { minExtraCost, minExtraStallMs } from '@/test/support/stall';
import { testVisitor } from '@/test/support/users';

const MAX_MS = 50;
const email = 'ann@example.com';
const password = 'a long enough password';

let base: TestDatabase;
let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  base = await createTestDatabase();
  key = await createTestKey(base.db);
  const deps = { db: base.db, throttle: createThrottle(), rule: 'open' as const };
  await signUp(deps, { merchantName: 'Acme', email, password }, testVisitor(), new Date());
  app = await startApp({
    databaseUrl: base.url,
    env: {
      SECRET_KEY: TEST_SECRET_KEY,
      BITCOIN_REGTEST: 'sandbox',
      SIGN_UP: 'open',
      TRUSTED_PROXIES: '127.0.0.0/8',
      RATE_LIMIT_PER_IP: '0',
    },
  });
});
afterAll(async () => {
  await app?.stop();
  await base?.drop();
});

/** Processor time of the server's main thread, in ms. */
function busyMs(): number {
  const pid = app.pid();
  const [onProcessor] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(onProcessor) / 1e6;
}

async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = busyMs();
  await work();
  return busyMs() - before;
}

/** How many ms longer a request occupies the server's main thread than an ordinary request. */
const costBeyond = (ordinary: () => Promise<unknown>, work: () => Promise<unknown>) =>
  minExtraCost(cost, ordinary, work, MAX_MS);

let addresses = 0;
/** Each request comes from another address, so that no limit rejects it early. */
const elsewhere = () => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.${addresses >> 8}.${addresses & 255}` };
};

const linux = process.platform === 'linux';

test.runIf(linux)('no public page blocks the server’s event loop', async () => {
  const get = (path: string, headers: Record<string, string> = {}) => {
    return () => openTab(app.url).get(path, { ...elsewhere(), ...headers });
  };
  const heavy: string[] = [];
  for (const [name, text] of Object.entries(SLOW_TO_PARSE_TEXTS)) {
    const part = encodeURIComponent(text.slice(0, 4_000)).slice(0, 8_000).replace(/%.?$/, '');
    const ascii = encodeURIComponent(text).slice(0, 6_000);
    const pages: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      ['/docs/search', get('/docs/search?q=retry'), get(`/docs/search?q=${part}`)],
      ['/docs', get('/docs/nothing'), get(`/docs/${part}`)],
      ['/docs/search.json', get('/docs/search.json'), get(`/docs/search.json?q=${part}`)],
      ['/sign-in', get('/sign-in'), get(`/sign-in?callbackUrl=${part}`)],
      ['/invitation', get('/invitation/abc'), get(`/invitation/${part}`)],
      ['/pay', get('/pay/abc'), get(`/pay/${part}`)],
      [
        'headers',
        get('/sign-in'),
        get('/sign-in', {
          cookie: `blocktally-session=${ascii}; ${'a=b; '.repeat(500)}`,
          'accept-language': `${'de;q=0.1,'.repeat(300)}en`,
        }),
      ],
    ];
    for (const [page, ordinary, hostile] of pages) {
      await ordinary();
      const ms = await costBeyond(ordinary, hostile);
      if (process.env.SHOW) process.stdout.write(`@ ${page} ${name} ${ms.toFixed(1)}\n`);
      if (ms > MAX_MS) heavy.push(`${page} with ${name}: ${Math.round(ms)} ms`);
    }
  }
  expect(heavy).toEqual([]);
});

test.runIf(linux)('no public form blocks the server’s event loop', async () => {
  const heavy: string[] = [];
  const usual = { merchantName: 'Acme', email: 'nobody@example.com', password: 'wrong' };
  for (const form of ['/sign-in', '/sign-up']) {
    const send = (values: Record<string, string>) => () =>
      openTab(app.url).submit(form, { ...usual, ...values }, elsewhere());
    await send({})();
    const texts = { ...SLOW_TO_PARSE_TEXTS, 'nearly a megabyte': '\u{1f600}'.repeat(220_000) };
    for (const [name, text] of Object.entries(texts)) {
      for (const field of ['password', 'email', 'merchantName', 'callbackUrl']) {
        const ms = await costBeyond(send({}), send({ [field]: text }));
        if (process.env.SHOW) process.stdout.write(`@ ${form} ${field} ${name} ${ms.toFixed(1)}\n`);
        if (ms > MAX_MS) heavy.push(`${form}, ${field} of ${name}: ${Math.round(ms)} ms`);
      }
    }
  }
  expect(heavy).toEqual([]);
});

test('the search of the documentation, which runs in the browser, is fast for every query', async () => {
  const index = await (await fetch(`${app.url}/docs/search.json`)).text();
  vi.stubGlobal('fetch', async () => new Response(index));
  const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9'.repeat(
    9,
  );
  const queries = {
    ...SLOW_TO_PARSE_TEXTS,
    letters,
    'similar words': 'retrz webhok signatrue paymnt adress confrm descriptr wallt expird cancl',
    'one letter': 'a',
  };
  await searchDocs('retry');
  for (const [name, query] of Object.entries(queries)) {
    const search = (text: string) => () => searchDocs(text);
    // A search blocks only the browser of its reader.
    const most = 4 * MAX_MS;
    const ms = await minExtraStallMs(search('retry webhook'), search(query), most);
    if (process.env.SHOW) process.stdout.write(`@ search ${name} ${ms.toFixed(1)}\n`);
    expect(ms, name).toBeLessThanOrEqual(most);
  }
});

test('when the sign-in queue is full, sign-ins get a clear error, and the API still responds', async () => {
  const tab = openTab(app.url);
  const { csrfToken } = JSON.parse((await tab.get('/api/auth/csrf')).text);
  const done: string[] = [];
  const signIn = async () => {
    const form = { email, password: 'wrong', csrfToken };
    const page = await tab.post('/api/auth/callback/credentials', form, elsewhere());
    done.push(new URL(page.location ?? '').searchParams.get('error') ?? 'in');
  };
  const flood = Array.from({ length: 150 }, signIn);
  const created = await fetch(`${app.url}/v1/btc/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: '{"amount_sats":1000}',
  });
  expect(created.status).toBe(201);
  expect(done.filter((error) => error !== 'server_busy').length).toBeLessThan(65);
  await Promise.all(flood);
  expect(new Set(done)).toEqual(new Set(['server_busy', 'CredentialsSignin']));
  const form = await tab.get('/sign-in?error=server_busy');
  expect(form.text).toContain('The server is busy.');
  const page = await openTab(app.url).submit('/sign-in', { email, password });
  expect([page.status, page.location]).toEqual([303, '/dashboard']);
});
