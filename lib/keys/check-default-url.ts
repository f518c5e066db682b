import { Problem } from '@/lib/domain/problems';

/**
 * The rule for webhook URLs, both for the default of a key and for the URL of a payment. It is
 * passed as an argument, because the sending part of the code defines it.
 *
 * @throws Problem `webhook_url_rejected`
 */
export type CheckUrl = (url: string) => Promise<unknown>;

/** The rule for changes that set no default webhook URL. */
export const noUrlCheck: CheckUrl = async () => {
  throw new Error('a default webhook URL needs its check');
};

/**
 * Applies the rule to the default webhook URL among the changes of a key.
 *
 * @throws Problem `webhook_url_rejected` at the field
 */
export async function checkDefaultUrl(
  url: string | null | undefined,
  check: CheckUrl,
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
