import { z } from 'zod';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { readDashboardFrame } from '@/lib/accounts/read-dashboard-frame';
import { MAX_MERCHANT_NAME_LENGTH, MAX_RETENTION_DAYS } from '@/lib/domain/limits';
import { type CalendarMonth, isMonth } from '@/lib/domain/local-days';
import { NETWORKS } from '@/lib/domain/network';
import { readNotes } from '@/lib/payments/inbox-note';
import { chainStatus } from '@/lib/payments/views/chain-status';
import { dayZoneOf } from '@/lib/payments/views/day-zone';
import { readHome } from '@/lib/payments/views/home';
import { countDecisions } from '@/lib/payments/views/inbox';
import { readMonth } from '@/lib/payments/views/month';
import { noticeSubjects } from '@/lib/payments/views/notices';
import { countRefundsToDo, refundsToDo } from '@/lib/refunds/shown-refunds';
import { countFailingEndpoints } from '@/lib/webhooks/endpoints/failing-endpoints';
import { chainResponse, chainsSchema } from '../chains/chains-response';
import { homeResponse, homeSchema } from '../home/home-response';
import { monthResponse, monthSchema } from '../home/month-response';
import { nameSchema, timeZone, wholeNumber } from '../input/fields';
import { currency } from '../payments/price-field';
import { route } from '../route';
import { dashboardFrameResponse, dashboardFrameSchema } from './frame-response';

const frameRoute = route({
  method: 'GET',
  path: '/api/dashboard/frame',
  who: 'member',
  answer: dashboardFrameSchema,
  async handle({ api, actor, now }) {
    // The frame is part of every page, so it must load even if its counts cannot be read.
    const orNull = (error: unknown) => {
      api.log.error({ err: error }, 'a count of the navigation could not be read');
      return null;
    };
    const [frame, decisions, failingEndpoints] = await Promise.all([
      readDashboardFrame(api.db, actor, now),
      Promise.all([
        countDecisions(api.db, actor, api.env.sources, now),
        countRefundsToDo(api.db, actor, now),
      ])
        .then(([count, refunds]) => count + refunds)
        .catch(orNull),
      countFailingEndpoints(api.db, actor).catch(orNull),
    ]);
    return dashboardFrameResponse(frame, {
      now,
      appUrl: api.env.appUrl,
      decisions,
      failingEndpoints,
    });
  },
});

const shownNetwork = z
  .enum(NETWORKS)
  .optional()
  .meta({ description: 'Default: the first network of the merchant’s keys.' });

const monthRoute = route({
  method: 'GET',
  path: '/api/dashboard/home/month',
  who: 'member',
  query: z.strictObject({
    network: shownNetwork,
    month: z
      .string()
      .refine(isMonth, { error: 'Must be a month, such as 2026-11.' })
      .optional()
      .meta({ description: 'Default: the current month.' }),
    time_zone: timeZone.default('UTC'),
  }),
  answer: monthSchema,
  async handle({ api, actor, query, now }) {
    const { network, month } = query;
    const timeZone = await dayZoneOf(api.db, actor, query.time_zone);
    const request = { network, month: month as CalendarMonth | undefined, timeZone };
    return monthResponse(await readMonth(api.db, actor, request, now), timeZone);
  },
});

const homeRoute = route({
  method: 'GET',
  path: '/api/dashboard/home',
  who: 'member',
  query: z.strictObject({
    network: shownNetwork,
  }),
  answer: homeSchema,
  async handle({ api, actor, query: { network }, now }) {
    const [home, refunds] = await Promise.all([
      readHome(api.db, actor, { network, kinds: api.env.sources }, now),
      refundsToDo(api.db, actor, now),
    ]);
    const { decisions, notices: listed } = home.inbox;
    const notes = await readNotes(api.db, actor, [
      ...decisions.map(({ paymentId }) => paymentId),
      ...refunds.map(({ row }) => row.paymentId),
      ...noticeSubjects(listed).keys(),
    ]);
    return homeResponse(home, { now, appUrl: api.env.appUrl, refunds, notes });
  },
});

const chainsRoute = route({
  method: 'GET',
  path: '/api/dashboard/chains',
  who: 'member',
  answer: chainsSchema,
  async handle({ api, actor, now }) {
    const chains = await chainStatus(api.db, actor, api.env.sources, now);
    return { data: chains.map(chainResponse), now: now.toISOString() };
  },
});

const renameRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/merchant',
  who: 'member',
  body: z.strictObject({
    name: nameSchema(MAX_MERCHANT_NAME_LENGTH, 'Enter a name. Your customers see it.'),
  }),
  async handle({ api, actor, body, now }) {
    await changeMerchantSetting(api.db, actor, 'name', body.name, now);
  },
});

const displayCurrencyRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/display-currency',
  who: 'member',
  body: z.strictObject({ currency: currency.nullable() }),
  async handle({ api, actor, body, now }) {
    await changeMerchantSetting(api.db, actor, 'displayCurrency', body.currency, now);
  },
});

const timeZoneRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/time-zone',
  who: 'member',
  body: z.strictObject({ time_zone: timeZone.nullable() }),
  async handle({ api, actor, body, now }) {
    await changeMerchantSetting(api.db, actor, 'timeZone', body.time_zone, now);
  },
});

const customerRetentionRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/customer-retention',
  who: 'member',
  body: z.strictObject({ days: wholeNumber(1, MAX_RETENTION_DAYS).nullable() }),
  async handle({ api, actor, body, now }) {
    await changeMerchantSetting(api.db, actor, 'customerRetentionDays', body.days, now);
  },
});

export const dashboardMerchantRoutes = [
  frameRoute,
  monthRoute,
  homeRoute,
  chainsRoute,
  renameRoute,
  displayCurrencyRoute,
  timeZoneRoute,
  customerRetentionRoute,
] as const;
