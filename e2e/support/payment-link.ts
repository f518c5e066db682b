import type { LinkResponse } from '@/lib/http/links/link-response';
import type { BrowserMerchant } from './browser-merchant';

/** The result also has the URL of the link's page on the server under test. */
export async function makeLink(
  { app, key }: Pick<BrowserMerchant, 'app' | 'key'>,
  fields: Record<string, unknown> = {},
): Promise<LinkResponse & { readonly page: string }> {
  const response = await fetch(`${app.url}/v1/btc/payment_links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'A cup of tea', ...fields }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const link = (await response.json()) as LinkResponse;
  return { ...link, page: `${app.url}${new URL(link.url).pathname}` };
}

export async function readLink({ app, key }: BrowserMerchant, id: string): Promise<LinkResponse> {
  const response = await fetch(`${app.url}/v1/btc/payment_links/${id}`, {
    headers: { authorization: `Bearer ${key.apiKey}` },
  });
  return (await response.json()) as LinkResponse;
}
