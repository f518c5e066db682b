import type { Db } from '@/db/client';
import { checkSeals } from '@/lib/keys/check-seals';
import { installSeals, openSeals } from '@/lib/keys/seal';

/** All tests have the same key, so that a server can open a text that its test file has sealed. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
export const testSeals = openSeals(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));

// A test file begins with the seals of the servers that it starts, because an earlier file's
// runtime may have set others.
installSeals(testSeals, () => {});

/** Seals rows that a test has written. */
export async function sealRows(db: Db): Promise<void> {
  await checkSeals(db, testSeals, new Date(), () => true);
}
