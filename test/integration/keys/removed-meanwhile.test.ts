import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { changeRole } from '@/lib/accounts/change-role';
import { removeMember } from '@/lib/accounts/remove-member';
import { type Actor, OPERATOR } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { createKey } from '@/lib/keys/create-key';
import { revokeKey } from '@/lib/keys/revoke-key';
import { updateKey } from '@/lib/keys/update-key';
import { createLink } from '@/lib/links/create-link';
import { deactivateLink } from '@/lib/links/deactivate-link';
import { createPayment } from '@/lib/payments/create-payment';
import { sendTest } from '@/lib/webhooks/delivery/send-test';
import { createTestActor } from '@/test/support/actor';
import { createDeps } from '@/test/support/create-deps';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, randomDescriptor, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());

const HOOK = 'https://slow.example/';
const clock = () => new Date();

/** Creates a key and two owners of its merchant. `former` loses the role during a look-up. */
async function twoOwners() {
  const key = await createTestKey(base.db);
  const owner = await createTestActor(base.db, key.merchantId);
  const former = await createTestActor(base.db, key.merchantId);
  return { key, owner, former };
}

test('an owner who is removed during the checks of their new key gets no key', async () => {
  const { key, owner, former } = await twoOwners();
  const { merchantId } = key;
  const descriptor = randomDescriptor('regtest');
  const request = { merchantId, network: 'regtest' as const, descriptor, defaultWebhookUrl: HOOK };
  const remove = () => removeMember(base.db, owner, former.userId, clock());
  const made = createKey(base.db, testVault, former, request, clock(), remove);
  await expect(made).rejects.toMatchObject({ code: 'forbidden' });
  expect(await base.db.$count(apiKey, eq(apiKey.merchantId, merchantId))).toBe(1);
});

test('an owner who is demoted during the check of a default webhook URL does not set the URL', async () => {
  const { key, owner, former } = await twoOwners();
  const demotion = { userId: former.userId, role: 'viewer' as const };
  const demote = () => changeRole(base.db, owner, demotion, clock());
  const changes = { defaultWebhookUrl: HOOK };
  const changed = updateKey(base.db, former, key.id, changes, clock(), demote);
  await expect(changed).rejects.toMatchObject({ code: 'forbidden' });
  const [row] = await base.db.select().from(apiKey).where(eq(apiKey.id, key.id));
  expect(row?.defaultWebhookUrl).toBeNull();
});

/** Returns dependencies that run `happens` during the look-up of a webhook URL. */
const depsThat = (happens: () => Promise<unknown>) =>
  createDeps(base, async () => {
    await happens();
    return ['8.8.8.8'];
  });
const depsThatRevoke = (apiKeyId: string) =>
  depsThat(() => revokeKey(base.db, OPERATOR, apiKeyId, clock()));

const TERMS = {
  tolerancePpm: 0,
  requiredConfirmations: 3,
  expiresInSeconds: 3_600,
  webhookUrl: HOOK,
  reference: null,
};

const WANTED = { ...TERMS, amount: toSats(1_000), destinationAddress: null, extra: null };

test('a key that is revoked while a webhook URL is being looked up creates no payment', async () => {
  const key = await createTestKey(base.db);
  const made = createPayment(depsThatRevoke(key.id), key.actor, key.id, WANTED, clock());
  await expect(made).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await base.db.$count(payment, eq(payment.apiKeyId, key.id))).toBe(0);
});

const PAGE = { metadata: null, locale: null, returnUrl: null, returnAutomatically: false };
const LINK = {
  title: 'Tea',
  amount: { kind: 'sats' as const, sats: toSats(1_000) },
  maxPayments: null,
  payerNote: null,
  customerFields: null,
  expiresAt: null,
  terms: { ...TERMS, ...PAGE },
};
const linksOf = (apiKeyId: string) =>
  base.db.$count(paymentLink, eq(paymentLink.apiKeyId, apiKeyId));

test('a key that is revoked while a webhook URL is being looked up creates no payment link', async () => {
  const key = await createTestKey(base.db);
  const made = createLink(depsThatRevoke(key.id), key.actor, key.id, LINK, clock());
  await expect(made).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await linksOf(key.id)).toBe(0);
});

test('a member who is removed during the look-up of a webhook URL creates neither a payment nor a link', async () => {
  const { key, owner, former } = await twoOwners();
  const deps = depsThat(() => removeMember(base.db, owner, former.userId, clock()));
  const made = createPayment(deps, former, key.id, WANTED, clock());
  await expect(made).rejects.toMatchObject({ code: 'forbidden' });
  expect(await base.db.$count(payment, eq(payment.apiKeyId, key.id))).toBe(0);
  const later = await createTestActor(base.db, key.merchantId, 'member');
  const again = depsThat(() => removeMember(base.db, owner, later.userId, clock()));
  const linked = createLink(again, later, key.id, LINK, clock());
  await expect(linked).rejects.toMatchObject({ code: 'forbidden' });
  expect(await linksOf(key.id)).toBe(0);
});

test('no test webhook is sent if the member is removed or the key revoked during the URL’s look-up', async () => {
  const { key, owner, former } = await twoOwners();
  const test_ = (deps: ReturnType<typeof depsThat>, actor: Actor) =>
    sendTest({ ...deps, vault: testVault }, actor, { apiKeyId: key.id, webhookUrl: HOOK }, clock());
  const remove = depsThat(() => removeMember(base.db, owner, former.userId, clock()));
  await expect(test_(remove, former)).rejects.toMatchObject({ code: 'forbidden' });
  const tested = test_(depsThatRevoke(key.id), key.actor);
  await expect(tested).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a member who is removed after the request was authorized deactivates no payment link', async () => {
  const { key, owner, former } = await twoOwners();
  const deps = depsThat(async () => {});
  const { id } = await createLink(deps, key.actor, key.id, LINK, clock());
  await removeMember(base.db, owner, former.userId, clock());
  const ended = deactivateLink(base.db, former, id, clock());
  await expect(ended).rejects.toMatchObject({ code: 'forbidden' });
  expect(await deactivateLink(base.db, owner, id, clock())).toMatchObject({ status: 'inactive' });
});
