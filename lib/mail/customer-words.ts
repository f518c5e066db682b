import type { refund } from '@/db/schema/refunds';
import type { CustomerMailKind } from '@/lib/domain/customer-mail-kind';
import { sendableSats } from '@/lib/domain/dust';
import { formatSats } from '@/lib/domain/format-sats';
import { cachedDateFormat } from '@/lib/domain/intl-formats';
import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import { formatMessage, type MessageKey } from '@/lib/domain/messages';
import { money } from '@/lib/domain/money';
import { type PriceRequest, priceOfPart, priceOfReceived } from '@/lib/domain/price';
import { type Sats, toSats } from '@/lib/domain/sats';
import type { NewMail } from './add-mail';
import type { MailedPayment } from './read-mailed-payments';

type Refund = Pick<typeof refund.$inferSelect, 'amountSats' | 'price' | 'address' | 'txid'>;
type Words = Pick<NewMail, 'subject' | 'body'> & { readonly linkText: string };

/** Returns the text of a mail about a payment, in the language of the payment's page. */
export function composePaymentMailText(
  kind: Exclude<CustomerMailKind, 'refund_address' | 'refund_sent'>,
  of: MailedPayment,
): Words {
  const say = sayIn(of);
  const about = [of.description, of.reference].filter((text) => text !== null).join('\n');
  const words = {
    seen: { subject: 'mailSeen', linkText: 'mailOpen', lines: () => [say('mailSeenText')] },
    late: { subject: 'titleLate', linkText: 'mailOpen', lines: () => [lateText(of)] },
    short: {
      subject: 'titleUnderpaid',
      linkText: of.status === 'pending' ? 'mailPayRest' : 'mailOpen',
      lines: () => shortLines(of),
    },
    confirmed: { subject: 'titleConfirmed', linkText: 'receipt', lines: () => receiptLines(of) },
  } as const;
  const { subject, linkText, lines } = words[kind];
  const body = [about, ...lines()].filter((text) => text !== '').join('\n\n');
  return { subject: say(subject), body, linkText: say(linkText) };
}

export function composeRefundMailText(
  kind: 'refund_address' | 'refund_sent',
  of: MailedPayment,
  { amountSats, price, address, txid }: Refund,
): Words {
  const say = sayIn(of);
  const heading = kind === 'refund_sent' ? 'refundSentHeading' : 'refundHeading';
  const facts = [
    inCurrency(of, price, amountSats),
    ...(kind === 'refund_sent' ? factLines(of, { address, transaction: txid }) : []),
  ];
  return {
    subject: say('refundTitle'),
    body: [of.reference, say(heading), facts.join('\n')].filter(Boolean).join('\n\n'),
    linkText: say('mailRefundAddress'),
  };
}

function sayIn({ language, merchantName: merchant }: MailedPayment) {
  return (key: MessageKey, values: Readonly<Record<string, string | number>> = {}) =>
    formatMessage(language, key, { merchant, ...values });
}

function shortLines(of: MailedPayment): string[] {
  const say = sayIn(of);
  const amounts = {
    received: partText(of, of.receivedSats),
    requested: partText(of, of.amountSats),
  };
  if (of.status !== 'pending') return [say('expiredPartly', amounts)];
  const due = of.amountSats - of.receivedSats;
  const least = sendableSats(due, of.address);
  return [
    say('underpaidText', amounts),
    factLines(of, { missing: partText(of, toSats(due), priceOfPart), address: of.address }).join(
      '\n',
    ),
    ...(least > due ? [say('tooSmallText', { least: formatSats(least) })] : []),
    say('payBefore', { time: timeText(of, of.expiresAt) }),
  ];
}

function receiptLines(of: MailedPayment): string[] {
  const say = sayIn(of);
  const excess = of.receivedSats - of.amountSats;
  const isLate = of.flags.includes('late') && of.acceptedAt === null;
  return [
    say('confirmedHeading'),
    factLines(of, {
      requested: partText(of, of.amountSats),
      received: partText(of, of.receivedSats),
      confirmedAt: of.confirmedAt && timeText(of, of.confirmedAt),
      transaction: of.txid,
      address: of.address,
    }).join('\n'),
    ...(excess > 0 ? [say('overpaidText', { amount: partText(of, toSats(excess)) })] : []),
    ...(isLate ? [lateText(of)] : []),
  ];
}

function lateText(of: MailedPayment): string {
  return sayIn(of)(of.canceledAt ? 'lateCanceledText' : 'lateText');
}

function factLines(
  of: MailedPayment,
  facts: Readonly<Partial<Record<MessageKey, string | null>>>,
): string[] {
  const say = sayIn(of);
  return Object.entries(facts).flatMap(([key, value]) =>
    value ? [`${say(key as MessageKey)}: ${value}`] : [],
  );
}

/** Returns a part of the payment's amount as text: in its currency, then in satoshis. */
function partText(of: MailedPayment, sats: Sats, priceOf = priceOfReceived): string {
  const { price, amountSats } = of;
  const part =
    price && price.source !== 'unit'
      ? sats === amountSats
        ? price
        : priceOf(price, sats, amountSats)
      : null;
  return inCurrency(of, part, sats);
}

function inCurrency({ language }: MailedPayment, price: PriceRequest | null, sats: Sats): string {
  const text = formatSats(sats);
  return price
    ? `${money(price.amount, price.currency, localeWithLatinDigits(language))} (${text})`
    : text;
}

/** Returns a time as "25 Nov 2026, 19:23 UTC", in the merchant's time zone. */
function timeText({ language, timeZone }: MailedPayment, at: Date): string {
  const format = {
    ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
    ...({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const),
    timeZone: timeZone ?? 'UTC',
  };
  const locale = localeWithLatinDigits(language === 'en' ? 'en-GB' : language);
  return cachedDateFormat(locale, format).format(at);
}
