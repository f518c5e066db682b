import type { Receiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';
import type { BrowserMerchant } from './browser-merchant';

export async function payWithWebhook(
  merchant: BrowserMerchant,
  receiver: Receiver,
  reference: string,
): Promise<string> {
  const path = `/${reference.replaceAll(' ', '-')}`;
  const { id, address } = await merchant.create({ reference, webhook_url: receiver.url(path) });
  await merchant.pay(address, 125_000);
  await until(`the webhook of ${reference} has come`, () =>
    receiver.requests.some((request) => request.path === path),
  );
  return id;
}

/** A bot protection sends this challenge page instead of the shop's response. */
export const CHALLENGE_RESPONSE = {
  status: 403,
  headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' },
  body: '<html><title>Just a moment...</title><script>window.foreign = true</script></html>',
};
