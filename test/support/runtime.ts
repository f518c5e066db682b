import { createSources } from '@/lib/chain/sources/create-sources';
import { createChainReader } from '@/lib/payments/create-chain-reader';
import { createRuntime, type Runtime } from '@/lib/runtime';
import { TEST_SECRET_KEY } from './factories';

export interface TestRuntime extends Runtime {
  close(): Promise<void>;
}

export function openTestRuntime(
  databaseUrl: string,
  clock: () => Date,
  settings: Readonly<Record<string, string>> = {},
): TestRuntime {
  const own = createRuntime({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
    BITCOIN_REGTEST: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  return {
    ...own,
    clock,
    chains: createChainReader({ ...own, sources: createSources(own.env, own.db), clock }),
    close: () => own.database.close(),
  };
}
