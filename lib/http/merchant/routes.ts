import { z } from 'zod';
import { readFrame } from '@/lib/accounts/read-frame';
import { renameMerchant } from '@/lib/accounts/rename-merchant';
import { setDisplayCurrency } from '@/lib/accounts/set-display-currency';
import { listAuditEntries } from '@/lib/audit/list-audit-entries';
import { MAX_MERCHANT_NAME } from '@/lib/domain/limits';
import { isTimeZone } from '@/lib/domain/local-days';
import { NETWORKS } from '@/lib/domain/network';
import { STRIP_RANGES } from '@/lib/domain/strip-times';
import { chainStatus } from '@/lib/payments/views/chain-status';
import { readOverview } from '@/lib/payments/views/overview';
import { readOverviewStrips } from '@/lib/payments/views/overview-strips';
import { DONE, doneSchema } from '../answer-fields';
import { chainAnswer, chainsSchema } from '../chains/chains-answer';
import { decimal, typedName } from '../input/fields';
import { overviewAnswer, overviewSchema } from '../overview/overview-answer';
import { overviewStripsAnswer, overviewStripsSchema } from '../overview/overview-strips-answer';
import { currency } from '../payments/price-field';
import { route } from '../route';
import { frameAnswer, frameSchema } from './frame-answer';
import { auditEntryAnswer, auditSchema } from './people-answer';

const frameRoute = route({
  method: 'GET',
  path: '/api/dashboard/frame',
  who: 'member',
  answer: frameSchema,
  async handle({ api, actor, now }) {
    const frame = await readFrame(api.db, actor, now);
    return frameAnswer(frame, { now, appUrl: api.env.appUrl });
  },
});

const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: 'Must be the name of a time zone, such as Europe/Berlin.' });

const shownNetwork = z
  .enum(NETWORKS)
  .optional()
  .meta({ description: 'Default: the first of the keys’.' });

const overviewRoute = route({
  method: 'GET',
  path: '/api/dashboard/overview',
  who: 'member',
  query: z.strictObject({
    network: shownNetwork,
  }),
  answer: overviewSchema,
  async handle({ api, actor, query: { network }, now }) {
    const overview = await readOverview(api.db, actor, { network, kinds: api.env.sources }, now);
    return overviewAnswer(overview, { now, appUrl: api.env.appUrl });
  },
});

const overviewStripsRoute = route({
  method: 'GET',
  path: '/api/dashboard/overview/strips',
  who: 'member',
  query: z.strictObject({
    network: shownNetwork,
    range: z.enum(STRIP_RANGES).default('30d'),
    time_zone: timeZone.default('UTC'),
  }),
  answer: overviewStripsSchema,
  async handle({ api, actor, query, now }) {
    const { network, range, time_zone: timeZone } = query;
    const request = { network, range, timeZone, kinds: api.env.sources };
    const strips = await readOverviewStrips(api.db, actor, request, now);
    return overviewStripsAnswer(strips, { timeZone, range });
  },
});

const chainsRoute = route({
  method: 'GET',
  path: '/api/dashboard/chains',
  who: 'member',
  answer: chainsSchema,
  async handle({ api, actor, now }) {
    const chains = await chainStatus(api.db, actor, api.env.sources, now);
    return { data: chains.map(chainAnswer), now: now.toISOString() };
  },
});

const auditRoute = route({
  method: 'GET',
  path: '/api/dashboard/audit',
  who: 'member',
  query: z.strictObject({
    action: z.string().max(100).optional(),
    user: z.string().max(100).optional().meta({ description: 'The id of a member.' }),
    limit: decimal(1, 100).default(50),
    after: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The id of the last entry of the previous page.' }),
  }),
  answer: auditSchema,
  async handle({ api, actor, query }) {
    const { action, user, limit, after } = query;
    const found = await listAuditEntries(api.db, actor, {
      action,
      userId: user,
      limit,
      after,
    });
    return { data: found.entries.map(auditEntryAnswer), has_more: found.hasMore };
  },
});

const renameRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/merchant',
  who: 'member',
  body: z.strictObject({
    name: typedName(MAX_MERCHANT_NAME, 'Enter a name. Your customers see it.'),
  }),
  answer: doneSchema,
  async handle({ api, actor, body, now }) {
    await renameMerchant(api.db, actor, body.name, now);
    return DONE;
  },
});

const displayCurrencyRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/display-currency',
  who: 'member',
  body: z.strictObject({ currency: currency.nullable() }),
  answer: doneSchema,
  async handle({ api, actor, body, now }) {
    await setDisplayCurrency(api.db, actor, body.currency, now);
    return DONE;
  },
});

export const dashboardMerchantRoutes = [
  frameRoute,
  overviewRoute,
  overviewStripsRoute,
  chainsRoute,
  auditRoute,
  renameRoute,
  displayCurrencyRoute,
] as const;
