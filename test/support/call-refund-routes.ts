import { expect } from 'vitest';
import type { TestRequest, TestResponse } from './api';
import type { ApiTour } from './api-tour';

type Dashboard = (
  method: string,
  path: string,
  request?: Partial<TestRequest> & { id?: string },
) => Promise<TestResponse>;

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** Calls every dashboard route of refunds. The payment must be confirmed on the sandbox. */
export async function callRefundRoutes(
  dashboard: Dashboard,
  tour: ApiTour,
  id: string,
): Promise<void> {
  const made = async () => {
    const body = { amount_sats: 1_000, confirm_excess: true };
    return (await dashboard('POST', 'payments/{id}/refunds', { id, body })).json.id as string;
  };
  const refund = await made();
  await dashboard('POST', 'refunds/{id}/link', { id: refund });
  await dashboard('POST', 'refunds/{id}/address', { id: refund, body: { address } });
  const { json: payment } = await dashboard('GET', 'payments/{id}', { id });
  expect(payment.refunds).toContainEqual(expect.objectContaining({ id: refund, status: 'ready' }));
  await dashboard('POST', 'refunds/{id}/quote', { id: refund });
  const file = `?ids=${refund}&format=electrum`;
  const { text } = await dashboard('GET', 'refunds/file', { path: file });
  expect(text).toBe(`${address},0.00001\n`);
  const { json: unsigned } = await dashboard('POST', 'refunds/psbt', { body: { ids: [refund] } });
  expect(unsigned).toMatchObject({ psbt: expect.stringMatching(/^cHNidP/), inputs: 1 });
  await dashboard('POST', 'refunds/{id}/paid', { id: refund, body: { txid: '0'.repeat(64) } });
  // The amount of this output differs from the refund's amount, so the output does not pay the
  // refund.
  const other = { refund_id: refund, amount_sats: 900 };
  const { apiKey: key } = tour.key;
  await tour.api.call({ method: 'POST', path: '/v1/sandbox/pay', body: other, key });
  const { json: shown } = await dashboard('GET', 'payments/{id}', { id });
  const [sent] = shown.refunds.find((one: { id: string }) => one.id === refund).other_outputs;
  const body = { txid: sent.txid, vout: sent.vout, confirm_excess: true };
  await dashboard('POST', 'refunds/{id}/accept-output', { id: refund, body });
  const second = await made();
  await dashboard('POST', 'refunds/{id}/address', { id: second, body: { address } });
  await dashboard('POST', 'refunds/{id}/simulate', { id: second });
  await dashboard('POST', 'refunds/{id}/drop', { id: await made() });
}
