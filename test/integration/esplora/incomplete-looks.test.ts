import { expect, it } from 'vitest';
import { alterResponse, openEsploraMerchant } from '@/test/support/esplora-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const PACE_MS = 31_000;

const merchant = await openForTestFile(openEsploraMerchant());

const newPayment = () => merchant.create({ requiredConfirmations: 1, expiresInSeconds: 300 });

/** The payment's status after each of `reads` reads that follow its expiry. */
async function statesAfterExpiry(id: string, reads: number): Promise<string[]> {
  merchant.passTime(301_000);
  const states: string[] = [];
  for (let read = 0; read < reads; read += 1) {
    await merchant.sync();
    states.push((await merchant.payment(id)).status);
    merchant.passTime(PACE_MS);
  }
  return states;
}

it('a payment does not expire while one server of a pool lacks its transaction and another has it', async () => {
  const { id, address } = await newPayment();
  await merchant.node.sendTo(address, 100_000);
  let asked = 0;
  const lagging = alterResponse(/^\/tx\//, (reply) => {
    asked += 1;
    return asked === 1 ? { status: 404, body: 'Transaction not found' } : reply;
  });
  merchant.server.behave(lagging);
  const states = await statesAfterExpiry(id, 6);
  merchant.recover();
  expect(states).not.toContain('expired');
  expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: [] });
});

it.each([9, 10, 25])(
  'a payment is seen in time even if %d newer small transactions pay its address',
  async (others) => {
    const { id, address } = await newPayment();
    const paid = await merchant.node.sendTo(address, 100_000);
    for (let n = 0; n < others; n += 1) await merchant.node.sendTo(address, 1_000);
    // Real servers list the newest transactions first.
    const newestFirst = alterResponse(/^\/address\//, (reply) => {
      const listed: { txid: string }[] = JSON.parse(String(reply.body));
      listed.sort((a, b) => Number(a.txid === paid) - Number(b.txid === paid));
      return { ...reply, body: JSON.stringify(listed) };
    });
    merchant.server.behave(newestFirst);
    const states = await statesAfterExpiry(id, 8);
    merchant.recover();
    expect(states).not.toContain('expired');
    const seen = await merchant.payment(id);
    expect(seen).toMatchObject({ status: 'detected', flags: ['overpaid'] });
    expect(seen.received_sats).toBe(100_000 + 1_000 * others);
  },
);

it('chain reads continue after the machine’s clock is set back by an hour', async () => {
  merchant.passTime(3_600_000);
  await merchant.sync();
  merchant.passTime(-3_600_000);
  const { id, address } = await merchant.create({ expiresInSeconds: 3_600 });
  await merchant.node.sendTo(address, 100_000);
  for (let read = 0; read < 4; read += 1) {
    merchant.passTime(PACE_MS);
    expect(await merchant.sync()).toMatchObject({ kind: 'read' });
  }
  expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
});
