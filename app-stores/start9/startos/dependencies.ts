import { store } from './fileModels/store.json';
import { sdk } from './sdk';

/**
 * The chosen source must run. Any version is accepted, because the server itself reports an
 * unsupported one.
 */
export const setDependencies = sdk.setupDependencies(async ({ effects }) => {
  const source = (await store.read((chosen) => chosen.source).const(effects)) ?? 'bitcoind';
  return { [source]: { kind: 'running', versionRange: '*', healthChecks: [] } };
});
