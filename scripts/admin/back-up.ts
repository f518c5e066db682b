import { existsSync } from 'node:fs';
import path from 'node:path';
import { backUp, findSuperuserUrl } from '../lib/back-up.mjs';
import { type Command, ConfigurationError, requireOption, UsageError } from './command';

export const backup: Command = {
  about: 'Copies DATA_DIR with its embedded database into a new folder, while servers run.',
  options: [['--to <folder>', 'the full path of the folder, which must not exist']],
  example: 'backup --to /backups/blocktally-2026-11-27',
  run: async ({ env: { dataDir, databaseUrl } }, given) => {
    const folder = requireOption(given, 'to');
    if (!path.isAbsolute(folder)) {
      throw new UsageError('--to must be a full path, which begins with /.');
    }
    const to = path.resolve(folder);
    if (existsSync(to)) throw new UsageError('--to names a folder that exists. Name a new one.');
    if (`${to}/`.startsWith(`${path.resolve(dataDir)}/`)) {
      throw new UsageError('--to names a folder inside DATA_DIR. Name one beside it.');
    }
    const superuserUrl = await findSuperuserUrl(dataDir, databaseUrl);
    if (superuserUrl === undefined) {
      throw new ConfigurationError(
        'DATABASE_URL names a PostgreSQL of your own. Back it up with pg_dump of its version.',
      );
    }
    await backUp({ dataDir, superuserUrl, to });
    return { backup: to };
  },
};
