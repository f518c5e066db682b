import { totpCode } from '@/lib/accounts/factors/totp';
import { PASSKEY_SITE } from './passkey';
import { softAuthenticator } from './soft-authenticator';

type Call = (
  method: string,
  path: string,
  request?: { id?: string; body?: object },
) => Promise<{ readonly json: Answer }>;

interface Answer {
  readonly secret: string;
  readonly challenge: string;
  readonly recovery_codes: readonly string[];
  readonly passkeys: readonly { readonly id: string }[];
}

/** Calls every route that changes a second factor. The user has none afterwards. */
export async function changeSecondFactors(dashboard: Call, now: Date): Promise<void> {
  const { json: app } = await dashboard('POST', 'settings/totp');
  const code = totpCode(app.secret, now);
  await dashboard('POST', 'settings/totp/confirm', { body: { code } });
  const { json: renewed } = await dashboard('POST', 'settings/recovery-codes');
  const [recovery] = renewed.recovery_codes;
  await dashboard('POST', 'session/factor', { body: { code: recovery } });
  await dashboard('GET', 'session/factor');
  await dashboard('GET', 'settings/factors');
  for (const required of [true, false]) {
    await dashboard('PATCH', 'team', { body: { requires_factor: required } });
  }
  await changePasskeys(dashboard);
  await dashboard('DELETE', 'settings/totp');
}

async function changePasskeys(dashboard: Call): Promise<void> {
  const device = softAuthenticator(PASSKEY_SITE);
  const { json: asked } = await dashboard('POST', 'settings/passkeys/options');
  await dashboard('POST', 'settings/passkeys', { body: { passkey: device.register(asked) } });
  const { json: own } = await dashboard('GET', 'settings/factors');
  const { id = '' } = own.passkeys[0] ?? {};
  await dashboard('PATCH', 'settings/passkeys/{id}', { id, body: { name: 'Phone' } });
  const { json: confirming } = await dashboard('POST', 'session/passkey/options');
  await dashboard('POST', 'session/passkey', { body: { passkey: device.assert(confirming) } });
  await dashboard('DELETE', 'settings/passkeys/{id}', { id });
}
