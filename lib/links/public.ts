import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '@/db/client';
import { paymentLinkVisits } from '@/db/schema/links';
import { countPaymentTowardIpLimit } from '@/lib/client-limit';
import { idPattern } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { isOwnOrigin } from '@/lib/net/own-origin';
import { parseSiteHeader, SITE_HEADER } from '@/lib/net/own-site';
import { oncePerProcess } from '@/lib/once-per-process';
import { rateLimitKeyFromHeaders } from '@/lib/rate-limit-key-from-headers';
import { runtime } from '@/lib/runtime';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import { findOpenPayment, type LinkSubmission, payLink } from './pay-link';
import { challengeOf, isProof } from './proof-of-work';
import { findPublicLink, type PublicLink } from './public-link';

export type { PublicLink } from './public-link';

/** The form of link ids. Any other text needs no query. */
const LINK_ID = idPattern('link');
const CHECKOUT_ID = idPattern('checkout');

/** Maximum number of entries in each of the two caches below. */
const MAX_CLIENTS = 50_000;

export interface LinkWithOwnPayment extends PublicLink {
  /** The checkout id of the payment that this browser can still pay. */
  readonly own: string | undefined;
}

/** Returns the link of a page, or undefined for an unknown id. */
export async function readPublicLink(
  id: string,
  lastCheckoutId: string | undefined,
): Promise<LinkWithOwnPayment | undefined> {
  const { db, clock } = runtime();
  const link = LINK_ID.test(id) ? await findPublicLink(db, id, clock()) : undefined;
  if (!link) return undefined;
  const known = lastCheckoutId !== undefined && CHECKOUT_ID.test(lastCheckoutId);
  const isOpen = known && (await findOpenPayment(db, id, lastCheckoutId, clock())) !== undefined;
  return { ...link, own: isOpen ? lastCheckoutId : undefined };
}

/** Counts a visit. Never throws: a page is shown even if the visit cannot be counted. */
export async function recordVisit({ id }: PublicLink): Promise<void> {
  const { db, log } = runtime();
  await countVisit(db, id).catch((error: unknown) => {
    log.warn({ err: error }, 'a visit of a payment link could not be counted');
  });
}

export interface SubmittedLinkPayment {
  readonly checkoutId: string;
  readonly secondsLeft: number;
  readonly linkPath: string;
  /** Whether browsers reach this server by https only. */
  readonly secure: boolean;
  readonly framed: boolean;
}

/**
 * Creates the payment for a click on a link's page, or finds this browser's earlier payment.
 *
 * @param headers the headers of the request, which identify the client
 * @throws Problem `cross_site_request` for a form on a page of another site; `rate_limited`; the
 *  problems of {@link payLink}
 */
export async function payPublicLink(
  id: string,
  click: LinkSubmission,
  headers: Headers,
): Promise<SubmittedLinkPayment> {
  const { db, sources, newPayments, rates, env, clock, log } = runtime();
  const [site, origin, host] = ['sec-fetch-site', 'origin', 'host'].map((name) =>
    headers.get(name),
  );
  const { site: ownName } = parseSiteHeader(headers.get(SITE_HEADER), env.appUrls);
  if (!isOwnOrigin({ site, origin, host }, ownName)) {
    // This line is logged for every form if a proxy hides the host that browsers see.
    log.warn({ payment_link_id: id, site, origin, host }, 'a form of another site was refused');
    throw new Problem('cross_site_request', 'The form was sent by a page of another site.');
  }
  const now = clock();
  const link = LINK_ID.test(id) ? await findPublicLink(db, id, now) : undefined;
  if (!link) {
    throw new Problem('payment_link_not_found', 'There is no payment link with this id.');
  }
  const deps = {
    db,
    sources,
    newPayments,
    rates,
    policy: targetPolicy(env),
    gapLimit: env.linkGapLimit,
    ofClient: paymentsOfClient(id, headers),
    takeProof: () => takeProof(id, click),
    countClick: () => countPaymentTowardIpLimit(headers),
  };
  const { ownCheckoutId: own = '' } = click;
  const ownCheckoutId = CHECKOUT_ID.test(own) ? own : undefined;
  const { checkoutId, expiresAt } = await payLink(deps, id, { ...click, ownCheckoutId }, now);
  return {
    checkoutId,
    secondsLeft: Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000),
    linkPath: `/link/${id}`,
    secure: ownName.protocol === 'https:',
    framed: link.embedOrigins.length > 0,
  };
}

export function logLinkPageError(error: unknown, linkId?: string): void {
  runtime().log.error({ err: error, payment_link_id: linkId }, 'the page of a payment link failed');
}

/**
 * Returns the payments of a link that were created from a client's IP address in this process;
 * undefined when IP addresses are not limited. They are only in memory, so no IP address is stored.
 */
function paymentsOfClient(linkId: string, headers: Headers): Set<string> | undefined {
  const own = runtime();
  if (own.env.rateLimitPerIp === 0) return undefined;
  const make = () => new LRUCache<string, Set<string>>({ max: MAX_CLIENTS });
  const byClient = oncePerProcess('payments of link clients', make, own);
  const key = `${linkId} ${rateLimitKeyFromHeaders(headers)}`;
  const made = byClient.get(key) ?? new Set<string>();
  byClient.set(key, made);
  return made;
}

/**
 * Uses up a proof of work. Returns false if it is wrong, or if it was used before in this process,
 * so that one proof cannot create several payments.
 */
function takeProof(linkId: string, { token, proof }: LinkSubmission): boolean {
  const challenge = challengeOf(linkId, token);
  const make = () => new LRUCache<string, true>({ max: MAX_CLIENTS });
  const used = oncePerProcess('used proofs of work', make, runtime());
  if (used.has(challenge) || !isProof(challenge, proof)) return false;
  used.set(challenge, true);
  return true;
}

async function countVisit(db: Db, paymentLinkId: string): Promise<void> {
  await db
    .insert(paymentLinkVisits)
    .values({ paymentLinkId, visits: 1 })
    .onConflictDoUpdate({
      target: paymentLinkVisits.paymentLinkId,
      set: { visits: sql`${paymentLinkVisits.visits} + 1` },
    });
}
