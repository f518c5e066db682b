import { expiresAt, type ReferencePayment } from './reference-payment';
import type { Terms } from './terms';

const [KEY_KEPT_MS, WINDOW_MS] = [30 * 86_400_000, 3_600_000];
/** The limit of unpaid addresses that clicks may use up within the window. */
const MAX_UNPAID = 20;

export interface LinkTerms
  extends Omit<Terms, 'destination_address' | 'description' | 'payer_note'> {
  readonly title: string;
  readonly free_amount?: {
    readonly currency: NonNullable<Terms['price']>['currency'];
    readonly minimum?: string;
  };
  readonly max_payments?: number;
  readonly expires_at?: string;
  readonly payer_note?: { readonly label: string; readonly required: boolean };
}

export interface ReferenceLink {
  readonly id: string;
  readonly terms: LinkTerms;
  readonly createdAt: number;
  deactivatedAt: number | null;
}

export interface ReferenceClick {
  readonly link: ReferenceLink;
  readonly token: string;
  readonly amount: string;
  readonly note: string;
  /** The last payment that this browser created, even through another link. */
  readonly own: ReferencePayment | undefined;
}

export const linkEndsAt = ({ terms }: ReferenceLink) =>
  terms.expires_at === undefined ? Infinity : Date.parse(terms.expires_at);

export class ReferenceLinks {
  readonly all: ReferenceLink[] = [];
  readonly #payments: readonly ReferencePayment[];
  /** For each form, the first and the last payment that it has created. */
  readonly #forms = new Map<string, { first: ReferencePayment; last: ReferencePayment }>();

  constructor(payments: readonly ReferencePayment[]) {
    this.#payments = payments;
  }

  paymentsOf({ id }: ReferenceLink): readonly ReferencePayment[] {
    return this.#payments.filter(({ terms }) => terms.payment_link_id === id);
  }

  paidOf(link: ReferenceLink): readonly ReferencePayment[] {
    return this.paymentsOf(link).filter(({ status }) => /detected|confirmed/.test(status));
  }

  statusOf(link: ReferenceLink, now: number): string {
    const most = link.terms.max_payments ?? Infinity;
    const paid = this.paidOf(link).length;
    const pending = this.paymentsOf(link).filter(({ status }) => status === 'pending').length;
    if (link.deactivatedAt !== null) return 'inactive';
    if (paid >= most) return 'used_up';
    if (now >= linkEndsAt(link)) return 'expired';
    return paid + pending >= most ? 'reserved' : 'open';
  }

  /** Returns the expected result of a click: an existing payment, an error or a new payment. */
  answerTo(
    click: ReferenceClick,
    now: number,
  ): { again: ReferencePayment } | { refusal: string } | 'made' {
    const { link, own } = click;
    if (!isFilledIn(click)) return { refusal: 'invalid_request' };
    const isOpen = own?.status === 'pending' && now < expiresAt(own);
    if (isOpen && choiceOf(own.terms) === choiceOf(toPaymentTerms(click))) return { again: own };
    const last = this.#made(click, now)?.last;
    if (last && last.status !== 'canceled' && now < expiresAt(last)) return { again: last };
    if (this.statusOf(link, now) !== 'open') return { refusal: 'payment_link_closed' };
    return this.#isCrowded(now) ? { refusal: 'rate_limited' } : 'made';
  }

  made(click: ReferenceClick, payment: ReferencePayment): void {
    const first = this.#made(click, payment.createdAt)?.first ?? payment;
    this.#forms.set(formOf(click), { first, last: payment });
  }

  /** A form remembers its payments until the first one is 30 days old. */
  #made(click: ReferenceClick, now: number) {
    const made = this.#forms.get(formOf(click));
    return made && now - made.first.createdAt < KEY_KEPT_MS ? made : undefined;
  }

  /** Whether clicks have used up too many unpaid addresses since the last paid address. */
  #isCrowded(now: number): boolean {
    const ofWallet = this.#payments.filter(({ terms }) => terms.destination_address === undefined);
    const unpaid = ofWallet
      .slice(ofWallet.findLastIndex(({ received }) => received > 0) + 1)
      .filter(({ terms, createdAt }) => terms.payment_link_id && createdAt > now - WINDOW_MS);
    return unpaid.length >= MAX_UNPAID;
  }
}

export function toPaymentTerms({ link, amount, note }: ReferenceClick): Terms {
  const { title, free_amount, max_payments, expires_at, payer_note, ...terms } = link.terms;
  const said = note.trim().replaceAll('\r\n', '\n');
  return {
    ...terms,
    ...(free_amount ? { price: { amount, currency: free_amount.currency } } : {}),
    description: title,
    payment_link_id: link.id,
    ...(payer_note && said ? { payer_note: said } : {}),
  };
}

function isFilledIn(click: ReferenceClick): boolean {
  const { free_amount: free, payer_note: asked } = click.link.terms;
  const units = Number(click.amount);
  const enough = units > 0 && units >= Number(free?.minimum ?? 0);
  return (!free || enough) && (!asked?.required || toPaymentTerms(click).payer_note !== undefined);
}

const formOf = (click: ReferenceClick) => `${click.token} ${choiceOf(toPaymentTerms(click))}`;

const choiceOf = ({ payment_link_id, price, payer_note }: Terms) =>
  JSON.stringify([payment_link_id, price?.amount, payer_note]);
