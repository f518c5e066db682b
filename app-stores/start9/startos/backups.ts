import { CHOWN_DATA_COMMAND, dataMount } from './main';
import { sdk } from './sdk';

/**
 * After a restore, each wallet skips 1000 addresses, because the server may have given addresses to
 * customers after the backup.
 */
export const POST_RESTORE_COMMAND: [string, ...string[]] = [
  ...['node', '/usr/local/lib/node_modules/blocktally/programs/blocktally.mjs'],
  ...['admin', 'wallet', 'skip', '--all', '--count', '1000', '--json'],
] as [string, ...string[]];

/** StartOS stops the service during a backup, so the database's files are consistent. */
export const { createBackup, restoreInit } = sdk.setupBackups(async () =>
  sdk.Backups.ofVolumes('main', 'startos').setPostRestore(async (effects) => {
    await sdk.SubContainer.withTemp(
      effects,
      { imageId: 'main' },
      dataMount(),
      'restore',
      async (restored) => {
        await restored.execFail(CHOWN_DATA_COMMAND, { user: 'root' });
        await restored.execFail(POST_RESTORE_COMMAND, {}, null);
      },
    );
  }),
);
