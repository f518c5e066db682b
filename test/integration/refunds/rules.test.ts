import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { toSats } from '@/lib/domain/sats';
import { updateKey } from '@/lib/keys/update-key';
import { writeNote } from '@/lib/payments/inbox-note';
import { createRefund, type RefundRequest } from '@/lib/refunds/create-refund';
import { dropRefund } from '@/lib/refunds/drop-refund';
import { listRefunds } from '@/lib/refunds/list-refunds';
import { QUOTED_FOR_MS, quoteRefund } from '@/lib/refunds/quote-refund';
import { createRefundLink, refundOfLink } from '@/lib/refunds/refund-link';
import { readRefundable } from '@/lib/refunds/refund-totals';
import { setRefundAddressByCustomer } from '@/lib/refunds/set-refund-address';
import { testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop, SHOP_TERMS } from '@/test/support/sandbox-shop';

const shop = await openForTestFile(openSandboxShop());
const { member, viewer, base } = shop;
const CUSTOMERS_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const MAINNET_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

async function paid(sats = SHOP_TERMS.amount): Promise<string> {
  const id = await shop.create();
  await shop.pay(id, toSats(sats));
  await shop.mine(id);
  return id;
}

function refund(paymentId: string, request: Partial<RefundRequest> = {}, actor = member) {
  const plain = { amount: null, address: null, txid: null, confirmExcess: false };
  return createRefund(shop.deps, actor, { ...plain, ...request, paymentId }, shop.now());
}

const sats = (amount: number) => ({ sats: toSats(amount) });

describe('the amount of a refund', () => {
  it('the amount of a refund defaults to the received amount minus other refunds', async () => {
    const id = await paid();
    await refund(id, { amount: sats(20_000) });
    expect((await refund(id)).json).toMatchObject({ amount_sats: 30_000, status: 'requested' });
    await expect(refund(id)).rejects.toMatchObject({ code: 'refund_exceeds_received' });
  });

  it('the first refund of an overpaid payment defaults to the excess, and the next to the rest', async () => {
    const id = await paid(toSats(57_000));
    expect(await readRefundable(base.db, viewer, id)).toEqual({
      receivedSats: 57_000,
      refundedSats: 0,
      toGiveBackSats: 7_000,
    });
    await refund(id);
    expect((await refund(id)).json.amount_sats).toBe(50_000);
  });

  it('refunds cannot exceed the confirmed amount unless the request confirms the excess', async () => {
    const id = await shop.create();
    await shop.pay(id);
    const code = 'refund_exceeds_received';
    await expect(refund(id, { amount: sats(1_000) })).rejects.toMatchObject({ code });
    await shop.mine(id);
    await refund(id, { amount: sats(50_000) });
    await expect(refund(id, { amount: sats(1_000) })).rejects.toMatchObject({ code });
    const more = await refund(id, { amount: sats(1_000), confirmExcess: true });
    expect(more.json.amount_sats).toBe(1_000);
  });

  it('the amount of a dropped refund can be refunded again', async () => {
    const id = await paid();
    const first = await refund(id);
    await dropRefund(base.db, member, first.id, shop.now());
    expect((await refund(id)).json.amount_sats).toBe(50_000);
  });

  it('only one of two concurrent full refunds is recorded', async () => {
    const id = await paid();
    const both = await Promise.allSettled([
      refund(id, { amount: sats(50_000) }),
      refund(id, { amount: sats(50_000) }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('a refund priced in a currency keeps its price, which is converted to satoshis again after ten minutes', async () => {
    const id = await paid();
    const price = { amount: '10.00', currency: 'EUR' as Currency };
    const made = await refund(id, { amount: { price }, address: CUSTOMERS_ADDRESS });
    expect(made.json.price).toEqual(price);
    const later = new Date(shop.now().getTime() + QUOTED_FOR_MS);
    const request = { refundId: made.id, confirmExcess: false };
    const quoted = await quoteRefund(shop.deps, member, request, later);
    expect(quoted).toMatchObject({ price, quotedAt: later, amountSats: made.json.amount_sats });
  });
});

describe('the address of a refund', () => {
  it('a refund’s address is refused if it belongs to another network or to a wallet of this server', async () => {
    const id = await paid();
    const refusal = (address: string) => refund(id, { address }).catch((error) => error.code);
    expect(await refusal(MAINNET_ADDRESS)).toBe('address_network_mismatch');
    expect(await refusal('lnbc1')).toBe('invalid_request');
    const [first = ''] = shop.key.firstAddresses;
    expect(await refusal(first)).toBe('address_in_use');
  });

  it('after an address is used for a refund, it is refused as a payment’s customer-provided address', async () => {
    await updateKey(base.db, OPERATOR, shop.key.id, { allowCustomAddresses: true }, shop.now());
    await refund(await paid(), { address: CUSTOMERS_ADDRESS });
    const request = shop.create({ ...SHOP_TERMS, destinationAddress: CUSTOMERS_ADDRESS });
    await expect(request).rejects.toMatchObject({ code: 'address_in_use' });
  });

  it('a refund is refused if its amount is below the dust limit of its address', async () => {
    const small = refund(await paid(), { amount: sats(200), address: CUSTOMERS_ADDRESS });
    await expect(small).rejects.toMatchObject({ errors: [{ pointer: '/amount_sats' }] });
  });

  it('a refund link lets the customer enter an address until the link expires or is renewed', async () => {
    const { id: refundId } = await refund(await paid());
    const link = (renew: boolean) =>
      createRefundLink(base.db, testVault, member, { refundId, renew }, shop.now());
    const first = await link(false);
    const same = await link(false);
    expect(same.expiresAt).toEqual(first.expiresAt);
    const found = await refundOfLink(base.db, testVault, first.token, shop.now());
    expect(found.id).toBe(refundId);
    const given = { refundId: found.id, address: CUSTOMERS_ADDRESS };
    const set = await setRefundAddressByCustomer(shop.deps, given, shop.now());
    expect(set).toMatchObject({ status: 'ready', addressGivenBy: 'customer' });
    const refusal = (token: string, now = shop.now()) =>
      refundOfLink(base.db, testVault, token, now).catch((error) => error.code);
    expect(await refusal(`${first.token}x`)).toBe('not_found');
    expect(await refusal(first.token, first.expiresAt)).toBe('not_found');
    const next = await createRefundLink(
      base.db,
      testVault,
      member,
      { refundId, renew: true },
      new Date(shop.now().getTime() + 1_000),
    );
    expect(await refusal(first.token)).toBe('not_found');
    expect((await refundOfLink(base.db, testVault, next.token, shop.now())).id).toBe(refundId);
  });
});

it('viewers cannot record refunds', async () => {
  await expect(refund(await paid(), {}, viewer)).rejects.toMatchObject({ code: 'forbidden' });
});

describe('the decision about an overpaid payment', () => {
  const overpaid = () => paid(toSats(57_000));

  it('an overpaid payment needs no decision while it has a refund, and needs one after the refund is dropped', async () => {
    const id = await overpaid();
    await writeNote(base.db, member, id, { note: 'Ask Ada' });
    const made = await refund(id);
    expect(await shop.openReasons(id)).toEqual([]);
    expect(await writeNote(base.db, member, id, { note: 'Ask Ada' })).toBe(false);
    await dropRefund(base.db, member, made.id, shop.now());
    expect(await shop.openReasons(id)).toEqual(['overpaid']);
  });

  it('a refund and the decision that it closes are stored together in one transaction', async () => {
    const id = await overpaid();
    await base.db.execute(sql`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'refused for this test'; end $$`);
    const refused = async (table: 'payment_handled' | 'refund', work: () => Promise<unknown>) => {
      await base.db.execute(sql`create trigger refused before insert or update or delete
        on ${sql.identifier(table)} execute function refuse()`);
      await expect(work()).rejects.toThrow();
      await base.db.execute(sql`drop trigger refused on ${sql.identifier(table)}`);
    };
    await refused('payment_handled', () => refund(id));
    expect(await listRefunds(base.db, viewer, { paymentId: id })).toEqual([]);
    await refused('refund', () => refund(id));
    expect(await shop.openReasons(id)).toEqual(['overpaid']);
    const made = await refund(id);
    await refused('payment_handled', () => dropRefund(base.db, member, made.id, shop.now()));
    const [kept] = await listRefunds(base.db, viewer, { paymentId: id });
    expect(kept?.row.status).toBe('requested');
  });
});
