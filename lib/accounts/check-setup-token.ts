import { invalidField } from '@/lib/domain/problems';
import { isSetupToken, type SignUpRule } from './sign-up-rule';
import type { Throttle } from './throttle';
import type { Visitor } from './visitor';

/**
 * Checks the setup token before a sign-up. The browser stores a correct token, because a sign-up
 * with a provider needs it too.
 *
 * @throws Problem `invalid_request` for a wrong token, `rate_limited`
 */
export async function checkSetupToken(
  { throttle, rule }: { readonly throttle: Throttle; readonly rule: SignUpRule },
  presented: string,
  visitor: Visitor,
): Promise<void> {
  if (isSetupToken(rule, presented)) return;
  await throttle.attemptSignUp(visitor);
  const message = 'This is not the setup token of this server.';
  throw invalidField('setupToken', 'wrong_setup_token', message);
}
