import { IMPOSSIBLE, VersionInfo } from '@start9labs/start-sdk';

/** No version needs a migration here, because the server itself upgrades its database. */
export const current = VersionInfo.of({
  version: '0.1.0:0',
  releaseNotes: { en_US: 'The first release.' },
  migrations: { up: async () => {}, down: IMPOSSIBLE },
});
