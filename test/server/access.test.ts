import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { userSession } from '@/db/schema/people';
import { endSession } from '@/lib/accounts/open-session';
import { type Member, OPERATOR } from '@/lib/domain/actor';
import { ROUTES } from '@/lib/http/table';
import { revokeKey } from '@/lib/keys/revoke-key';
import { API_ROUTES } from '@/test/access/api-table';
import { type Credential, requestAs } from '@/test/access/ask';
import { DASHBOARD_ROUTES } from '@/test/access/dashboard-table';
import {
  DASHBOARD_PAGES,
  PUBLIC_ROUTE_REASONS,
  SERVER_ACTIONS,
  TOKENLESS_ROUTE_STATUSES,
  UNKNOWN_PAGE,
} from '@/test/access/open-table';
import { readMerchantRows } from '@/test/access/read-merchant-rows';
import { allRoutes, listServerActions } from '@/test/access/routes';
import { idInPage, openSampleMerchant, type SampleMerchant } from '@/test/access/sample-merchant';
import { STEP_UP_ROUTES } from '@/test/access/step-up-table';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner, signInAgain } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox', METRICS_TOKEN: 'm'.repeat(24) },
  }),
);
const victim = await openSampleMerchant(base, app, 'vellichor');
const stranger = await openSampleMerchant(base, app, 'stranger');
const before = await readMerchantRows(base, victim);

const marksIn = (text: string) => victim.marks.filter((mark) => text.includes(mark));

/** Each test gets its own session, so that no test ends the session of another. */
async function session({ userId }: Pick<Member, 'userId'>): Promise<Credential> {
  // The sample's member has a passkey, so only a sign-in with the passkey opens a session.
  return { sessionId: (await signInAgain(base.db, userId, new Date(), 'passkey')).sessionId };
}

async function deadSessions(): Promise<Record<string, Credential>> {
  const { userId } = victim.owner;
  const revoked = await signInAgain(base.db, userId);
  await endSession(base.db, revoked.sessionId, new Date());
  const expired = await signInAgain(base.db, userId);
  const past = new Date(Date.now() - 1_000);
  await base.db
    .update(userSession)
    .set({ expiresAt: past })
    .where(eq(userSession.id, expired.sessionId));
  return {
    'no session': {},
    'a revoked session': { sessionId: revoked.sessionId },
    'an expired session': { sessionId: expired.sessionId },
    'an API key in place of a session': { key: victim.key.apiKey },
    'an API key as the session': { cookie: victim.key.apiKey },
  };
}

/** Calls a route and checks the response against the route table. */
const ask = async (route: string, merchant: SampleMerchant, as: Credential, headers = {}) => {
  const entry = DASHBOARD_ROUTES[route] ?? API_ROUTES[route];
  const answer = await requestAs(app.url, route, entry?.ask?.(merchant) ?? {}, as, headers);
  const { answer: schema } = ROUTES.find(({ method, path }) => route === `${method} ${path}`) ?? {};
  const isJson = answer.headers['content-type']?.includes('json');
  if (answer.status === 200 && isJson) schema?.parse(JSON.parse(answer.text));
  return answer;
};

describe('the access tables', () => {
  test('the access tables list exactly the existing routes, pages and server actions', () => {
    const operations = ROUTES.map(({ method, path }) => `${method} ${path}`);
    const found = allRoutes().flatMap(({ kind, method, pattern }) => {
      if (/^\/(?:v1|api\/(?:dashboard|v1))\//.test(pattern)) return [];
      const isPage = kind === 'page' || method === 'GET';
      return isPage && pattern.startsWith('/dashboard') ? [pattern] : [`${method} ${pattern}`];
    });
    const tables = [PUBLIC_ROUTE_REASONS, TOKENLESS_ROUTE_STATUSES, DASHBOARD_ROUTES, API_ROUTES];
    const known = [...tables.flatMap(Object.keys), ...DASHBOARD_PAGES, UNKNOWN_PAGE];
    expect(known.sort()).toEqual([...found, ...operations].sort());
    expect(listServerActions()).toEqual(SERVER_ACTIONS);
  });

  test.each(['/v1', '/api/v1', '/api/dashboard'])(
    'all paths under %s are handled by a single route file',
    (start) => {
      const found = allRoutes().filter(({ pattern }) => pattern.startsWith(start));
      expect(new Set(found.map(({ pattern }) => pattern))).toEqual(new Set([`${start}/{path}`]));
    },
  );

  test('the access tables restrict every method of the dashboard to members', () => {
    const members = ROUTES.filter(({ path }) => path.startsWith('/api/dashboard/'));
    expect(new Set(members.map(({ who }) => who))).toEqual(new Set(['member']));
  });
});

describe.each(Object.keys(DASHBOARD_ROUTES))('%s', (route) => {
  test('a dashboard route returns 401 without an active session, and no data of the merchant', async () => {
    for (const [what, as] of Object.entries(await deadSessions())) {
      const { status, text } = await ask(route, victim, as);
      expect([status, marksIn(text)], what).toEqual([401, []]);
    }
    const nobody = await createTestOwner(base.db);
    await base.db.execute(`delete from membership where user_id = '${nobody.userId}'`);
    expect((await ask(route, victim, await session(nobody))).status, 'of no team').toBe(401);
  });

  test('a dashboard route returns no data to another merchant’s owner', async () => {
    const { status, text } = await ask(route, victim, await session(stranger.owner));
    // Values that the request itself contained, such as payment ids, reveal nothing.
    const sent = JSON.stringify(DASHBOARD_ROUTES[route]?.ask?.(victim) ?? {});
    const learned = marksIn(text).filter((mark) => !sent.includes(mark));
    expect([status, learned]).toEqual([DASHBOARD_ROUTES[route]?.stranger, []]);
  });

  test('a dashboard route returns 403 to roles without permission, and responds to permitted roles', async () => {
    const may = DASHBOARD_ROUTES[route]?.may;
    const denied = {
      read: [],
      self: [],
      change: ['viewer'],
      administer: ['viewer', 'member'],
    } as const;
    for (const role of may === undefined ? [] : denied[may]) {
      const { status, text } = await ask(route, victim, await session(victim[role]));
      expect([status, marksIn(text)], role).toEqual([403, []]);
    }
    if (may !== 'read') return;
    const { status, text } = await ask(route, victim, await session(victim.viewer));
    // The only mark in a list of outputs is the txid, which is public on the chain.
    const own = [...victim.marks, victim.txid].some((mark) => text.includes(mark));
    expect([status, own]).toEqual([200, DASHBOARD_ROUTES[route]?.figuresOnly !== true]);
    expect(text.includes(victim.extendedKey), 'a full descriptor for a viewer').toBe(false);
  });

  test('a dashboard route for a sensitive action returns 403 without a recent identity confirmation', async () => {
    if (!STEP_UP_ROUTES.includes(route)) return;
    const { sessionId = '' } = await session(victim.owner);
    const factorAt = new Date(Date.now() - 601_000);
    await base.db.update(userSession).set({ factorAt }).where(eq(userSession.id, sessionId));
    const { status, text } = await ask(route, victim, { sessionId });
    expect([status, JSON.parse(text).code]).toEqual([403, 'step_up_required']);
    expect(await readMerchantRows(base, victim)).toEqual(before);
  });

  test('a dashboard route returns 403 to a request from a page of another site', async () => {
    if (route.startsWith('GET')) return;
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const { status, text } = await ask(route, victim, await session(victim.owner), foreign);
    expect([status, marksIn(text)]).toEqual([403, []]);
  });
});

describe('dashboard pages', () => {
  const kinds = {
    'as a page': {},
    'as the payload of a navigation': { rsc: '1' },
    'as a prefetched payload': { rsc: '1', 'next-router-prefetch': '1' },
  };
  test.each(DASHBOARD_PAGES)(
    'the dashboard page %s shows a merchant’s data only to members of this merchant',
    async (page) => {
      const route = `GET ${page.replace('{id}', idInPage(page, victim))}`;
      for (const [kind, headers] of Object.entries(kinds)) {
        const path = 'rsc' in headers ? `${route}?_rsc=abc` : route;
        for (const as of [...Object.values(await deadSessions()), await session(stranger.owner)]) {
          const { text } = await requestAs(app.url, path, {}, as, headers);
          const own = marksIn(text).filter((mark) => !route.includes(mark));
          expect(own, kind).toEqual([]);
        }
        const viewed = await requestAs(app.url, path, {}, await session(victim.viewer), headers);
        expect(viewed.text.includes(victim.extendedKey), `a viewer, ${kind}`).toBe(false);
      }
    },
  );

  test('dashboard pages redirect to the sign-in without a session', async () => {
    for (const page of [...DASHBOARD_PAGES, UNKNOWN_PAGE.replace('{unknown}', 'nowhere')]) {
      const path = `GET ${page.replace('{id}', 'x')}`;
      const { status, location } = await requestAs(app.url, path, {}, {});
      expect([status, location?.split('?')[0]], page).toEqual([307, '/sign-in']);
    }
  });
});

describe.each(Object.keys(API_ROUTES))('%s', (route) => {
  const { stranger: strangers, otherNetwork } = API_ROUTES[route] ?? {};

  test('an API route returns 401 without a valid key, even to a signed-in user', async () => {
    const { merchantId } = victim.owner;
    const revoked = await createTestKey(base.db, { merchantId });
    await revokeKey(base.db, OPERATOR, revoked.id, new Date());
    const expired = await createTestKey(base.db, { merchantId });
    await base.db.execute(`update api_key set expires_at = now() where id = '${expired.id}'`);
    const mine = await session(victim.owner);
    for (const as of [{}, { key: revoked.apiKey }, { key: expired.apiKey }, mine]) {
      const { status, text } = await ask(route, victim, as);
      expect([status, marksIn(text)]).toEqual([401, []]);
    }
  });

  test('an API route returns nothing to another merchant’s key or a key of another network', async () => {
    const theirs = await ask(route, victim, { key: stranger.key.apiKey });
    expect([theirs.status, marksIn(theirs.text)]).toEqual([strangers, []]);
    const other = await ask(route, victim, { key: victim.otherNetworkKey.apiKey });
    const marks = marksIn(other.text).filter((mark) => mark !== victim.otherNetworkKey.id);
    expect([other.status, marks]).toEqual([otherNetwork, []]);
  });
});

describe('routes open without a session', () => {
  test('public routes return no data of a merchant', async () => {
    for (const route of Object.keys(PUBLIC_ROUTE_REASONS)) {
      for (const as of [{}, await session(stranger.owner), { key: stranger.key.apiKey }]) {
        const { status, text } = await requestAs(app.url, route, { id: 'co_unknown' }, as);
        expect([status < 500, marksIn(text)], route).toEqual([true, []]);
      }
    }
  });

  test('routes that require a separate token accept neither an API key nor a session', async () => {
    for (const [route, status] of Object.entries(TOKENLESS_ROUTE_STATUSES)) {
      for (const as of [{}, await session(victim.owner), { key: victim.key.apiKey }]) {
        const answer = await requestAs(app.url, route, {}, as);
        expect([answer.status, marksIn(answer.text)], route).toEqual([status, []]);
      }
    }
  });

  test('public payment pages reveal only the merchant’s name and the necessary terms of the payment', async () => {
    for (const end of ['', '/slip']) {
      const path = `GET /pay/${victim.checkoutId}${end}`;
      const { status, text } = await requestAs(app.url, path, {}, {});
      const hidden = marksIn(text).filter((mark) => !/^(?:co_|bcrt1|vellichor)/.test(mark));
      expect([status, hidden], end).toEqual([200, []]);
    }
  });
});

test('the access tests’ requests have not changed the merchant', async () => {
  expect(await readMerchantRows(base, victim)).toEqual(before);
});
