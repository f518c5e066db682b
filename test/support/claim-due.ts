import type { Db } from '@/db/client';
import type { Claim } from '@/lib/webhooks/claim';
import { findDue } from '@/lib/webhooks/find-due';
import { Shares } from '@/lib/webhooks/shares';
import { takeTurn } from '@/lib/webhooks/take-turn';
import { waitForHost } from '@/lib/webhooks/webhook-host';

interface ClaimBounds {
  /** The most deliveries to claim. */
  readonly limit: number;
  /** The most attempts in flight of one merchant to one host, over all processes. */
  readonly perHost: number;
}

/** Claims due deliveries as a sender does that sends none of them. */
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
