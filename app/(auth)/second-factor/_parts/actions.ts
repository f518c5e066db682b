'use server';

import type { z } from 'zod';
import { confirmTotp, type NewTotp, startTotp } from '@/lib/accounts/factors/totp-factor';
import { addPasskey, beginRegistration } from '@/lib/accounts/passkeys/register-passkey';
import { parsePasskeyResponse, registrationSchema } from '@/lib/accounts/passkeys/responses';
import { factorSetupActor } from '@/lib/auth/session';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { runtime } from '@/lib/runtime';
import { runAction } from '../../_form/handle-account-form';
import type { PasskeyActionResult } from '../../_passkey/actions';

export interface FactorSetupState {
  /** The authenticator app's secret, set by the first step. */
  readonly app?: NewTotp;
  readonly codes?: readonly string[];
  readonly error?: string | undefined;
}

/**
 * The first call creates an authenticator app's secret. The second call completes the setup with a
 * code from the app.
 */
export async function setUpFactor(
  before: FactorSetupState,
  data: FormData,
): Promise<FactorSetupState> {
  const { db, vault, throttle, clock } = runtime();
  const code = data.get('code');
  const outcome = await runAction(async (): Promise<FactorSetupState> => {
    const actor = await settingUp();
    const deps = { db, vault, throttle };
    return typeof code === 'string'
      ? { codes: await confirmTotp(deps, actor, code, clock()) }
      : { app: await startTotp(deps, actor, clock()) };
  });
  return 'done' in outcome ? outcome.done : { ...before, error: outcome.message };
}

export async function startPasskeySetUp(): Promise<PasskeyActionResult> {
  const { db, env, clock } = runtime();
  const outcome = await runAction(async () =>
    beginRegistration({ db, appUrl: env.appUrl }, await settingUp(), clock()),
  );
  return 'done' in outcome ? { options: outcome.done } : { error: outcome.message };
}

/** Stores the passkey that the browser created with the options from {@link startPasskeySetUp}. */
export async function setUpPasskey(
  response: z.input<typeof registrationSchema>,
): Promise<FactorSetupState> {
  const { db, env, clock } = runtime();
  const outcome = await runAction(async () => {
    const passkey = parsePasskeyResponse(registrationSchema, response);
    return addPasskey({ db, appUrl: env.appUrl }, await settingUp(), passkey, clock());
  });
  return 'done' in outcome ? { codes: outcome.done } : { error: outcome.message };
}

async function settingUp(): Promise<Member> {
  const actor = await factorSetupActor();
  if (!actor) throw new Problem('not_signed_in', 'Sign in, then try again.');
  return actor;
}
