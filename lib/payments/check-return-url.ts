import { invalidField, type Problem } from '@/lib/domain/problems';
import { isHttpsUrl } from '@/lib/domain/return-url';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';
import type { PaymentExtra } from './payment-extra';

/**
 * @throws Problem `invalid_request` for an http URL unless private targets are allowed, and for an
 *   automatic return without a URL
 */
export function checkReturnUrl(
  { returnUrl, returnAutomatically }: Pick<PaymentExtra, 'returnUrl' | 'returnAutomatically'>,
  { allowPrivate }: Pick<TargetPolicy, 'allowPrivate'>,
): void {
  if (returnUrl === null) {
    if (returnAutomatically) {
      throw refusal('return_automatically', 'invalid_value', 'Needs a return_url.');
    }
  } else if (!isHttpsUrl(returnUrl) && !allowPrivate) {
    const message =
      'Must begin with https://; http is only for a server with WEBHOOK_PRIVATE_TARGETS=allow.';
    throw refusal('return_url', 'invalid_format', message);
  }
}

function refusal(field: string, code: string, message: string): Problem {
  return invalidField(`/${field}`, code, message, `The ${field} cannot be used. ${message}`);
}
