import { prepareApp, type TestApp } from '@/test/support/app';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import type { KillablePart } from './part';

export interface ServerPart extends KillablePart {
  readonly app: TestApp;
  readonly port: number;
  /** How often it exited without a kill and was restarted, as by a supervisor. */
  readonly exits: number;
  stop(): Promise<void>;
}

const WATCH_MS = 1_000;

/** A built server under a supervisor, not yet started. */
export async function prepareServer(databaseUrl: string, nodeUrl: string): Promise<ServerPart> {
  const app = await prepareApp({
    databaseUrl,
    env: {
      BITCOIN_REGTEST: nodeUrl,
      // Servers behind one address share it, also in the links of their responses.
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
