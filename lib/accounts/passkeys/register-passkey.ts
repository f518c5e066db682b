import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passkey } from '@/db/schema/factors';
import { appUser } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, requireRecentFactor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { lockFactors, recordNewFactor, secondFactorsOf } from '../factors/second-factors';
import { CHALLENGE_SECONDS, consumeChallenge, storeChallenge } from './challenge';
import { defaultPasskeyName } from './default-passkey-name';
import { listPasskeyCredentials } from './own-passkeys';
import { type PasskeySite, requirePasskeySite } from './passkey-site';
import type { RegistrationResponse } from './responses';

const MAX_PASSKEYS = 20;

interface Deps {
  readonly db: Db;
  readonly appUrl: URL;
}

const ceremonyOf = ({ sessionId, userId }: Member) =>
  ({ purpose: 'register', browser: sessionId, userId }) as const;

/**
 * Begins to register a passkey, which {@link addPasskey} completes.
 *
 * @returns the WebAuthn options for a passkey that works without a typed user name. The device must
 *   verify its user before each use.
 * @throws Problem `step_up_required`; `forbidden` if the user has too many passkeys, or if
 *   browsers support no passkeys at the server's address
 */
export async function beginRegistration({ db, appUrl }: Deps, actor: Member, now: Date) {
  requireRecentFactor(actor, now);
  const { rpId } = requirePasskeySite(appUrl);
  const { userId } = actor;
  const [user] = await db
    .select({ email: appUser.email, name: appUser.name })
    .from(appUser)
    .where(eq(appUser.id, userId));
  const own = await listPasskeyCredentials(db, userId);
  if (own.length >= MAX_PASSKEYS) {
    throw new Problem('forbidden', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Blocktally',
    rpID: rpId,
    userID: new TextEncoder().encode(userId),
    userName: user?.email ?? '',
    userDisplayName: user?.name ?? '',
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(db, ceremonyOf(actor), options.challenge, now);
  return options;
}

/**
 * Stores a passkey, which counts as used in this session. From now on, the user signs in with a
 * second factor, or with a passkey alone.
 *
 * @returns new recovery codes in plain text if this is the user's first factor; they cannot be read
 *   again
 * @throws Problem `invalid_request` for an invalid response; `step_up_required`
 */
export async function addPasskey(
  { db, appUrl }: Deps,
  actor: Member,
  response: RegistrationResponse,
  now: Date,
): Promise<string[]> {
  requireRecentFactor(actor, now);
  const site = requirePasskeySite(appUrl);
  const { clientDataJSON } = response.response;
  const challenge = await consumeChallenge(db, ceremonyOf(actor), clientDataJSON, now);
  const { aaguid, ...row } = await verified(response, challenge, site);
  const { userId } = actor;
  return db.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const before = await secondFactorsOf(tx, userId);
    const names = await tx
      .select({ name: passkey.name })
      .from(passkey)
      .where(eq(passkey.userId, userId));
    const name = defaultPasskeyName(
      aaguid,
      names.map((one) => one.name),
    );
    const id = newId('passkey');
    const added = await tx
      .insert(passkey)
      .values({ id, userId, name, ...row, createdAt: now })
      .onConflictDoNothing({ target: passkey.credentialId })
      .returning({ id: passkey.id });
    if (added.length === 0) throw refused();
    await recordAuditEntry(tx, actor, 'passkey.add', id, { name }, now);
    return recordNewFactor(tx, actor, 'passkey', before, now);
  });
}

async function verified(
  response: RegistrationResponse,
  expectedChallenge: string,
  { rpId, origin }: PasskeySite,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    // The library throws for every invalid response.
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw refused();
  const { aaguid, credential, credentialBackedUp } = registrationInfo;
  return {
    aaguid,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: response.response.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}

function refused(): Problem {
  return new Problem('invalid_request', 'This passkey was not accepted. Try again.');
}
