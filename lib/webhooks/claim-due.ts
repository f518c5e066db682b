import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { Claim } from './claim';
import { findDue, releaseExpired } from './find-due';
import { Shares } from './shares';
import { takeTurn } from './take-turn';

export interface ClaimBounds {
  /** The most deliveries to claim. */
  readonly limit: number;
  /** The most attempts in flight of one merchant to one host, over all processes. */
  readonly perHost: number;
}

/** Claims due deliveries for this process to send. */
export async function claimDue(
  db: Db,
  clock: () => Date,
  { limit, perHost }: ClaimBounds,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (;;) {
    const shares = new Shares();
    const mine = claims.map(({ deliveryId }) => deliveryId);
    for (const one of claims) shares.add(one);
    shares.fill(await findDue(db, clock, { perHost, mine }));
    const picks = shares.pick(limit - claims.length, 0);
    const turn = { ends: [], picks, now: clock(), perHost };
    const { claims: more, contended } = await takeTurn(db, turn);
    claims.push(...more);
    // Others were claimed by another process since the look, so there is another to be taken.
    if (more.length === picks.length) return claims;
    const [first] = contended;
    if (first !== undefined) await waitForHost(db, first.deliveryId);
  }
}

/** Whatever its merchant has in flight: the largest `integer` of PostgreSQL. */
const ANY_PLACE = 2 ** 31 - 1;

/**
 * Claims one delivery for this process to send, if it is due, its host has room and its payment has
 * no earlier event to send first.
 *
 * @param perHost the most attempts in flight of its merchant to its host, over all processes
 */
export async function claimOne(
  db: Db,
  deliveryId: string,
  clock: () => Date,
  perHost: number,
): Promise<Claim | undefined> {
  await releaseExpired(db, clock());
  for (;;) {
    const picks = [{ id: deliveryId, place: ANY_PLACE }];
    const turn = { ends: [], picks, now: clock(), perHost };
    const { claims, contended } = await takeTurn(db, turn);
    if (contended.length === 0) return claims[0];
    await waitForHost(db, deliveryId);
  }
}

/** Waits until no other process has the host of a delivery. */
export async function waitForHost(db: Db, deliveryId: string): Promise<void> {
  await db.execute(sql`
    select 1 from webhook_host h join delivery d using (merchant_id, host)
    where d.id = ${deliveryId} for update of h`);
}
