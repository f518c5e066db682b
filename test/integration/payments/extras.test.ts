import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paymentExtra } from '@/db/schema/extras';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import { type PaymentExtra, readExtras } from '@/lib/payments/payment-extra';
import { findPublicPayments } from '@/lib/payments/public-payment';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant } from '@/test/support/test-merchant';

const EXTRA: PaymentExtra = {
  metadata: { 'secret-name': 'secret-value', b: '"Ü"\u2028' },
  description: 'Tea, 100 g\nand a cup',
  payerNote: 'Leave it at the door',
  locale: 'de',
  returnUrl: 'https://shop.example/thanks?payment={PAYMENT_ID}',
  returnAutomatically: true,
  noFollowUps: true,
};

const merchant = await openForTestFile(
  openTestMerchant((base, clock) => createSandboxSource(base.db, clock)),
);
await merchant.sync();

const viewOf = async ({ checkout_url }: { readonly checkout_url: string }) => {
  const checkoutId = checkout_url.split('/').at(-1) ?? '';
  return (await findPublicPayments(merchant.base.db, [checkoutId]))[0];
};

test('the customer’s view contains the shop’s public texts, and no private data of the shop', async () => {
  const created = await merchant.create({ extra: EXTRA });
  const view = await viewOf(created);
  expect(view).toMatchObject({
    description: EXTRA.description,
    locale: 'de',
    back: {
      href: `https://shop.example/thanks?payment=${created.id}`,
      host: 'shop.example',
      automatic: true,
    },
  });
  expect(JSON.stringify(view)).not.toContain('secret');
  const plain = await viewOf(await merchant.create());
  expect(plain).toMatchObject({ description: null, locale: null, back: null });
});

test('all of the shop’s data for a payment is stored and read back unchanged', async () => {
  const { id } = await merchant.create({ extra: EXTRA });
  const { db } = merchant.base;
  const [row] = await db.select().from(paymentExtra).where(eq(paymentExtra.paymentId, id));
  expect(Object.entries(row ?? {}).filter(([, value]) => !value)).toEqual([]);
  expect(row).toEqual({ ...EXTRA, paymentId: id, words: row?.words });
  expect(row?.words).toContain("'secret':3 'tea':3 'the':2B 'value':3 'ü':3");
  expect((await readExtras(db, [id])).get(id)).toEqual({ ...EXTRA, paymentId: id });
});

test('a payment without metadata, description and note has no search words', async () => {
  const texts = { metadata: null, description: null, payerNote: null };
  const { id } = await merchant.create({ extra: { ...EXTRA, ...texts } });
  const [row] = await merchant.base.db
    .select({ metadata: paymentExtra.metadata, words: paymentExtra.words })
    .from(paymentExtra)
    .where(eq(paymentExtra.paymentId, id));
  expect(row).toEqual({ metadata: null, words: null });
});

test('every event contains the metadata and the description unchanged', async () => {
  const given = await merchant.create({ extra: EXTRA, requiredConfirmations: 1 });
  const plain = await merchant.create({ requiredConfirmations: 1 });
  for (const { address } of [given, plain]) {
    await payAddress(merchant.base.db, { address, sats: toSats(100_000) }, merchant.now());
  }
  await merchant.sync();
  await simulateMining(merchant.base.db, { blocks: 1 }, merchant.now());
  await merchant.sync();
  const bodies = async ({ id }: { readonly id: string }) =>
    (await merchant.events(id)).map(({ body }) => JSON.parse(body));
  const { metadata, description } = EXTRA;
  for (const [payment, said] of [
    [given, { metadata, description }],
    [plain, { metadata: null, description: null }],
  ] as const) {
    expect(await bodies(payment)).toMatchObject([
      { version: '1', type: 'payment.detected', data: said },
      { version: '1', type: 'payment.confirmed', data: said },
    ]);
  }
});
