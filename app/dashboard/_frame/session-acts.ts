import { z } from 'zod';
import { fetchJson } from '../_data/fetch-json';

/** Makes another of the person's shops the one in view. */
export async function switchMerchant(merchantId: string): Promise<void> {
  await fetchJson('/api/dashboard/session/merchant', z.unknown(), {
    method: 'POST',
    body: { merchant_id: merchantId },
  });
}

/** Ends this browser's session. */
export async function signOut(): Promise<void> {
  await fetchJson('/api/dashboard/session', z.unknown(), { method: 'DELETE' });
}
