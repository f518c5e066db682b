import { eq } from 'drizzle-orm';
import { chain } from '@/db/schema/chain';
import { certificateCheck } from '@/lib/chain/sources/electrum/certificates';
import { createElectrumSource } from '@/lib/chain/sources/electrum/electrum';
import { startBitcoind, type TestNode } from './bitcoind';
import { type ElectrumBehavior, type ElectrumStandIn, startElectrum } from './electrum-server';
import { openTestMerchant, type TestMerchant } from './test-merchant';

/** Longer than a source pauses after any fault. */
export const LONG_PAUSE_MS = 3_600_000;

/** The server's source is an Electrum server that tests can make lie. */
export interface ElectrumMerchant extends TestMerchant {
  readonly node: TestNode;
  readonly server: ElectrumStandIn;
  /** Moves the clock and reads the chain. Fails the test unless the whole read succeeds. */
  settle(): Promise<void>;
  /** Restarts the process, which then waits only a second for each response. */
  shortenTimeouts(): void;
  cursor(): Promise<typeof chain.$inferSelect | undefined>;
}

export async function openElectrumMerchant(): Promise<ElectrumMerchant> {
  const node = await startBitcoind({ flags: ['-txindex=1'] });
  const server = await startElectrum(node);
  const target = { host: server.host, port: server.port, isTls: false };
  const plain = await openTestMerchant(({ db }, clock) =>
    createElectrumSource('regtest', target, certificateCheck(db, 'regtest'), { clock }),
  );
  const closePlain = plain.close;
  const merchant: ElectrumMerchant = Object.assign(plain, {
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
      const check = certificateCheck(plain.base.db, 'regtest');
      const options = { clock: plain.now, timeoutMs: 1_000 };
      plain.source = createElectrumSource('regtest', target, check, options);
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

export const alterResult =
  (wanted: string, alter: (honest: never) => unknown): ElectrumBehavior =>
  async (method, _params, honest) =>
    method === wanted ? alter((await honest()) as never) : honest();
