import type { Db } from '@/db/client';
import { checkSeals } from '@/lib/keys/check-seals';
import { installSeals, openSeals } from '@/lib/keys/seal';

/** All tests use the same secret key, so that a server can read what its test file has sealed. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
export const testSeals = openSeals(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));

// Each test file installs these seals first, because the runtime of an earlier file may have
// installed others.
installSeals(testSeals, () => {});

/** Seals the rows that a test has written directly into the database. */
export async function sealRows(db: Db): Promise<void> {
  await checkSeals(db, testSeals, new Date(), () => true);
}
