import { z } from 'zod';
import { publicUrl } from '@/lib/domain/public-url';
import { canMakeChanges } from '@/lib/domain/roles';
import { createLink } from '@/lib/links/create-link';
import { deactivateLink } from '@/lib/links/deactivate-link';
import { getLink } from '@/lib/links/get-link';
import { listLinks } from '@/lib/links/list-links';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import type { Api } from '../api';
import { cursorParameter } from '../input/cursor';
import { integerParameter } from '../input/fields';
import { customerMailsSchema } from '../keys/fields';
import { type HandlerContext, Reply, route } from '../route';
import { BODY_PROBLEMS, COMMON_PROBLEMS } from '../usual-problems';
import { linkBody, toNewLink } from './fields';
import {
  linkDetailSchema,
  linkPageResponse,
  linkPageSchema,
  linkResponse,
  linkSchema,
} from './link-response';

const DEFAULT_LIMIT = 50;

const listQuery = z.strictObject({
  // The OpenAPI library omits the default of a converted value, so `override` repeats it.
  limit: integerParameter(1, 100)
    .default(DEFAULT_LIMIT)
    .meta({
      description: 'Maximum number of payment links to return.',
      override: { default: DEFAULT_LIMIT },
    }),
  cursor: cursorParameter('link').optional().meta({
    description: 'The `next_cursor` of the previous page.',
  }),
});

const createRoute = route({
  method: 'POST',
  path: '/v1/btc/payment_links',
  who: 'key',
  body: linkBody,
  answer: linkSchema,
  docs: {
    id: 'createPaymentLink',
    tag: 'Payment links',
    summary: 'Create a payment link',
    description:
      'Creates a page on which customers create payments themselves. Give exactly one of `amount_sats`, `price` and `free_amount`. The other terms apply to each payment of the link. An `Idempotency-Key` is ignored: if you send the request twice, you get two links, and should deactivate one.',
    answers: { 201: { description: 'The payment link.', headers: ['Location'] } },
    problems: [...COMMON_PROBLEMS, ...BODY_PROBLEMS, 'webhook_url_rejected', 'rate_unavailable'],
  },
  async handle({ api, actor, body, now }) {
    const link = await createLink(deps(api), actor, actor.apiKeyId, toNewLink(body), now);
    const location = publicUrl(api.env.appUrl, `/v1/btc/payment_links/${link.id}`);
    return new Reply(201, JSON.stringify(linkResponse(link, api.env.appUrl)), { location });
  },
});

const listRoute = route({
  method: 'GET',
  path: '/v1/btc/payment_links',
  who: 'key',
  query: listQuery,
  answer: linkPageSchema,
  docs: {
    id: 'listPaymentLinks',
    tag: 'Payment links',
    summary: 'List payment links',
    description:
      'Lists the payment links of this API key, newest first. For the next page, send `next_cursor` as `cursor`, until it is null.',
    answers: { 200: { description: 'One page.' } },
    problems: COMMON_PROBLEMS,
  },
  handle: list,
});

const getRoute = route({
  method: 'GET',
  path: '/v1/btc/payment_links/{id}',
  who: 'key',
  answer: linkSchema,
  docs: {
    id: 'getPaymentLink',
    tag: 'Payment links',
    summary: 'Get a payment link',
    description: 'Payment links of other API keys return 404.',
    answers: { 200: { description: 'The payment link.' } },
    problems: [...COMMON_PROBLEMS, 'payment_link_not_found'],
  },
  async handle({ api, actor, params, now }) {
    return linkResponse(await getLink(api.db, actor, params.id, now), api.env.appUrl);
  },
});

const deactivateRoute = route({
  method: 'POST',
  path: '/v1/btc/payment_links/{id}/deactivate',
  who: 'key',
  answer: linkSchema,
  docs: {
    id: 'deactivatePaymentLink',
    tag: 'Payment links',
    summary: 'Deactivate a payment link',
    description:
      'The link’s page permanently stops creating payments. Existing payments can still be paid. Deactivating the link again returns the same response. Takes no body.',
    answers: { 200: { description: 'The payment link.' } },
    problems: [...COMMON_PROBLEMS, ...BODY_PROBLEMS, 'payment_link_not_found'],
  },
  handle: deactivate,
});

const createInDashboardRoute = route({
  method: 'POST',
  path: '/api/dashboard/payment-links',
  who: 'member',
  body: linkBody.safeExtend({
    api_key_id: z.string().min(1).max(100),
    customer_mails: customerMailsSchema
      .optional()
      .meta({ description: 'Default: the API key’s setting.' }),
  }),
  answer: linkSchema,
  async handle({ api, actor, body, now }) {
    const request = { ...toNewLink(body), customerMails: body.customer_mails ?? null };
    const link = await createLink(deps(api), actor, body.api_key_id, request, now);
    return linkResponse(link, api.env.appUrl);
  },
});

const listInDashboardRoute = route({
  method: 'GET',
  path: '/api/dashboard/payment-links',
  who: 'member',
  query: listQuery,
  answer: linkPageSchema,
  handle: list,
});

const getInDashboardRoute = route({
  method: 'GET',
  path: '/api/dashboard/payment-links/{id}',
  who: 'member',
  answer: linkDetailSchema,
  async handle({ api, actor, params, now }) {
    const link = await getLink(api.db, actor, params.id, now);
    return {
      link: linkResponse(link, api.env.appUrl),
      customer_mails: link.customerMails,
      api_key: { id: link.apiKeyId, name: link.keyName },
      can: { deactivate: canMakeChanges(actor.role) && link.deactivatedAt === null },
    };
  },
});

const deactivateInDashboardRoute = route({
  method: 'POST',
  path: '/api/dashboard/payment-links/{id}/deactivate',
  who: 'member',
  answer: linkSchema,
  handle: deactivate,
});

export const linkRoutes = [createRoute, listRoute, getRoute, deactivateRoute] as const;
export const dashboardLinkRoutes = [
  createInDashboardRoute,
  listInDashboardRoute,
  getInDashboardRoute,
  deactivateInDashboardRoute,
] as const;

type RouteContext<Q, P extends string> = HandlerContext<'key' | 'member', Q, unknown, P>;

async function list({ api, actor, query, now }: RouteContext<z.output<typeof listQuery>, ''>) {
  const { limit, cursor: after } = query;
  const page = await listLinks(api.db, actor, { limit, after }, now);
  return linkPageResponse(page, limit, api.env.appUrl);
}

async function deactivate({ api, actor, params, now }: RouteContext<unknown, '{id}'>) {
  return linkResponse(await deactivateLink(api.db, actor, params.id, now), api.env.appUrl);
}

function deps({ db, rates, env }: Api) {
  return { db, rates, policy: targetPolicy(env) };
}
