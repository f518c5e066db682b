import type { LinkResponse } from '@/lib/http/links/link-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { RefundResponse } from '@/lib/http/refunds/refund-response';
import type { ShopBackend } from './client';

export interface ApiListing {
  readonly listed: readonly PaymentResponse[];
  readonly totals: Readonly<Record<'all' | 'verified' | 'unverified', number>>;
  readonly listedEvents: readonly string[];
  readonly listedLinks: readonly LinkResponse[];
}

export async function listAll(client: ShopBackend): Promise<ApiListing> {
  return {
    ...(await listPayments(client)),
    listedEvents: await listEvents(client),
    listedLinks: await listLinks(client),
  };
}

interface Page {
  readonly data: readonly PaymentResponse[];
  readonly pagination: { readonly total: number; readonly has_more: boolean };
}

const PAGE = 100;

async function listPayments(client: ShopBackend): Promise<Pick<ApiListing, 'listed' | 'totals'>> {
  const to = Math.floor(Date.now() / 1_000) + 60;
  const page = (filter: string, offset: number) =>
    client.get<Page>(
      `/v1/btc/payments?from=0&to=${to}&filter=${filter}&limit=${PAGE}&offset=${offset}`,
    );
  const listed: PaymentResponse[] = [];
  for (let more = true; more; ) {
    const { data, pagination } = await page('all', listed.length);
    listed.push(...data);
    more = pagination.has_more;
  }
  const total = async (filter: string) => (await page(filter, 0)).pagination.total;
  return {
    listed,
    totals: {
      all: await total('all'),
      verified: await total('verified'),
      unverified: await total('unverified'),
    },
  };
}

interface EventPage {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly has_more: boolean };
}

async function listEvents(client: ShopBackend): Promise<string[]> {
  const ids: string[] = [];
  for (let more = true; more; ) {
    const after = ids.length > 0 ? `&after=${ids.at(-1)}` : '';
    const page = await client.get<EventPage>(`/v1/events?limit=${PAGE}${after}`);
    ids.push(...page.data.map(({ id }) => id));
    more = page.pagination.has_more;
  }
  return ids;
}

interface LinkPage {
  readonly data: readonly LinkResponse[];
  readonly pagination: { readonly next_cursor: string | null };
}

async function listLinks(client: ShopBackend): Promise<LinkResponse[]> {
  const links: LinkResponse[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after = cursor && `&cursor=${cursor}`;
    const page: LinkPage = await client.get(`/v1/btc/payment_links?limit=${PAGE}${after}`);
    links.push(...page.data);
    cursor = page.pagination.next_cursor;
  }
  return links;
}

export async function listRefunds(
  client: ShopBackend,
  rows: readonly { readonly paymentId: string }[],
): Promise<RefundResponse[]> {
  const refunds: RefundResponse[] = [];
  for (const id of new Set(rows.map(({ paymentId }) => paymentId))) {
    const { data } = await client.get<{ readonly data: readonly RefundResponse[] }>(
      `/v1/btc/payments/${id}/refunds`,
    );
    refunds.push(...data);
  }
  return refunds;
}
