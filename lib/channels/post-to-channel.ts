import { z } from 'zod';
import { CHANNEL_LABELS, type ChannelKind } from '@/lib/domain/channel';
import { MAX_RETRY_AFTER_MS } from '@/lib/domain/retry-schedule';
import type { Vault } from '@/lib/keys/vault';
import type { MailFault } from '@/lib/mail/mail-fault';
import { causeOf } from '@/lib/webhooks/transport/cause';
import type { ExchangeResult } from '@/lib/webhooks/transport/progress';
import type { Resolve } from '@/lib/webhooks/transport/resolve-host';
import { send } from '@/lib/webhooks/transport/send';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';
import { type ChannelTarget, channelTargetSchema } from './channel-target';
import { FORMATS } from './formats';
import type { ChannelMessage } from './message-text';

export interface PostDeps {
  readonly vault: Vault;
  readonly policy: TargetPolicy;
  readonly resolve?: Resolve | undefined;
}

interface SealedChannel {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly sealedTarget: string;
}

/**
 * Posts a message to a channel, under the rules for webhook requests. Returns why the service did
 * not accept it, without any part of the target; undefined if it did.
 */
export async function postToChannel(
  { vault, policy, resolve }: PostDeps,
  { id, kind, sealedTarget }: SealedChannel,
  notice: ChannelMessage,
  now: Date,
): Promise<MailFault | undefined> {
  const target = openTarget(vault, sealedTarget, id);
  if (!target)
    return fault(
      'The URL cannot be read with this SECRET_KEY. Remove the channel and add it again.',
    );
  const { url, body, token } = FORMATS[kind].request(target, notice);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Blocktally',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const request = { url, body: JSON.stringify(body), headers };
  return faultOf(kind, await send(request, { policy, resolve, now }));
}

function openTarget(vault: Vault, sealed: string, id: string): ChannelTarget | undefined {
  try {
    return channelTargetSchema.parse(JSON.parse(vault.open(sealed, id)));
  } catch {
    return undefined;
  }
}

function faultOf(kind: ChannelKind, result: ExchangeResult): MailFault | undefined {
  if (result.ok) return undefined;
  const { status } = result;
  if (status === null) return fault(causeOf(result)?.message ?? 'The exchange failed.');
  const label = CHANNEL_LABELS[kind];
  const known = FORMATS[kind].refusals[status];
  if (known) return fault(`${known} (Status ${status}.)`);
  if (status === 429) {
    const retryAfterMs = result.retryAfterMs ?? retryAfterOf(result.bodyHead);
    const words = `${label} accepts no more messages for now. Blocktally waits and tries again.`;
    return { ...fault(words), retryAfterMs: Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) };
  }
  if (status < 400)
    return fault(`The URL redirects (status ${status}). Add the channel with the final URL.`);
  if (status >= 500) return fault(`${label} failed with status ${status}.`);
  return { ...fault(`${label} refused the message with status ${status}.`), isFinal: true };
}

/** A fault that is not final: the message is sent again later. */
const fault = (message: string): MailFault => ({ message, isFinal: false, isOfServer: false });

const retryIn = z.object({ parameters: z.object({ retry_after: z.number().positive() }) });

/** Returns the delay that the body of Telegram's 429 response requests. */
function retryAfterOf(body: Buffer): number | undefined {
  try {
    return retryIn.parse(JSON.parse(body.toString('utf8'))).parameters.retry_after * 1_000;
  } catch {
    return undefined;
  }
}
