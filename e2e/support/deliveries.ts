import type { Receiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';
import type { BrowserShop } from './browser-shop';

/** A payment that was paid, and whose first webhook the receiver got. */
export async function announced(
  shop: BrowserShop,
  receiver: Receiver,
  reference: string,
): Promise<string> {
  const path = `/${reference.replaceAll(' ', '-')}`;
  const { id, address } = await shop.create({ reference, webhook_url: receiver.url(path) });
  await shop.pay(address, 125_000);
  await until(`the webhook of ${reference} has come`, () =>
    receiver.requests.some((request) => request.path === path),
  );
  return id;
}

/** What a bot protection answers in place of the shop. */
export const CHALLENGE = {
  status: 403,
  headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' },
  body: '<html><title>Just a moment...</title><script>window.foreign = true</script></html>',
};
