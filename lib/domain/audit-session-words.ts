import type { AuditAction } from './audit-action';
import type { AuditActionWords } from './audit-endpoint-words';
import { AUTH_FACTOR_PHRASES, type AuthFactor } from './auth-factor';
import { countWithNoun } from './count-with-noun';

type SessionAction = Extract<
  AuditAction,
  `session.${string}` | `factor.${string}` | `passkey.${string}`
>;

const nameOf: AuditActionWords['object'] = ({ name }) => name;

export const SESSION_WORDS: Readonly<Record<SessionAction, AuditActionWords>> = {
  'factor.add': {
    kind: 'Set up an authenticator app',
    before: 'set up an authenticator app',
    object: null,
  },
  'factor.remove': {
    kind: 'Removed an authenticator app',
    before: ({ by }) =>
      by === 'operator'
        ? 'lost their second factor, which the operator removed'
        : 'removed their authenticator app',
    object: null,
  },
  'factor.renew_codes': {
    kind: 'Made recovery codes',
    before: 'made new recovery codes',
    object: null,
  },
  'passkey.add': { kind: 'Added a passkey', before: 'added passkey', object: nameOf },
  'passkey.rename': {
    kind: 'Renamed a passkey',
    before: 'renamed passkey',
    object: ({ from }) => from,
    after: ({ name }) => ` to ${name}`,
  },
  'passkey.remove': { kind: 'Removed a passkey', before: 'removed passkey', object: nameOf },
  'passkey.refuse': {
    kind: 'Refused a passkey',
    before: 'was refused with passkey',
    object: nameOf,
    after: () => ', which may have been copied',
  },
  'session.create': {
    kind: 'Signed in',
    before: ({ factor }) => `signed in ${AUTH_FACTOR_PHRASES[factor as AuthFactor]}`,
    object: null,
  },
  'session.confirm': {
    kind: 'Confirmed their identity',
    before: ({ factor }) => `confirmed their identity ${AUTH_FACTOR_PHRASES[factor as AuthFactor]}`,
    object: null,
  },
  'session.revoke': {
    kind: 'Ended a session',
    before: 'ended one of their sessions',
    object: null,
  },
  'session.revoke_others': {
    kind: 'Ended other sessions',
    before: ({ sessions }) => `ended ${countWithNoun(Number(sessions), 'other session')}`,
    object: null,
  },
};
