import { callApi } from '../_data/call-api';

/** Makes another of the person's shops the one in view. */
export async function switchMerchant(merchantId: string): Promise<void> {
  await callApi('POST /api/dashboard/session/merchant', { body: { merchant_id: merchantId } });
}

/** Ends this browser's session. */
export async function signOut(): Promise<void> {
  await callApi('DELETE /api/dashboard/session', {});
}
