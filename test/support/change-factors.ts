import { totpCode } from '@/lib/accounts/factors/totp';

/** A call of a dashboard route. */
type Call = (
  method: string,
  path: string,
  request?: { body: object },
) => Promise<{ readonly json: { readonly secret: string } }>;

/** Calls every route of the user's factors, and leaves none. */
export async function changeFactors(dashboard: Call, now: Date): Promise<void> {
  const { json: app } = await dashboard('POST', 'settings/totp');
  const code = totpCode(app.secret, now);
  await dashboard('POST', 'settings/totp/confirm', { body: { code } });
  const { json: renewed } = await dashboard('POST', 'settings/recovery-codes');
  const [recovery] = (renewed as unknown as { recovery_codes: string[] }).recovery_codes;
  await dashboard('POST', 'session/factor', { body: { code: recovery } });
  await dashboard('GET', 'session/factor');
  await dashboard('GET', 'settings/factors');
  for (const required of [true, false]) {
    await dashboard('PATCH', 'team', { body: { requires_factor: required } });
  }
  await dashboard('DELETE', 'settings/totp');
}
