import { store } from './fileModels/store.json';
import { sdk } from './sdk';

/** The chosen source has to run. Any version will do, since the server says what it cannot read. */
export const setDependencies = sdk.setupDependencies(async ({ effects }) => {
  const source = (await store.read((chosen) => chosen.source).const(effects)) ?? 'bitcoind';
  return { [source]: { kind: 'running', versionRange: '*', healthChecks: [] } };
});
