import { eq } from 'drizzle-orm';
import { chain } from '@/db/schema/chain';
import { createEsploraSource } from '@/lib/chain/sources/esplora/esplora';
import { startBitcoind, type TestNode } from './bitcoind';
import {
  type EsploraBehavior,
  type EsploraReply,
  type EsploraServer,
  startEsplora,
} from './esplora-server';
import { openTestMerchant, type TestMerchant } from './test-merchant';

/** Longer than any pause that a server requests in the tests. */
export const LONG_TIMEOUT_MS = 3_600_000;

/** The server's source is an Esplora server that tests can make lie. */
export interface EsploraMerchant extends TestMerchant {
  readonly node: TestNode;
  readonly server: EsploraServer;
  /** Moves the clock and reads the chain. Fails the test unless the whole read succeeds. */
  settle(): Promise<void>;
  /** The source then waits only a second for each response. */
  shortenTimeouts(): void;
  recover(): void;
  cursor(): Promise<typeof chain.$inferSelect | undefined>;
}

export async function openEsploraMerchant(): Promise<EsploraMerchant> {
  const node = await startBitcoind({ flags: ['-txindex=1'] });
  const server = await startEsplora(node);
  const options = { lookUpsPerMinute: 600 };
  const plain = await openTestMerchant((_base, clock) =>
    createEsploraSource('regtest', server.url, { ...options, clock }),
  );
  const source = plain.source;
  const closePlain = plain.close;
  const merchant: EsploraMerchant = Object.assign(plain, {
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
      const short = { ...options, timeoutMs: 1_000, clock: plain.now };
      plain.source = createEsploraSource('regtest', server.url, short);
    },
    recover: () => {
      server.recover();
      plain.source = source;
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

export const alterResponse =
  (pattern: RegExp, alter: (honest: EsploraReply) => EsploraReply): EsploraBehavior =>
  async (path, honest) =>
    pattern.test(path) ? alter(await honest()) : honest();

export const TIP_HASH_PATH = /^\/blocks\/tip\/hash$/;
