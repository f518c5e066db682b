import { FIXED_RATES } from '@/lib/rates/rate-settings';
import type { Evidence } from './evidence';
import type { Findings } from './findings';

const EUROS = Number(/EUR=(\d+)/.exec(FIXED_RATES)?.[1]);

/**
 * Checks that each amount follows from the payment's price. If a payment with a price was ever
 * confirmed, it must have a confirmation rate or wait for one. Other payments must have none.
 */
export function auditPrices(evidence: Evidence, findings: Findings): void {
  for (const { payment } of evidence.acknowledged) {
    const { price, amount_sats: sats } = payment;
    if (price?.source !== 'fixed') continue;
    const cents = Math.round(Number(price.amount) * 100);
    const expected = Math.ceil((cents * 1_000_000) / EUROS);
    if (sats === expected && price.rate === `${EUROS}`) continue;
    findings.note('wrong prices', `${payment.id}: ${sats} sat, not ${expected}`);
  }
  auditRates(evidence, findings);
}

function auditRates({ payments, changes, confirmationRates }: Evidence, findings: Findings): void {
  const confirmed = new Set(
    changes.flatMap(({ status, paymentId }) => (status === 'confirmed' ? paymentId : [])),
  );
  const wanted = payments.filter(({ id, price }) => price && confirmed.has(id));
  const lost = new Set(wanted.map(({ id }) => `${id} in EUR`));
  for (const { paymentId, currency, rate } of confirmationRates) {
    const name = `${paymentId} in ${currency}`;
    const known = lost.delete(name) && (rate === null || rate === `${EUROS}`);
    if (!known) findings.note('wrong prices', `the rate ${rate} of the confirmation of ${name}`);
  }
  findings.noteAll(
    'wrong prices',
    [...lost].map((name) => `no rate of the confirmation of ${name}`),
  );
}
