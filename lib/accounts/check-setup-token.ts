import { invalidField } from '@/lib/domain/problems';
import { isSetupToken, type SignUpRule } from './sign-up-rule';
import type { Throttle } from './throttle';
import type { Visitor } from './visitor';

/**
 * Checks the setup token before the sign-up. The browser then keeps the token, also for a sign-up
 * through a provider.
 *
 * @throws Problem `invalid_request` when the token is wrong, `rate_limited` after too many attempts
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
