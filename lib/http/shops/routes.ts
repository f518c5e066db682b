import { z } from 'zod';
import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import { Problem } from '@/lib/domain/problems';
import { canAdminister, canMakeChanges } from '@/lib/domain/roles';
import { findPlugin } from '@/lib/greenfield/find-plugin';
import { listPairings } from '@/lib/greenfield/pairings/list-pairings';
import { pairStore } from '@/lib/greenfield/pairings/pair-store';
import { revokePairing } from '@/lib/greenfield/pairings/revoke-pairing';
import { makeTestOrder } from '@/lib/greenfield/pairings/test-order';
import { listEndpoints } from '@/lib/webhooks/endpoints/list-endpoints';
import { route } from '../route';
import { serializeView } from '../serialize-view';
import { newShopSchema, shopResponse, shopsSchema, testOrderSchema } from './shop-response';

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/shops',
  who: 'member',
  answer: shopsSchema,
  async handle({ api, actor, now }) {
    const pairings = await listPairings(api.db, actor);
    const urls = [...new Set(pairings.flatMap(({ webhooks }) => webhooks))];
    const page = { urls, limit: urls.length, offset: 0 };
    const { endpoints } = await listEndpoints(api.db, actor, page, now);
    return {
      enabled: api.env.greenfield,
      data: pairings.map((pairing) => shopResponse(pairing, endpoints)),
      can: { administer: canAdminister(actor.role), change: canMakeChanges(actor.role) },
    };
  },
});

const createRoute = route({
  method: 'POST',
  path: '/api/dashboard/shops',
  who: 'member',
  body: z.strictObject({ plugin: z.string().max(40), api_key_id: z.string().max(100) }),
  answer: newShopSchema,
  async handle({ api, actor, body, now }) {
    const plugin = findPlugin(body.plugin);
    if (!plugin?.permissions) {
      throw new Problem('not_found', 'There is no plugin with this id that takes a copied key.');
    }
    const request = {
      applicationName: plugin.name,
      applicationIdentifier: null,
      redirect: null,
      permissions: plugin.permissions,
      notOffered: [],
    };
    const { id, storeId, token } = await pairStore(api.db, actor, body.api_key_id, request, now);
    return { id, store_id: storeId, api_key: token };
  },
});

const revokeRoute = route({
  method: 'POST',
  path: '/api/dashboard/shops/{id}/revoke',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await revokePairing(api.db, actor, params.id, now);
  },
});

const testOrderRoute = route({
  method: 'POST',
  path: '/api/dashboard/shops/{id}/test-order',
  who: 'member',
  answer: testOrderSchema,
  async handle({ api, actor, params, now }) {
    const { network, ...order } = await makeTestOrder(api, actor, params.id, now);
    const sandbox = SOURCE_TRAITS[api.env.sources[network].kind].simulates;
    return serializeView(testOrderSchema, { ...order, sandbox });
  },
});

export const dashboardShopRoutes = [listRoute, createRoute, revokeRoute, testOrderRoute] as const;
