import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import { normalizeEmail } from '@/lib/domain/email';
import { createMerchant } from './create-merchant';
import { addMember, createUser } from './create-user';
import { hashNewPassword } from './hash-password';
import {
  checkSignUpRule,
  isSetupToken,
  requireSignUpAllowed,
  type SignUpRule,
} from './sign-up-rule';
import type { Throttle } from './throttle';
import type { Visitor } from './visitor';

interface Deps {
  readonly db: Db;
  readonly throttle: Throttle;
  readonly rule: SignUpRule;
}

export interface MemberIds {
  readonly userId: string;
  readonly merchantId: string;
}

interface NewAccount {
  readonly merchantName: string;
  readonly email: string;
  readonly name?: string | undefined;
  readonly password: string;
  /** IANA name of the browser's time zone, which becomes the merchant's time zone. */
  readonly timeZone?: string | undefined;
  readonly setupToken?: string | undefined;
}

/**
 * Adds a merchant and its first owner.
 *
 * @throws Problem `forbidden` when sign-up is closed or needs a setup token, `invalid_request` for
 *  an e-mail address in use or a weak password, `rate_limited`
 */
export async function signUp(
  { db, throttle, rule }: Deps,
  given: NewAccount,
  visitor: Visitor,
  now: Date,
): Promise<MemberIds> {
  const { setupToken } = given;
  await (isSetupToken(rule, setupToken)
    ? throttle.attemptKnown('setup token')
    : throttle.attemptSignUp(visitor));
  await checkSignUpRule(db, rule, setupToken);
  const email = normalizeEmail(given.email);
  const passwordHash = await hashNewPassword(given.password, email);
  return db.transaction(async (tx) => {
    await requireSignUpAllowed(tx, rule, setupToken);
    return createMerchantWithOwner(
      tx,
      {
        merchantName: given.merchantName,
        timeZone: given.timeZone,
        ...{ email, userName: given.name, passwordHash, visitor },
      },
      now,
    );
  });
}

export async function createMerchantWithOwner(
  tx: Db,
  given: {
    readonly merchantName: string;
    readonly timeZone?: string | undefined;
    readonly email: string;
    readonly userName?: string | undefined;
    readonly passwordHash: string | null;
    readonly visitor: Visitor;
  },
  now: Date,
): Promise<MemberIds> {
  const { email, userName, passwordHash, visitor } = given;
  const ownName = userName?.trim() || null;
  const userId = await createUser(tx, { email, name: ownName, passwordHash }, now);
  const { id: merchantId, name } = await createMerchant(
    tx,
    given.merchantName.trim(),
    now,
    given.timeZone,
  );
  await addMember(tx, { merchantId, userId, role: 'owner' }, now);
  await recordAuditEntry(
    tx,
    newMemberActor(userId, merchantId, visitor),
    'merchant.create',
    merchantId,
    { name, ...(ownName && { member: ownName }) },
    now,
  );
  return { userId, merchantId };
}

/** Returns the actor for a member who has just joined and has no session yet. */
export function newMemberActor(
  userId: string,
  merchantId: string,
  visitor: Visitor,
  role: Member['role'] = 'owner',
): Member {
  const { ip, requestId } = visitor;
  return { kind: 'member', userId, merchantId, role, sessionId: '', ip, requestId };
}
