import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passkey } from '@/db/schema/factors';
import { Problem } from '@/lib/domain/problems';
import { recordAuditEntryInTeams } from '../record-audit-entry-in-teams';
import type { Throttle } from '../throttle';
import { hashToken } from '../token';
import type { Visitor } from '../visitor';
import {
  CHALLENGE_SECONDS,
  consumeChallenge,
  type PasskeyCeremony,
  storeChallenge,
} from './challenge';
import { listPasskeyCredentials } from './own-passkeys';
import { type PasskeySite, requirePasskeySite } from './passkey-site';
import type { AssertionResponse } from './responses';

export interface PasskeyDeps {
  readonly db: Db;
  readonly appUrl: URL;
  readonly throttle: Throttle;
}

type Passkey = typeof passkey.$inferSelect;

/**
 * Begins a ceremony that {@link checkPasskey} completes.
 *
 * @returns the WebAuthn options for the browser. For a sign-in, they list no passkeys and so reveal
 *   nothing about any user.
 * @throws Problem `forbidden` where browsers do not support passkeys
 */
export async function beginPasskeyCheck(
  { db, appUrl }: Pick<PasskeyDeps, 'db' | 'appUrl'>,
  ceremony: PasskeyCeremony,
  now: Date,
) {
  const { rpId } = requirePasskeySite(appUrl);
  const { userId } = ceremony;
  const own = userId !== null && (await listPasskeyCredentials(db, userId));
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
    ...(own && { allowCredentials: own }),
  });
  await storeChallenge(db, ceremony, options.challenge, now);
  return options;
}

/**
 * Checks the signature of a passkey, uses up the challenge, and returns the passkey's user.
 *
 * @throws Problem `invalid_request` unless the response has a new signature for this server, by a
 *  passkey of the ceremony's user; `rate_limited`
 */
export async function checkPasskey(
  deps: PasskeyDeps,
  ceremony: PasskeyCeremony,
  response: AssertionResponse,
  visitor: Visitor,
  now: Date,
): Promise<string> {
  const { db, throttle } = deps;
  const site = requirePasskeySite(deps.appUrl);
  const counted = await (ceremony.userId === null
    ? throttle.attemptSignIn(`passkey ${hashToken(response.id)}`, visitor)
    : throttle.attemptKnown(`passkey ${ceremony.userId}`));
  let copied: Passkey | undefined;
  let userId = '';
  const fits = await counted(async () => {
    const { clientDataJSON } = response.response;
    const challenge = await consumeChallenge(db, ceremony, clientDataJSON, now);
    const key = await findPasskey(db, ceremony, response);
    const signed = key && (await verified(key, response, challenge, site));
    if (!signed) return false;
    userId = key.userId;
    if (await use(db, key, signed, now)) return true;
    copied = key;
    return false;
  });
  if (copied) await refuseCopy(db, copied, visitor, now);
  if (!fits) throw refused();
  return userId;
}

async function findPasskey(
  db: Db,
  { userId }: PasskeyCeremony,
  { id, response }: AssertionResponse,
): Promise<Passkey | undefined> {
  const [key] = await db.select().from(passkey).where(eq(passkey.credentialId, id));
  if (!key || (userId !== null && key.userId !== userId)) return undefined;
  const handle = response.userHandle;
  const isOwn = handle === undefined || handle === Buffer.from(key.userId).toString('base64url');
  return isOwn ? key : undefined;
}

async function verified(
  { credentialId, publicKey }: Passkey,
  response: AssertionResponse,
  expectedChallenge: string,
  { rpId, origin }: PasskeySite,
) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    // With 0, the library accepts every counter of a signature. The database compares the counter
    // instead, because two concurrent signatures could both pass here.
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    // The library throws for every invalid response.
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo : undefined;
}

/**
 * Records that a passkey was used. Returns false when its counter has not grown (WebAuthn section
 * 6.1.1), or when the passkey was removed.
 */
async function use(
  db: Db,
  { id }: Passkey,
  signed: { readonly newCounter: number; readonly credentialBackedUp: boolean },
  now: Date,
): Promise<boolean> {
  const counter = signed.newCounter;
  const used = await db
    .update(passkey)
    .set({ counter, isBackedUp: signed.credentialBackedUp, lastUsedAt: now })
    .where(
      and(
        eq(passkey.id, id),
        counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter),
      ),
    )
    .returning({ id: passkey.id });
  return used.length > 0;
}

/**
 * Refuses a passkey that was probably copied. The copy and the original count their uses
 * separately, so the counter of one of them falls behind.
 */
async function refuseCopy(
  db: Db,
  { id, userId, name }: Passkey,
  visitor: Visitor,
  now: Date,
): Promise<never> {
  await db.transaction((tx) =>
    recordAuditEntryInTeams(tx, { userId, visitor }, 'passkey.refuse', id, { name }, now),
  );
  throw new Problem(
    'invalid_request',
    `The passkey “${name}” may have been copied: its counter went back. Sign in another way, then remove it and end your other sessions under Settings.`,
  );
}

function refused(): Problem {
  return new Problem(
    'invalid_request',
    'This passkey was not accepted. Try again. If it was removed here, use another way.',
  );
}
