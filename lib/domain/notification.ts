import type { Role } from './roles';

export const NOTIFICATION_TOPICS = [
  'money',
  'refunds',
  'webhooks',
  'chains',
  'rates',
  'security',
  'report',
] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

export const NOTIFICATION_TOPIC_TEXTS: Readonly<
  Record<NotificationTopic, { readonly label: string; readonly hint: string }>
> = {
  money: {
    label: 'Money that needs a decision',
    hint: 'A payment received money late, too little or too much, or was reverted.',
  },
  refunds: { label: 'Refunds', hint: 'A refund was recorded, sent or confirmed.' },
  webhooks: {
    label: 'Webhooks that fail',
    hint: 'An endpoint has failed for 30 minutes, or was switched off.',
  },
  chains: { label: 'Chain sources', hint: 'A source could not be read for 30 minutes.' },
  rates: {
    label: 'Exchange rates',
    hint: 'A currency had no rate for 30 minutes, so prices in it are refused.',
  },
  security: {
    label: 'Keys, wallets and team',
    hint: 'An API key was created or rotated, a wallet added, or a member or channel added or removed.',
  },
  report: {
    label: 'Monthly report',
    hint: 'On the first day of a month: the sums of the month before, with the books as CSV and XLSX. The files name customers.',
  },
};

/** The topics of a channel. Reports go only by mail, because their files name customers. */
export const CHANNEL_TOPICS = NOTIFICATION_TOPICS.filter((topic) => topic !== 'report');
export type ChannelTopic = (typeof CHANNEL_TOPICS)[number];

const BY_ROLE: Readonly<Record<Role, readonly NotificationTopic[]>> = {
  owner: NOTIFICATION_TOPICS.filter((topic) => topic !== 'report'),
  member: ['money', 'refunds', 'webhooks'],
  viewer: [],
};

export function defaultTopics(role: Role): readonly NotificationTopic[] {
  return BY_ROLE[role];
}

/** How long an endpoint or a source must have failed before members are notified. */
export const NOTIFY_AFTER_FAILING_MS = 30 * 60_000;
