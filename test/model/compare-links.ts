import { findPublicLink } from '@/lib/links/public-link';
import { differences } from './differences';
import { nth, type SystemAndModel } from './pair';
import { linkEndsAt } from './reference-link';

/** Compares all links in the API's list, and the status on one link's page. The link varies. */
export async function compareLinks({ system, model }: SystemAndModel): Promise<string[]> {
  const { links, now } = model;
  const one = nth(links.all, now);
  if (!one) return [];
  const { json } = await system.call('GET', '/v1/btc/payment_links?limit=100');
  const listed = json.data as readonly Record<string, unknown>[];
  const shown = await findPublicLink(system.base.db, one.id, new Date(now));
  const expected = links.all.toReversed().map((link) => {
    const payments = links.paymentsOf(link);
    return {
      id: link.id,
      status: links.statusOf(link, now),
      payments: payments.length,
      paid_payments: links.paidOf(link).length,
      received_sats: payments.reduce((sum, { received }) => sum + received, 0),
      created_at: moment(link.createdAt),
      expires_at: moment(linkEndsAt(link)),
      deactivated_at: moment(link.deactivatedAt),
    };
  });
  const fields = Object.keys(expected[0] ?? {});
  const found = listed.map((link) =>
    Object.fromEntries(fields.map((field) => [field, link[field]])),
  );
  return [
    ...differences('the list of links', found, expected),
    ...differences('the page of a link', shown?.status, links.statusOf(one, now)),
  ];
}

const moment = (ms: number | null) =>
  ms === null || ms === Infinity ? null : new Date(ms).toISOString();
