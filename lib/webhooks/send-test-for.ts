import { and, eq, isNull } from 'drizzle-orm';
import { apiKey, wallet } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayChange } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { causeOf } from './cause';
import { type ExchangeView, exchangeView } from './exchange-view';
import { exchangeTest, type SendTestDeps } from './send-test';

export interface TestForRequest {
  /** Whose signing secret signs it, and whose wallet it names. */
  readonly apiKeyId: string;
  readonly webhookUrl: string;
}

export interface TestForResult {
  readonly eventId: string;
  readonly delivered: boolean;
  readonly exchange: ExchangeView;
}

/**
 * Sends a test webhook for a person and returns the whole exchange. Like the API's, it stores no
 * payment and no event; only that it was sent, and to which host, stands in the audit log.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`, also for a key of another merchant;
 *   `webhook_url_rejected`
 */
export async function sendTestFor(
  deps: SendTestDeps,
  actor: Member,
  { apiKeyId, webhookUrl }: TestForRequest,
  now: Date,
): Promise<TestForResult> {
  mayChange(actor);
  const { db } = deps;
  const [sender] = await db
    .select({
      apiKeyId: apiKey.id,
      name: apiKey.name,
      network: apiKey.network,
      descriptor: wallet.descriptor,
    })
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(
      and(
        eq(apiKey.id, apiKeyId),
        eq(apiKey.merchantId, actor.merchantId),
        isNull(apiKey.revokedAt),
      ),
    );
  if (!sender) throw new Problem('not_found', 'There is no usable API key with this id.');
  const sent = await exchangeTest(deps, sender, webhookUrl, now);
  const { eventId, body, requestHeaders, result } = sent;
  const data = { name: sender.name, host: new URL(webhookUrl).host, delivered: result.ok };
  await recordAuditEntry(db, actor, 'webhook.test', apiKeyId, data, now);
  return {
    eventId,
    delivered: result.ok,
    exchange: exchangeView({
      url: webhookUrl,
      body,
      requestHeaders,
      status: result.status,
      responseHeaders: result.headers,
      responseBody: result.bodyHead,
      remoteAddress: result.remoteAddress,
      timings: result.timings,
      cause: causeOf(result),
    }),
  };
}
