import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { userSession } from '@/db/schema/people';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import { isSingleFactor } from '@/lib/domain/auth-factor';
import { Problem } from '@/lib/domain/problems';
import { changeMerchantSetting } from './change-merchant-setting';

export async function requiresFactor(db: Db, { merchantId }: Member): Promise<boolean> {
  const [row] = await db
    .select({ required: merchant.requireFactor })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  return row?.required ?? false;
}

/**
 * Sets whether all members need a second factor, beginning with their next request.
 *
 * @throws Problem `forbidden` unless the actor is an owner, or when an owner who has not used a
 *  second factor requires one; `step_up_required` without a recent factor
 */
export async function setFactorRequired(
  db: Db,
  actor: Member,
  isRequired: boolean,
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const [session] = await db
    .select({ factor: userSession.factor })
    .from(userSession)
    .where(eq(userSession.id, actor.sessionId));
  if (isRequired && (!session || isSingleFactor(session.factor))) {
    throw new Problem('forbidden', 'Set up your own second factor under Settings first.');
  }
  await changeMerchantSetting(db, actor, 'requireFactor', isRequired, now);
}
