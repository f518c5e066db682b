import { openDatabase } from '@/db/client';
import { createLogger } from '@/lib/log';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { testVault } from './factories';

const [url = '', maxInFlight] = process.argv.slice(2);
const { db } = openDatabase(url);
process.once('disconnect', () => process.exit(0));
await dispatchDue(
  {
    db,
    vault: testVault,
    policy: { allowPrivate: true },
    log: createLogger('silent'),
    maxInFlight: Number(maxInFlight),
  },
  () => new Date(),
);
