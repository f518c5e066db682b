import { expect, test } from 'vitest';
import { signingSecret } from '@/db/schema/accounts';
import { newId } from '@/lib/domain/ids';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { minExtraStallMs } from '@/test/support/stall';

/** The check of any input takes about half of this time. */
const MAX_MS = 100;

const base = await openForTestFile(createTestDatabase());

const SIGNED = 'X-Service-Timestamp: 1700000000\nX-Service-Signature: ';

/** Returns a webhook that matches no signature, and whose body is the largest that is parsed. */
function nothingFits(): { headers: string; body: string } {
  const data = { payment_id: 'p', address: 'x'.repeat(13_500) };
  const event = JSON.stringify({ version: '1', data, type: 'payment.confirmed' });
  const headers = `X-Service-Event-Id: evt_1\n${SIGNED}sha256=${'0'.repeat(64)}`;
  return { headers, body: ` ${event}\r\n\r\n` };
}

test('checking a signature never blocks the event loop, however many secrets the merchant has had', async () => {
  const key = await createTestKey(base.db);
  const { merchantId } = key;
  for (let n = 0; n < 20; n += 1) await createTestKey(base.db, { merchantId });
  const now = Date.now();
  const past = Array.from({ length: 1_000 }, (_, n) => ({
    id: newId('signingSecret'),
    ownerId: key.id,
    ciphertext: testVault.seal(`whsec_${n}`, key.id),
    createdAt: new Date(now - 1_000_000 + n),
    expiresAt: new Date(now - 1_000_000 + n),
  }));
  await base.db.insert(signingSecret).values(past);
  const as = await createTestActor(base.db, merchantId, 'viewer');
  const api = createTestApi(base);
  const check = (pasted: { headers: string; body: string }) => async () => {
    const path = '/api/dashboard/webhooks/check';
    const { json } = await api.call({ path, as, body: { key: key.id, ...pasted } });
    expect(json.code).toBe('no_match');
  };
  const small = check({ headers: `${SIGNED}sha256=00`, body: '{}' });
  for (const heavy of [
    nothingFits(),
    { headers: `${SIGNED}a${' '.repeat(14_000)}b`, body: '{}' },
    { headers: SIGNED + ','.repeat(14_000), body: '{}' },
  ]) {
    expect(await minExtraStallMs(small, check(heavy), MAX_MS)).toBeLessThanOrEqual(MAX_MS);
  }
});
