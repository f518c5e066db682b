import { eq } from 'drizzle-orm';
import { chain } from '@/db/schema/chain';
import type { ChainSource } from '@/lib/chain/source';
import { startBitcoind, type TestNode } from './bitcoind';
import type { TestDatabase } from './database';
import { openTestMerchant, type TestMerchant } from './test-merchant';

/** Longer than any pause of a source after a fault, and any pause that a server requests. */
export const LONG_PAUSE_MS = 3_600_000;

/** A merchant whose chain source reads a server that tests can make lie. */
export interface ServerMerchant<Server> extends TestMerchant {
  readonly node: TestNode;
  readonly server: Server;
  /** Moves the clock and reads the chain. Fails the test unless the whole read succeeds. */
  settle(): Promise<void>;
  /** Restarts the source, which then waits only a second for each response. */
  shortenTimeouts(): void;
  cursor(): Promise<typeof chain.$inferSelect | undefined>;
}

export type CreateServerSource<Server> = (
  server: Server,
  db: TestDatabase['db'],
  options: { clock: () => Date; timeoutMs?: number },
) => ChainSource;

export async function openServerMerchant<Server extends { close(): Promise<unknown> }>(
  startServer: (node: TestNode) => Promise<Server>,
  createSource: CreateServerSource<Server>,
): Promise<ServerMerchant<Server>> {
  const node = await startBitcoind({ flags: ['-txindex=1'] });
  const server = await startServer(node);
  const plain = await openTestMerchant(({ db }, clock) => createSource(server, db, { clock }));
  const closePlain = plain.close;
  const merchant: ServerMerchant<Server> = Object.assign(plain, {
    node,
    server,
    settle: async () => {
      for (let n = 0; n < 3; n++) {
        plain.passTime(8_000);
        const result = await plain.sync();
        if (result.kind === 'failed') throw new Error(result.message);
        if (result.kind !== 'read' || !result.complete) throw new Error(JSON.stringify(result));
      }
    },
    shortenTimeouts: () => {
      const options = { clock: plain.now, timeoutMs: 1_000 };
      plain.source = createSource(server, plain.base.db, options);
    },
    cursor: async () => {
      const [row] = await plain.base.db.select().from(chain).where(eq(chain.network, 'regtest'));
      return row;
    },
    close: async () => {
      await Promise.all([server.close(), node.stop(), closePlain()]);
    },
  });
  await merchant.settle();
  return merchant;
}
