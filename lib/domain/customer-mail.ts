/** The events about which customers can get a mail. The payment's API key or link decides which. */
export const CUSTOMER_MAILS = [
  'seen',
  'confirmed',
  'short',
  'late',
  'refund_address',
  'refund_sent',
] as const;
export type CustomerMail = (typeof CUSTOMER_MAILS)[number];

/** The names of the mails, as a merchant chooses among them. */
export const CUSTOMER_MAIL_WORDS: Readonly<Record<CustomerMail, string>> = {
  seen: 'Payment seen',
  confirmed: 'Payment confirmed, with receipt',
  short: 'Rest still to pay',
  late: 'Payment received late',
  refund_address: 'Refund address needed',
  refund_sent: 'Refund sent',
};
