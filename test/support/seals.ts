import type { Db } from '@/db/client';
import { checkSeals } from '@/lib/keys/check-seals';
import { installSeals, openSeals } from '@/lib/keys/seal';

/** All tests share one key, so that a text sealed in a test file can be opened in its servers. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
export const testSeals = openSeals(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));

// A test file begins with the seals of the servers that it starts, whatever runtime an earlier one made.
installSeals(testSeals, () => {});

/** Seals the rows that a test has written itself. */
export async function sealRows(db: Db): Promise<void> {
  await checkSeals(db, testSeals, new Date(), () => true);
}
