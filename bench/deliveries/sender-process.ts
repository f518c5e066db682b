import { openDatabase } from '@/db/client';
import { createLogger } from '@/lib/log';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { testVault } from '@/test/support/factories';

/**
 * A sender in its own process. On each message, it sends all due deliveries and reports their
 * number.
 */
const [url = ''] = process.argv.slice(2);
const database = openDatabase(url);
const deps = {
  db: database.db,
  vault: testVault,
  policy: { allowPrivate: true },
  log: createLogger('silent'),
};

process.once('message', () => {
  void dispatchDue(deps, () => new Date()).then((sent) => process.send?.(sent));
});
process.once('disconnect', () => process.exit(0));
await database.db.execute('select 1');
process.send?.('ready');
