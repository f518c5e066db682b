import { expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { createLedger } from '@/lib/payments/ledger';
import { createTestDatabase } from '@/test/support/database';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase(1));

// An unhandled rejection would end a server; the test runner reports it as a failure.
it('after the database is closed, each read of the ledger fails without an unhandled rejection', async () => {
  const database = openDatabase(base.url, 1);
  await database.close();
  const ledger = createLedger(database.db);
  const now = new Date('2026-05-11T10:20:30Z');
  const reads = [
    ledger.watched('regtest', '0014aa'),
    ledger.open('regtest', now),
    ledger.newAddresses('regtest'),
    ledger.wantedFees('regtest'),
    ledger.searchHeight('regtest'),
    ledger.oldestPaymentAt('regtest'),
  ];
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.map(({ status }) => status)).toEqual(reads.map(() => 'rejected'));
});
