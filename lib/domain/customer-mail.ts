export const CUSTOMER_MAILS = [
  'seen',
  'confirmed',
  'short',
  'late',
  'refund_address',
  'refund_sent',
] as const;
export type CustomerMail = (typeof CUSTOMER_MAILS)[number];

export const CUSTOMER_MAIL_WORDS: Readonly<Record<CustomerMail, string>> = {
  seen: 'Payment seen',
  confirmed: 'Payment confirmed, with receipt',
  short: 'Rest still to pay',
  late: 'Payment received late',
  refund_address: 'Refund address needed',
  refund_sent: 'Refund sent',
};
