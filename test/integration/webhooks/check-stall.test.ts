import { expect, test } from 'vitest';
import { signingSecret } from '@/db/schema/accounts';
import { newId } from '@/lib/domain/ids';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, testVault } from '@/test/support/factories';
import { forFile } from '@/test/support/for-file';
import { stallBeyond } from '@/test/support/stall';

/** A check takes about half of this, whatever is sent. */
const MAX_MS = 100;

const base = await forFile(createTestDatabase());

/** Every known header, none of them matching, and the largest body, in the most spellings. */
function nothingFits(): { request: string; body: string } {
  const data = { payment_id: 'p', address: 'x'.repeat(13_500) };
  const event = JSON.stringify({ version: '1', data, type: 'payment.confirmed' });
  return {
    request: [
      'X-Service-Event-Id: evt_1',
      'X-Event-ID: evt_2',
      'webhook-id: evt_3',
      'X-Service-Timestamp: 1700000000000',
      'webhook-timestamp: 1700000001000',
      `X-Service-Signature: sha256=${'0'.repeat(64)}`,
      `X-Signature: sha256=${'0'.repeat(64)}`,
      `webhook-signature: v1,${'A'.repeat(43)}=`,
    ].join('\r\n'),
    body: `\uFEFF ${JSON.stringify(event)}\r\n\r\n`,
  };
}

test('checking a signature never blocks the event loop, however many secrets and keys the merchant had', async () => {
  const key = await createTestKey(base.db);
  const { merchantId } = key;
  for (let n = 0; n < 20; n += 1) await createTestKey(base.db, { merchantId });
  const now = Date.now();
  const past = Array.from({ length: 1_000 }, (_, n) => ({
    id: newId('signingSecret'),
    apiKeyId: key.id,
    ciphertext: testVault.seal(`whsec_${n}`, key.id),
    createdAt: new Date(now - 1_000_000 + n),
    expiresAt: new Date(now - 1_000_000 + n),
  }));
  await base.db.insert(signingSecret).values(past);
  const as = await createTestActor(base.db, merchantId, 'viewer');
  const api = createTestApi(base);
  const check = (body: { request: string; body?: string }) => async () => {
    const path = '/api/dashboard/webhooks/check';
    const { json } = await api.call({ path, as, body: { key: key.id, ...body } });
    expect(json.verdict).toBe('invalid');
  };
  const small = check({ request: 'X-Signature: sha256=00\n\n{}' });
  for (const heavy of [
    nothingFits(),
    { request: `X-Service-Signature: a${' '.repeat(14_000)}b` },
  ]) {
    expect(await stallBeyond(small, check(heavy), MAX_MS)).toBeLessThanOrEqual(MAX_MS);
  }
});
