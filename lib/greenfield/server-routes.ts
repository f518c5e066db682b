import { eq } from 'drizzle-orm';
import { chain } from '@/db/schema/chain';
import { chainCondition } from '@/lib/domain/chain-condition';
import type { Network } from '@/lib/domain/network';
import type { Api } from '@/lib/http/api';
import { revokeOwnPairing } from './pairings/revoke-pairing';
import { scopeToStore } from './permissions';
import { missingPermission } from './problems';
import { defineGreenfieldRoute } from './route';
import { ON_CHAIN_METHOD } from './to-greenfield-invoice';

/** The BTCPay Server version that this API reports. Plugins choose their features by it. */
const BTCPAY_VERSION = '2.4.1';

const serverInfo = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/server/info',
  access: 'any key',
  async handle({ api, store, now }) {
    const { height, tipHeight, synchronized } = await chainState(api, store.network, now);
    return {
      version: BTCPAY_VERSION,
      onion: '',
      supportedPaymentMethods: [ON_CHAIN_METHOD],
      fullySynched: synchronized,
      syncStatus: [
        {
          paymentMethodId: ON_CHAIN_METHOD,
          cryptoCode: 'BTC',
          chainHeight: tipHeight ?? 0,
          syncHeight: height,
          available: synchronized,
          nodeInformation: null,
        },
      ],
    };
  },
});

const health = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/health',
  access: 'anyone',
  async handle({ api, now }) {
    const networks = [...api.sources.keys()];
    const states = await Promise.all(networks.map((network) => chainState(api, network, now)));
    return { synchronized: states.every(({ synchronized }) => synchronized) };
  },
});

const currentKey = defineGreenfieldRoute({
  method: 'GET',
  path: '/api/v1/api-keys/current',
  access: 'any key',
  async handle({ store }) {
    const { token, label, permissions, apiKeyId } = store;
    const granted = permissions.map((permission) => scopeToStore(permission, apiKeyId));
    return { apiKey: token, label, permissions: granted };
  },
});

const revokeCurrentKey = defineGreenfieldRoute({
  method: 'DELETE',
  path: '/api/v1/api-keys/current',
  access: 'any key',
  async handle({ api, store, now }) {
    // Only a person can revoke an API key of this server.
    if (store.pairingId === null) throw missingPermission('unrestricted');
    await revokeOwnPairing(api.db, store, store.pairingId, now);
    return undefined;
  },
});

export const serverRoutes = [serverInfo, health, currentKey, revokeCurrentKey] as const;

/**
 * Returns a network's heights, and whether its payments can be seen now; if not, plugins hide their
 * payment method.
 */
async function chainState({ db, env }: Api, network: Network, now: Date) {
  const [row] = await db.select().from(chain).where(eq(chain.network, network));
  const facts = row ?? {
    height: null,
    tipHeight: null,
    readAt: null,
    answeredAt: null,
    failingSince: null,
    lastError: null,
  };
  const condition = chainCondition({ ...facts, source: env.sources[network].kind }, now);
  const { height, tipHeight } = facts;
  return { height, tipHeight, synchronized: ['following', 'late'].includes(condition) };
}
