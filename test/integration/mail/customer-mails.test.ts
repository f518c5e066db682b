import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { merchantFace } from '@/db/schema/faces';
import { paymentLink } from '@/db/schema/links';
import { mail } from '@/db/schema/mail';
import { payment } from '@/db/schema/payments';
import { eraseCustomer } from '@/lib/customers/erase-customer';
import type { Currency } from '@/lib/domain/currency';
import { CUSTOMER_MAIL_KINDS } from '@/lib/domain/customer-mail-kind';
import { newId } from '@/lib/domain/ids';
import { toSats } from '@/lib/domain/sats';
import { mailCustomers } from '@/lib/mail/mail-customers';
import { setMailOn } from '@/lib/mail/mail-state';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { NO_EXTRA } from '@/lib/payments/payment-extra';
import type { NewPayment } from '@/lib/payments/payment-row';
import { createRefund } from '@/lib/refunds/create-refund';
import { recordRefundEvents } from '@/lib/refunds/record-refund-events';
import { createRefundLink } from '@/lib/refunds/refund-link';
import { lockRefund } from '@/lib/refunds/refund-row';
import { createTestActor } from '@/test/support/actor';
import { testVault } from '@/test/support/factories';
import { openMailOutbox } from '@/test/support/mail-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop, SHOP_TERMS } from '@/test/support/sandbox-shop';

const shop = await openSandboxShop(mailCustomers);
await openForTestFile(Promise.resolve({ close: shop.drop }));
const { db } = shop.base;
await setMailOn(db, true);
const chooseMails = (customerMails: (typeof CUSTOMER_MAIL_KINDS)[number][]) =>
  db.update(apiKey).set({ customerMails }).where(eq(apiKey.id, shop.key.id));
await chooseMails([...CUSTOMER_MAIL_KINDS]);

let customers = 0;
async function newPayment(terms: Partial<NewPayment> = {}) {
  customers += 1;
  const email = `customer-${customers}@acme.example`;
  const customer = { name: 'Ann', email, reference: null };
  const price = { amount: '40.00', currency: 'EUR' as Currency, rate: '80000' };
  const quoted = { source: 'fixed', quotedAt: shop.now().toISOString(), spreadPpm: 0 };
  const all = { ...SHOP_TERMS, reference: 'INV-7', price: { ...price, ...quoted }, customer };
  return { id: await shop.create({ ...all, ...terms }), email };
}
const mailsTo = (email: string) =>
  db.select().from(mail).where(eq(mail.recipient, email)).orderBy(mail.id);
const subjectsTo = async (email: string) => (await mailsTo(email)).map((one) => one.subject).sort();
const plain = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ');

test('a customer gets one mail when the payment is seen, and one receipt, even after a reorg', async () => {
  const { id, email } = await newPayment();
  await shop.pay(id);
  expect(await subjectsTo(email)).toEqual(['Payment seen: Test shop']);
  await shop.mine(id);
  const told = ['Paid: Test shop', 'Payment seen: Test shop'];
  expect(await subjectsTo(email)).toEqual(told);
  const receipt = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Paid'));
  expect(plain(receipt?.body)).toMatch(
    /^INV-7\n\nPaid and confirmed\.\n\nRequested: €40\.00 \(50 000 sat\)\nReceived: €40\.00 \(50 000 sat\)\nConfirmed: .* UTC\nTransaction: [0-9a-f]{64}\nAddress: bcrt1/,
  );
  expect(receipt).toMatchObject({ linkText: 'Receipt', digest: null, paymentId: id });
  expect(receipt?.path).toMatch(/^\/pay\/co_/);
  await shop.reorg(id);
  await shop.mine(id);
  expect(await subjectsTo(email)).toEqual(told);
});

test('a customer gets a mail about each partial payment, in the language of the page', async () => {
  const extra = { ...NO_EXTRA, locale: 'de' as const };
  const { id, email } = await newPayment({ extra });
  await shop.pay(id, toSats(20_000));
  const [first, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    locale: 'de',
    subject: 'Nicht vollständig bezahlt: Test shop',
    linkText: 'Rest bezahlen',
  });
  const body = plain(first?.body);
  expect(body).toContain('16,00 € (20 000 sat) von 40,00 € (50 000 sat)');
  expect(body).toContain('24,00 € (30 000 sat)');
  await shop.pay(id, toSats(10_000));
  await shop.pay(id, toSats(20_000));
  expect(await subjectsTo(email)).toEqual([
    'Nicht vollständig bezahlt: Test shop',
    'Nicht vollständig bezahlt: Test shop',
    'Zahlung erkannt: Test shop',
  ]);
});

test('a mail about late money or an ended payment does not ask the customer to pay more', async () => {
  const [late, short] = [await newPayment(), await newPayment()];
  const canceled = await newPayment();
  await cancelPayment(db, shop.member, canceled.id, shop.now(), mailCustomers);
  await shop.expire();
  await shop.pay(late.id);
  await shop.pay(short.id, toSats(9_000));
  await shop.pay(canceled.id);
  expect(await subjectsTo(late.email)).toEqual(['Received late: Test shop']);
  const [mailed] = await mailsTo(short.email);
  expect(plain(mailed?.body)).toContain('has arrived. Contact Test shop about it.');
  expect(mailed?.linkText).toBe('Open the payment page');
  const [ofCanceled] = await mailsTo(canceled.email);
  expect(ofCanceled?.body).toContain('after the order was canceled');
});

test('a customer gets one mail per refund link, and one when the refund is sent', async () => {
  const { id: paymentId, email } = await newPayment();
  await shop.pay(paymentId);
  await shop.mine(paymentId);
  const request = { paymentId, amount: { sats: toSats(20_000) }, address: null, txid: null };
  const made = { ...request, confirmExcess: false };
  const { id: refundId } = await createRefund(shop.deps, shop.member, made, shop.now());
  const ask = (renew: boolean) =>
    createRefundLink(db, testVault, shop.member, { refundId, renew }, shop.now());
  const { token } = await ask(false);
  await ask(false);
  const asked = (await mailsTo(email)).filter((one) => one.subject.startsWith('Your refund'));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ path: null, linkText: 'Enter your Bitcoin address' });
  expect(plain(asked[0]?.body)).toBe(
    'INV-7\n\nTest shop wants to refund you\n\n€16.00 (20 000 sat)',
  );
  const sealed = asked[0]?.sealedPath ?? '';
  expect(testVault.open(sealed, asked[0]?.id ?? '')).toBe(`/refund/${token}`);
  const txid = 'a'.repeat(64);
  await db.transaction(async (tx) => {
    const { row, payment } = await lockRefund(tx, shop.member, refundId);
    const sent = { type: 'refund.sent' as const, row: { ...row, txid } };
    await recordRefundEvents(tx, payment, [sent], null, shop.now());
  });
  const sent = (await mailsTo(email)).filter(({ body }) => body.includes('is on its way'));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toContain(`Transaction: ${txid}`);
});

test('a mail contains the shop’s name, logo and reply address, and loads nothing from the network', async () => {
  const box = await openMailOutbox(shop.base);
  box.passTime(86_400_000);
  const logo = Buffer.from('a picture');
  const face = { logo, logoHash: 'abc', logoWidth: 80, logoHeight: 20 };
  await db
    .insert(merchantFace)
    .values({ merchantId: shop.key.merchantId, supportEmail: 'help@shop.example', ...face });
  const { id, email } = await newPayment();
  await shop.pay(id);
  await box.send();
  const source = box.server.mails.find(({ to }) => to.includes(email))?.source ?? '';
  await box.close();
  expect(source).toContain('From: Test shop <payments@shop.example>');
  expect(source).toContain('Reply-To: help@shop.example');
  expect(source).toContain(logo.toString('base64'));
  expect(source.replaceAll('=\r\n', '')).toContain(
    '<img src=3D"cid:logo" alt=3D"Test shop" width=3D"40">',
  );
  expect(source).not.toMatch(/src=3D"?http/);
  expect(source.indexOf('text/plain')).toBeLessThan(source.indexOf('text/html'));
});

test('a customer gets only the mails chosen for the link or, without such a choice, for the API key', async () => {
  await chooseMails(['confirmed']);
  const { id, email } = await newPayment();
  await shop.pay(id);
  expect(await subjectsTo(email)).toEqual([]);
  const linkId = newId('link');
  const amount = { kind: 'sats' as const, sats: SHOP_TERMS.amount };
  const terms = { tolerancePpm: 0, requiredConfirmations: 1, expiresInSeconds: 3_600 };
  const unset = { webhookUrl: null, reference: null, metadata: null, locale: null };
  await db.insert(paymentLink).values({
    ...{ id: linkId, apiKeyId: shop.key.id, title: 'Tea', amount, customerMails: ['seen'] },
    terms: { ...terms, ...unset, returnUrl: null, returnAutomatically: false },
    createdAt: shop.now(),
  });
  const ofLink = await newPayment({ paymentLinkId: linkId });
  await shop.pay(ofLink.id);
  await shop.mine(ofLink.id);
  expect(await subjectsTo(ofLink.email)).toEqual(['Payment seen: Test shop']);
  await chooseMails([...CUSTOMER_MAIL_KINDS]);
  const before = await db.$count(mail);
  const { id: unknown } = await newPayment({ customer: null });
  await shop.pay(unknown);
  expect(await db.$count(mail)).toBe(before);
});

test('erasing a customer deletes the mails to that customer', async () => {
  const { id, email } = await newPayment();
  await shop.pay(id);
  const owner = await createTestActor(db, shop.key.merchantId, 'owner');
  await eraseCustomer(db, owner, id, shop.now());
  expect(await mailsTo(email)).toEqual([]);
  await shop.mine(id);
  expect(await mailsTo(email)).toEqual([]);
});

test('a customer gets no mail about a payment whose address was replaced directly in the database', async () => {
  await chooseMails([]);
  const { id, email } = await newPayment();
  await shop.pay(id, toSats(20_000));
  await chooseMails([...CUSTOMER_MAIL_KINDS]);
  const [before] = await db.select().from(payment).where(eq(payment.id, id));
  if (!before) throw new Error('the payment was made');
  const setAddress = (address: string) =>
    db.update(payment).set({ address }).where(eq(payment.id, id));
  const tell = () => db.transaction((tx) => mailCustomers(tx, [id], before.updatedAt));
  await setAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  await tell();
  expect(await mailsTo(email)).toEqual([]);
  await setAddress(before.address);
  await tell();
  expect(await subjectsTo(email)).toHaveLength(1);
});
