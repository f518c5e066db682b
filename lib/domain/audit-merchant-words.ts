import type { AuditAction } from './audit-action';
import type { AuditActionWords } from './audit-endpoint-words';
import { formatChangedBranding, formatOldAndNew } from './audit-text';

export const MERCHANT_WORDS: Readonly<
  Record<Extract<AuditAction, `merchant.${string}`>, AuditActionWords>
> = {
  'merchant.create': {
    kind: 'Created the merchant',
    before: 'created the merchant',
    object: ({ name }) => name,
  },
  'merchant.rename': {
    kind: 'Renamed the merchant',
    before: (data) => `renamed the merchant${formatOldAndNew(data)}`,
    object: null,
  },
  'merchant.set_currency': {
    kind: 'Changed the currency',
    before: (data) => `changed the merchant’s currency${formatOldAndNew(data)}`,
    object: null,
  },
  'merchant.set_time_zone': {
    kind: 'Changed the time zone',
    before: (data) => `changed the merchant’s time zone${formatOldAndNew(data)}`,
    object: null,
  },
  'merchant.require_factor': {
    kind: 'Changed whether a second factor is required',
    before: ({ to }) =>
      to ? 'required a second factor of all members' : 'no longer requires a second factor',
    object: null,
  },
  'merchant.set_customer_retention': {
    kind: 'Changed how long customers are kept',
    before: (data) => `changed the days after which customers are erased${formatOldAndNew(data)}`,
    object: null,
  },
  'merchant.set_face': {
    kind: 'Changed the payment page',
    before: (data) => `changed the payment page${formatChangedBranding(data)}`,
    object: null,
  },
  'merchant.set_logo': {
    kind: 'Changed the logo',
    before: ({ to }) => (to ? 'changed the logo' : 'removed the logo'),
    object: null,
  },
};
