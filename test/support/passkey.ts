import type { Db } from '@/db/client';
import { addPasskey, beginRegistration } from '@/lib/accounts/passkeys/register-passkey';
import type { Member } from '@/lib/domain/actor';
import { type SoftAuthenticator, softAuthenticator } from './soft-authenticator';

export const PASSKEY_SITE = { rpId: 'pay.example', origin: 'https://pay.example' };

/** Registers a passkey for a signed-in member. Returns the device and the recovery codes. */
export async function setUpPasskey(
  db: Db,
  actor: Member,
  now: Date,
  site = PASSKEY_SITE,
  device = softAuthenticator(site),
): Promise<{ readonly device: SoftAuthenticator; readonly codes: readonly string[] }> {
  const deps = { db, appUrl: new URL(site.origin) };
  const response = device.register(await beginRegistration(deps, actor, now));
  return { device, codes: await addPasskey(deps, actor, response, now) };
}
