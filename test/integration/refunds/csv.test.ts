import { expect, it } from 'vitest';
import { createTestApi } from '@/test/support/api';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await openForTestFile(openRefundMerchant());
const { node } = merchant;
const api = createTestApi(merchant.base);
merchant.stopClock();

interface Row {
  readonly address: string;
  readonly sats: number;
  readonly label: string;
}

/**
 * Reads Sparrow's documented CSV for "Send to Many", quoted by RFC 4180: address, amount and label.
 * An amount with a decimal point is in BTC, and any other amount in satoshis. A row without an
 * amount is a heading.
 */
function readSparrow(text: string): Row[] {
  const rows: string[][] = [[]];
  for (const [, end, quoted, plain] of text.matchAll(
    /(^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^,"\r\n]*))/g,
  )) {
    if (end?.includes('\n')) rows.push([]);
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
  }
  return rows.flatMap(([address = '', amount = '', label = '']) => {
    if (!/^\d+(\.\d+)?$/.test(amount)) return [];
    const sats = Math.round(Number(amount) * (amount.includes('.') ? 100_000_000 : 1));
    return { address, sats, label };
  });
}

async function paidFor(reference: string): Promise<string> {
  const { id, address } = await merchant.create({ reference, requiredConfirmations: 1 });
  await node.sendTo(address, 100_000);
  await node.mine(1);
  await merchant.sync();
  return id;
}

it('refunds that a wallet pays from the CSV file for Sparrow are found and confirmed', async () => {
  const references = ['Tea, "green"', 'Order 7'];
  const made = [];
  for (const [place, reference] of references.entries()) {
    merchant.passTime(1_000);
    const paymentId = await paidFor(reference);
    made.push(await merchant.refund({ paymentId, sats: 40_001 + place }));
  }
  const ids = made.map(({ id }) => id);
  const path = `/api/dashboard/refunds/file?ids=${ids.join(',')}&format=sparrow`;
  const { status, text } = await api.call({ path, as: merchant.member });
  expect(status).toBe(200);
  const rows = readSparrow(text);
  expect(rows).toEqual(
    made.map(({ address, sats }, place) => ({ address, sats, label: references[place] })),
  );
  const txid = await node.sendMany(
    Object.fromEntries(rows.map(({ address, sats }) => [address, sats])),
  );
  await merchant.sync();
  for (const id of ids) expect(await merchant.shown(id)).toMatchObject({ status: 'sent', txid });
  await node.mine(1);
  await merchant.sync();
  const shown = await Promise.all(ids.map((id) => merchant.shown(id)));
  for (const { id, paymentId, sats } of made) {
    const confirmed = { status: 'confirmed', txid, amount_sats: sats, confirmations: 1 };
    expect(shown.find((one) => one.id === id)).toMatchObject(confirmed);
    const events = ['refund.created', 'refund.sent', 'refund.confirmed'];
    expect(await merchant.refundEvents(paymentId)).toEqual(events);
  }
  const { fee } = await node.rpc<{ fee: number }>('gettransaction', txid);
  const fees = shown.reduce((sum, { fee_sats: part }) => sum + (part ?? 0), 0);
  expect(fees).toBe(Math.round(-fee * 100_000_000));
});
