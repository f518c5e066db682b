import { prepareApp, type TestApp } from '@/test/support/app';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import type { KillablePart } from './part';

export interface ServerPart extends KillablePart {
  readonly app: TestApp;
  readonly port: number;
  /** The number of exits without a kill. */
  readonly exits: number;
  stop(): Promise<void>;
}

const WATCH_MS = 1_000;

/** Prepares a built server, which restarts after each exit. Does not start it. */
export async function prepareServer(databaseUrl: string, nodeUrl: string): Promise<ServerPart> {
  const app = await prepareApp({
    databaseUrl,
    env: {
      BITCOIN_REGTEST: nodeUrl,
      // All servers are behind one address, which the links in their responses contain.
      APP_URL: 'http://localhost:3000',
      SECRET_KEY: TEST_SECRET_KEY,
      RATE_LIMIT_PER_KEY: '0',
      RATE_LIMIT_PER_IP: '0',
    },
  });
  let wanted = false;
  let exits = 0;
  const supervisor = setInterval(() => {
    if (!wanted || app.isRunning()) return;
    exits += 1;
    app.launch();
  }, WATCH_MS);
  return {
    kind: 'server',
    app,
    port: Number(new URL(app.url).port),
    get exits() {
      return exits;
    },
    kill: async () => {
      wanted = false;
      await app.kill('SIGKILL');
    },
    start: () => {
      if (wanted) return;
      wanted = true;
      app.launch();
    },
    stop: async () => {
      clearInterval(supervisor);
      wanted = false;
      await app.stop();
    },
  };
}
