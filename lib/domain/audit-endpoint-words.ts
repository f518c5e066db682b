import type { AuditAction } from './audit-action';
import { formatChangedSettings, formatOverlap } from './audit-text';
import { CHANNEL_LABELS, type ChannelKind } from './channel';
import { countWithNoun } from './count-with-noun';

export type AuditData = Readonly<Record<string, unknown>>;

export interface AuditActionWords {
  /** The text of the option in the audit log's filter. */
  readonly kind: string;
  readonly before: string | ((data: AuditData) => string);
  /**
   * Returns the name of the action's object from the recorded data; null for a sentence without an
   * object. By default, the object's current name is shown, or its id if it has no name.
   */
  readonly object?: null | ((data: AuditData, present: string | null) => unknown);
  readonly after?: (data: AuditData) => string;
}

const nameOf = ({ name }: AuditData) => name;

type ChannelAction = Extract<AuditAction, `channel.${string}`>;

export const CHANNEL_WORDS: Readonly<Record<ChannelAction, AuditActionWords>> = {
  'channel.add': {
    kind: 'Added a channel',
    before: 'added channel',
    object: nameOf,
    after: ({ kind, host }) => ` to ${CHANNEL_LABELS[kind as ChannelKind]} at ${host}`,
  },
  'channel.update': { kind: 'Changed a channel', before: 'changed channel', object: nameOf },
  'channel.test': {
    kind: 'Tested a channel',
    before: 'sent a test to channel',
    object: nameOf,
    after: ({ delivered }) => (delivered ? ': delivered' : ': failed'),
  },
  'channel.remove': { kind: 'Removed a channel', before: 'removed channel', object: nameOf },
};

type EndpointAction = Extract<AuditAction, `endpoint.${string}`>;

export const ENDPOINT_WORDS: Readonly<Record<EndpointAction, AuditActionWords>> = {
  'endpoint.create': {
    kind: 'Added an endpoint',
    before: 'added endpoint',
    object: nameOf,
    after: ({ host }) => ` at ${host}`,
  },
  'endpoint.update': {
    kind: 'Changed an endpoint',
    before: 'changed endpoint',
    object: nameOf,
    after: formatChangedSettings,
  },
  'endpoint.rotate_secret': {
    kind: 'Rotated an endpoint’s signing secret',
    before: 'rotated the signing secret of endpoint',
    object: nameOf,
    after: formatOverlap,
  },
  'endpoint.remove': { kind: 'Removed an endpoint', before: 'removed endpoint', object: nameOf },
  'endpoint.switch_off': {
    kind: 'Switched off an endpoint',
    before: 'switched off endpoint',
    object: ({ host }) => host,
    after: () => ' after ten days of failures',
  },
  'endpoint.pause': {
    kind: 'Paused an endpoint',
    before: 'paused endpoint',
    object: ({ host }) => host,
  },
  'endpoint.resume': {
    kind: 'Resumed an endpoint',
    before: 'resumed endpoint',
    object: ({ host }) => host,
    after: ({ waited }) =>
      waited ? `, with ${countWithNoun(Number(waited), 'waiting webhook')}` : '',
  },
};
