import { dataMount, OWN_DATA } from './main';
import { sdk } from './sdk';

/** Customers know addresses that were given out after the backup, so the wallets go on beyond them. */
export const AFTER_RESTORE: [string, ...string[]] = [
  ...['node', '/usr/local/lib/node_modules/blocktally/programs/blocktally.mjs'],
  ...['admin', 'wallet', 'skip', '--all', '--count', '1000', '--json'],
] as [string, ...string[]];

/** StartOS stops the service during a backup, so that the files of the database belong together. */
export const { createBackup, restoreInit } = sdk.setupBackups(async () =>
  sdk.Backups.ofVolumes('main', 'startos').setPostRestore(async (effects) => {
    await sdk.SubContainer.withTemp(
      effects,
      { imageId: 'main' },
      dataMount(),
      'restore',
      async (restored) => {
        await restored.execFail(OWN_DATA, { user: 'root' });
        await restored.execFail(AFTER_RESTORE, {}, null);
      },
    );
  }),
);
