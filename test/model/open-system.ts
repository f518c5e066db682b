import { address } from 'bitcoinjs-lib';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { deriveReceive } from '@/test/support/derive-receive';
import { createTestActor } from '../support/actor';
import type { TestNode } from '../support/bitcoind';
import { createTestKey, randomDescriptor } from '../support/factories';
import { newDatabase } from '../support/new-database';
import { openHookReceivers } from './hooks';
import { nodeDriver } from './node-driver';
import { snapshotDatabase } from './rewind';
import { sandboxDriver } from './sandbox-driver';
import { type Clock, openSystem, type System } from './system';

const START = Date.parse('2030-01-01T12:00:00Z');
const POOL_SIZE = 4;
/** More blocks than any reorg removes, so no reorg removes a block of the previous sequence. */
const BLOCKS_BETWEEN = 13;
/** After this many blocks, no reorg can make the wallet's block rewards immature again. */
const BLOCKS_ON_REWARDS = 120;

export async function openSandboxSystem(postgresUrl: string): Promise<System> {
  const merchant = await openDatabaseWithMerchant(postgresUrl);
  const { db } = merchant.base;
  const now = () => new Date(merchant.clock.now);
  const tip = await createSandboxSource(db, now).tip();
  const restore = await snapshotDatabase(db);
  return openSystem({
    ...merchant,
    driver: sandboxDriver(db, now),
    variables: {},
    newSource: (database) => createSandboxSource(database.db, now),
    rewind: async () => {
      await restore();
      merchant.clock.now = START;
      return tip;
    },
  });
}

/** Each sequence continues the chain of the previous sequence. */
export async function openNodeSystem(postgresUrl: string, node: TestNode): Promise<System> {
  const merchant = await openDatabaseWithMerchant(postgresUrl);
  const driver = nodeDriver(node);
  await driver.mine(BLOCKS_ON_REWARDS);
  const restore = await snapshotDatabase(merchant.base.db);
  return openSystem({
    ...merchant,
    driver,
    variables: { BITCOIN_REGTEST: node.url },
    newSource: () => createBitcoindSource('regtest', new URL(node.url)),
    rewind: async () => {
      await restore();
      merchant.clock.now = START;
      await driver.mine(BLOCKS_BETWEEN);
      return node.tip();
    },
  });
}

async function openDatabaseWithMerchant(postgresUrl: string) {
  const base = await newDatabase(postgresUrl, POOL_SIZE);
  const descriptor = randomDescriptor('regtest');
  const key = await createTestKey(base.db, { descriptor, allowCustomAddresses: true });
  const own = deriveReceive(descriptor, 'regtest', 1).address;
  const clock: Clock = { now: START };
  const { apiKey, signingSecret } = key;
  const addresses = [foreign(1), foreign(2), own];
  const hooks = await openHookReceivers();
  const owner = await createTestActor(base.db, key.merchantId, 'owner');
  return { base, apiKeyId: key.id, owner, apiKey, signingSecret, clock, addresses, hooks };
}

const foreign = (n: number) => address.toBech32(new Uint8Array(20).fill(n), 0, 'bcrt');
