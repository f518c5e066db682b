'use server';

import { confirmTotp, type NewTotp, startTotp } from '@/lib/accounts/factors/totp-factor';
import { HOME } from '@/lib/auth/return-path';
import { factorActor } from '@/lib/auth/session';
import { Problem } from '@/lib/domain/problems';
import { runtime } from '@/lib/runtime';
import { runAction } from '../../_form/answer-form';

export interface SetUpState {
  /** What the app reads, once the set-up has begun. */
  readonly app?: NewTotp;
  /** The recovery codes, once the first code was entered. */
  readonly codes?: readonly string[];
  readonly error?: string | undefined;
}

/** Begins to set up an authenticator app; then, with its first code, ends it. */
export async function setUpFactor(before: SetUpState, data: FormData): Promise<SetUpState> {
  const { db, vault, throttle, clock } = runtime();
  const code = data.get('code');
  let after: SetUpState = before;
  const outcome = await runAction(async () => {
    const actor = await factorActor();
    if (!actor) throw new Problem('not_signed_in', 'Sign in, then try again.');
    const deps = { db, vault, throttle };
    after =
      typeof code === 'string'
        ? { codes: await confirmTotp(deps, actor, code, clock()) }
        : { app: await startTotp(deps, actor, clock()) };
    return HOME;
  });
  return 'path' in outcome ? after : { ...before, error: outcome.message };
}
