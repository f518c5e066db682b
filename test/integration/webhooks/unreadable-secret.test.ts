import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signingSecret } from '@/db/schema/accounts';
import { OPERATOR } from '@/lib/domain/actor';
import { revealSigningSecret } from '@/lib/keys/reveal-signing-secret';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { openVault } from '@/lib/keys/vault';
import { checkSignature } from '@/lib/webhooks/check-signature';
import { sendTest } from '@/lib/webhooks/delivery/send-test';
import { createTestActor } from '@/test/support/actor';
import { testVault } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

let outbox: Outbox;
let receiver: Receiver;
let newSecret: string;

/** The old signing secret is encrypted with a lost SECRET_KEY, and overlaps with a new one. */
beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  const { base, key } = outbox;
  const lost = openVault(new Uint8Array(randomBytes(32)));
  await base.db
    .update(signingSecret)
    .set({ ciphertext: lost.seal('whsec_x', key.id) })
    .where(eq(signingSecret.ownerId, key.id));
  const rotated = await rotateSigningSecret(
    base.db,
    testVault,
    OPERATOR,
    key.id,
    86_400,
    outbox.clock(),
  );
  newSecret = rotated.signingSecret;
});
afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

test('if the old signing secret cannot be decrypted during an overlap, deliveries are signed with the new secret', async () => {
  const payment = await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  expect(await outbox.delivery(payment)).toMatchObject({ status: 'delivered' });
  const [request] = receiver.requests;
  expect(() =>
    new Webhook(newSecret).verify(request?.body ?? '', request?.headers ?? {}),
  ).not.toThrow();
});

test('test webhooks and signature checks work even if an old secret cannot be decrypted', async () => {
  const { base, key } = outbox;
  const now = outbox.clock();
  const deps = { db: base.db, vault: testVault, policy: { allowPrivate: true } };
  const asked = { apiKeyId: key.id, webhookUrl: receiver.url() };
  expect((await sendTest(deps, key.actor, asked, now)).delivered).toBe(true);
  expect(await revealSigningSecret(base.db, testVault, OPERATOR, key.id, now)).toBe(newSecret);
  const member = await createTestActor(base.db, key.merchantId, 'viewer');
  const headers = 'X-Service-Timestamp: 1\nX-Service-Signature: sha256=00';
  const pasted = { headers, body: '{}', key: key.id };
  expect((await checkSignature(base.db, testVault, member, pasted, now)).code).toBe('no_match');
});
