import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signingSecret } from '@/db/schema/accounts';
import { OPERATOR } from '@/lib/domain/actor';
import { revealSigningSecret } from '@/lib/keys/reveal-signing-secret';
import { createTestKey, testVault } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

let outbox: Outbox;
let receiver: Receiver;
beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
});
afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

const sealedOf = async (apiKeyId: string) => {
  const { db } = outbox.base;
  const rows = await db.select().from(signingSecret).where(eq(signingSecret.ownerId, apiKeyId));
  return rows[0]?.ciphertext ?? '';
};
const store = (apiKeyId: string, ciphertext: string) =>
  outbox.base.db
    .update(signingSecret)
    .set({ ciphertext })
    .where(eq(signingSecret.ownerId, apiKeyId));
const reveal = (apiKeyId: string) =>
  revealSigningSecret(outbox.base.db, testVault, OPERATOR, apiKeyId, outbox.clock());

test('a signing secret that was moved directly in the database to another key neither signs nor is shown', async () => {
  const own = outbox.key;
  const other = await createTestKey(outbox.base.db);
  const kept = await sealedOf(own.id);
  await store(own.id, await sealedOf(other.id));
  const payment = await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  expect(receiver.connections).toBe(0);
  await expect(reveal(own.id)).rejects.toThrow('cannot be decrypted');
  expect((await outbox.delivery(payment)).status).toBe('pending');

  await store(own.id, kept);
  outbox.passTime(5_000);
  await outbox.dispatch();
  const [request] = receiver.requests;
  new Webhook(own.signingSecret).verify(request?.body ?? '', request?.headers ?? {});
});
