import { Problem } from '@/lib/domain/problems';

/**
 * Checks whether webhooks may go to a URL: the default of a key, or the URL of a payment. Callers
 * pass the check as an argument, because lib/webhooks defines the rule.
 *
 * @throws Problem `webhook_url_rejected`
 */
export type WebhookUrlCheck = (url: string) => Promise<unknown>;

/** For callers that set no default webhook URL. Throws, because any URL needs a real check. */
export const throwOnDefaultUrl: WebhookUrlCheck = async () => {
  throw new Error('a default webhook URL needs its check');
};

/**
 * Checks the default webhook URL, if the changes of a key contain one.
 *
 * @throws Problem `webhook_url_rejected` at the field
 */
export async function checkDefaultUrl(
  url: string | null | undefined,
  check: WebhookUrlCheck,
): Promise<void> {
  if (url == null) return;
  try {
    await check(url);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'webhook_url_rejected') throw error;
    const message = error.detail;
    throw new Problem('webhook_url_rejected', message, {
      errors: [{ pointer: '/default_webhook_url', code: 'rejected', message }],
    });
  }
}
