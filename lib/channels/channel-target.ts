import { z } from 'zod';
import {
  BOT_TOKEN_PATTERN,
  CHANNEL_LABELS,
  type ChannelKind,
  recognizeChannel,
} from '@/lib/domain/channel';
import { parseUrl } from '@/lib/domain/parse-url';
import { invalidField } from '@/lib/domain/problems';

/** Where a channel's messages are sent. All of it is secret: anyone who knows it can post there. */
export const channelTargetSchema = z.object({
  url: z.string(),
  /** An access token of ntfy. */
  token: z.string().optional(),
  /** The id or name of a Telegram chat. */
  chat: z.string().optional(),
});
export type ChannelTarget = z.infer<typeof channelTargetSchema>;

export interface PastedTarget {
  /** A URL or the token of a Telegram bot. */
  readonly url: string;
  /** The service that the member has chosen, if the URL does not show it. */
  readonly kind?: ChannelKind | undefined;
  readonly token?: string | undefined;
  readonly chat?: string | undefined;
}

const TELEGRAM = 'https://api.telegram.org';
const CHAT = /^(?:-?\d{1,20}|@\w{4,})$/;

/**
 * Returns the service and the target that a member's input describes.
 *
 * @throws Problem `invalid_request`, which names the field
 */
export function parseTarget({ kind: chosen, ...pasted }: PastedTarget): {
  readonly kind: ChannelKind;
  readonly target: ChannelTarget;
} {
  const known = recognizeChannel(pasted.url);
  const kind = chosen ?? known;
  if (!kind)
    throw invalidField('/kind', 'required', 'Choose the service: several services use such URLs.');
  if (known && known !== kind && known !== 'matrix')
    throw invalidField('/kind', 'mismatch', `This is a URL of ${CHANNEL_LABELS[known]}.`);
  if (kind === 'telegram') return { kind, target: telegramTarget(pasted) };
  const url = parseUrl(pasted.url);
  if (!url) throw atUrl('Paste the whole URL. It begins with https://.');
  if (kind === 'ntfy') {
    if (!/^\/[\w-]{1,64}\/?$/.test(url.pathname))
      throw atUrl('Paste the URL of a topic, such as https://ntfy.sh/my-topic.');
    url.pathname = url.pathname.replace(/\/$/, '');
    return { kind, target: { url: url.href, ...(pasted.token && { token: pasted.token }) } };
  }
  if (known === 'discord' && !/^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/.test(url.pathname))
    throw atUrl('Paste the webhook URL that Discord shows under Integrations.');
  return { kind, target: { url: url.href } };
}

function telegramTarget({ url: pasted, chat: given }: PastedTarget): ChannelTarget {
  const text = BOT_TOKEN_PATTERN.test(pasted) ? `${TELEGRAM}/bot${pasted}/` : pasted;
  const url = parseUrl(text);
  const bot = url && /^\/bot\d+:[\w-]+/.exec(url.pathname)?.[0];
  if (!bot) throw atUrl('Paste the token that BotFather gave your bot.');
  const chat = given || url.searchParams.get('chat_id') || '';
  if (!CHAT.test(chat))
    throw invalidField('/chat', 'invalid', 'Enter the chat ID, a number, or @name of a channel.');
  return { url: `${url.origin}${bot}/sendMessage`, chat };
}

function atUrl(message: string) {
  return invalidField('/url', 'invalid', message);
}
