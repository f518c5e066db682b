import { z } from 'zod';
import { INVOICE_STATUSES, MANUAL_STATUSES } from '@/db/schema/greenfield';
import { MAX_UNIX_SECONDS } from '@/lib/domain/limits';
import { paymentCreationDeps } from '@/lib/http/payments/create-route';
import { archiveInvoice, replaceInvoiceMetadata, setInvoiceStatus } from './change-invoice';
import { createInvoice } from './create-invoice';
import { getInvoice, listInvoices } from './find-invoices';
import { createInvoiceBody, updateInvoiceBody } from './invoice-fields';
import { repeatableParameter } from './read-query';
import { defineGreenfieldRoute } from './route';
import { readStoreCurrency } from './store-routes';
import { toGreenfieldInvoice, toGreenfieldMethods } from './to-greenfield-invoice';

const INVOICES = '/api/v1/stores/{storeId}/invoices';
const INVOICE = '/api/v1/stores/{storeId}/invoices/{invoiceId}';

const DEFAULT_TAKE = 50;
const MAX_TAKE = 250;

const create = defineGreenfieldRoute({
  method: 'POST',
  path: INVOICES,
  access: 'btcpay.store.cancreateinvoice',
  body: createInvoiceBody,
  async handle({ api, store, body, now }) {
    const currency = await readStoreCurrency(api, store);
    const deps = { ...paymentCreationDeps(api), afterChange: api.afterChange };
    const { id } = await createInvoice(deps, store, body, currency, now);
    return toGreenfieldInvoice(await getInvoice(api.db, store, id), api.env.appUrl);
  },
});

const wholeNumber = (max: number) => {
  const error = `Must be a whole number from 0 to ${max}.`;
  return z
    .string()
    .regex(/^\d{1,16}$/, { error })
    .transform(Number)
    .pipe(z.number().max(max, { error }));
};

const isTrue = z.string().transform((text) => /^true$/i.test(text));
const unixTime = wholeNumber(MAX_UNIX_SECONDS).transform((seconds) => new Date(seconds * 1_000));
const statusError = `Must be one of: ${INVOICE_STATUSES.join(', ')}.`;

const list = defineGreenfieldRoute({
  method: 'GET',
  path: INVOICES,
  access: 'btcpay.store.canviewinvoices',
  query: z.looseObject({
    orderId: repeatableParameter,
    status: z.array(z.enum(INVOICE_STATUSES, { error: statusError })).default([]),
    startDate: unixTime.optional(),
    endDate: unixTime.optional(),
    textSearch: z.string().optional(),
    includeArchived: isTrue.optional(),
    includePaymentMethods: isTrue.optional(),
    take: wholeNumber(Number.MAX_SAFE_INTEGER).default(DEFAULT_TAKE),
    skip: wholeNumber(Number.MAX_SAFE_INTEGER).default(0),
  }),
  async handle({ api, store, query }) {
    const found = await listInvoices(api.db, store, {
      orderIds: query.orderId,
      statuses: query.status,
      from: query.startDate,
      to: query.endDate,
      text: query.textSearch || undefined,
      includeArchived: query.includeArchived ?? false,
      limit: Math.min(query.take, MAX_TAKE),
      offset: query.skip,
    });
    return found.map((one) => ({
      ...toGreenfieldInvoice(one, api.env.appUrl),
      ...(query.includePaymentMethods ? { paymentMethods: toGreenfieldMethods(one) } : {}),
    }));
  },
});

const get = defineGreenfieldRoute({
  method: 'GET',
  path: INVOICE,
  access: 'btcpay.store.canviewinvoices',
  handle: async ({ api, store, params }) =>
    toGreenfieldInvoice(await getInvoice(api.db, store, params.invoiceId), api.env.appUrl),
});

const getWithoutStore = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/invoices/{invoiceId}',
  access: 'btcpay.store.canviewinvoices',
  handle: async ({ api, store, params }) =>
    toGreenfieldInvoice(await getInvoice(api.db, store, params.invoiceId), api.env.appUrl),
});

const methods = defineGreenfieldRoute({
  method: 'GET',
  path: `${INVOICE}/payment-methods`,
  access: 'btcpay.store.canviewinvoices',
  query: z.looseObject({ onlyAccountedPayments: isTrue.optional() }),
  handle: async ({ api, store, params, query }) =>
    toGreenfieldMethods(
      await getInvoice(api.db, store, params.invoiceId),
      query.onlyAccountedPayments ?? true,
    ),
});

const mark = defineGreenfieldRoute({
  method: 'POST',
  path: `${INVOICE}/status`,
  access: 'btcpay.store.canmodifyinvoices',
  body: z.looseObject({
    status: z.enum(MANUAL_STATUSES, { error: `Must be one of: ${MANUAL_STATUSES.join(', ')}.` }),
  }),
  handle: async ({ api, store, params, body, now }) =>
    toGreenfieldInvoice(
      await setInvoiceStatus(api.db, store, params.invoiceId, body.status, now),
      api.env.appUrl,
    ),
});

const update = defineGreenfieldRoute({
  method: 'PUT',
  path: INVOICE,
  access: 'btcpay.store.canmodifyinvoices',
  body: updateInvoiceBody,
  async handle({ api, store, params, body }) {
    const { invoiceId } = params;
    const found = body.metadata
      ? await replaceInvoiceMetadata(api.db, store, invoiceId, body.metadata)
      : await getInvoice(api.db, store, invoiceId);
    return toGreenfieldInvoice(found, api.env.appUrl);
  },
});

const archive = defineGreenfieldRoute({
  method: 'DELETE',
  path: INVOICE,
  access: 'btcpay.store.canmodifyinvoices',
  async handle({ api, store, params }) {
    await archiveInvoice(api.db, store, params.invoiceId, true);
    return undefined;
  },
});

const unarchive = defineGreenfieldRoute({
  method: 'POST',
  path: `${INVOICE}/unarchive`,
  access: 'btcpay.store.canmodifyinvoices',
  handle: async ({ api, store, params }) =>
    toGreenfieldInvoice(
      await archiveInvoice(api.db, store, params.invoiceId, false),
      api.env.appUrl,
    ),
});

export const invoiceRoutes = [
  create,
  list,
  get,
  getWithoutStore,
  methods,
  mark,
  update,
  archive,
  unarchive,
] as const;
