import { parseUrl } from './parse-url';

/** The services other than mail to which notifications can be sent. */
export const CHANNEL_KINDS = ['ntfy', 'slack', 'discord', 'telegram', 'matrix'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export const CHANNEL_LABELS: Readonly<Record<ChannelKind, string>> = {
  ntfy: 'ntfy',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  matrix: 'Matrix',
};

/** Maximum number of channels of a merchant. */
export const MAX_CHANNELS = 10;

/** Matches the token of a Telegram bot, as BotFather shows it. */
export const BOT_TOKEN = /^\d{5,}:[\w-]{30,}$/;

/**
 * Returns the service to which a pasted URL or bot token belongs; undefined if the URL may belong
 * to several.
 */
export function recognizeChannel(pasted: string): ChannelKind | undefined {
  if (BOT_TOKEN.test(pasted)) return 'telegram';
  const { hostname = '', pathname = '' } = parseUrl(pasted) ?? {};
  if (/(?:^|\.)ntfy\.|^ntfy\b/.test(hostname)) return 'ntfy';
  if (/^hooks\.slack(?:-gov)?\.com$/.test(hostname)) return 'slack';
  if (/(?:^|\.)discord(?:app)?\.com$/.test(hostname)) return 'discord';
  if (/^\/bot\d{5,}:/.test(pathname)) return 'telegram';
  return hostname !== '' && /\/webhook\/[\w-]{16,}$/.test(pathname) ? 'matrix' : undefined;
}
