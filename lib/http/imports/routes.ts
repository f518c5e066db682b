import { z } from 'zod';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import { MAX_URL_LENGTH } from '@/lib/domain/limits';
import { NETWORKS } from '@/lib/domain/network';
import { invalidField } from '@/lib/domain/problems';
import { BtcpayClient } from '@/lib/greenfield/import/btcpay-client';
import { type ImportDeps, importStore, previewImport } from '@/lib/greenfield/import/import-store';
import { importSummary } from '@/lib/greenfield/import/import-summary';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import type { Api } from '../api';
import { wholeNumber } from '../input/fields';
import { route } from '../route';
import { serializeView } from '../serialize-view';
import { importSchema } from './import-response';

const MAX_DAYS = 3_650;

/** BTCPay Server's API key is used for this request only, and never stored or logged. */
const body = z.strictObject({
  url: z.string().trim().min(1, { error: 'Enter the URL of BTCPay Server.' }).max(MAX_URL_LENGTH),
  key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,200}$/, { error: 'This is not an API key of BTCPay Server.' }),
  store: z.string().trim().max(100),
  network: z.enum(NETWORKS, { error: `Must be one of: ${NETWORKS.join(', ')}.` }),
  days: wholeNumber(1, MAX_DAYS),
});

/** POST keeps the API key out of URLs. */
const checkRoute = route({
  method: 'POST',
  path: '/api/dashboard/imports/btcpay/check',
  who: 'member',
  body,
  answer: importSchema,
  async handle({ api, actor, body: importRequest, now }) {
    const { deps, request } = prepare(api, actor, importRequest);
    return serializeView(
      importSchema,
      importSummary(await previewImport(deps, actor, request, now)),
    );
  },
});

const importRoute = route({
  method: 'POST',
  path: '/api/dashboard/imports/btcpay',
  who: 'member',
  body,
  answer: importSchema,
  async handle({ api, actor, body: importRequest, now }) {
    const { deps, request } = prepare(api, actor, importRequest);
    return serializeView(importSchema, importSummary(await importStore(deps, actor, request, now)));
  },
});

function prepare(
  { db, vault, sources, env }: Api,
  actor: Member,
  { url, key, store: storeId, network, days }: z.output<typeof body>,
) {
  assertMayAdminister(actor);
  const source = sources.get(network);
  if (!source) {
    const message = `This server does not follow ${network}. Choose another network.`;
    throw invalidField('/network', 'not_followed', message);
  }
  const policy = targetPolicy(env);
  const client = new BtcpayClient({ url, key, policy });
  const deps: ImportDeps = { db, vault, source, client, policy };
  return { deps, request: { merchantId: actor.merchantId, network, storeId, days } };
}

export const dashboardImportRoutes = [checkRoute, importRoute] as const;
