import type { Db } from '@/db/client';
import { checkSeals } from '@/lib/keys/check-seals';
import { createSeals, setProcessSeals } from '@/lib/keys/seal';

/** All tests use this secret key, so a server can read what its test file has sealed. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
export const testSeals = createSeals(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));

// The runtime of an earlier test file may have installed other seals.
setProcessSeals(testSeals, () => {});

/** Seals rows that a test has written directly into the database. */
export async function sealRows(db: Db): Promise<void> {
  await checkSeals(db, testSeals, new Date(), () => true);
}
