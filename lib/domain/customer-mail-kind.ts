export const CUSTOMER_MAIL_KINDS = [
  'seen',
  'confirmed',
  'short',
  'late',
  'refund_address',
  'refund_sent',
] as const;
export type CustomerMailKind = (typeof CUSTOMER_MAIL_KINDS)[number];

export const CUSTOMER_MAIL_LABELS: Readonly<Record<CustomerMailKind, string>> = {
  seen: 'Payment seen',
  confirmed: 'Payment confirmed, with receipt',
  short: 'Rest still to pay',
  late: 'Payment received late',
  refund_address: 'Refund address needed',
  refund_sent: 'Refund sent',
};
