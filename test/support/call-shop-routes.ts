import { expect } from 'vitest';
import type { TestRequest, TestResponse } from './api';
import type { ApiTour } from './api-tour';
import { BTCPAY_KEY, STORE_ID } from './btcpay-server';
import { startBtcpayShop } from './btcpay-shop';

type Dashboard = (
  method: string,
  path: string,
  request?: Pick<TestRequest, 'body'> & { id?: string },
) => Promise<TestResponse>;

export async function callShopRoutes(dashboard: Dashboard, tour: ApiTour): Promise<void> {
  const body = { plugin: 'zapier', api_key_id: tour.key.id };
  const { json } = await dashboard('POST', 'shops', { body });
  const { json: order } = await dashboard('POST', 'shops/{id}/test-order', { id: json.id });
  expect(order).toMatchObject({ refusal: null, payment_id: expect.stringMatching(/^pay_/) });
  expect((await dashboard('GET', 'shops')).json.data).toMatchObject([{ plugin: 'zapier' }]);
  await dashboard('POST', 'shops/{id}/revoke', { id: json.id });
}

export async function callImportRoutes(dashboard: Dashboard, tour: ApiTour): Promise<void> {
  const btcpay = await startBtcpayShop();
  const asked = { url: btcpay.url, key: BTCPAY_KEY, store: STORE_ID };
  const body = { ...asked, network: 'regtest', days: 30 };
  // An import requires that the chain was read up to its newest block.
  await tour.work();
  const { json: shown } = await dashboard('POST', 'imports/btcpay/check', { body });
  expect(shown).toMatchObject({ name: 'Corner bookshop', key_id: null, secrets: null });
  const { json: done } = await dashboard('POST', 'imports/btcpay', { body });
  expect(done).toMatchObject({ secrets: { api_key: expect.stringMatching(/^btly_/) } });
  await btcpay.close();
}
