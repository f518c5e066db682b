import type { AuditAction } from './audit-action';
import type { AuditActionWords, AuditData } from './audit-endpoint-words';

const nameOf = ({ name }: AuditData) => name;

function pairedWith({ host, key }: AuditData): string {
  return `${host ? ` at ${host}` : ''} with API key ${key}`;
}

type PairingAction = Extract<AuditAction, `pairing.${string}`>;

export const PAIRING_WORDS: Readonly<Record<PairingAction, AuditActionWords>> = {
  'pairing.create': {
    kind: 'Connected a shop',
    before: 'connected',
    object: nameOf,
    after: (data) => `${pairedWith(data)}${data.again ? ' again' : ''}`,
  },
  'pairing.revoke': {
    kind: 'Disconnected a shop',
    before: 'disconnected',
    object: nameOf,
    after: pairedWith,
  },
};
