import { describe, expect, it } from 'vitest';
import { toSats } from '@/lib/domain/sats';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const merchant = await openForTestFile(openNodeMerchant());

const payment = (id: string) => merchant.payment(id);
const ANNOUNCED = ['payment.detected', 'payment.confirmed'];
describe('from created to confirmed', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'a payment that requires %i confirmations is detected in the mempool and confirmed at that depth',
    async (required) => {
      const { id, address } = await merchant.create({ requiredConfirmations: required });
      await merchant.sync();
      const pending = { status: 'pending', txid: null, confirmations: 0 };
      expect(await payment(id)).toMatchObject(pending);

      const txid = await merchant.node.sendTo(address, 100_000);
      await merchant.sync();
      expect(await payment(id)).toMatchObject({
        status: 'detected',
        txid,
        received_sats: 100_000,
        confirmations: 0,
        flags: [],
      });
      for (let depth = 1; depth < required; depth++) {
        await merchant.node.mine(1);
        await merchant.sync();
        expect(await payment(id)).toMatchObject({ status: 'detected', confirmations: depth });
      }
      expect(await merchant.typesOf(id)).toEqual(['payment.detected']);

      await merchant.node.mine(1);
      await merchant.sync();
      expect(await payment(id)).toMatchObject({
        status: 'confirmed',
        confirmations: required,
      });
      await merchant.node.mine(1);
      await merchant.sync();
      expect(await payment(id)).toMatchObject({
        status: 'confirmed',
        confirmations: required + 1,
      });

      const events = await merchant.events(id);
      expect(events.map(({ type }) => type)).toEqual(['payment.detected', 'payment.confirmed']);
      expect(JSON.parse(events[1]?.body ?? '')).toEqual({
        version: '1',
        type: 'payment.confirmed',
        data: {
          payment_id: id,
          txid,
          address,
          amount_sats: 100_000,
          received_sats: 100_000,
          confirmations: required,
          webhook_url: null,
          metadata: null,
          description: null,
          price: null,
        },
      });
    },
  );

  it('a payment that is first seen in a block becomes detected at that block', async () => {
    const { id, address } = await merchant.create({ requiredConfirmations: 2 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'detected', confirmations: 1 });
    expect(await merchant.typesOf(id)).toEqual(['payment.detected']);
  });

  it('a payment that is first seen at its required depth sends only payment.confirmed', async () => {
    const { id, address } = await merchant.create({ requiredConfirmations: 2 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(2);
    await merchant.sync();
    expect(await merchant.typesOf(id)).toEqual(['payment.confirmed']);
  });

  it('one transaction that pays two payments makes both payments detected', async () => {
    const [first, second] = [
      await merchant.create(),
      await merchant.create({ amount: toSats(70_000) }),
    ];
    const txid = await merchant.node.sendMany({
      [first.address]: 100_000,
      [second.address]: 70_000,
    });
    await merchant.sync();
    expect(await payment(first.id)).toMatchObject({ status: 'detected', txid });
    expect(await payment(second.id)).toMatchObject({ status: 'detected', txid });
  });

  it('a block reward to a payment’s address confirms the payment at the 100th confirmation', async () => {
    const { id, address } = await merchant.create({ requiredConfirmations: 1 });
    await merchant.node.mine(1, address);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'detected', flags: ['overpaid'] });
    await merchant.node.mine(99);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'confirmed', flags: ['overpaid'] });
  });
});

describe('received amounts', () => {
  it('outputs are added up, and confirmations count from the block that completes the amount', async () => {
    const { id, address } = await merchant.create({ requiredConfirmations: 2 });
    await merchant.node.sendTo(address, 60_000);
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({
      status: 'pending',
      flags: ['underpaid'],
      received_sats: 60_000,
      confirmations: 0,
    });
    const second = await merchant.node.sendTo(address, 40_000);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'detected', flags: [], txid: second });
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'detected', confirmations: 1 });
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'confirmed', txid: second });
    expect(await merchant.typesOf(id)).toEqual(['payment.underpaid', ...ANNOUNCED]);
  });

  it('a payment is underpaid one satoshi below the tolerated minimum, and detected at the minimum', async () => {
    const terms = { amount: toSats(100_001), tolerancePpm: 1_000 };
    const { id, address } = await merchant.create(terms);
    await merchant.node.sendTo(address, 99_900);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'pending', flags: ['underpaid'] });

    const exact = await merchant.create(terms);
    await merchant.node.sendTo(exact.address, 99_901);
    await merchant.sync();
    expect(await payment(exact.id)).toMatchObject({ status: 'detected', flags: [] });
  });

  it('a total above the requested amount is counted in full, and the payment is flagged as overpaid', async () => {
    const { id, address } = await merchant.create();
    await merchant.node.sendTo(address, 100_001);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({
      status: 'detected',
      flags: ['overpaid'],
      received_sats: 100_001,
    });
  });

  it('outputs that arrive after the confirmation are counted and flag the payment, and no event is sent', async () => {
    const { id, address } = await merchant.create({ requiredConfirmations: 1 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(1);
    await merchant.sync();
    await merchant.node.sendTo(address, 30_000);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({
      status: 'confirmed',
      received_sats: 130_000,
      flags: ['overpaid'],
    });
    expect(await merchant.typesOf(id)).toEqual(['payment.confirmed']);
  });
});

describe('around the expiry', () => {
  it('an expired payment that is paid late becomes detected and flagged as late, and then confirmed', async () => {
    const { id, address } = await merchant.create({
      expiresInSeconds: 300,
      requiredConfirmations: 1,
    });
    merchant.passTime(301_000);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'expired' });
    await merchant.node.sendTo(address, 100_000);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'detected', flags: ['late'] });
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'confirmed', flags: ['late'] });
    expect(await merchant.typesOf(id)).toEqual(['payment.expired', ...ANNOUNCED]);
  });

  it('a canceled payment that is paid becomes detected and flagged as late', async () => {
    const { id, address } = await merchant.create();
    await merchant.cancel(id);
    await merchant.node.sendTo(address, 100_000);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'detected', flags: ['late'] });
  });

  it('a payment that is seen in time does not expire, however long it waits for a block', async () => {
    const { id, address } = await merchant.create({ expiresInSeconds: 300 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.sync();
    merchant.passTime(86_400_000);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'detected', flags: [] });
  });

  it('an underpaid payment expires and keeps its received amount', async () => {
    const { id, address } = await merchant.create({ expiresInSeconds: 300 });
    await merchant.node.sendTo(address, 50_000);
    await merchant.sync();
    merchant.passTime(301_000);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({
      status: 'expired',
      flags: ['underpaid'],
      received_sats: 50_000,
    });
  });
});

describe('customer-provided addresses', () => {
  it('outputs to a customer-provided address count only if they are newer than the payment', async () => {
    const address = await merchant.node.address();
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(1);
    const { id } = await merchant.create({ destinationAddress: address, requiredConfirmations: 1 });
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(1);
    await merchant.sync();
    expect(await payment(id)).toMatchObject({ status: 'confirmed', received_sats: 100_000 });
  });

  it('outputs to a reused address count for the payment that is currently active', async () => {
    const address = await merchant.node.address();
    const first = await merchant.create({ destinationAddress: address });
    await merchant.cancel(first.id);
    const second = await merchant.create({ destinationAddress: address });
    await merchant.node.sendTo(address, 100_000);
    await merchant.sync();
    expect(await payment(first.id)).toMatchObject({ status: 'canceled', received_sats: 0 });
    expect(await payment(second.id)).toMatchObject({ status: 'detected' });
  });
});
