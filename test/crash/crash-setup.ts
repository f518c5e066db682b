import { readdirSync } from 'node:fs';
import { type Db, openDatabase } from '@/db/client';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { createStoreWebhook } from '@/lib/greenfield/webhooks/store-webhooks';
import { createEndpoint } from '@/lib/webhooks/endpoints/create-endpoint';
import { createTestActor } from '@/test/support/actor';
import { createTestKey, type TestKey, testVault } from '@/test/support/factories';
import { createPairing } from '@/test/support/greenfield';
import { type Random, seededRandom } from '@/test/support/random';
import { type Balancer, startBalancer } from './balancer';
import { type DatabasePart, startDatabase } from './database-part';
import { killDuringMigrations, waitUntilMigrated } from './kill-migrations';
import { Killer } from './killer';
import { type NodePart, startNode } from './node-part';
import type { Store } from './plugin';
import { prepareServer, type ServerPart } from './server-part';
import { startWebhookReceivers, type WebhookReceivers } from './webhook-receivers';

export interface CrashSetup {
  readonly database: DatabasePart;
  readonly node: NodePart;
  readonly servers: readonly ServerPart[];
  readonly balancer: Balancer;
  readonly hooks: WebhookReceivers;
  readonly killer: Killer;
  readonly randomOf: (what: string) => Random;
  close(): Promise<void>;
}

export async function startCrashSetup(seed: string, serverCount: number): Promise<CrashSetup> {
  const randomOf = (what: string) => seededRandom(`${seed}: ${what}`);
  const database = await startDatabase(randomOf('database'));
  const node = await startNode();
  const servers: ServerPart[] = [];
  for (let n = 0; n < serverCount; n += 1) {
    servers.push(await prepareServer(database.url, node.node.url));
  }
  const balancer = await startBalancer(servers.map(({ port }) => port));
  const hooks = await startWebhookReceivers(randomOf('hooks'));
  return {
    database,
    node,
    servers,
    balancer,
    hooks,
    killer: new Killer([...servers, database, node]),
    randomOf,
    close: async () => {
      await balancer.close();
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all([node.node.stop(), database.stop(), hooks.close()]);
    },
  };
}

async function addEndpoint(db: Db, { merchantId }: TestKey, url: string): Promise<void> {
  const owner = await createTestActor(db, merchantId, 'owner');
  const endpoint = { url, name: 'Books', events: EVENT_TYPES, network: null };
  await createEndpoint(db, testVault, owner, endpoint, new Date(), async () => {});
}

async function openStore(db: Db, url: string): Promise<Store> {
  const { id } = await createTestKey(db, { network: 'regtest' });
  const { token } = await createPairing({ db }, { id });
  const settings = { url, enabled: true, automaticRedelivery: true, everything: true };
  const all = { ...settings, specificEvents: [] };
  const made = await createStoreWebhook(db, testVault, id, all, new Date());
  if (!made) throw new Error('a new store has too many webhooks');
  return { id, token, url, secret: made.secret };
}

/**
 * Starts the servers on an empty database, with some kills during the migration. Creates a
 * merchant, and a store of another merchant.
 */
export async function startServersWithKills(
  stage: CrashSetup,
  kills: number,
): Promise<{ readonly key: TestKey; readonly store: Store }> {
  for (const server of stage.servers) server.start();
  await killDuringMigrations(stage.killer, stage.database, stage.randomOf('begin'), kills);
  await stage.killer.over();
  const files = readdirSync('db/migrations').filter((name) => name.endsWith('.sql'));
  await waitUntilMigrated(stage.database, files.length);
  const { db, close } = openDatabase(stage.database.url, 2);
  try {
    const key = await createTestKey(db, { network: 'regtest', webhookEvents: EVENT_TYPES });
    await addEndpoint(db, key, stage.hooks.endpointUrl);
    return { key, store: await openStore(db, stage.hooks.storeUrl) };
  } finally {
    await close();
  }
}
