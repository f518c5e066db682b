import { IMPOSSIBLE, VersionInfo } from '@start9labs/start-sdk';

/** The server upgrades its database, so no version has a migration here. */
export const current = VersionInfo.of({
  version: '0.1.0:0',
  releaseNotes: { en_US: 'The first release.' },
  migrations: { up: async () => {}, down: IMPOSSIBLE },
});
