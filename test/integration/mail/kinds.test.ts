import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { merchant } from '@/db/schema/accounts';
import { mail } from '@/db/schema/mail';
import { payment } from '@/db/schema/payments';
import { appUser } from '@/db/schema/people';
import { exchangeRateGap } from '@/db/schema/rates';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { AuditAction } from '@/lib/domain/audit-action';
import type { Currency } from '@/lib/domain/currency';
import type { EventType } from '@/lib/domain/event-types';
import type { Network } from '@/lib/domain/network';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import { toSats } from '@/lib/domain/sats';
import { notifyOfDecisions } from '@/lib/mail/notify-of-decisions';
import { notifyOfRateGaps } from '@/lib/mail/notify-of-rate-gaps';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { createRefund } from '@/lib/refunds/create-refund';
import { recordRefundEvents } from '@/lib/refunds/record-refund-events';
import { lockRefund } from '@/lib/refunds/refund-row';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import { openMailOutbox } from '@/test/support/mail-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop } from '@/test/support/sandbox-shop';
import { signInAgain } from '@/test/support/users';

const shop = await openSandboxShop();
await openForTestFile(Promise.resolve({ close: shop.drop }));
const box = await openForTestFile(openMailOutbox(shop.base));
const { db } = shop.base;

async function newOwner(network: Network = 'regtest') {
  const key = await createTestKey(db, { network });
  const owner = await createTestActor(db, key.merchantId);
  const subjects = async () => {
    const rows = await db
      .select({ subject: mail.subject })
      .from(mail)
      .innerJoin(appUser, eq(appUser.email, mail.recipient))
      .where(eq(appUser.id, owner.userId));
    return rows.map(({ subject }) => subject).sort();
  };
  return { owner, subjects };
}

test.each<[PaymentStatus, PaymentFlag, string]>([
  ['confirmed', 'late', 'Late money for payment'],
  ['expired', 'underpaid', 'received too little'],
  ['confirmed', 'overpaid', 'received too much'],
  ['detected', 'reorged', 'was reverted'],
])('members are notified of a payment that is %s and %s', async (status, flag, subject) => {
  const id = await shop.create();
  const owner = await createTestActor(db, shop.key.merchantId);
  await db
    .update(payment)
    .set({ status, flags: [flag] })
    .where(eq(payment.id, id));
  await notifyOfDecisions(db, [id], shop.now());
  const [user] = await db.select().from(appUser).where(eq(appUser.id, owner.userId));
  const mails = await db
    .select()
    .from(mail)
    .where(eq(mail.recipient, user?.email ?? ''));
  expect(mails.map((one) => one.subject)).toEqual([expect.stringContaining(subject)]);
});

test('members are notified of a refund that is recorded, sent and confirmed', async () => {
  const paymentId = await shop.create();
  await shop.pay(paymentId);
  await shop.mine(paymentId);
  const deps = { db, rates: fixedRates(db), newPayments: new NewPaymentSignal() };
  const request = { paymentId, amount: { sats: toSats(9_000) }, address: null, txid: null };
  const given = { ...request, confirmExcess: false };
  const { id } = await createRefund(deps, shop.member, given, shop.now());
  for (const type of ['refund.sent', 'refund.confirmed'] satisfies EventType[]) {
    await db.transaction(async (tx) => {
      const { row, payment: of } = await lockRefund(tx, shop.member, id);
      await recordRefundEvents(tx, of, [{ type, row }], null, shop.now());
    });
  }
  const [user] = await db.select().from(appUser).where(eq(appUser.id, shop.member.userId));
  const all = await db
    .select()
    .from(mail)
    .where(eq(mail.recipient, user?.email ?? ''));
  const mails = all.filter(({ subject }) => subject.startsWith('Refund'));
  const verbs = ['recorded', 'sent', 'confirmed'];
  const subjects = verbs.map((verb) => `Refund of payment ${paymentId} ${verb}`);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(subjects.sort());
  expect(mails.find(({ subject }) => subject.endsWith('recorded'))?.body).toContain(
    'It waits for the customer’s address.',
  );
});

test.each<[AuditAction, string]>([
  ['key.create', 'New API key'],
  ['key.import', 'New API key'],
  ['key.rotate', 'API key rotated'],
  ['wallet.add', 'New wallet'],
  ['invitation.create', 'New invitation'],
  ['invitation.accept', 'New member'],
  ['member.remove', 'Member removed'],
  ['member.leave', 'Member left'],
  ['endpoint.switch_off', 'Webhook endpoint switched off'],
])('owners are notified of %s', async (action, subject) => {
  const { owner, subjects } = await newOwner();
  await recordAuditEntry(
    db,
    owner,
    action,
    'id',
    { name: 'It', email: 'x@shop.example' },
    box.clock(),
  );
  expect(await subjects()).toEqual([subject]);
});

test('a user is notified of a sign-in on another device, and not of the first sign-in', async () => {
  const { owner, subjects } = await newOwner();
  await signInAgain(db, owner.userId);
  expect(await subjects()).toEqual([]);
  await signInAgain(db, owner.userId);
  expect(await subjects()).toEqual(['New sign-in']);
});

test('members are notified once if their currency has no rate for 30 minutes', async () => {
  const { owner, subjects } = await newOwner('mainnet');
  const other = await newOwner('mainnet');
  const ofRegtest = await newOwner();
  const displayCurrency = 'SEK' as Currency;
  for (const { merchantId } of [owner, ofRegtest.owner])
    await db.update(merchant).set({ displayCurrency }).where(eq(merchant.id, merchantId));
  await db.insert(exchangeRateGap).values({ currency: displayCurrency, since: box.clock() });
  box.passTime(29 * 60_000);
  await notifyOfRateGaps(db, box.clock());
  expect(await subjects()).toEqual([]);
  box.passTime(60_000);
  await notifyOfRateGaps(db, box.clock());
  await notifyOfRateGaps(db, box.clock());
  expect(await subjects()).toEqual(['No exchange rate for SEK']);
  expect(await other.subjects()).toEqual([]);
  expect(await ofRegtest.subjects()).toEqual([]);
});
