import { Amount } from '@/app/_ui/amount';
import type { Language } from '@/lib/domain/language';
import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import { money } from '@/lib/domain/money';
import { priceOfPart, priceOfReceived } from '@/lib/domain/price';
import { toSats } from '@/lib/domain/sats';
import type { PublicPayment } from '@/lib/payments/public';

/** Returns null for a price in bitcoin, which would repeat the amount. */
export function findFiatPrice({ price }: PublicPayment) {
  return price?.source === 'unit' ? null : price;
}

interface AmountView {
  readonly payment: PublicPayment;
  readonly wording: { readonly language: Language };
}

/** Returns the amount left to pay in the shop's currency; null for a price in bitcoin. */
export function formatAmountDue(payment: PublicPayment, language: Language): string | null {
  const price = findFiatPrice(payment);
  if (!price) return null;
  const { dueSats, amountSats } = payment;
  const isWhole = dueSats === amountSats;
  const { amount } = isWhole ? price : priceOfPart(price, toSats(dueSats), toSats(amountSats));
  return money(amount, price.currency, localeWithLatinDigits(language));
}

/** Returns the received amount in the shop's currency; null for a price in bitcoin. */
function arrivedText(payment: PublicPayment, sats: number, language: Language): string | null {
  const price = findFiatPrice(payment);
  if (!price) return null;
  const { amount, currency } = priceOfReceived(price, toSats(sats), toSats(payment.amountSats));
  return money(amount, currency, localeWithLatinDigits(language));
}

/**
 * Returns the received and the requested amount, both in the shop's currency or both in satoshis.
 */
export function renderReceivedAmounts({ payment, wording }: AmountView) {
  const shown = (sats: number) => {
    const text = arrivedText(payment, sats, wording.language);
    return text === null ? <Amount sats={sats} /> : <span translate="no">{text}</span>;
  };
  return { received: shown(payment.receivedSats), requested: shown(payment.amountSats) };
}

/** Shows the overpaid amount in the shop's currency, then in satoshis. */
export function ExcessAmount({ view: { payment, wording } }: { view: AmountView }) {
  const sats = payment.receivedSats - payment.amountSats;
  const text = arrivedText(payment, sats, wording.language);
  if (text === null) return <Amount sats={sats} />;
  return (
    <>
      <span translate="no">{text}</span> (<Amount sats={sats} />)
    </>
  );
}
