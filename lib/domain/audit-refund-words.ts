import type { AuditAction } from './audit-action';
import type { AuditActionWords } from './audit-endpoint-words';

type RefundAction = Extract<AuditAction, `refund.${string}`>;

/** The audit entry of a refund has the refund's payment as its subject. */
export const REFUND_WORDS: Readonly<Record<RefundAction, AuditActionWords>> = {
  'refund.create': {
    kind: 'Recorded a refund',
    before: 'recorded a refund of payment',
    after: ({ amount_sats: sats }) => ` of ${sats} sat`,
  },
  'refund.set_address': {
    kind: 'Entered the address of a refund',
    before: 'entered an address for a refund of payment',
  },
  'refund.request_address': {
    kind: 'Made a link for the address of a refund',
    before: 'made a link for the address of a refund of payment',
  },
  'refund.claim_paid': {
    kind: 'Marked a refund as paid already',
    before: 'entered the transaction of a refund of payment',
  },
  'refund.accept_output': {
    kind: 'Recorded another amount of a refund',
    before: 'recorded what was sent as a refund of payment',
    after: ({ amount_sats: sats }) => `: ${sats} sat`,
  },
  'refund.drop': {
    kind: 'Dropped a refund',
    before: 'dropped a refund of payment',
    after: ({ amount_sats: sats }) => ` of ${sats} sat`,
  },
};
