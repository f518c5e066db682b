import type { Db } from '@/db/client';
import type { refund } from '@/db/schema/refunds';
import type { CustomerMailKind } from '@/lib/domain/customer-mail-kind';
import { isPaid } from '@/lib/domain/payment';
import type { PaymentChangeHook } from '@/lib/payments/record-standings';
import { addMails, isMailOn, type NewMail } from './add-mail';
import { composePaymentMailText, composeRefundMailText } from './customer-words';
import { type MailedPayment, readMailedPayments } from './read-mailed-payments';

type OfPayment = Parameters<typeof composePaymentMailText>[0];

/** Stores the mails to customers about their payments, in the transaction of the change. */
export const mailCustomers: PaymentChangeHook = async (tx, paymentIds, now) => {
  const mails = (await readMailedPayments(tx, paymentIds)).flatMap((of) =>
    happened(of, now)
      .filter(([kind]) => of.kinds.includes(kind))
      .map(([kind, fact]): NewMail => {
        const { linkText, ...words } = composePaymentMailText(kind, of);
        const link = { text: linkText, path: `/pay/${of.checkoutId}` };
        return { ...mailTo(of), ...words, fact, link };
      }),
  );
  await addMails(tx, mails, now);
};

/**
 * Returns the kinds of customer mail that a payment's latest change causes, each with the name of
 * its fact. A customer gets only one mail for each fact.
 */
function happened(of: MailedPayment, now: Date): [OfPayment, string][] {
  const isNow = (at: Date | null) => at?.getTime() === now.getTime();
  const { id, status, flags, receivedSats } = of;
  if (!isPaid(status)) {
    const isShort = flags.includes('underpaid') && receivedSats > 0 && isNow(of.updatedAt);
    return isShort ? [['short', `short ${id} ${receivedSats}`]] : [];
  }
  const facts: [OfPayment, string][] = [];
  // The receipt already says that the payment came late, so the `late` mail is left out.
  const hasReceipt = isNow(of.confirmedAt) && of.kinds.includes('confirmed');
  if (isNow(of.detectedAt) && flags.includes('late') && !hasReceipt)
    facts.push(['late', `late ${id}`]);
  else if (isNow(of.detectedAt) && status === 'detected') facts.push(['seen', `seen ${id}`]);
  // A payment that is confirmed again after a reorg has the same fact, so the receipt is sent once.
  if (isNow(of.confirmedAt)) facts.push(['confirmed', `confirmed ${id}`]);
  return facts;
}

type MailedRefund = Pick<
  typeof refund.$inferSelect,
  'id' | 'paymentId' | 'amountSats' | 'price' | 'address' | 'txid' | 'linkExpiresAt'
>;

/**
 * Stores the mail to the customer about a refund, in the transaction of the change. Returns whether
 * the customer gets the mail. `link` leads to the page on which the customer enters an address.
 */
export async function mailCustomerAboutRefund(
  tx: Db,
  kind: Extract<CustomerMailKind, 'refund_address' | 'refund_sent'>,
  row: MailedRefund,
  now: Date,
  link?: Pick<NonNullable<NewMail['link']>, 'path' | 'sealedBy'>,
): Promise<boolean> {
  if (!(await isMailOn(tx))) return false;
  const [of] = await readMailedPayments(tx, [row.paymentId]);
  if (!of?.kinds.includes(kind)) return false;
  const { linkText: text, ...words } = composeRefundMailText(kind, of, row);
  const nth = kind === 'refund_sent' ? row.txid : row.linkExpiresAt?.getTime();
  const fact = `${kind} ${row.id} ${nth}`;
  await addMails(tx, [{ ...mailTo(of), ...words, fact, link: link && { ...link, text } }], now);
  return true;
}

function mailTo({ id, recipient, merchantId, language }: MailedPayment) {
  return { recipient, merchantId, paymentId: id, locale: language };
}
