import { parseUrl } from './parse-url';

export const CHANNEL_KINDS = ['ntfy', 'slack', 'discord', 'telegram', 'matrix'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export const CHANNEL_LABELS: Readonly<Record<ChannelKind, string>> = {
  ntfy: 'ntfy',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  matrix: 'Matrix',
};

export const MAX_CHANNELS = 10;

/** A Telegram bot's token, as BotFather shows it. */
export const BOT_TOKEN_PATTERN = /^\d{5,}:[\w-]{30,}$/;

/** Returns the service of a pasted URL or bot token; undefined if it may belong to several. */
export function recognizeChannel(pasted: string): ChannelKind | undefined {
  if (BOT_TOKEN_PATTERN.test(pasted)) return 'telegram';
  const { hostname = '', pathname = '' } = parseUrl(pasted) ?? {};
  if (/(?:^|\.)ntfy\.|^ntfy\b/.test(hostname)) return 'ntfy';
  if (/^hooks\.slack(?:-gov)?\.com$/.test(hostname)) return 'slack';
  if (/(?:^|\.)discord(?:app)?\.com$/.test(hostname)) return 'discord';
  if (/^\/bot\d{5,}:/.test(pathname)) return 'telegram';
  return hostname !== '' && /\/webhook\/[\w-]{16,}$/.test(pathname) ? 'matrix' : undefined;
}
